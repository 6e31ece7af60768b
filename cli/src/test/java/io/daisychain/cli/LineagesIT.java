package io.daisychain.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.RunningStore;
import io.daisychain.cli.testing.SharedStore;
import io.daisychain.cli.testing.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Tagged and native lineage of one market, beside what the generator knows about it. */
@ExtendWith(SharedStore.class)
class LineagesIT {
  private static final int EVENTS = 15_000;

  private static Path home;
  private static List<NamedCsvRecord> tagged;
  private static List<NamedCsvRecord> nativeRows;

  @BeforeAll
  static void publishBoth(RunningStore store, @TempDir Path folder) throws Exception {
    home = folder;
    tagged = publish("tagged", store);
    nativeRows = publish("native", store);
  }

  @Test
  void areTheGeneratorsTruthWhenTagged() throws IOException {
    compareWithTruth("tagged", tagged);
  }

  @Test
  void areTheGeneratorsTruthWhenDerivedFromOrderIds() throws IOException {
    compareWithTruth("native", nativeRows);
  }

  @Test
  void areOneGraph() {
    Map<String, String> expected = graph(tagged);
    Map<String, String> found = graph(nativeRows);

    assertEquals(tagged.size(), expected.size(), "names are unique");
    assertEquals(expected.size(), found.size());
    expected.forEach((name, event) -> assertEquals(event, found.get(name), name));
  }

  private static List<NamedCsvRecord> publish(String lineage, RunningStore store) throws Exception {
    Path folder = Files.createDirectory(home.resolve(lineage));
    Program program = Program.inProcess(folder);
    Workload.generate(
        program,
        "workload",
        EVENTS,
        "--lineage=" + lineage,
        // The oldest root of a cycle is its smallest key, which is another in each lineage.
        "--errors=0.02,CYCLE=0",
        "--seed=11",
        "--truth");
    program.succeed(
        "run",
        "--input=workload/events-*",
        "--reference=workload",
        "--store=" + store.address(),
        "--table=lineage_" + lineage);
    return program.sql("SELECT * FROM events");
  }

  private static void compareWithTruth(String lineage, List<NamedCsvRecord> rows)
      throws IOException {
    Map<String, String> truth = new HashMap<>();
    try (Stream<Path> files = Files.list(home.resolve(lineage).resolve("workload"))) {
      for (Path file :
          files.filter(path -> path.getFileName().toString().startsWith("truth-")).toList()) {
        try (CsvReader<NamedCsvRecord> reader = CsvReader.builder().ofNamedCsvRecord(file)) {
          reader.forEach(
              row -> assertNull(truth.put(row.getField("id"), String.join(",", row.getFields()))));
        }
      }
    }
    assertTrue(truth.size() > EVENTS / 2, () -> truth.size() + " events");
    assertEquals(truth.size(), rows.size());
    for (NamedCsvRecord row : rows) {
      String parents = parents(row).collect(Collectors.joining("|"));
      assertEquals(
          truth.get(row.getField("id")),
          String.join(
              ",",
              row.getField("id"),
              parents,
              row.getField("GrandParent"),
              row.getField("eventType"),
              row.getField("errorStatus")));
    }
  }

  /** The events under names that do not depend on how ids were made. */
  private static Map<String, String> graph(List<NamedCsvRecord> rows) {
    Map<String, String> names = new HashMap<>();
    Map<String, String> times = new HashMap<>();
    for (NamedCsvRecord row : rows) {
      names.put(row.getField("id"), name(row));
      times.put(row.getField("id"), row.getField("timestamp"));
    }
    Set<String> columns =
        Set.of("relation", "depth", "childCount", "SideMatch", "SymbolMatch", "errorStatus");
    Map<String, String> graph = new TreeMap<>();
    for (NamedCsvRecord row : rows) {
      String parents =
          parents(row)
              .map(parent -> names.getOrDefault(parent, "not reported"))
              .collect(Collectors.joining(", "));
      String values =
          columns.stream()
              .sorted()
              .map(column -> column + "=" + row.getField(column))
              .collect(Collectors.joining(" "));
      graph.put(
          name(row),
          "parents "
              + parents
              + "; root "
              + names.get(row.getField("GrandParent"))
              + "; lifecycle "
              + names.get(row.getField("LifecycleId"))
              // Of two children at one time the smaller key decides which is shown.
              + "; child of "
              + times.get(row.getField("Child"))
              + "; "
              + values);
    }
    return graph;
  }

  private static Stream<String> parents(NamedCsvRecord row) {
    return Stream.concat(
            Stream.of(row.getField("Parent")), Stream.of(row.getField("Merge").split("\\|", -1)))
        .filter(parent -> !parent.isEmpty());
  }

  private static String name(NamedCsvRecord row) {
    return String.join(
        " ",
        row.getField("ReporterId"),
        row.getField("eventType"),
        row.getField("EventId"),
        row.getField("timestamp"));
  }
}
