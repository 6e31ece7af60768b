package io.daisychain.warehouse.duckdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.beam.ForeignFileException;
import io.daisychain.warehouse.ColumnType;
import io.daisychain.warehouse.PublishedDay;
import io.daisychain.warehouse.WarehouseException;
import io.daisychain.warehouse.WarehouseSchema;
import io.daisychain.warehouse.WarehouseTable;
import io.daisychain.warehouse.WarehouseView;
import io.daisychain.warehouse.duckdb.ask.FirstColumn;
import io.daisychain.warehouse.print.QueryFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DuckDbWarehouseTest {
  private static final WarehouseTable FILLS =
      new WarehouseTable(
          "fills",
          "It's a table.",
          List.of(
              new WarehouseTable.Column("id", ColumnType.UUID, "Key; not 'null'."),
              new WarehouseTable.Column("timestamp", ColumnType.TIMESTAMP, "When."),
              new WarehouseTable.Column("symbol", ColumnType.TEXT, "What."),
              new WarehouseTable.Column("quantity", ColumnType.QUANTITY, "How much."),
              new WarehouseTable.Column("valid", ColumnType.BOOLEAN, "Whether."),
              new WarehouseTable.Column("depth", ColumnType.INTEGER, "Where."),
              new WarehouseTable.Column("nanos", ColumnType.BIGINT, "When, too."),
              new WarehouseTable.Column("tradeDate", ColumnType.DATE, "On which day.")),
          List.of("symbol", "timestamp"),
          "id",
          List.of("symbol"));

  private static final WarehouseSchema SCHEMA =
      new WarehouseSchema(
          List.of(FILLS),
          List.of(new WarehouseView("v_fills", "Symbols.", "SELECT symbol FROM fills")));

  private static final List<DayLoad> DAY =
      List.of(
          new DayLoad(new PublishedDay(20_528, "store", 1, "link", "run"), DayLoad.Change.WHOLE));

  private static final DuckDbWarehouse.Limits LIMITS = new DuckDbWarehouse.Limits(2, 300);

  private static final String FIRST =
      "00000000-0000-0000-0000-000000000001,2026-03-16T13:30:00.123456789Z,MSFT,10,true,0,1,2026-03-16\n";
  private static final String SECOND =
      "ffffffff-0000-0000-0000-000000000002,1969-12-31T23:59:59.999999999Z,AAPL,-0.5,,,,2026-03-16\n";

  @TempDir Path dir;

  @Test
  void printsWhatWasLoadedCellByCellInTheOrderOfItsSorting() throws IOException {
    csv("fills-20260316-00000-of-00002.csv", FIRST);
    csv("fills-20260316-00001-of-00002.csv", SECOND);

    warehouse().load(DAY, dir.resolve("csv"));

    assertEquals(FILLS.header() + "\n" + SECOND + FIRST, query("SELECT * FROM fills"));
  }

  @Test
  void aLockedOneReadsItsRowsAndNothingElseWhateverTheStatement() throws Exception {
    csv("fills-20260316-00000-of-00001.csv", FIRST);
    warehouse().load(DAY, dir.resolve("csv"));
    Path other = Files.writeString(dir.resolve("other.csv"), "a\n1\n");
    try (LockedWarehouse locked = new LockedWarehouse(dir.resolve("w.duckdb"), LIMITS);
        Connection connection = locked.connect();
        Statement statement = connection.createStatement()) {
      assertEquals(
          List.of("MSFT", "UTC"),
          FirstColumn.of(
              connection, "SELECT unnest([symbol, current_setting('TimeZone')]) FROM fills"));
      for (String sql :
          List.of(
              "SET threads = 9",
              "SET memory_limit = '9GB'",
              "SET lock_configuration = false",
              "SET enable_external_access = true",
              "SELECT * FROM read_csv('" + other + "')",
              "COPY fills TO '" + dir.resolve("out.csv") + "'",
              "ATTACH '" + dir.resolve("out.duckdb") + "'",
              "LOAD httpfs",
              "DROP VIEW fills")) {
        assertThrows(SQLException.class, () -> statement.execute(sql), sql);
      }
      assertTrue(locked.isCurrent());
      warehouse().load(DAY, dir.resolve("csv"));
      assertFalse(locked.isCurrent());
    }
  }

  @Test
  void keepsMeaningsAsCommentsAndViews() throws IOException {
    csv("fills-20260316-00000-of-00001.csv", FIRST);

    warehouse().load(DAY, dir.resolve("csv"));

    assertEquals(
        "comment\nKey; not 'null'.\n",
        query(
            "SELECT comment FROM duckdb_columns() WHERE schema_name = 'main' AND column_name = 'id'"));
    assertEquals(
        "comment\nIt's a table.\n",
        query(
            "SELECT comment FROM duckdb_views() WHERE schema_name = 'main' AND view_name = 'fills'"));
    assertEquals("symbol\nMSFT\n", query("SELECT * FROM v_fills"));
  }

  @Test
  void namesFileAndLineOfWhatItCannotLoadAndKeepsTheOldTables() throws IOException {
    csv("fills-20260316-00000-of-00001.csv", FIRST);
    warehouse().load(DAY, dir.resolve("csv"));
    csv("fills-20260316-00000-of-00001.csv", FIRST + SECOND.replace("-0.5", "half"));

    WarehouseException refusal =
        assertThrows(WarehouseException.class, () -> warehouse().load(DAY, dir.resolve("csv")));

    assertTrue(
        refusal.getMessage().contains("fills-20260316-00000-of-00001.csv, line 3"),
        refusal.getMessage());
    assertTrue(refusal.getMessage().contains("\"quantity\""), refusal.getMessage());
    assertEquals("count\n1\n", query("SELECT count(*) AS count FROM fills"));
    assertEquals(List.of("w.duckdb", "w.duckdb.days"), visibleFiles());
  }

  @Test
  void refusesALineWithACellTooFew() throws IOException {
    csv("fills-20260316-00000-of-00001.csv", FIRST + "00000000-0000-0000-0000-000000000003\n");

    WarehouseException refusal =
        assertThrows(WarehouseException.class, () -> warehouse().load(DAY, dir.resolve("csv")));

    assertTrue(refusal.getMessage().contains("line 3"), refusal.getMessage());
  }

  @Test
  void refusesAFolderWithoutFiles() throws IOException {
    Files.createDirectories(dir.resolve("csv"));

    WarehouseException refusal =
        assertThrows(WarehouseException.class, () -> warehouse().load(DAY, dir.resolve("csv")));

    assertTrue(
        refusal.getMessage().startsWith("no fills-20260316-*.csv* in "), refusal.getMessage());
  }

  @Test
  void refusesFilesOfSeveralCompressions() throws IOException {
    csv("fills-20260316-00000-of-00002.csv", FIRST);
    csv("fills-20260316-00001-of-00002.csv.zst", "");

    WarehouseException refusal =
        assertThrows(WarehouseException.class, () -> warehouse().load(DAY, dir.resolve("csv")));

    assertTrue(refusal.getMessage().endsWith("[none, zstd]"), refusal.getMessage());
  }

  @Test
  void loadsFromAFolderWhoseNameLooksLikeAPattern() throws IOException {
    Path odd = Files.createDirectories(dir.resolve("odd? [x]* it's"));
    Path file = odd.resolve("fills-20260316-00000-of-00001.csv.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write((FILLS.header() + "\n" + FIRST).getBytes(StandardCharsets.UTF_8));
    }

    warehouse().load(DAY, odd);

    assertEquals("count\n1\n", query("SELECT count(*) AS count FROM fills"));
  }

  @Test
  void loadsLinesOfManyMegabytes() throws IOException {
    String symbol = "\"" + "\"\"".repeat(4 << 20) + "\"";
    csv("fills-20260316-00000-of-00001.csv", FIRST.replace("MSFT", symbol));

    warehouse().load(DAY, dir.resolve("csv"));

    assertEquals("l\n4194304\n", query("SELECT length(symbol) AS l FROM fills"));
  }

  @Test
  void readersSeeTheOldTablesOrTheNewWhileTheyAreReplaced() throws Exception {
    csv("fills-20260316-00000-of-00001.csv", FIRST.repeat(2));
    warehouse().load(DAY, dir.resolve("csv"));
    AtomicReference<Throwable> failure = new AtomicReference<>();
    AtomicInteger reads = new AtomicInteger();
    Thread reader = new Thread(() -> readUntilInterrupted(reads, failure));
    reader.start();

    for (int rows = 3; rows < 7; rows++) {
      csv("fills-20260316-00000-of-00001.csv", FIRST.repeat(rows));
      warehouse().load(DAY, dir.resolve("csv"));
      for (int seen = reads.get(); reads.get() == seen && failure.get() == null; ) {
        Thread.onSpinWait();
      }
    }
    reader.interrupt();
    reader.join();

    assertEquals(null, failure.get());
    assertEquals("count\n6\n", query("SELECT count(*) AS count FROM fills"));
  }

  private void readUntilInterrupted(AtomicInteger reads, AtomicReference<Throwable> failure) {
    try {
      int most = 0;
      while (!Thread.currentThread().isInterrupted()) {
        String answer = query("SELECT count(*) AS count FROM fills");
        int rows = Integer.parseInt(answer.replaceAll("\\D", ""));
        if (rows < Math.max(2, most)) {
          throw new AssertionError("saw " + rows + " rows after " + most);
        }
        most = rows;
        reads.incrementAndGet();
      }
    } catch (IOException | AssertionError e) {
      failure.set(e);
    }
  }

  @Test
  void anUncommittedLoadIsSeenByNobodyAndLeavesNothing() throws IOException {
    csv("fills-20260316-00000-of-00001.csv", FIRST);
    warehouse().load(DAY, dir.resolve("csv"));
    csv("fills-20260316-00000-of-00001.csv", FIRST + SECOND);

    DuckDbWarehouse.Load load = warehouse().prepare(DAY, scratch -> dir.resolve("csv"));
    try {
      assertEquals("count\n1\n", query("SELECT count(*) AS count FROM fills"));
      WarehouseException busy =
          assertThrows(
              WarehouseException.class,
              () -> warehouse().prepare(DAY, scratch -> dir.resolve("csv")));
      assertTrue(busy.getMessage().startsWith("another process is loading"), busy.getMessage());
    } finally {
      load.close();
    }

    assertEquals("count\n1\n", query("SELECT count(*) AS count FROM fills"));
    assertEquals(List.of("w.duckdb", "w.duckdb.days"), visibleFiles());
  }

  @Test
  void removesWhatAKilledLoadLeftBehindAndAForeignLog() throws IOException {
    csv("fills-20260316-00000-of-00001.csv", FIRST);
    Files.writeString(dir.resolve("w.duckdb.loading-1234"), "half");
    Files.createDirectories(dir.resolve("w.duckdb.loading-1234.tmp"));
    Files.writeString(dir.resolve("w.duckdb.loading-1234.tmp/spill"), "half");
    Files.writeString(dir.resolve("w.duckdb.wal"), "a log of another file");

    warehouse().load(DAY, dir.resolve("csv"));

    assertEquals("count\n1\n", query("SELECT count(*) AS count FROM fills"));
    assertEquals(List.of("w.duckdb", "w.duckdb.days"), visibleFiles());
  }

  @Test
  void removesWhatAKilledLoadLeftWhereNothingIsLoadedButNotWhatOneMakes() throws IOException {
    csv("fills-20260316-00000-of-00001.csv", FIRST);
    warehouse().load(DAY, dir.resolve("csv"));
    DuckDbWarehouse.Load load = warehouse().prepare(DAY, scratch -> dir.resolve("csv"));
    try {
      warehouse().clean();
      load.commit();
    } finally {
      load.close();
    }
    Path killed = Files.createDirectory(dir.resolve("w.duckdb.loading-1234.csv"));
    Files.writeString(killed.resolve("part"), "half");

    warehouse().clean();

    assertEquals("count\n1\n", query("SELECT count(*) AS count FROM fills"));
    assertEquals(List.of("w.duckdb", "w.duckdb.days"), visibleFiles());
  }

  @Test
  void noticesThatItsFileWasReplacedOrWrittenTo() throws Exception {
    Path file = dir.resolve("w.duckdb");
    csv("fills-20260316-00000-of-00001.csv", FIRST);
    warehouse().load(DAY, dir.resolve("csv"));
    Files.copy(file, dir.resolve("csv/before.duckdb"));
    PublishedDay second = new PublishedDay(20_528, "store", 2, "link", "second");
    warehouse().load(List.of(new DayLoad(second, DayLoad.Change.WHOLE)), dir.resolve("csv"));
    warehouse().check();
    assertEquals(second, warehouse().notes().days().get(20_528));

    Files.move(dir.resolve("csv/before.duckdb"), file, StandardCopyOption.REPLACE_EXISTING);
    assertEquals(DAY.get(0).day(), warehouse().notes().days().get(20_528));

    warehouse().check();
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + file);
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE mine (a INTEGER)");
    }
    assertThrows(ForeignFileException.class, () -> warehouse().check());
  }

  private DuckDbWarehouse warehouse() {
    return new DuckDbWarehouse(dir.resolve("w.duckdb"), SCHEMA, LIMITS);
  }

  private void csv(String name, String rows) throws IOException {
    Files.createDirectories(dir.resolve("csv"));
    Files.writeString(dir.resolve("csv").resolve(name), FILLS.header() + "\n" + rows);
  }

  private String query(String sql) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new DuckDbQuery(dir.resolve("w.duckdb")).run(sql, QueryFormat.CSV, out);
    return out.toString(StandardCharsets.UTF_8);
  }

  private List<String> visibleFiles() throws IOException {
    try (Stream<Path> files = Files.list(dir)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> !name.startsWith(".") && !name.equals("csv"))
          .sorted()
          .toList();
    }
  }
}
