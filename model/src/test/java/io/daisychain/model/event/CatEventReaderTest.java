package io.daisychain.model.event;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.cat.CatRecord;
import io.daisychain.cat.CatSchemas;
import io.daisychain.cat.RandomRecord;
import io.daisychain.cat.RecordReader;
import io.daisychain.model.CalendarDates;
import io.daisychain.model.CatKey;
import io.daisychain.model.EventType;
import io.daisychain.model.OrderEvent;
import io.daisychain.model.PackedWriter;
import io.daisychain.model.RowKey;
import io.daisychain.model.TradeDates;
import io.daisychain.model.ValidationFlags;
import io.daisychain.model.cell.ContentHash;
import io.daisychain.model.cell.EventCell;
import io.daisychain.model.cell.ParentReferenceCell;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CatEventReaderTest {
  private static final Map<String, String> DATES =
      Map.of("4.0.0", "20240315", "4.1.0", "20250314", "4.2.0", "20260914");

  private final RecordReader reader = new RecordReader(CatSchemas.Versions.ANNOUNCED);
  private final CatRecord record = new CatRecord();
  private final CatEventReader events = new CatEventReader(TradeDates.UTC);

  private OrderEvent read(boolean isJson, String text) {
    byte[] bytes = text.getBytes(ISO_8859_1);
    assertTrue(reader.read(isJson, bytes, 0, bytes.length, record), text);
    assertTrue(
        events.read(record, text.contains("\"REP\"") ? "" : "FILE", 7),
        () -> events.code() + " " + text);
    return events.event();
  }

  /** The cells that would be stored. */
  private byte[] cells() {
    PackedWriter content = new PackedWriter();
    new CatContent().write(events, content);
    PackedWriter cells = new PackedWriter();
    ValidationFlags flags = new ValidationFlags();
    EventCell.write(events.event(), flags, content, cells);
    ContentHash hash = new ContentHash().of(events.event(), content);
    ParentReferenceCell.write(events.event(), flags, hash, cells);
    return cells.toBytes();
  }

  @Test
  void eachTypeGivesTheSameRowFromJsonAndFromCsv() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    Set<EventType> seen = EnumSet.noneOf(EventType.class);
    for (String version : CatSchemas.versions()) {
      for (String type : CatSchemas.types(version)) {
        for (int i = 0; i < 5; i++) {
          RandomRecord made = new RandomRecord(version, type, DATES.get(version), random);
          made.json.remove("CATReporterIMID"); // the file's name says it
          String csv = made.asCsv().replaceFirst("^((?:[^,]*,){4})[^,]*", "$1");
          String where = "seed " + seed + ": " + made.asJson() + "\n" + csv;
          seen.add(read(true, made.asJson()).type());
          byte[] json = cells();
          read(false, csv);
          assertArrayEquals(json, cells(), where);
        }
      }
    }
    assertTrue(seen.size() > 15, seen::toString);
  }

  @ParameterizedTest
  @CsvSource({
    "MEOC, 3501, orderID=a, orderID",
    "MECO, 3501, orderID=a;parentOrderID=b, parentOrderID",
    "MEOM, 3501, orderID=a;priorOrderID=b, priorOrderID",
    "MEOR, 3501, orderID=a;routedOrderID=b, orderID",
    "MECR, 3501, orderID=a;routedOrderID=b, routedOrderID",
    "MECR, 3501, orderID=a, orderID",
    "MEOCR, 3501, orderID=a, orderID",
    "MENO, 3504, aggregatedOrders=[{\"orderID\":\"b\"}], aggregatedOrders",
    "MEOT, 3502, sellDetails=[{\"orderID\":\"b\"}], sellDetails",
    "MEOF, 3503, clientDetails=[{\"orderID\":\"b\"}];firmDetails=[{\"orderID\":\"c\"}], ''",
    "MENO, 3505, manualOrderID=a, manualOrderID",
    "MEOA, 9003, routedOrderID=a, routedOrderID",
    "MEOR, 8003, routedOrderID=a, routedOrderID",
    "MEOA, 9009, symbol=IBM, symbol",
    "MOOA, 9009, optionID=IBM, optionID",
    "MENO, 3002, orderID=a, firmROEID",
    "MENO, 3004, orderID=a, orderID",
    "MEOT, 3010, tradeID=a, tradeID",
    "MEOF, 3012, fulfillmentID=a, fulfillmentID",
    "MENQ, 3016, quoteID=a, quoteID",
    "MEPA, 3020, allocationID=a, allocationID",
    "MEOC, 3601, orderID=a, eventTimestamp",
    "MEOC, 0, orderID=a, ''"
  })
  void aFindingOfLinkageIsAboutAField(String type, String code, String fields, String expected) {
    OrderEvent event = event(type, fields.split(";", -1));
    PackedWriter content = new PackedWriter();
    new CatContent().write(events, content);
    PackedWriter cell = new PackedWriter();
    EventCell.write(event, new ValidationFlags(), content, cell);
    byte[] stored = cell.toBytes();
    assertEquals(
        expected, CatFields.of(new EventCell().read(stored, 0, stored.length), type, code));
  }

  @Test
  void theKeyOfARecordFollowsFromItsFirmAndItsId() {
    OrderEvent event = event("MENO", "orderID=a");
    assertEquals(
        Optional.of(event.key()), events.id(CatEventReader.firmOf("7:REP "), "20260914_1"));
    assertEquals(Optional.empty(), events.id("", "20260914_1"));
    assertEquals(Optional.empty(), events.id("REP", "20261314_1"));
  }

  private static String field(String name, String value) {
    return ", \""
        + name
        + "\": "
        + (value.matches("[\\[{].*|true|\\d{1,3}") ? value : '"' + value + '"');
  }

  private OrderEvent event(String type, String... fields) {
    StringBuilder json =
        new StringBuilder(
            "{\"type\": \"%s\", \"firmROEID\": \"20260914_1\"".formatted(type)
                + field("eventTimestamp", "20260914T100000")
                + field("CATReporterIMID", "REP")
                + field("orderKeyDate", "20260911T100000"));
    for (String each : fields) {
      json.append(field(each.split("=", 2)[0], each.split("=", 2)[1]));
    }
    return read(true, json + "}");
  }

  private List<String> parents(OrderEvent event) {
    List<String> parents = new ArrayList<>();
    for (int i = 0; i < event.parents().count(); i++) {
      parents.add(
          event.parents().relation(i)
              + " "
              + CalendarDates.text(event.parents().date(i))
              + " "
              + event.parents().key(i));
    }
    return parents;
  }

  private static RowKey key(CatKey.Kind kind, String date, String... components) {
    Identity identity =
        new Identity().key(kind, (int) java.time.LocalDate.parse(date).toEpochDay());
    for (String component : components) {
      byte[] bytes = component.getBytes(ISO_8859_1);
      identity.with(bytes, 0, bytes.length);
    }
    return identity.key();
  }

  private static String order(String relation, String firm, String symbol, String id) {
    return relation + " 20260911 " + key(CatKey.Kind.ORDER, "2026-09-11", firm, symbol, id);
  }

  @ParameterizedTest
  @CsvSource({
    "MEOR, ROUTE, ROUTE",
    "MEOC, CANCELED, EXECUTION",
    "MECOC, CANCELED, EXECUTION",
    "MEOMR, PENDING_REPLACE, EXECUTION",
    "MEOCR, PENDING_CANCEL, EXECUTION",
    "MEOJ, RESTATED, EXECUTION",
    "MEOE, EFFECTIVE, EXECUTION",
    "MEIM, REPLACE, PRIOR",
    "MENOS, SUPPLEMENT, SUPPLEMENT",
    "MEORS, SUPPLEMENT, SUPPLEMENT",
    "MECR, CANCELED, EXECUTION",
    "MEMR, REPLACE, ROUTE",
  })
  void anEventHangsOnItsOrder(String type, EventType expected, String relation) {
    OrderEvent event = event(type, "orderID=O1", "symbol=IBM");

    assertEquals(expected, event.type());
    assertEquals(List.of(order(relation, "REP", "IBM", "O1")), parents(event));
  }

  @Test
  void aRouteIsNamedAsInFixAndItsReceiverNamesIt() {
    OrderEvent route =
        event("MEOR", "orderID=O1", "symbol=IBM", "destination=123:VEN", "routedOrderID=R1");
    RowKey key = new RowKey(route.keyHigh, route.keyLow);
    Identity fix = new Identity().route(route.tradeDate());
    for (String component : List.of("REP", "VEN", "R1")) {
      fix.with(component.getBytes(ISO_8859_1), 0, component.length());
    }
    assertEquals(fix.key(), key);

    OrderEvent accept =
        event("MEOA", "orderID=V1", "senderIMID=REP", "receiverIMID=VEN", "routedOrderID=R1");
    assertEquals(List.of("ACCEPT 20260914 " + key), parents(accept));
    assertEquals(CatKey.Kind.ORDER, accept.keyKind());
  }

  @Test
  void aTradeHangsOnTheOrdersOfBothSides() {
    OrderEvent trade =
        event(
            "MEOT",
            "symbol=IBM",
            "tradeID=T1",
            "buyDetails=[{\"orderID\":\"B\",\"orderKeyDate\":\"20260911T1\"}]"
                .replace("T1\"", "T100000\""),
            "sellDetails=[{\"orderID\":\"S\",\"orderKeyDate\":\"20260911T100000\",\"originatingIMID\":\"OTH\"}]");

    assertEquals(
        List.of(order("EXECUTION", "REP", "IBM", "B"), order("CONTRA", "OTH", "IBM", "S")),
        parents(trade));
    assertEquals(CatKey.Kind.TRADE, trade.keyKind());
  }

  @Test
  void aModificationBearsAKeyWhereItsPriorIsAnother() {
    String prior = "priorOrderKeyDate=20260911T100000";
    assertEquals(
        CatKey.Kind.ORDER,
        event("MEOM", "symbol=IBM", "orderID=O2", "priorOrderID=O1", prior).keyKind());
    assertEquals(List.of(order("PRIOR", "REP", "IBM", "O1")), parents(events.event()));
    assertEquals(CatKey.Kind.NONE, event("MEOM", "symbol=IBM", "orderID=O1").keyKind());
    assertEquals(List.of(order("PRIOR", "REP", "IBM", "O1")), parents(events.event()));
  }

  @Test
  void anOptionsRootIsPadded() {
    String order = "AAPL  260918C00150000";
    for (String id : List.of("AAPL260918C00150000", order)) {
      OrderEvent event = event("MOOC", "optionID=" + id, "orderID=O1");
      assertEquals(order, event.symbol().toString());
      assertEquals(List.of(order("EXECUTION", "REP", order, "O1")), parents(event));
    }
    assertEquals(
        List.of(order("EXECUTION", "REP", "", "O1")), parents(event("MLOC", "orderID=O1")));
  }

  @ParameterizedTest
  @CsvSource({
    "20260914_, FILE, 2032",
    "20260914x1, FILE, 2032",
    "20260931_1, FILE, 2032",
    "20260914_1, '', 2011",
  })
  void withoutAnIdentityItIsRefused(String id, String ofFile, String code) {
    String json =
        "{\"type\":\"MENO\",\"firmROEID\":\"%s\",\"eventTimestamp\":\"20260914T100000\"}"
            .formatted(id);
    byte[] bytes = json.getBytes(ISO_8859_1);
    assertTrue(reader.read(true, bytes, 0, bytes.length, record));

    assertFalse(events.read(record, ofFile, 7));
    assertEquals(code, events.code());
  }
}
