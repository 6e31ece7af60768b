package io.daisychain.cli.campaign;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.daisychain.cli.testing.Program;
import io.daisychain.datagen.chain.BuiltInModels;
import io.daisychain.datagen.lifecycle.Lineage;
import io.daisychain.model.ErrorStatus;
import io.daisychain.warehouse.duckdb.DuckDbQuery;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the generator puts wrong, beside what ingest and link find: none missed, none invented. */
public final class InjectedErrors {
  private static final Set<String> WITH_CYCLES = Set.of("equities", "stress", "mixed");

  private final Program program;
  private final Path folder;
  private final String model;
  private final Lineage lineage;
  private final long seed;
  private final String run;
  private JsonNode generated;
  private JsonNode counts;

  /** A workload of a model, in a program's folder. */
  public InjectedErrors(Program program, String model, Lineage lineage, long seed) {
    this.program = program;
    folder = program.folder();
    this.model = model;
    this.lineage = lineage;
    this.seed = seed;
    run = model + " " + lineage + " seed " + seed;
  }

  /**
   * Generates, runs and compares so many events.
   *
   * @return what was found, in words
   */
  public String check(long events, String store) throws Exception {
    run(events, store);
    Map<String, NamedCsvRecord> truth = rows("workload/truth-*.csv", "id");
    Map<String, String> found = new HashMap<>();
    for (NamedCsvRecord row :
        program.sql("SELECT id, Parent, Merge, GrandParent, eventType, errorStatus FROM events")) {
      found.put(row.getField("id"), columns(row));
    }

    assertEquals(truth.keySet(), found.keySet(), run);
    truth.forEach((id, row) -> assertEquals(String.join(",", row.getFields()), found.get(id), run));
    Set<String> statuses = new TreeSet<>();
    generated.get("byError").fieldNames().forEachRemaining(statuses::add);
    assertEquals(
        Arrays.stream(ErrorStatus.values())
            // Options and allocations are of one model alone.
            .filter(status -> status != ErrorStatus.INSTRUMENT_MISMATCH || isMixed())
            .filter(status -> status != ErrorStatus.OVERALLOCATION || isMixed())
            // The other two have few orders within a firm that could name one another.
            .filter(status -> status != ErrorStatus.CYCLE || WITH_CYCLES.contains(model))
            .map(Enum::name)
            .collect(Collectors.toSet()),
        statuses,
        run);
    assertEquals(generated.get("byError"), counts.at("/publish/faultyByStatus"), run);
    compareLines();
    comparePrices(truth);
    if (isMixed()) {
      compareRows("legs", "SELECT id, leg, symbol, instrument, side, ratio, refId FROM legs");
      compareRows("allocations", "SELECT id, account, quantity FROM allocations");
      assertTrue(generated.get("listed").asLong() > generated.get("lists").asLong(), run);
    }
    return String.format(
        Locale.ROOT,
        "%-14s %-6s seed %d: %,d rows, %,d of them with errors, each as the truth says",
        model,
        lineage.name().toLowerCase(Locale.ROOT),
        seed,
        truth.size(),
        truth.values().stream().filter(row -> !row.getField("expected error").isEmpty()).count());
  }

  /** Rows of a table that an event has several of; numbers are equal whatever their decimals. */
  private void compareRows(String table, String query) throws Exception {
    Set<String> told = new TreeSet<>();
    all("workload/" + table + "-*.csv").forEach(row -> told.add(String.join(",", row.getFields())));
    Set<String> found = new TreeSet<>();
    for (NamedCsvRecord row : program.sql(query)) {
      found.add(
          row.getFields().stream()
              .map(value -> value.replaceFirst("^(\\d+)\\.0+$", "$1"))
              .collect(Collectors.joining(",")));
    }
    assertEquals(told, found, run + " " + table);
    assertTrue(told.size() > 10, run + " " + table + ": " + told.size());
  }

  private boolean isMixed() {
    return model.equals(BuiltInModels.MIXED);
  }

  /** Where fill and order differ in side there is no limit to be beyond; nothing is invented. */
  private void comparePrices(Map<String, NamedCsvRecord> truth) throws IOException {
    Set<String> put = new TreeSet<>();
    Set<String> turned = new TreeSet<>(); // where the order is turned too, they agree again
    for (NamedCsvRecord row : all("workload/injected-*.csv")) {
      if (row.getField("kind").equals("BEYOND_LIMIT")) {
        put.add(row.getField("id"));
      } else if (row.getField("kind").equals("SIDE_MISMATCH")) {
        turned.add(row.getField("id"));
      }
    }
    Set<String> found = new TreeSet<>();
    new DuckDbQuery(folder.resolve("daisychain-data/warehouse.duckdb"))
        .rows("SELECT id FROM v_fill_price WHERE beyondLimit > 0")
        .forEach(row -> found.add(row[0]));
    assertTrue(found.size() > 10, run + ": beyond their limits " + found.size());
    found.removeAll(turned);
    assertTrue(put.containsAll(found), run);
    put.removeAll(found);
    put.removeIf(id -> truth.get(id).getField("expected error").contains("SIDE_MISMATCH"));
    assertEquals(Set.of(), put, run);
  }

  private void run(long events, String store) throws Exception {
    generated =
        program.counts(
            "generate",
            "--output=workload",
            "--scale=100",
            "--fullWorkload=" + events,
            "--model=" + model,
            "--lineage=" + lineage.name().toLowerCase(Locale.ROOT),
            "--seed=" + seed,
            "--errors=0.3,CYCLE=0.5,UNKNOWN_CUSTOMER=0.1,UNACCEPTED=0.05,OVERALLOCATION=0.1",
            "--repairs=UNKNOWN=0.01",
            "--truth");
    counts =
        program.counts(
            "run",
            "--input=workload/events-*",
            "--reference=workload",
            "--rejects=rejects",
            "--store=" + store,
            "--table=injected_" + seed);
  }

  /** Every line is accounted for, and the broken ones are those that were broken. */
  private void compareLines() throws IOException {
    assertAll(
        run,
        () -> assertEquals(generated.get("lines"), counts.at("/ingest/read")),
        () -> assertEquals(generated.get("stored"), counts.at("/ingest/stored")),
        () -> assertEquals(generated.get("noise"), counts.at("/ingest/skipped")),
        () -> assertEquals(generated.get("rejects"), counts.at("/ingest/rejected")));
    Map<String, Set<String>> broken = new TreeMap<>();
    for (NamedCsvRecord row : all("workload/injected-*.csv")) {
      if (row.getField("kind").equals("GARBLED")) {
        broken
            .computeIfAbsent(row.getField("file"), file -> new HashSet<>())
            .add(row.getField("line"));
      }
    }
    Map<String, Set<String>> rejected = new TreeMap<>();
    for (NamedCsvRecord row : all("rejects/feedback-*.csv")) {
      if (row.getField("status").equals("REJECTED")) {
        String file = row.getField("file");
        rejected
            .computeIfAbsent(file.substring(file.lastIndexOf('/') + 1), key -> new HashSet<>())
            .add(row.getField("line"));
      }
    }
    assertTrue(broken.size() > 1, run);
    assertEquals(broken, rejected, run);
  }

  /** A published row as the truth would write it. */
  private static String columns(NamedCsvRecord row) {
    String parents =
        Stream.concat(
                Stream.of(row.getField("Parent")),
                Stream.of(row.getField("Merge").split("\\|", -1)))
            .filter(parent -> !parent.isEmpty())
            .collect(Collectors.joining("|"));
    return String.join(
        ",",
        row.getField("id"),
        parents,
        row.getField("GrandParent"),
        row.getField("eventType"),
        row.getField("errorStatus"));
  }

  private Map<String, NamedCsvRecord> rows(String pattern, String key) throws IOException {
    Map<String, NamedCsvRecord> rows = new HashMap<>();
    for (NamedCsvRecord row : all(pattern)) {
      assertEquals(null, rows.put(row.getField(key), row), "twice in the truth");
    }
    return rows;
  }

  private List<NamedCsvRecord> all(String pattern) throws IOException {
    Path directory = folder.resolve(pattern).getParent();
    List<NamedCsvRecord> rows = new ArrayList<>();
    try (var files =
        Files.newDirectoryStream(directory, Path.of(pattern).getFileName().toString())) {
      for (Path file : files) {
        if (file.toString().endsWith(".link.csv")) {
          continue;
        }
        try (CsvReader<NamedCsvRecord> reader = CsvReader.builder().ofNamedCsvRecord(file)) {
          reader.forEach(rows::add);
        }
      }
    }
    return rows;
  }

  /**
   * {@code EVENTS SEED FOLDER [MODEL]}, of one or each built-in model: errors, then a market
   * without any, where all of it is of shares. Lineages take turns.
   */
  public static void main(String[] arguments) throws Exception {
    Path all = Path.of(arguments[2]).toAbsolutePath();
    long events = Long.parseLong(arguments[0]);
    long seed = Long.parseLong(arguments[1]);
    Lineage[] lineages = Lineage.values();
    boolean agrees = true;
    List<String> models = arguments.length > 3 ? List.of(arguments[3]) : BuiltInModels.all();
    for (int i = 0; i < models.size(); i++) {
      String model = models.get(i);
      Path folder = Files.createDirectories(all.resolve(model));
      Program program = new Program(folder).with("DAISYCHAIN_STORE_LINGER", "60");
      String store = "embedded:" + folder.resolve("store");
      Lineage lineage = lineages[(int) ((seed + i) % lineages.length)];
      InjectedErrors errors = new InjectedErrors(program, model, lineage, seed);
      System.out.println(errors.check(events, store));
      agrees &=
          errors.isMixed() || new GeneratedMarket(program, store, model, events, seed).agrees();
    }
    if (!agrees) {
      System.exit(1);
    }
  }
}
