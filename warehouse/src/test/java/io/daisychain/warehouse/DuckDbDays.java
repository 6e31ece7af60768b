package io.daisychain.warehouse;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daisychain.beam.Chunks;
import io.daisychain.warehouse.duckdb.DayFolder;
import io.daisychain.warehouse.duckdb.DayLoad;
import io.daisychain.warehouse.duckdb.DuckDbQuery;
import io.daisychain.warehouse.duckdb.DuckDbWarehouse;
import io.daisychain.warehouse.print.QueryFormat;
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
import java.sql.SQLException;
import java.sql.Statement;
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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * Trade dates as a store would have them, with changes, and the warehouse to which they are
 * published: what tests of a warehouse by the day stand on.
 */
abstract class DuckDbDays {
  static final int MONDAY = (int) LocalDate.of(2026, 3, 16).toEpochDay();
  static final int ROWS = 100;
  static final long SEED = 20_260_316;

  static final WarehouseTable EVENTS =
      table("events", "id", new WarehouseTable.Column("id", ColumnType.UUID, "Key."), "tradeDate");
  static final WarehouseTable LINKS =
      table(
          "links", "child", new WarehouseTable.Column("child", ColumnType.UUID, "Key."), "linkDay");

  static final WarehouseSchema SCHEMA =
      new WarehouseSchema(
          List.of(EVENTS, LINKS),
          List.of(
              new WarehouseView(
                  "v_count", "Rows.", "SELECT tradeDate, COUNT(*) AS n FROM events GROUP BY ALL")));

  static final String ALL =
      "SELECT 'e' AS t, * FROM events UNION ALL SELECT 'l', * FROM links ORDER BY ALL";

  @TempDir Path dir;
  final Random random = new Random(SEED);
  Instant now = Instant.now();

  /** Files of Parquet of whole dates; 0 for CSV. */
  int parts;

  /** What the store would have: by day the rows, by key. */
  final SortedMap<Integer, SortedMap<UUID, String>> stored = new TreeMap<>();

  /** Keys of the rows that {@link #change} changed last, by day. */
  final Map<Integer, List<UUID>> changed = new HashMap<>();

  static WarehouseTable table(String name, String key, WarehouseTable.Column first, String date) {
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

  /** Files that nobody has use for go at once, but where a test keeps them. */
  @BeforeEach
  void keepNothing() throws IOException {
    warehouse().keepPublished(0);
  }

  void fill(int... days) {
    for (int day : days) {
      fillWith(day, ROWS);
    }
  }

  void fillWith(int day, int count) {
    SortedMap<UUID, String> rows = new TreeMap<>();
    for (int i = 0; i < count; i++) {
      rows.put(key(), symbol());
    }
    stored.put(day, rows);
  }

  /** Changes rows of a day: one new, one gone, others of another symbol. */
  void change(int day, int keys) {
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

  UUID key() {
    return new UUID(random.nextLong(), random.nextLong());
  }

  String symbol() {
    return "S" + random.nextInt(1_000_000);
  }

  List<DayLoad> whole(int... days) {
    List<DayLoad> loads = new ArrayList<>();
    for (int day : days) {
      loads.add(new DayLoad(day(day), DayLoad.Change.WHOLE, "", parts));
    }
    return loads;
  }

  List<DayLoad> rows(int day, int keys) {
    assertEquals(keys, changed.get(day).size());
    return List.of(new DayLoad(day(day), DayLoad.Change.ROWS));
  }

  PublishedDay day(int day) {
    return new PublishedDay(MONDAY + day, "a store", 7, "link", "run");
  }

  void publish(List<DayLoad> loads) throws IOException {
    warehouse().load(loads, csv(loads));
  }

  Path csv(List<DayLoad> loads) throws IOException {
    Path csv = Files.createDirectories(dir.resolve("csv-" + UUID.randomUUID()));
    for (DayLoad load : loads) {
      int day = load.day().epochDay() - MONDAY;
      boolean all = load.change() == DayLoad.Change.WHOLE;
      if (!all) {
        writeChanged(csv, load, changed.get(day), stored.get(day));
        continue;
      }
      if (load.parts() > 0) {
        writeParts(csv, load, stored.get(day), load.parts());
        continue;
      }
      StringBuilder rows = new StringBuilder();
      stored
          .get(day)
          .forEach(
              (key, symbol) -> {
                rows.append(key).append(',').append(symbol).append(',');
                rows.append(LocalDate.ofEpochDay(load.day().epochDay())).append('\n');
              });
      for (WarehouseTable table : SCHEMA.tables()) {
        String name = table.filePrefix(load.day().epochDay()) + "00000-of-00001.csv";
        Files.writeString(csv.resolve(name), table.header() + "\n" + rows);
      }
    }
    return csv;
  }

  /** The rows of some keys, and these keys. */
  private void writeChanged(
      Path folder, DayLoad load, List<UUID> keys, SortedMap<UUID, String> rows) throws IOException {
    SortedMap<UUID, String> there = new TreeMap<>();
    long[] named = new long[2 * keys.size()];
    for (int i = 0; i < keys.size(); i++) {
      UUID key = keys.get(i);
      there.put(key, rows.get(key)); // null for one that is gone
      named[2 * i] = key.getMostSignificantBits();
      named[2 * i + 1] = key.getLeastSignificantBits();
    }
    writeParts(folder, load, there, 1);
    Path file = folder.resolve(DayLoad.keysFile(load.day().epochDay()));
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      DayLoad.writeKeys(channel, named);
    }
  }

  /** Rows dealt out to files, some of which may have none. */
  private void writeParts(Path folder, DayLoad load, SortedMap<UUID, String> rows, int count)
      throws IOException {
    Chunks memory = new Chunks(SortedRowWriter.CHUNK);
    for (WarehouseTable table : SCHEMA.tables()) {
      List<SortedRowWriter> writers = new ArrayList<>();
      for (int part = 0; part < count; part++) {
        Path file = folder.resolve(DayLoad.partFile(table, load.day().epochDay(), part));
        FileChannel channel =
            FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        writers.add(new SortedRowWriter(table, channel, 16, Long.MAX_VALUE, memory));
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
  void assertSame() throws IOException {
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

  DuckDbWarehouse warehouse() {
    return new DuckDbWarehouse(file(), SCHEMA, new DuckDbWarehouse.Limits(2, 300), () -> now);
  }

  Path file() {
    return dir.resolve("w.duckdb");
  }

  String ask(String sql) throws IOException {
    return ask(file(), sql);
  }

  static String ask(Path file, String sql) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new DuckDbQuery(file).run(sql, QueryFormat.CSV, out);
    return out.toString(StandardCharsets.UTF_8);
  }

  /** Parquet files that DuckDB says it read. */
  int filesRead(String sql) throws IOException {
    Matcher read =
        Pattern.compile("Total Files Read: (\\d+)").matcher(ask("EXPLAIN ANALYZE " + sql));
    int files = 0;
    while (read.find()) {
      files += Integer.parseInt(read.group(1));
    }
    return files;
  }

  /** A reader that takes no lock, of the publication of now. */
  Connection foreign(String name) throws IOException, SQLException {
    Files.copy(file(), dir.resolve(name), StandardCopyOption.REPLACE_EXISTING);
    return DriverManager.getConnection("jdbc:duckdb:" + dir.resolve(name));
  }

  static int count(Statement statement) throws SQLException {
    try (var row = statement.executeQuery("SELECT count(symbol) FROM events")) {
      row.next();
      return row.getInt(1);
    }
  }

  static boolean isGone(Statement statement) {
    try {
      count(statement);
      return false;
    } catch (SQLException e) {
      return e.getMessage().contains(".parquet");
    }
  }

  /** All Parquet files with what would change if they were written again. */
  Map<Path, String> files() throws IOException {
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

  /** Deltas of a day in the present publication. */
  int deltas(int day) throws IOException {
    String noted =
        ask("SELECT deltas AS d FROM daisychain.days WHERE tradeDate = DATE '"
                + LocalDate.ofEpochDay(MONDAY + day)
                + "'")
            .lines()
            .skip(1)
            .findFirst()
            .orElse("");
    return noted.length() <= 2 ? 0 : noted.split(" ").length;
  }

  List<Path> loadingLists() throws IOException {
    try (Stream<Path> files = Files.list(DayFolder.of(file()))) {
      return files.filter(f -> f.getFileName().toString().startsWith("loading-")).toList();
    }
  }

  static void copy(Path from, Path to) throws IOException {
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
