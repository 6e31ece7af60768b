package io.daisychain.cli.hostile;

import io.daisychain.beam.Scrubbed;
import io.daisychain.cli.testing.Program;
import io.daisychain.explorer.Explorer;
import io.daisychain.explorer.QuestionLog;
import io.daisychain.explorer.ShownWarehouse;
import io.daisychain.explorer.point.SideFileScrub;
import io.daisychain.marketdata.MarketFolder;
import io.daisychain.marketdata.MarketScrub;
import io.daisychain.store.scan.StoreScrub;
import io.daisychain.warehouse.duckdb.WarehouseScrub;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.logging.LogManager;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileScanner;

/**
 * One bit is turned at a time in what Daisychain keeps. Each is found by what {@code scrub} does,
 * or changes nothing that is read: all cells of the data file, or all rows and views of the
 * database, are read without looking at checksums and are the same bytes as before.
 */
final class Flips {
  private static final String STORE = "store";
  private static final String DESCRIPTIONS = "store, without sums of its own";
  private static final String DATABASE = "DuckDB file";
  private static final String PARQUET = "warehouse's Parquet";
  private static final String MARKET = "market data";
  private static final String SIDE = "explorer's file";

  /** Bytes at both ends of a file, where half of all bits are turned: what is there leads on. */
  private static final int ENDS = 5_000;

  private final Path folder;
  private final Map<String, List<Path>> files = new TreeMap<>();
  private final Map<String, int[]> counts = new TreeMap<>();
  private final Map<Path, String> readBefore = new HashMap<>();
  private final List<String> silent = new ArrayList<>();

  Flips(Path folder) {
    this.folder = folder;
  }

  /** Turns {@code args[0]} bits, drawn from the seed {@code args[1]}. */
  public static void main(String[] args) throws Exception {
    LogManager.getLogManager().reset(); // the libraries' own words
    Path folder = Files.createTempDirectory("daisychain-flips");
    try {
      Flips flips = new Flips(folder);
      flips.fill(8_000);
      flips.turn(Integer.parseInt(args[0]), Long.parseLong(args[1]));
      System.out.print(flips.summary());
      if (!flips.silent().isEmpty()) {
        System.exit(1);
      }
    } finally {
      try (Stream<Path> all = Files.walk(folder)) {
        for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  private Path data(String name) {
    return folder.resolve("daisychain-data").resolve(name);
  }

  /** The option that names the store. */
  String store() {
    return "--store=embedded:" + data("store");
  }

  /** The option that names the folder of market data. */
  String marketData() {
    return "--marketdata=" + data("marketdata");
  }

  private Path warehouse() {
    return data("warehouse.duckdb");
  }

  /** Makes a store, a warehouse, market data and the explorer's file of so many events. */
  void fill(int events) throws Exception {
    Program program = Program.inProcess(folder);
    program.succeed(
        "generate",
        "--output=w",
        "--events=" + events,
        "--seed=5",
        "--shards=40",
        "--market",
        "--runner=DirectRunner");
    List<Path> late;
    try (Stream<Path> all = Files.list(folder.resolve("w"))) {
      late = all.filter(file -> file.getFileName().toString().startsWith("events-00039")).toList();
    }
    Path kept = Files.createDirectory(folder.resolve("late"));
    for (Path file : late) {
      Files.move(file, kept.resolve(file.getFileName()));
    }
    for (String kind : List.of("quotes", "trades")) {
      program.succeed(
          "marketdata",
          "load",
          "--input=w/" + kind + "-*.csv",
          "--format=csv",
          marketData(),
          "--rejects=" + data("rejects"));
    }
    program.succeed("run", "--input=w/events-*", "--reference=w", store());
    program.succeed("run", "--input=late/*", store()); // few rows, in files of their own
    Path cache = folder.resolve("explorer");
    try (Explorer explorer =
        Explorer.start(
            ShownWarehouse.whole(warehouse(), Optional.of(cache)),
            0,
            Optional.empty(),
            QuestionLog.NONE)) {
      explorer.awaitReady();
      while (list(cache, file -> file.toString().endsWith(".points")).isEmpty()) {
        LockSupport.parkNanos(10_000_000);
      }
    }
    Predicate<Path> isData =
        file -> file.getFileName().toString().matches("[0-9a-f]{32}(_SeqId_\\d+_)?");
    List<Path> ofStore = new ArrayList<>(list(data("store/hbase/data"), isData));
    ofStore.addAll(list(data("store/hbase/MasterData/data"), isData));
    files.put(STORE, ofStore);
    List<Path> described = new ArrayList<>(List.of(data("store/checksums.txt")));
    for (String line : Files.readAllLines(described.get(0))) {
      String[] words = line.split(" ", 3);
      if (words.length == 3 && !words[1].equals("0")) {
        described.add(data("store").resolve(words[2]));
      }
    }
    files.put(DESCRIPTIONS, described);
    files.put(DATABASE, List.of(warehouse()));
    Path days = data("warehouse.duckdb.days");
    files.put(PARQUET, list(days, file -> file.toString().matches(".*\\.parquet(\\.crc32)?")));
    files.put(MARKET, list(data("marketdata/.versions"), f -> f.toString().endsWith(".parquet")));
    files.put(SIDE, list(cache, file -> file.toString().endsWith(".points")));
    for (String place : files.keySet()) {
      counts.put(place, new int[2]);
    }
    for (Map.Entry<String, List<Path>> place : files.entrySet()) {
      if (place.getValue().isEmpty() || !scrub(place.getKey(), null).isEmpty()) {
        throw new IOException(place.getKey() + ": " + scrub(place.getKey(), null));
      }
    }
  }

  private static List<Path> list(Path root, Predicate<Path> wanted) throws IOException {
    if (!Files.isDirectory(root)) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(file -> Files.isRegularFile(file) && wanted.test(file)).sorted().toList();
    }
  }

  /** What {@code scrub} says of a place; of a file of the store alone, where one is given. */
  private List<String> scrub(String place, Path file) throws IOException {
    Scrubbed result = new Scrubbed();
    switch (place) {
      case STORE, DESCRIPTIONS ->
          StoreScrub.read(data("store"), each -> file == null || each.equals(file), result);
      case DATABASE, PARQUET -> WarehouseScrub.read(warehouse(), result);
      case MARKET -> MarketScrub.read(MarketFolder.of(data("marketdata")), result);
      default -> SideFileScrub.read(folder.resolve("explorer"), result);
    }
    return result.faults();
  }

  /** Turns bits one after the other, each back again. */
  void turn(int times, long seed) throws Exception {
    Random random = new Random(seed);
    List<String> places = List.copyOf(files.keySet());
    for (int i = 0; i < times; i++) {
      String place = places.get(i % places.size());
      List<Path> ofPlace = files.get(place);
      Path file = ofPlace.get(random.nextInt(ofPlace.size()));
      long size = Files.size(file);
      long at = (long) (random.nextDouble() * size);
      if (random.nextBoolean() && size > 2 * ENDS) {
        at = random.nextBoolean() ? random.nextInt(ENDS) : size - 1 - random.nextInt(ENDS);
      }
      int bit = random.nextInt(Byte.SIZE);
      String before = isRead(place) ? readBefore(place, file) : "";
      flip(file, at, bit);
      try {
        if (!scrub(place, file).isEmpty()) {
          counts.get(place)[0]++;
        } else if (isRead(place) && before.equals(read(place, file))) {
          counts.get(place)[1]++;
        } else {
          silent.add(folder.relativize(file) + " byte " + at + " bit " + bit + ", seed " + seed);
        }
      } finally {
        flip(file, at, bit);
      }
    }
  }

  private static void flip(Path file, long at, int bit) throws IOException {
    try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
      open.seek(at);
      int value = open.read();
      open.seek(at);
      open.write(value ^ 1 << bit);
    }
  }

  /** Whether there is another way to read files of a place than that which looks at checksums. */
  private static boolean isRead(String place) {
    return place.equals(STORE) || place.equals(DATABASE);
  }

  private String readBefore(String place, Path file) throws Exception {
    String known = readBefore.get(file);
    if (known == null) {
      known = read(place, file);
      readBefore.put(file, known);
    }
    return known;
  }

  /** A digest of all that a file has; what is wrong where it cannot be read. */
  private static String read(String place, Path file) throws Exception {
    try {
      return place.equals(STORE) ? cells(file) : rows(file);
    } catch (IOException | RuntimeException | SQLException e) {
      return e.toString();
    }
  }

  private static String cells(Path file) throws Exception {
    Configuration conf = new Configuration();
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(file.toUri());
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    try (HFile.Reader reader =
            HFile.createReader(path.getFileSystem(conf), path, CacheConfig.DISABLED, true, conf);
        HFileScanner scanner = reader.getScanner(conf, false, false)) {
      for (boolean more = scanner.seekTo(); more; more = scanner.next()) {
        Cell cell = scanner.getCell();
        digest.update(KeyValueUtil.copyToNewByteArray(cell));
        digest.update(ByteBuffer.allocate(Long.BYTES).putLong(0, cell.getTimestamp()));
      }
      // By which readers leave files out, and find rows in them.
      for (Map.Entry<byte[], byte[]> said : reader.getHFileInfo().entrySet()) {
        digest.update(said.getKey());
        digest.update(said.getValue());
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static String rows(Path file) throws SQLException, IOException {
    Path copy = Files.copy(file, file.resolveSibling("copy-" + System.nanoTime() + ".duckdb"));
    StringBuilder all = new StringBuilder();
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + copy);
        Statement statement = connection.createStatement()) {
      for (String rows :
          List.of(
              "daisychain.days",
              "daisychain.publication",
              "daisychain.market",
              "(SELECT sql, comment FROM duckdb_views() WHERE NOT internal)",
              "(SELECT function_name, macro_definition FROM duckdb_functions() WHERE NOT internal)",
              "(SELECT sql, comment FROM duckdb_tables() WHERE NOT internal)")) {
        try (ResultSet row =
            statement.executeQuery("SELECT t::VARCHAR FROM " + rows + " AS t ORDER BY 1")) {
          while (row.next()) {
            all.append(row.getString(1)).append('\n');
          }
        }
      }
    } finally {
      Files.delete(copy);
    }
    return all.toString();
  }

  /** Bits that were turned and changed what is read, and of which nobody was told. */
  List<String> silent() {
    return silent;
  }

  /** By place how many bits were found, and how many are in bytes that say nothing. */
  String summary() {
    StringBuilder text = new StringBuilder();
    int found = 0;
    int unread = 0;
    for (Map.Entry<String, int[]> place : counts.entrySet()) {
      int[] count = place.getValue();
      text.append(
          "%-32s %6d found, %5d change nothing%n".formatted(place.getKey(), count[0], count[1]));
      found += count[0];
      unread += count[1];
    }
    text.append("%-32s %6d found, %5d change nothing%n".formatted("all", found, unread));
    text.append(silent.size()).append(" silent\n");
    silent.forEach(each -> text.append("  ").append(each).append('\n'));
    return text.toString();
  }
}
