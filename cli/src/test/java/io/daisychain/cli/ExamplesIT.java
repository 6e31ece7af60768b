package io.daisychain.cli;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.RunningStore;
import io.daisychain.cli.testing.SharedStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The worked examples come out as expected.csv says. */
@ExtendWith(SharedStore.class)
class ExamplesIT {
  private static final List<String> PLAIN_COLUMNS =
      List.of("relation", "SymbolMatch", "SideMatch", "childCount");

  private static List<NamedCsvRecord> expected;
  private static Map<String, NamedCsvRecord> published;

  @BeforeAll
  static void publishTheExamples(RunningStore store, @TempDir Path folder) throws Exception {
    Path examples = Path.of(ExamplesIT.class.getResource("/examples/expected.csv").toURI());
    Path home = examples.getParent();
    expected = read(examples);
    Program program = Program.inProcess(folder);
    program.succeed(
        "run",
        "--input=" + home + "/*.fix",
        "--reference=" + home,
        "--store=" + store.address(),
        "--table=examples");
    published = new HashMap<>();
    for (NamedCsvRecord row : program.sql("SELECT * FROM events")) {
      String time = row.getField("timestamp").replaceAll("[-:]|000000Z$", "").replace('T', '-');
      published.put(name(row, time), row);
    }
  }

  @TestFactory
  Stream<DynamicTest> eachScenarioIsPublishedAsExpected() {
    return expected.stream()
        .map(row -> row.getField("scenario"))
        .distinct()
        .map(name -> DynamicTest.dynamicTest(name, () -> checkScenario(name)));
  }

  @Test
  void nothingElseIsPublished() {
    assertEquals(expected.size(), published.size());
  }

  private static void checkScenario(String scenario) {
    List<NamedCsvRecord> rows =
        expected.stream().filter(row -> row.getField("scenario").equals(scenario)).toList();
    Map<String, String> labels = new HashMap<>();
    for (NamedCsvRecord row : rows) {
      NamedCsvRecord found = published.get(name(row));
      assertTrue(found != null, () -> name(row) + " is not published");
      labels.put(found.getField("id"), row.getField("label"));
    }
    assertAll(rows.stream().map(row -> () -> checkEvent(row, labels)));
  }

  private static void checkEvent(NamedCsvRecord row, Map<String, String> labels) {
    NamedCsvRecord found = published.get(name(row));
    String event = name(row);
    Set<String> parents = new TreeSet<>();
    Stream.concat(
            Stream.of(found.getField("Parent")),
            Stream.of(found.getField("Merge").split("\\|", -1)))
        .filter(labels::containsKey)
        .forEach(parent -> parents.add(labels.get(parent)));
    assertEquals(row.getField("parents"), String.join(" ", parents), event + " parents");
    assertEquals(row.getField("errorStatus"), found.getField("errorStatus"), event + " errors");
    assertEquals(
        row.getField("GrandParent"), labels.get(found.getField("GrandParent")), event + " root");
    assertEquals(
        row.getField("Lifecycle"), labels.get(found.getField("LifecycleId")), event + " lifecycle");
    for (String column : PLAIN_COLUMNS) {
      if (!row.getField(column).isEmpty()) { // an empty cell says nothing
        assertEquals(row.getField(column), found.getField(column), event + " " + column);
      }
    }
  }

  private static String name(NamedCsvRecord row) {
    return name(row, row.getField("time").replace(":", ""));
  }

  private static String name(NamedCsvRecord row, String time) {
    return String.join(
        " ", row.getField("ReporterId"), row.getField("eventType"), row.getField("EventId"), time);
  }

  private static List<NamedCsvRecord> read(Path file) throws IOException {
    try (CsvReader<NamedCsvRecord> reader = CsvReader.builder().ofNamedCsvRecord(file)) {
      return reader.stream().toList();
    }
  }
}
