package io.daisychain.publish;

import static io.daisychain.publish.StoredRow.key;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.cloud.bigtable.emulator.core.EmulatorController;
import io.daisychain.model.LifecycleCell;
import io.daisychain.model.Relation;
import io.daisychain.model.RowKey;
import io.daisychain.model.TableSchema;
import io.daisychain.store.ChangedKeys;
import io.daisychain.store.ConnectionLease;
import io.daisychain.store.Dates;
import io.daisychain.store.StoreAddress;
import io.daisychain.store.StoreConnector;
import io.daisychain.store.StoreTable;
import io.daisychain.store.StoredDate;
import io.daisychain.store.TableAdmin;
import io.daisychain.warehouse.DuckDbQuery;
import io.daisychain.warehouse.QueryFormat;
import io.daisychain.warehouse.WarehouseAddress;
import io.daisychain.warehouse.WarehouseTable;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
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
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole job on a store: Bigtable's emulator. */
class PublishJobIT {
  private static final int EVENTS = 100;
  private static final int DAY = 20_528;

  private static EmulatorController emulator;
  private static StoreConnector store;
  private static ConnectionLease lease;

  @TempDir Path dir;

  /** By default all is read by pipelines. */
  private int few;

  private int pipelines;

  @BeforeAll
  static void startStore() throws Exception {
    emulator = EmulatorController.createBundled();
    emulator.start();
    String host = "localhost:" + emulator.getPort();
    store = new StoreConnector(StoreAddress.parse("bigtable://project/instance", host), 0);
    lease = store.connect(); // held, so that all tests share one connection
  }

  @AfterAll
  static void stopStore() throws IOException {
    lease.close();
    emulator.stop();
  }

  @Test
  void publishesATableTwiceWithTheSameContents() throws IOException {
    fill("twice", 4);
    PublishSummary first = publish("twice", Compression.UNCOMPRESSED);
    String rows = query("SELECT * FROM events ORDER BY id");
    String lifecycles = query("SELECT * FROM lifecycles");

    PublishSummary second =
        publish("twice", Compression.UNCOMPRESSED, KeptFiles.CSV, DaySelection.ALL);

    assertEquals(first, second);
    assertEquals(EVENTS, first.events());
    assertEquals(EVENTS - 1, first.links());
    assertEquals(1, first.lifecycles());
    assertEquals(1, first.unlinked());
    assertEquals(1, first.unreported());
    assertEquals(rows, query("SELECT * FROM events ORDER BY id"));
    assertEquals(lifecycles, query("SELECT * FROM lifecycles"));
    assertEquals(
        List.of("breaks", "duplicates", "errors", "events", "history", "lifecycles", "links"),
        filesByTable(".csv"),
        "four shards of each");
    assertEquals(
        BigQuerySchema.json(PublishedTables.EVENTS),
        Files.readString(output().resolve("events.bigquery.json")));
  }

  @Test
  void shardsAndCompressionChangeNothingInTheTables() throws IOException {
    fill("one", 1);
    fill("many", 7);
    PublishSummary one = publish("one", Compression.GZIP);
    String rows = query("SELECT * FROM events ORDER BY id");

    PublishSummary many = publish("many", Compression.ZSTD);

    assertEquals(one.digests(), many.digests());
    assertEquals(rows, query("SELECT * FROM events ORDER BY id"));
    assertEquals(
        List.of("breaks", "duplicates", "errors", "events", "history", "lifecycles", "links"),
        filesByTable(".csv.zst"));
  }

  @Test
  void parquetHasTheSameRowsAndTypesAndGoesWithTheNextRun() throws Exception {
    fill("parquet", 3);
    publish("parquet", Compression.UNCOMPRESSED, KeptFiles.CSV_AND_PARQUET);

    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + warehouse());
        Statement statement = connection.createStatement()) {
      for (WarehouseTable table : PublishedTables.schema().tables()) {
        Path copy = Files.createDirectories(dir.resolve("copy-" + table.name()));
        Path only = output().resolve(table.filePrefix(DAY) + "00000-of-00001.parquet");
        Files.copy(only, copy.resolve("0.parquet"));
        String file = "read_parquet('" + copy.resolve("0.parquet") + "')";
        assertEquals("0", only(statement, "(FROM " + file + " EXCEPT FROM " + table.name() + ")"));
        assertEquals("0", only(statement, "(FROM " + table.name() + " EXCEPT FROM " + file + ")"));
        assertEquals(
            only(statement, table.name()), only(statement, file), "rows of " + table.name());
        String types = "(SELECT column_name, column_type FROM (DESCRIBE FROM %s))";
        assertEquals(
            "0",
            only(
                statement,
                "(" + types.formatted(file) + " EXCEPT " + types.formatted(table.name()) + ")"));
      }
    }

    publish("parquet", Compression.UNCOMPRESSED);
    assertEquals(List.of(), filesByTable(".parquet"));
  }

  private static String only(Statement statement, String from) throws SQLException {
    try (ResultSet result = statement.executeQuery("SELECT count(*) FROM " + from)) {
      result.next();
      return result.getString(1);
    }
  }

  @Test
  void withoutFilesTheWarehouseHasTheSameAndTheFolderStaysAsItWas() throws IOException {
    fill("files", 3);
    PublishSummary first = publish("files", Compression.UNCOMPRESSED);
    List<String> tables = contents();
    Files.delete(warehouse());
    fill("more", 2);
    publish("more", Compression.UNCOMPRESSED);
    String manifest = Files.readString(output().resolve("manifest.json"));

    PublishSummary second = publish("files", Compression.GZIP, KeptFiles.NONE);

    assertEquals(first.digests(), second.digests());
    assertEquals(tables, contents());
    assertEquals(manifest, Files.readString(output().resolve("manifest.json")));
    assertEquals(List.of(), filesByTable(".csv.gz"));
    try (Stream<Path> files = Files.list(output())) {
      assertTrue(files.noneMatch(file -> file.getFileName().toString().startsWith(".publish-")));
    }
  }

  private List<String> contents() throws IOException {
    List<String> contents = new ArrayList<>();
    for (WarehouseTable table : PublishedTables.schema().tables()) {
      contents.add(query("SELECT * FROM " + table.name() + " ORDER BY ALL"));
    }
    return contents;
  }

  @Test
  void publishesAStoreWithoutDates() throws IOException {
    PublishSummary summary = publish("empty", Compression.UNCOMPRESSED);

    assertEquals(0, summary.events());
    assertEquals(Map.of(), summary.days());
    assertEquals("n\n0\n", query("SELECT count(*) AS n FROM lifecycles"));
    assertEquals(List.of(), filesByTable(".csv"));
  }

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

  @Test
  void aFailedJobLeavesTheOldTables() throws IOException {
    fill("good", 2);
    publish("good", Compression.UNCOMPRESSED);
    fill("bad", 2);
    put(
        "bad",
        DAY,
        new StoredRow(key(EVENTS))
            .add(
                "Data",
                TableSchema.contentQualifier(TableSchema.EVENT_PREFIX, 9, 9, 0),
                new byte[1]));

    assertThrows(RuntimeException.class, () -> publish("bad", Compression.UNCOMPRESSED));

    assertEquals("n\n" + EVENTS + "\n", query("SELECT count(*) AS n FROM events"));
  }

  @Test
  void showsRowsAndTrees() throws IOException {
    fill("shown", 2);
    publish("shown", Compression.UNCOMPRESSED);
    StringBuilder out = new StringBuilder();

    assertTrue(RowView.print(new StoreTable(store, "shown"), key(1), out));
    assertTrue(
        out.toString().startsWith("row " + key(1) + "\n  trade date 20260316\n  event NEW"),
        out.toString());
    assertFalse(RowView.print(new StoreTable(store, "shown"), new RowKey(-1, -1), out));

    StringBuilder tree = new StringBuilder();
    Path warehouse = dir.resolve("w.duckdb");
    assertTrue(
        TreeView.print(new DuckDbQuery(warehouse), List.of(key(3)), TreeView.Style.WIDE, tree));
    assertEquals(EVENTS - 1, tree.toString().lines().count());
    assertTrue(tree.toString().contains(key(3) + "  <--\n"));
    assertFalse(
        TreeView.print(
            new DuckDbQuery(warehouse), List.of(new RowKey(-1, -1)), TreeView.Style.WIDE, tree));
  }

  /** A chain of linked events, one that is not linked, and a row that only a child wrote. */
  private static void fill(String table, int ranges) throws IOException {
    fill(table, DAY, ranges);
  }

  private static void fill(String table, int day, int ranges) throws IOException {
    List<byte[]> splits =
        Stream.iterate(1, i -> i + 1)
            .limit(ranges - 1)
            .map(i -> new RowKey((long) EVENTS * i / ranges, 0).toBytes())
            .toList();
    try (TableAdmin tables = TableAdmin.open(store)) {
      tables.createDate(table, day, splits);
    }
    for (int i = 1; i <= EVENTS; i++) {
      put(table, day, row(i));
    }
    put(table, day, new StoredRow(key(EVENTS + 1)).child(key(1), Relation.ROUTE));
    ChangedKeys all = new ChangedKeys();
    for (int i = 1; i <= EVENTS + 1; i++) {
      all.add(key(i).high(), key(i).low());
    }
    try (Dates dates = Dates.open(new StoreTable(store, table))) {
      dates.note(day, StoredDate.Kind.LINK, "filled", all);
      dates.linked(day, 1, "filled", EVENTS, "{}");
    }
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

  private static StoredRow row(int number) {
    return row(number, "35=D|38=" + number + ".50|");
  }

  private static StoredRow row(int number, String content) {
    StoredRow.Event event = new StoredRow.Event();
    StoredRow.Lineage lineage = new StoredRow.Lineage();
    event.eventTime = StoredRow.NOON + number;
    event.symbol = "AAPL";
    event.content = StoredRow.fix(content);
    lineage.depth = number - 1;
    if (number > 1) {
      event.relation = Relation.INTERNAL;
      event.parents = new RowKey[] {key(number - 1)};
      lineage.parents = event.parents;
    }
    StoredRow row = new StoredRow(key(number)).event(event);
    if (number == 1) {
      row.lifecycle(
          new LifecycleCell(
              StoredRow.NOON,
              StoredRow.NOON,
              EVENTS,
              EVENTS,
              1,
              0,
              BigDecimal.ONE,
              BigDecimal.ONE,
              BigDecimal.ZERO,
              "",
              "AAPL"));
    }
    return number == EVENTS ? row : row.lineage(lineage);
  }

  private static void put(String name, int day, StoredRow row) throws IOException {
    String ofDate = new StoreTable(store, name).ofDate(day);
    try (Table table = lease.connection().getTable(TableName.valueOf(ofDate))) {
      Put put = new Put(CellUtil.cloneRow(row.cells().get(0)));
      for (Cell cell : row.cells()) {
        put.addColumn(
            CellUtil.cloneFamily(cell),
            CellUtil.cloneQualifier(cell),
            1,
            CellUtil.cloneValue(cell));
      }
      table.put(put);
    }
  }

  private PublishSummary publish(String table, Compression compression) throws IOException {
    return publish(table, compression, KeptFiles.CSV);
  }

  private PublishSummary publish(String table, Compression compression, KeptFiles kept)
      throws IOException {
    return publish(table, compression, kept, DaySelection.CHANGED);
  }

  private PublishSummary publish(
      String table, Compression compression, KeptFiles kept, DaySelection selection)
      throws IOException {
    List<StoredDate> stored = Dates.list(new StoreTable(store, table));
    return publish(table, compression, kept, selection, stored);
  }

  private PublishSummary publish(
      String table,
      Compression compression,
      KeptFiles kept,
      DaySelection selection,
      List<StoredDate> stored)
      throws IOException {
    PublishSettings settings =
        PublishSettings.of(new StoreTable(store, table), output().toString(), compression)
            .withKept(kept)
            .withFew(few);
    PipelineOptions options = PipelineOptionsFactory.fromArgs("--runner=DirectRunner").create();
    return PublishJob.run(
        options,
        settings,
        selection,
        stored,
        WarehouseLoader.of(WarehouseAddress.parse("duckdb:" + dir.resolve("w.duckdb"))),
        pipeline -> {
          pipelines++;
          pipeline.run().waitUntilFinish();
        });
  }

  private Path warehouse() {
    return dir.resolve("w.duckdb");
  }

  private Path output() {
    return dir.resolve("o[u]t *?");
  }

  private String query(String sql) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new DuckDbQuery(dir.resolve("w.duckdb")).run(sql, QueryFormat.CSV, out);
    return out.toString(StandardCharsets.UTF_8);
  }

  private List<String> filesByTable(String suffix) throws IOException {
    try (Stream<Path> files = Files.list(output())) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(suffix))
          .map(name -> name.substring(0, name.indexOf('-')))
          .distinct()
          .sorted()
          .toList();
    }
  }
}
