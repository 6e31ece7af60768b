package io.daisychain.publish;

import static io.daisychain.publish.StoredRow.key;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.daisychain.publish.file.KeptFiles;
import io.daisychain.publish.table.PublishedTables;
import io.daisychain.store.StoreTable;
import io.daisychain.store.dates.ChangedKeys;
import io.daisychain.store.dates.Dates;
import io.daisychain.store.dates.StoredDate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.beam.sdk.io.Compression;
import org.junit.jupiter.api.Test;

/** Which trade dates the job publishes, and that any order of them comes to the same. */
class PublishDaysIT extends PublishRuns {
  @Test
  void whatHasNotChangedStaysAndChangedRowsAreTheSameAsWholeDays() throws IOException {
    for (int day = DAY; day < DAY + 3; day++) {
      fill("days", day, 3);
    }
    PublishSummary first = publish("days", Compression.UNCOMPRESSED);
    assertEquals(3 * EVENTS, first.events());
    assertEquals(Set.of("20260316", "20260317", "20260318"), first.days().keySet());
    Map<Path, String> before = files();
    PublishSummary again = publish("days", Compression.UNCOMPRESSED);
    assertEquals(Map.of(), again.days());
    assertEquals(3, again.stayed());
    assertEquals(first.digests(), again.digests());
    assertEquals(before, files());

    change("days", DAY + 1, 5, 50, EVENTS + 7);
    PublishSummary late = publish("days", Compression.UNCOMPRESSED);

    assertEquals(Map.of("20260317", 3L), late.changedRows());
    assertEquals(Map.of("20260317", EVENTS + 1L), late.days());
    assertEquals(2, late.stayed());
    Map<Path, String> after = files();
    before.forEach(
        (file, state) -> {
          if (!file.toString().matches(".*(2026-?03-?17|json).*")) {
            assertEquals(state, after.get(file), file.toString());
          }
        });
    List<String> tables = contents();
    String manifest = Files.readString(output().resolve("manifest.json"));
    PublishSummary whole =
        publish("days", Compression.UNCOMPRESSED, KeptFiles.CSV, DaySelection.ALL);
    assertEquals(whole.digests(), late.digests());
    assertEquals(whole.faultyByStatus(), publishedStatuses());
    assertEquals(manifest, Files.readString(output().resolve("manifest.json")));
    assertEquals(tables, contents());
    assertNotEquals(first.digests(), whole.digests());
  }

  @Test
  void changedRowsWithoutFilesHaveTheDigestsOfAWholeRun() throws IOException {
    fill("nofiles", DAY, 2);
    fill("nofiles", DAY + 1, 2);
    publish("nofiles", Compression.UNCOMPRESSED, KeptFiles.NONE);
    change("nofiles", DAY, 1, 7, EVENTS + 7);
    change("nofiles", DAY + 1, 8);

    PublishSummary late = publish("nofiles", Compression.UNCOMPRESSED, KeptFiles.NONE);
    change("nofiles", DAY, 7, 9);
    change("nofiles", DAY + 1, 8);
    PublishSummary later = publish("nofiles", Compression.UNCOMPRESSED, KeptFiles.NONE);

    assertEquals(Map.of("20260316", 3L, "20260317", 1L), late.changedRows());
    assertNotEquals(late.digests(), later.digests());
    PublishSummary whole =
        publish("nofiles", Compression.UNCOMPRESSED, KeptFiles.NONE, DaySelection.ALL);
    assertEquals(whole.digests(), later.digests());
    assertEquals(whole.days(), later.days());
    assertEquals(whole.links(), later.links());
    assertEquals(whole.unlinked(), later.unlinked());
  }

  @Test
  void parquetAloneHasTheDigestsOfCsvWholeAndByRows() throws IOException {
    fill("alone", DAY, 2);
    fill("alone", DAY + 1, 2);
    PublishSummary csv = publish("alone", Compression.UNCOMPRESSED);

    PublishSummary named =
        publish(
            "alone",
            Compression.UNCOMPRESSED,
            KeptFiles.PARQUET,
            new DaySelection(false, Set.of(DAY + 1)));

    assertEquals(csv.digests(), named.digests());
    assertEquals(EVENTS, filesRows("csv", DAY));
    assertEquals(EVENTS, filesRows("parquet", DAY + 1));
    assertEquals(0, files("csv", DAY + 1).size(), "of the date that has Parquet");
    PublishSummary all = publish("alone", Compression.UNCOMPRESSED, KeptFiles.PARQUET);
    assertEquals(Map.of("20260316", (long) EVENTS), all.days());
    assertEquals(csv.digests(), all.digests());
    assertEquals(List.of(), filesByTable(".csv"));
    change("alone", DAY, 1, 7, EVENTS + 7);
    PublishSummary late = publish("alone", Compression.UNCOMPRESSED, KeptFiles.PARQUET);
    assertEquals(Map.of("20260316", 3L), late.changedRows());
    assertEquals(EVENTS + 1, filesRows("parquet", DAY));
    String manifest = Files.readString(output().resolve("manifest.json"));
    PublishSummary whole =
        publish("alone", Compression.UNCOMPRESSED, KeptFiles.PARQUET, DaySelection.ALL);
    assertEquals(whole.digests(), late.digests());
    assertEquals(manifest, Files.readString(output().resolve("manifest.json")));

    PublishSummary back = publish("alone", Compression.UNCOMPRESSED);

    assertEquals(whole.digests(), back.digests());
    assertEquals(List.of(), filesByTable(".parquet"));
    assertEquals(EVENTS + 1, filesRows("csv", DAY));
  }

  /** Files of {@code events} of a date. */
  private List<Path> files(String suffix, int day) throws IOException {
    try (Stream<Path> files = Files.list(output())) {
      return files
          .filter(
              file ->
                  file.getFileName().toString().startsWith(PublishedTables.EVENTS.filePrefix(day))
                      && file.toString().endsWith("." + suffix))
          .toList();
    }
  }

  /** Their rows. */
  private int filesRows(String suffix, int day) throws IOException {
    int rows = 0;
    for (Path file : files(suffix, day)) {
      Path copy =
          Files.copy(file, Files.createTempFile(dir, "copy", "." + suffix), REPLACE_EXISTING);
      String count = query("SELECT count(*) AS n FROM read_" + suffix + "('" + copy + "')");
      rows += Integer.parseInt(count.lines().skip(1).findFirst().orElseThrow());
    }
    return rows;
  }

  @Test
  void fewRowsAreReadWithoutAPipelineToTheSameFiles() throws IOException {
    fill("few", DAY, 3);
    fill("few", DAY + 1, 1);
    PublishSummary first = publish("few", Compression.UNCOMPRESSED);
    List<String> tables = contents();
    String manifest = Files.readString(output().resolve("manifest.json"));
    few = 2 * EVENTS + 10;

    PublishSummary second =
        publish("few", Compression.UNCOMPRESSED, KeptFiles.CSV, DaySelection.ALL);

    assertEquals(1, pipelines);
    assertEquals(first, second);
    assertEquals(tables, contents());
    assertEquals(manifest, Files.readString(output().resolve("manifest.json")));
  }

  /** Its dates are not known, and all of it is replaced. */
  @Test
  void aWarehouseOfAnOlderFormGetsAllDatesWhicheverAreNamed() throws Exception {
    fill("older", DAY, 2);
    fill("older", DAY + 1, 2);
    try (Connection connection =
            DriverManager.getConnection("jdbc:duckdb:" + dir.resolve("w.duckdb"));
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE events (id UUID, Parent UUID)");
    }

    PublishSummary summary =
        publish(
            "older",
            Compression.UNCOMPRESSED,
            KeptFiles.CSV,
            new DaySelection(false, Set.of(DAY + 1)));

    assertEquals(Set.of("20260316", "20260317"), summary.days().keySet());
    assertEquals("n\n2\n", query("SELECT count(DISTINCT tradeDate) AS n FROM events"));
  }

  @Test
  void anyOrderOfDaysComesToTheSame() throws IOException {
    List<Integer> days = new ArrayList<>(List.of(DAY, DAY + 1, DAY + 2, DAY + 3));
    Collections.shuffle(days, new Random(7));
    Map<String, String> digests = Map.of();
    for (int day : days) {
      fill("order", day, 1 + day % 3);
      digests = publish("order", Compression.GZIP).digests();
    }
    List<String> tables = contents();

    PublishSummary all = publish("order", Compression.GZIP, KeptFiles.CSV, DaySelection.ALL);

    assertEquals(all.digests(), digests);
    assertEquals(tables, contents());
  }

  @Test
  void aStoreMadeAnewIsNotTakenForTheOldOne() throws IOException {
    fill("anew", DAY, 1);
    publish("anew", Compression.UNCOMPRESSED);
    List<StoredDate> other = new ArrayList<>();
    for (StoredDate date : Dates.list(new StoreTable(store, "anew"))) {
      List<StoredDate.Change> changes =
          date.changes().stream()
              .map(c -> new StoredDate.Change(c.version(), c.kind(), "another run", c.count()))
              .toList();
      other.add(
          new StoredDate(
              date.epochDay(),
              date.version(),
              date.events(),
              date.linkedVersion(),
              date.linkedRun(),
              date.sums(),
              changes));
    }

    PublishSummary summary =
        publish("anew", Compression.UNCOMPRESSED, KeptFiles.CSV, DaySelection.CHANGED, other);

    assertEquals(EVENTS, summary.events());
  }

  /** Events by status, as whole dates count them. */
  private Map<String, Long> publishedStatuses() throws IOException {
    assertEquals("n\n0\n", query("SELECT count(errorStatus) AS n FROM events"));
    return Map.of();
  }

  /** All files of warehouse and folder, with what would change if they were written again. */
  private Map<Path, String> files() throws IOException {
    Map<Path, String> found = new TreeMap<>();
    for (Path folder : List.of(output(), dir.resolve("w.duckdb.days"))) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file :
            (Iterable<Path>)
                files.filter(f -> f.toString().matches("[^.]*(o\\[|\\.duckdb).*\\.(csv|parquet)"))
                    ::iterator) {
          if (!file.toString().contains(".current-")) {
            found.put(
                file, Files.getAttribute(file, "unix:ino") + " " + Files.getLastModifiedTime(file));
          }
        }
      }
    }
    return found;
  }

  /** Gives rows of a date, new ones perhaps, another quantity. */
  private static void change(String table, int day, int... numbers) throws IOException {
    ChangedKeys changed = new ChangedKeys();
    for (int number : numbers) {
      StoredRow row = row(number, "35=D|38=77|58=say \"a\", \rb|");
      put(table, day, row);
      changed.add(key(number).high(), key(number).low());
    }
    try (Dates dates = Dates.open(new StoreTable(store, table))) {
      dates.note(day, StoredDate.Kind.INGEST, "late", changed);
    }
  }
}
