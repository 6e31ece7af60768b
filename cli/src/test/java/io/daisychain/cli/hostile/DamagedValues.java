package io.daisychain.cli.hostile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.daisychain.cli.option.StoreOptions;
import io.daisychain.cli.testing.InProcess;
import io.daisychain.cli.testing.RunningStore;
import io.daisychain.cli.testing.Workload;
import io.daisychain.model.RowKey;
import io.daisychain.store.StoreSession;
import io.daisychain.store.StoreTable;
import io.daisychain.store.dates.Dates;
import io.daisychain.store.dates.StoredDate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.logging.LogManager;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * One value that Daisychain keeps is damaged at a time: a cell of the event table or of its meta
 * table, a kept file of reference data, a manifest. The commands that read it end with a line that
 * names where it stands, or do without it; once the value is as it was, all is as it was.
 */
final class DamagedValues {
  private static final int EVENTS = 120;
  private static final String TABLE = "damaged";

  /** What no user is to see: a stack trace, or an exception's class in place of words. */
  private static final Pattern UNNAMED =
      Pattern.compile("\\bat (io|java|org)\\.|[a-z]\\.[A-Z]\\w+(Exception|Error)\\b|\\bnull\\b");

  private final Path folder;
  private final String store;
  private final InProcess commands;
  private final Map<String, Integer> ends = new TreeMap<>();
  private JsonNode whole;

  /** A cell and its table. */
  private record Stored(String table, Cell cell) {}

  private List<Stored> cells;
  private String shownRow;

  DamagedValues(Path folder, String store) {
    this.folder = folder;
    this.store = store;
    this.commands = new InProcess(folder);
  }

  /** Damages {@code args[0]} values, drawn from the seed {@code args[1]}. */
  public static void main(String[] args) throws Exception {
    LogManager.getLogManager().reset(); // the libraries' own words
    Path folder = Files.createTempDirectory("daisychain-damaged");
    try (RunningStore store = RunningStore.start(folder)) {
      DamagedValues campaign = new DamagedValues(folder, store.address());
      campaign.fill();
      int rounds = Integer.parseInt(args[0]);
      for (int round = 0; round < rounds; round++) {
        campaign.round(Long.parseLong(args[1]) + round);
      }
      System.out.println(campaign.summary());
    } finally {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  String summary() {
    StringBuilder text = new StringBuilder();
    ends.forEach((end, times) -> text.append(String.format(Locale.ROOT, "%6d %s%n", times, end)));
    return text.toString();
  }

  /** A table with every kind of cell, linked and published. */
  void fill() throws Exception {
    Path workload = folder.resolve("workload");
    commands.succeed(
        "generate",
        "--output=" + workload,
        "--scale=100",
        "--shards=1",
        "--fullWorkload=" + EVENTS,
        "--lineage=native",
        "--errors=0.1");
    Workload.worsen(workload);
    commands.succeed("splits", "--create", "--splits=2", "--store=" + store, "--table=" + TABLE);
    commands.succeed(ingest());
    commands.succeed(link());
    whole = commands.counts(publish());
    cells = new ArrayList<>();
    for (String table : tables()) {
      cells(table).forEach(cell -> cells.add(new Stored(table, cell)));
    }
    Cell first = cells.get(0).cell();
    shownRow = RowKey.read(first.getRowArray(), first.getRowOffset()).toString();
  }

  /** Damages one value, runs all that may read it, and puts it back. */
  void round(long seed) throws Exception {
    Random random = new Random(seed);
    int place = random.nextInt(10);
    if (place < 7) {
      damageCell(cells.get(random.nextInt(cells.size())), random, seed);
    } else {
      List<Path> files = keptFiles();
      damageFile(files.get(random.nextInt(files.size())), random, seed);
    }
    assertEquals(whole.get("digests"), commands.counts(publish()).get("digests"), "seed " + seed);
  }

  private void damageCell(Stored stored, Random random, long seed) throws IOException {
    Cell cell = stored.cell();
    String table = stored.table();
    boolean meta = CellUtil.cloneFamily(cell)[0] == 'm';
    byte[] row = CellUtil.cloneRow(cell);
    String key = meta ? new String(row, UTF_8) : RowKey.read(row, 0).toString();
    String column =
        Bytes.toStringBinary(CellUtil.cloneFamily(cell))
            + ":"
            + Bytes.toStringBinary(CellUtil.cloneQualifier(cell)).replaceAll("(?s)\\\\x.*", "");
    String where = "seed " + seed + ", table " + table + ", row " + key + ", " + column;
    byte[] value = damaged(CellUtil.cloneValue(cell), random);
    inTable(table, open -> open.put(putOf(cell, value)));
    String shown = meta ? shownRow : key;
    run(where, "row", "row", shown, "--store=" + store, "--table=" + TABLE);
    run(where, "publish", publish());
    run(where, "link", link());
    run(where, "ingest", ingest());
    restore(table, cell, value);
    commands.succeed(link());
  }

  private void damageFile(Path file, Random random, long seed) throws IOException {
    String where = "seed " + seed + ", " + folder.relativize(file);
    byte[] content = Files.readAllBytes(file);
    Files.write(file, damaged(content, random));
    run(where, "ingest", ingest());
    run(where, "link", link());
    run(where, "publish", publish());
    if (Files.exists(file)) { // a publication leaves its predecessor's folder behind
      Files.write(file, content);
    }
    commands.succeed(ingest());
    commands.succeed(link());
  }

  /** Reference data and manifests: what a command reads that another has written. */
  private List<Path> keptFiles() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> file.toString().matches(".*/(workload/[a-z]+\\.csv|.*manifest.*)"))
          .sorted()
          .toList();
    }
  }

  private void run(String where, String name, String... arguments) {
    InProcess.Ended ended = commands.execute(arguments);
    String what = where + ", " + name + ": exit " + ended.exitCode() + ", " + ended.said();
    assertTrue(ended.exitCode() >= 0 && ended.exitCode() <= 2, what);
    assertFalse(UNNAMED.matcher(ended.said()).find(), what);
    if (ended.exitCode() != 0) {
      assertTrue(
          Pattern.compile("row |\\.csv|manifest|--newRules").matcher(ended.said()).find(), what);
    }
    ends.merge(name + " ended with " + ended.exitCode(), 1, Integer::sum);
  }

  /** Some bits turned, a part taken away or added, or nothing that was there before. */
  private static byte[] damaged(byte[] value, Random random) {
    byte[] damaged =
        switch (random.nextInt(3)) {
          case 0 -> Arrays.copyOf(value, random.nextInt(value.length + 1));
          case 1 -> Arrays.copyOf(value, value.length + 1 + random.nextInt(16));
          default -> value.clone();
        };
    for (int i = random.nextInt(4); i >= 0 && damaged.length > 0; i--) {
      damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
    }
    return damaged;
  }

  /** Writes a value back, unless a command has written another in the place of the damaged one. */
  private void restore(String table, Cell cell, byte[] damaged) throws IOException {
    byte[] family = CellUtil.cloneFamily(cell);
    byte[] qualifier = CellUtil.cloneQualifier(cell);
    inTable(
        table,
        open -> {
          Get get = new Get(CellUtil.cloneRow(cell)).addColumn(family, qualifier);
          if (Arrays.equals(open.get(get).getValue(family, qualifier), damaged)) {
            open.put(putOf(cell, CellUtil.cloneValue(cell)));
          }
        });
  }

  private static Put putOf(Cell cell, byte[] value) {
    Put put = new Put(CellUtil.cloneRow(cell));
    put.addColumn(
        CellUtil.cloneFamily(cell), CellUtil.cloneQualifier(cell), cell.getTimestamp(), value);
    return put;
  }

  private interface Change {
    void make(Table table) throws IOException;
  }

  private void inTable(String name, Change change) throws IOException {
    try (StoreSession session = StoreOptions.of(store, TABLE).open();
        var lease = session.connector().connect();
        Table table = lease.connection().getTable(TableName.valueOf(name))) {
      change.make(table);
    }
  }

  /** The tables of all trade dates, and the meta table. */
  private List<String> tables() throws IOException {
    List<String> names = new ArrayList<>();
    try (StoreSession session = StoreOptions.of(store, TABLE).open()) {
      StoreTable events = session.table(TABLE);
      for (StoredDate date : Dates.list(events)) {
        names.add(events.ofDate(date.epochDay()));
      }
    }
    names.add(TABLE + "_meta");
    return names;
  }

  private List<Cell> cells(String name) throws IOException {
    List<Cell> found = new ArrayList<>();
    try (StoreSession session = StoreOptions.of(store, TABLE).open();
        var lease = session.connector().connect()) {
      Connection connection = lease.connection();
      try (Table table = connection.getTable(TableName.valueOf(name));
          ResultScanner rows = table.getScanner(new Scan())) {
        for (Result row : rows) {
          found.addAll(row.listCells());
        }
      }
    }
    return found;
  }

  private String[] ingest() {
    return new String[] {
      "ingest",
      "--input=" + folder.resolve("workload/*.fix"),
      "--reference=" + folder.resolve("workload"),
      "--rejects=" + folder.resolve("rejects"),
      "--store=" + store,
      "--table=" + TABLE
    };
  }

  private String[] link() {
    return new String[] {
      "link",
      "--rejects=" + folder.resolve("rejects"),
      "--store=" + store,
      "--table=" + TABLE,
      "--partitions=2"
    };
  }

  private String[] publish() {
    return new String[] {
      "publish",
      "--output=" + folder.resolve("output"),
      "--warehouse=duckdb:" + folder.resolve("warehouse.duckdb"),
      "--store=" + store,
      "--table=" + TABLE
    };
  }
}
