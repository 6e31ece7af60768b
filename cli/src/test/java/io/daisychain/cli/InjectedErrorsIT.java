package io.daisychain.cli;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.RunningStore;
import io.daisychain.cli.testing.SharedStore;
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
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the generator puts wrong, beside what ingest and link find: none missed, none invented. */
@ExtendWith(SharedStore.class)
class InjectedErrorsIT {
  private static final int EVENTS = 20_000;

  @TempDir private Path folder;
  private Program program;
  private JsonNode generated;
  private JsonNode counts;

  @ParameterizedTest
  @CsvSource({"equities, native, 101", "stress, tagged, 103"})
  void areFoundAsTheTruthSays(String model, String lineage, int seed, RunningStore store)
      throws Exception {
    program = Program.inProcess(folder);
    String run = model + " " + lineage + " seed " + seed;
    run(model, lineage, seed, store);
    Map<String, NamedCsvRecord> truth = rows("workload/truth-*.csv", "id");
    Map<String, String> found = new HashMap<>();
    for (NamedCsvRecord row : program.sql("SELECT * FROM events")) {
      found.put(row.getField("id"), columns(row));
    }

    assertEquals(truth.keySet(), found.keySet(), run);
    truth.forEach((id, row) -> assertEquals(String.join(",", row.getFields()), found.get(id), run));
    Set<String> statuses = new TreeSet<>();
    generated.get("byError").fieldNames().forEachRemaining(statuses::add);
    assertEquals(
        Arrays.stream(ErrorStatus.values())
            .filter(status -> status != ErrorStatus.INSTRUMENT_MISMATCH) // of stocks alone: none
            .map(Enum::name)
            .collect(Collectors.toSet()),
        statuses,
        run);
    assertEquals(generated.get("byError"), counts.at("/publish/faultyByStatus"), run);
    compareLines(run);
    comparePrices(truth, run);
  }

  /** Where fill and order differ in side there is no limit to be beyond; nothing is invented. */
  private void comparePrices(Map<String, NamedCsvRecord> truth, String run) throws IOException {
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

  private void run(String model, String lineage, int seed, RunningStore store) throws Exception {
    generated =
        program.counts(
            "generate",
            "--output=workload",
            "--scale=100",
            "--fullWorkload=" + EVENTS,
            "--model=" + model,
            "--lineage=" + lineage,
            "--seed=" + seed,
            "--errors=0.3,CYCLE=0.5,UNKNOWN_CUSTOMER=0.1,UNACCEPTED=0.05",
            "--repairs=UNKNOWN=0.01",
            "--truth");
    counts =
        program.counts(
            "run",
            "--input=workload/events-*",
            "--reference=workload",
            "--rejects=rejects",
            "--store=" + store.address(),
            "--table=injected_" + seed);
  }

  /** Every line is accounted for, and the broken ones are those that were broken. */
  private void compareLines(String run) throws IOException {
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
}
