package io.daisychain.ingest.repair;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.daisychain.cat.CatSchemas;
import io.daisychain.cat.NewYorkTime;
import io.daisychain.cat.RecordTree;
import io.daisychain.ingest.RecordScan;
import io.daisychain.model.event.CatEventReader;
import io.daisychain.model.event.CatFields;
import io.daisychain.model.event.EventReader;
import io.daisychain.reporting.RecordErrors.Told;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Mends what linkage found of records. A name that nobody bears is looked for among all files:
 * where one bears it on another date, that date is set; where it is a rejected record's, it is
 * enough to mend that; else it is asked for.
 */
final class RecordLinks {
  private static final Map<String, List<String>> ARRAYS =
      Map.of(
          "3502", List.of("buyDetails", "sellDetails"),
          "3503", List.of("clientDetails", "firmDetails"),
          "3504", List.of("aggregatedOrders", "bidAggregatedOrders", "askAggregatedOrders"));

  private static final Set<String> SHARED_KEYS =
      Set.of("3004", "3010", "3012", "3016", "3020", "8013", "6013");

  private final List<String> files;
  private final EventReader.Rules rules;
  private final CatSchemas.Versions versions;
  private final List<FaultyRecord> records;
  private final NewYorkTime times = new NewYorkTime();

  /** By key: on which dates it is borne, and how its bearer writes that date. */
  private final Map<RecordKey, Map<Integer, Object>> borne = new HashMap<>();

  private final Map<RecordKey, Integer> bearers = new HashMap<>();
  private final Set<RecordKey> firstOfKey = new HashSet<>();
  private final Set<String> firstOfId = new HashSet<>();

  /** What names others, of a fault. */
  private record Reference(FaultyRecord record, String path) {}

  RecordLinks(
      List<String> files,
      EventReader.Rules rules,
      CatSchemas.Versions versions,
      List<FaultyRecord> records) {
    this.files = files;
    this.rules = rules;
    this.versions = versions;
    this.records = records;
  }

  void mend() throws IOException {
    Set<Reference> references = new LinkedHashSet<>();
    for (FaultyRecord record : records) {
      for (Told told : record.errors) {
        collect(record, told, references);
      }
    }
    for (Reference reference : references) {
      keys(reference).forEach(key -> borne.put(key, new HashMap<>()));
    }
    if (!references.isEmpty()) {
      lookIntoFiles();
    }
    records.stream().filter(record -> record.isRefused).forEach(this::addMended);
    references.forEach(this::resolve);
    records.stream()
        .filter(record -> record.key != null)
        .forEach(record -> bearers.merge(record.key, 1, Integer::sum));
    records.stream()
        .sorted(Comparator.comparingLong(record -> record.eventTime))
        .forEach(record -> record.errors.forEach(told -> share(record, told)));
  }

  private void collect(FaultyRecord record, Told told, Set<Reference> into) {
    switch (told.code()) {
      case "3501" -> {
        if (RecordKey.of(told.field(), "", "", "") == null) {
          record.ask(told.field().isEmpty() ? "orderID" : told.field()); // a route's id
        } else {
          into.add(new Reference(record, told.field()));
        }
      }
      case "3505" -> into.add(new Reference(record, "manualOrderID"));
      case "3502", "3503", "3504" -> {
        for (String array : ARRAYS.get(told.code())) {
          record.elements(array).forEach(path -> into.add(new Reference(record, path)));
        }
      }
      case "3601", "3701", "3702", "3711", "8003", "8009", "9003", "9009", "6003" ->
          record.ask(told.field());
      case "SYMBOL_MISMATCH", "INSTRUMENT_MISMATCH" ->
          record.ask(record.values.containsKey("optionID") ? "optionID" : "symbol");
      case "SIDE_MISMATCH" -> record.ask("side");
      case "OUT_OF_SEQUENCE" -> record.ask("eventTimestamp");
      case "OVERFILL" -> record.ask("quantity");
      case "CYCLE" ->
          CatFields.PARENT.stream()
              .filter(record.values::containsKey)
              .findFirst()
              .ifPresent(record::ask);
      default -> {} // of one record, or of several with one key
    }
  }

  /** What a reference may mean: a leg of an order of several names that without its symbol. */
  private List<RecordKey> keys(Reference reference) {
    FaultyRecord record = reference.record;
    Map<String, Object> holder = record.holder(reference.path);
    if (holder == null) {
      return List.of();
    }
    String field = FaultyRecord.simple(reference.path);
    Object said = holder.getOrDefault("originatingIMID", record.values.get("originatingIMID"));
    String firm = said == null ? record.firm : CatEventReader.firmOf(said.toString());
    String value = record.text(reference.path);
    List<RecordKey> keys = new ArrayList<>();
    keys.add(RecordKey.of(field, firm, record.symbol, value));
    if (!record.symbol.isEmpty() && Boolean.TRUE.equals(record.values.get("multiLegInd"))) {
      keys.add(RecordKey.of(field, firm, "", value));
    }
    return keys;
  }

  private void lookIntoFiles() throws IOException {
    for (String path : files) {
      try (RecordScan scan = RecordScan.open(path, rules, versions)) {
        while (scan.next()) {
          Map<Integer, Object> dates = borne.get(RecordKey.of(scan));
          if (dates != null) {
            Map<String, Object> values = RecordTree.of(scan.record());
            Object date = values.get(RecordKey.dateOf(idOf(RecordKey.of(scan))));
            dates.put(scan.events().event().keyDate, date);
          }
        }
      }
    }
  }

  private static String idOf(RecordKey key) {
    return switch (key.kind()) {
      case TRADE -> "tradeID";
      case FULFILLMENT -> "fulfillmentID";
      case ALLOCATION -> "allocationID";
      case QUOTE -> "quoteID";
      default -> "orderID";
    };
  }

  /** What was rejected bears its key once it is mended, as far as that is not itself asked for. */
  private void addMended(FaultyRecord record) {
    Object symbol = record.values.getOrDefault("symbol", record.values.get("optionID"));
    for (String field : List.of("orderID", "quoteID", "tradeID", "fulfillmentID")) {
      RecordKey key =
          RecordKey.of(
              field, record.firm, symbol == null ? "" : symbol.toString(), record.text(field));
      Map<Integer, Object> dates = borne.get(key);
      Object date = record.values.get(RecordKey.dateOf(field));
      int day = day(date);
      if (dates != null && record.isChanged && day != Integer.MIN_VALUE) {
        dates.put(day, date);
      }
    }
  }

  private int day(Object date) {
    String text = date == null ? "" : date.toString();
    byte[] bytes = text.getBytes(ISO_8859_1);
    long time = times.of(bytes, 0, bytes.length, date instanceof BigDecimal);
    return time == NewYorkTime.INVALID ? Integer.MIN_VALUE : rules.dates().epochDay(time);
  }

  private void resolve(Reference reference) {
    FaultyRecord record = reference.record;
    String field = FaultyRecord.simple(reference.path);
    String prefix = reference.path.substring(0, reference.path.length() - field.length());
    String date = prefix + RecordKey.dateOf(field);
    Map<String, Object> holder = record.holder(date);
    int named = holder == null ? Integer.MIN_VALUE : day(holder.get(FaultyRecord.simple(date)));
    Map<Integer, Object> dates = new HashMap<>();
    keys(reference).forEach(key -> dates.putAll(borne.get(key)));
    if (dates.containsKey(named)) {
      return; // another of the record's references is missing, or what it names is being mended
    }
    if (dates.size() == 1 && dates.values().iterator().next() != null) {
      record.set(date, dates.values().iterator().next());
    } else {
      record.ask(reference.path);
    }
  }

  /** Of several that bear one key or id the earliest keeps it. */
  private void share(FaultyRecord record, Told told) {
    if (told.code().equals("3002")) {
      record.action = "COR";
      record.isChanged = true;
      if (!firstOfId.add(record.id)) {
        record.action = "NEW";
        record.ask("firmROEID");
      }
    } else if (SHARED_KEYS.contains(told.code())) {
      boolean isFirst = record.key != null && firstOfKey.add(record.key);
      if (!isFirst || bearers.get(record.key) == 1) {
        record.ask(told.field());
      }
    }
  }
}
