package io.daisychain.warehouse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A warehouse that is published by the day. */
class DuckDbDaysTest {
  private static final int MONDAY = (int) LocalDate.of(2026, 3, 16).toEpochDay();
  private static final int ROWS = 100;
  private static final long SEED = 20_260_316;

  private static final WarehouseTable EVENTS =
      table("events", "id", new WarehouseTable.Column("id", ColumnType.UUID, "Key."), "tradeDate");
  private static final WarehouseTable LINKS =
      table(
          "links", "child", new WarehouseTable.Column("child", ColumnType.UUID, "Key."), "linkDay");

  private static final WarehouseSchema SCHEMA =
      new WarehouseSchema(
          List.of(EVENTS, LINKS),
          List.of(
              new WarehouseView(
                  "v_count", "Rows.", "SELECT tradeDate, COUNT(*) AS n FROM events GROUP BY ALL")));

  private static final String ALL =
      "SELECT 'e' AS t, * FROM events UNION ALL SELECT 'l', * FROM links ORDER BY ALL";

  @TempDir Path dir;
  private final Random random = new Random(SEED);
  private Instant now = Instant.now();

  /** Files of Parquet of whole dates; 0 for CSV. */
  private int parts;

  /** What the store would have: by day the rows, by key. */
  private final SortedMap<Integer, SortedMap<UUID, String>> stored = new TreeMap<>();

  private static WarehouseTable table(
      String name, String key, WarehouseTable.Column first, String date) {
    return new WarehouseTable(
        name,
        "Rows.",
        List.of(
            first,
            new WarehouseTable.Column("symbol", ColumnType.TEXT, "What."),
            new WarehouseTable.Column(date, ColumnType.DATE, "When.")),
        List.of("symbol", key),
        key,
        List.of("symbol"));
  }

  @Test
  void aQueryOfOneDayOpensItsFilesAlone() throws IOException {
    fill(0, 1, 2, 3);
    publish(whole(0, 1, 2, 3));
    change(2, 3);
    publish(rows(2, 3));

    assertEquals(
        "count\n100\n", ask("SELECT count(*) AS count FROM events WHERE tradeDate = '2026-03-17'"));
    assertEquals(
        1, filesRead("SELECT min(symbol) FROM events WHERE tradeDate = DATE '2026-03-17'"));
    assertEquals(
        2,
        filesRead("SELECT * FROM v_count WHERE tradeDate BETWEEN '2026-03-16' AND '2026-03-17'"));
    // The base and the delta of that day; the keys between them are read for the anti join.
    assertEquals(3, filesRead("SELECT min(symbol) FROM links WHERE linkDay = DATE '2026-03-18'"));
  }

  @Test
  void aLateChangeLeavesTheFilesOfOtherDaysAlone() throws IOException {
    fill(0, 1, 2);
    publish(whole(0, 1, 2));
    Map<Path, String> before = files();
    change(1, 5);

    publish(rows(1, 5));

    Map<Path, String> after = files();
    before.forEach((file, state) -> assertEquals(state, after.get(file), file.toString()));
    for (Path file : after.keySet()) {
      assertTrue(
          before.containsKey(file) || file.toString().contains("=2026-03-17/"), file.toString());
    }
    assertSame();
  }

  @Test
  void changedRowsAndWholeDaysComeToTheSameWhateverTheOrder() throws IOException {
    fill(0, 1, 2, 3, 4);
    List<Integer> order = new ArrayList<>(List.of(0, 1, 2, 3, 4));
    Collections.shuffle(order, random);
    for (int day : order) {
      parts = day;
      publish(whole(day));
    }
    assertSame();
    int folded = 0;
    for (int round = 0; round < 15; round++) {
      int day = random.nextInt(5);
      int keys = 1 + random.nextInt(2);
      parts = random.nextInt(4);
      change(day, keys);
      publish(random.nextInt(6) == 0 ? whole(day) : rows(day, keys));
      folded += deltas(day) == 0 ? 1 : 0;
      assertSame();
    }
    assertTrue(folded > 1, "days without a delta after a change: " + folded + ", seed " + SEED);
  }

  @Test
  void aDeltaOfMoreThanATwentiethBecomesANewBase() throws IOException {
    fill(0);
    publish(whole(0));
    change(0, 5);
    publish(rows(0, 5));
    assertEquals(3, deltas(0)); // of two tables and the keys

    change(0, 1);
    publish(rows(0, 1));

    assertEquals(0, deltas(0));
    assertSame();
  }

  @Test
  void whatItHasIsNotedInIt() throws IOException {
    assertEquals(Map.of(), warehouse().notes().days());
    fill(0, 1);
    publish(whole(0));
    publish(whole(1));

    SortedMap<Integer, PublishedDay> days = warehouse().notes().days();

    assertEquals(List.of(MONDAY, MONDAY + 1), List.copyOf(days.keySet()));
    assertEquals("a store", days.get(MONDAY).source());
    assertEquals(7, days.get(MONDAY).version());
    assertFalse(warehouse().notes().isOfOlderForm());
  }

  @Test
  void anotherFormsTablesAreReplaced() throws Exception {
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + file());
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE events (id UUID, symbol VARCHAR, old INTEGER)");
    }
    assertTrue(warehouse().notes().isOfOlderForm());
    warehouse().check();
    fill(0);

    publish(whole(0));

    assertSame();
    assertFalse(warehouse().notes().isOfOlderForm());
  }

  @Test
  void filesOfOtherColumnsAreReadAndTheirDaysNotCountedAsPublished() throws IOException {
    fill(0, 1);
    publish(whole(0, 1));
    WarehouseTable wider =
        new WarehouseTable(
            "events",
            "Rows.",
            List.of(
                EVENTS.columns().get(0),
                EVENTS.columns().get(1),
                new WarehouseTable.Column("version", ColumnType.INTEGER, "Which."),
                EVENTS.columns().get(2)),
            EVENTS.sortedBy(),
            "id",
            List.of());
    DuckDbWarehouse newer =
        new DuckDbWarehouse(
            file(),
            new WarehouseSchema(List.of(wider, LINKS), SCHEMA.views()),
            new DuckDbWarehouse.Limits(2, 300));
    assertEquals(Map.of(), newer.notes().days());
    Path csv = csv(List.of(new DayLoad(day(0), DayLoad.Change.WHOLE)));
    Path events = csv.resolve("events-20260316-00000-of-00001.csv");
    Files.writeString(
        events,
        Files.readString(events)
            .replace("symbol,", "symbol,version,")
            .replace(",2026-03-16", ",7,2026-03-16"));

    newer.load(List.of(new DayLoad(day(0), DayLoad.Change.WHOLE)), csv);

    assertEquals(
        "tradeDate,version,n\n2026-03-16,7,100\n2026-03-17,,100\n",
        ask("SELECT tradeDate, version, count(*) AS n FROM events GROUP BY ALL ORDER BY ALL"));
    assertEquals(1, newer.notes().days().size());
  }

  @Test
  void readersOfAnOldPublicationGoOn() throws Exception {
    fill(0);
    publish(whole(0));
    String before = ask(ALL);
    try (Connection foreign = foreign("old.duckdb");
        Statement statement = foreign.createStatement()) {
      for (int round = 0; round < 5; round++) {
        change(0, 50);
        publish(whole(0));
      }
      assertNotEquals(before, ask(ALL));
      assertEquals(ROWS, count(statement)); // an hour has not passed
      now = now.plus(Duration.ofMinutes(61));
      publish(whole(0));
      assertTrue(isGone(statement)); // now it has, and nothing says that somebody reads
      assertSame();
    }
  }

  @Test
  void ourReadersKeepTheirFilesForAsLongAsTheyRead() throws Exception {
    fill(0);
    publish(whole(0));
    long generation = 1;
    try (ReaderLease lease =
            ReaderLease.acquire(DayFolder.lockFile(DayFolder.of(file()), generation));
        Connection old = foreign("old.duckdb");
        Statement statement = old.createStatement()) {
      assertTrue(lease != null);
      for (int round = 0; round < 5; round++) {
        change(0, 50);
        publish(whole(0));
        now = now.plus(Duration.ofMinutes(61));
      }
      assertEquals(ROWS, count(statement));
    }
    publish(whole(0));
    assertEquals(3 * 2, files().size()); // of two tables: the present files and those of two before
  }

  @Test
  void aKillBetweenAnyTwoStepsLeavesTheOldOrTheNew() throws IOException {
    fill(0, 1);
    publish(whole(0, 1));
    String before = ask(ALL);
    change(1, 4);
    List<DayLoad> loads = whole(1);
    Path csv = csv(loads);
    Path saved = dir.resolve("saved");

    // Killed when all is written and nothing committed: the lock goes, the rest stays.
    try (DuckDbWarehouse.Load load = warehouse().prepare(loads, scratch -> csv)) {
      copy(dir, saved);
      assertEquals(before, ask(ALL));
      load.commit();
      assertSame();
      // Killed after the rename, before anything is cleared away.
      copy(dir, dir.resolveSibling("after-" + UUID.randomUUID()));
    }
    // As the first kill left it, with a new publication.
    assertEquals(before, ask(saved.resolve("w.duckdb"), ALL).replace(saved.toString(), ""));
    int leftBehind = files().size();
    publish(whole(1));
    assertTrue(files().size() <= leftBehind + 2);
    assertSame();
    assertEquals(List.of(), loadingLists());
  }

  @Test
  void aDateOfSeveralFilesIsReplacedAsOne() throws IOException {
    fill(0, 1);
    parts = 3;
    publish(whole(0, 1));
    assertSame();
    assertEquals(2 * 2 * 3, files().size());
    assertEquals(3, filesRead("SELECT min(symbol) FROM events WHERE tradeDate = '2026-03-17'"));
    String before = ask(ALL);
    change(1, 4);
    List<DayLoad> loads = whole(1);
    Path written = csv(loads);
    Path saved = dir.resolve("saved");

    // Killed when all files were taken and nothing was committed.
    try (DuckDbWarehouse.Load load = warehouse().prepare(loads, scratch -> written)) {
      copy(dir, saved);
      assertEquals("run", load.before(MONDAY + 1).get().run());
    }
    assertEquals(before, ask(ALL));
    assertEquals(2 * 2 * 3, files().size());
    assertEquals(before, ask(saved.resolve("w.duckdb"), ALL));

    parts = 1;
    publish(whole(1));
    assertSame();
    parts = 0;
    publish(whole(1));
    publish(whole(1));
    now = now.plus(Duration.ofHours(2));
    publish(whole(1));

    assertSame();
    assertEquals(
        3,
        files().keySet().stream()
            .filter(file -> file.toString().contains("events/tradeDate=2026-03-16/"))
            .count());
    assertTrue(
        files().keySet().stream()
            .filter(file -> file.toString().contains("=2026-03-17/"))
            .noneMatch(file -> file.toString().matches(".*-0000[0-2].parquet")));
  }

  @Test
  void whatAKilledPublicationWroteIsDeletedAndNothingElse() throws IOException {
    fill(0);
    publish(whole(0));
    Path days = DayFolder.of(file());
    Path half = days.resolve("events/tradeDate=2026-03-16/killed.parquet");
    Path theirs = days.resolve("events/tradeDate=2026-03-16/theirs.parquet");
    Files.writeString(half, "half");
    Files.writeString(theirs, "not ours");
    Path base =
        files().keySet().stream()
            .filter(f -> !f.equals(half) && !f.equals(theirs))
            .findFirst()
            .get();
    Files.writeString(
        days.resolve("loading-killed.txt"),
        days.relativize(half) + "\n" + days.relativize(base) + "\n../../etc/passwd.parquet\n");

    publish(whole(0));

    assertFalse(Files.exists(half));
    assertTrue(Files.exists(theirs));
    assertTrue(Files.exists(base)); // still in use when the list was read, and kept for readers
    assertEquals(List.of(), loadingLists());
  }

  @Test
  void aFileWithoutItsFolderSaysSo() throws IOException {
    fill(0);
    publish(whole(0));
    Files.move(DayFolder.of(file()), dir.resolve("elsewhere"));
    WarehouseException lost =
        org.junit.jupiter.api.Assertions.assertThrows(
            WarehouseException.class, () -> ask("SELECT count(symbol) FROM events"));
    assertTrue(lost.getMessage().contains("publish --days=all"), lost.getMessage());
  }

  @Test
  void aWarehouseThatWasMovedWithItsFolderWorks() throws Exception {
    fill(0, 1);
    publish(whole(0, 1));
    change(0, 1);
    publish(rows(0, 1));
    String before = ask(ALL);
    Path place = Files.createDirectories(dir.resolve("o'ther [place]*"));
    Path moved = place.resolve("history.duckdb");
    Files.move(DayFolder.of(file()), DayFolder.of(moved));
    Files.move(file(), moved);

    for (String sql : List.of(ALL, "EXPLAIN ANALYZE FROM events")) {
      assertFalse(ask(moved, sql).isEmpty(), sql);
    }
    assertEquals(before, ask(moved, ALL));
    SqlQuery query = new DuckDbQuery(moved);
    assertEquals(3, query.rows(query.tables()).size());
    assertEquals(3, query.rows(query.columns("events")).size());
    DuckDbWarehouse there = new DuckDbWarehouse(moved, SCHEMA, new DuckDbWarehouse.Limits(2, 300));
    assertTrue(there.notes().isMoved());
    assertEquals(2, there.notes().days().size());

    there.load(List.of(), dir);

    assertFalse(there.notes().isMoved());
    assertEquals(before, ask(moved, ALL));
    try (Connection foreign = DriverManager.getConnection("jdbc:duckdb:" + moved);
        Statement statement = foreign.createStatement();
        ResultSet rows = statement.executeQuery("SELECT count(*) FROM events")) {
      rows.next();
      assertEquals(2 * ROWS, rows.getInt(1));
    }
  }

  private void fill(int... days) {
    for (int day : days) {
      SortedMap<UUID, String> rows = new TreeMap<>();
      for (int i = 0; i < ROWS; i++) {
        rows.put(key(), symbol());
      }
      stored.put(day, rows);
    }
  }

  private final Map<Integer, List<UUID>> changed = new HashMap<>();

  /** Changes rows of a day: one new, one gone, others of another symbol. */
  private void change(int day, int keys) {
    SortedMap<UUID, String> rows = stored.get(day);
    List<UUID> existing = new ArrayList<>(rows.keySet());
    Collections.shuffle(existing, random);
    List<UUID> touched = new ArrayList<>();
    for (int i = 0; i < keys; i++) {
      UUID key = i == 1 ? key() : existing.get(i);
      if (i == 2) {
        rows.remove(key);
      } else {
        rows.put(key, symbol());
      }
      touched.add(key);
    }
    changed.put(day, touched);
  }

  private UUID key() {
    return new UUID(random.nextLong(), random.nextLong());
  }

  private String symbol() {
    return "S" + random.nextInt(1_000_000);
  }

  private List<DayLoad> whole(int... days) {
    List<DayLoad> loads = new ArrayList<>();
    for (int day : days) {
      loads.add(new DayLoad(day(day), DayLoad.Change.WHOLE, "", parts));
    }
    return loads;
  }

  private List<DayLoad> rows(int day, int keys) {
    assertEquals(keys, changed.get(day).size());
    return List.of(new DayLoad(day(day), DayLoad.Change.ROWS));
  }

  private PublishedDay day(int day) {
    return new PublishedDay(MONDAY + day, "a store", 7, "link", "run");
  }

  private void publish(List<DayLoad> loads) throws IOException {
    warehouse().load(loads, csv(loads));
  }

  private Path csv(List<DayLoad> loads) throws IOException {
    Path csv = Files.createDirectories(dir.resolve("csv-" + UUID.randomUUID()));
    for (DayLoad load : loads) {
      int day = load.day().epochDay() - MONDAY;
      boolean all = load.change() == DayLoad.Change.WHOLE;
      StringBuilder rows = new StringBuilder();
      StringBuilder keys = new StringBuilder("key\n");
      for (UUID key : all ? stored.get(day).keySet() : changed.get(day)) {
        keys.append(key).append('\n');
        String symbol = stored.get(day).get(key);
        if (symbol != null) {
          rows.append(key).append(',').append(symbol).append(',');
          rows.append(LocalDate.ofEpochDay(load.day().epochDay())).append('\n');
        }
      }
      if (load.parts() > 0) {
        writeParts(csv, load, stored.get(day));
        continue;
      }
      for (WarehouseTable table : SCHEMA.tables()) {
        String name = table.filePrefix(load.day().epochDay()) + "00000-of-00001.csv";
        Files.writeString(
            csv.resolve((all ? "" : DayLoad.CHANGED) + name), table.header() + "\n" + rows);
      }
      if (!all) {
        Files.writeString(csv.resolve(DayLoad.keysFile(load.day().epochDay())), keys);
      }
    }
    return csv;
  }

  /** Rows dealt out to files, some of which may have none. */
  private void writeParts(Path folder, DayLoad load, SortedMap<UUID, String> rows)
      throws IOException {
    for (WarehouseTable table : SCHEMA.tables()) {
      List<SortedRowWriter> writers = new ArrayList<>();
      for (int part = 0; part < load.parts(); part++) {
        Path file = folder.resolve(DayLoad.partFile(table, load.day().epochDay(), part));
        FileChannel channel =
            FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        writers.add(new SortedRowWriter(table, channel, 16, Long.MAX_VALUE));
      }
      for (Map.Entry<UUID, String> row : rows.entrySet()) {
        if (row.getValue() != null) {
          UUID key = row.getKey();
          byte[] bytes = new byte[16];
          ByteBuffer.wrap(bytes)
              .putLong(key.getMostSignificantBits())
              .putLong(key.getLeastSignificantBits());
          SortedRowWriter writer = writers.get(random.nextInt(Math.max(1, writers.size() - 1)));
          writer.addKey(bytes, 0);
          byte[] symbol = row.getValue().getBytes(StandardCharsets.UTF_8);
          writer.addText(symbol, 0, symbol.length);
          writer.endRow();
        }
      }
      for (SortedRowWriter writer : writers) {
        writer.finish();
        writer.close();
      }
    }
  }

  /** The warehouse has what the store has. */
  private void assertSame() throws IOException {
    StringBuilder expected = new StringBuilder("t,id,symbol,tradeDate\n");
    for (String table : List.of("e", "l")) {
      SortedMap<String, String> lines = new TreeMap<>();
      stored.forEach(
          (day, rows) ->
              rows.forEach(
                  (key, symbol) ->
                      lines.put(
                          key + "",
                          table
                              + ","
                              + key
                              + ","
                              + symbol
                              + ","
                              + LocalDate.ofEpochDay(MONDAY + day))));
      lines.values().forEach(line -> expected.append(line).append('\n'));
    }
    assertEquals(expected.toString(), ask(ALL), () -> "seed " + SEED);
  }

  private DuckDbWarehouse warehouse() {
    return new DuckDbWarehouse(file(), SCHEMA, new DuckDbWarehouse.Limits(2, 300), () -> now);
  }

  private Path file() {
    return dir.resolve("w.duckdb");
  }

  private String ask(String sql) throws IOException {
    return ask(file(), sql);
  }

  private static String ask(Path file, String sql) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new DuckDbQuery(file).run(sql, QueryFormat.CSV, out);
    return out.toString(StandardCharsets.UTF_8);
  }

  /** Parquet files that DuckDB says it read. */
  private int filesRead(String sql) throws IOException {
    Matcher read =
        Pattern.compile("Total Files Read: (\\d+)").matcher(ask("EXPLAIN ANALYZE " + sql));
    int files = 0;
    while (read.find()) {
      files += Integer.parseInt(read.group(1));
    }
    return files;
  }

  /** A reader that takes no lock, of the publication of now. */
  private Connection foreign(String name) throws IOException, SQLException {
    Files.copy(file(), dir.resolve(name), StandardCopyOption.REPLACE_EXISTING);
    return DriverManager.getConnection("jdbc:duckdb:" + dir.resolve(name));
  }

  private static int count(Statement statement) throws SQLException {
    try (var row = statement.executeQuery("SELECT count(symbol) FROM events")) {
      row.next();
      return row.getInt(1);
    }
  }

  private static boolean isGone(Statement statement) {
    try {
      count(statement);
      return false;
    } catch (SQLException e) {
      return e.getMessage().contains(".parquet");
    }
  }

  /** All Parquet files with what would change if they were written again. */
  private Map<Path, String> files() throws IOException {
    Map<Path, String> found = new TreeMap<>();
    try (Stream<Path> files = Files.walk(DayFolder.of(file()))) {
      for (Path file :
          (Iterable<Path>) files.filter(f -> f.toString().endsWith(".parquet"))::iterator) {
        found.put(
            file, Files.getAttribute(file, "unix:ino") + " " + Files.getLastModifiedTime(file));
      }
    }
    return found;
  }

  /** Files of a day's delta that the present publication reads. */
  private int deltas(int day) throws IOException {
    String id =
        ask("SELECT delta FROM daisychain.days WHERE tradeDate = DATE '"
                + LocalDate.ofEpochDay(MONDAY + day)
                + "'")
            .lines()
            .skip(1)
            .findFirst()
            .orElseThrow();
    return (int)
        files().keySet().stream().filter(f -> id.length() > 2 && f.toString().contains(id)).count();
  }

  private List<Path> loadingLists() throws IOException {
    try (Stream<Path> files = Files.list(DayFolder.of(file()))) {
      return files.filter(f -> f.getFileName().toString().startsWith("loading-")).toList();
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : (Iterable<Path>) files.filter(f -> !f.startsWith(to))::iterator) {
        Path target = to.resolve(from.relativize(file));
        if (Files.isDirectory(file)) {
          Files.createDirectories(target);
        } else {
          Files.copy(file, target);
        }
      }
    }
  }
}
