package io.daisychain.cli.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.RunningStore;
import io.daisychain.cli.testing.SharedStore;
import io.daisychain.publish.table.PublishedTables;
import io.daisychain.warehouse.WarehouseAddress;
import io.daisychain.warehouse.WarehouseTable;
import io.daisychain.warehouse.connect.Warehouses;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.hadoop.HadoopTables;
import org.apache.iceberg.io.CloseableIterable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What Iceberg's own library reads of published tables. */
@ExtendWith(SharedStore.class)
class IcebergIT {
  private static final List<WarehouseTable> TABLES = PublishedTables.schema().tables();
  private static final DateTimeFormatter MOMENT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSSSSS'Z'");

  @TempDir private Path folder;

  @Test
  void daysWithCorrectionsAreThoseOfDuckDb(RunningStore shared) throws Exception {
    Program program = Program.staying(folder);
    String store = "--store=" + shared.address();
    String table = "--table=iceberg";
    program.succeed(
        "generate",
        "--output=w",
        "--events=6000",
        "--days=4",
        "--gtc=0.3",
        "--late=0.05",
        "--lineage=native",
        "--errors=0.05",
        "--repairs=0.05");
    List<String> days = days();
    assertEquals(4, days.size());
    long early = 0;
    TreeMap<String, List<String>> published = new TreeMap<>();
    String late = "w/late-none";
    for (String day : days) {
      program.succeed("ingest", "--input=w/events-" + day + "*", "--reference=w", store, table);
      if (!day.equals(days.get(0))) {
        program.succeed("ingest", "--input=" + late, "--reference=w", store, table);
      }
      late = "w/late-" + day + "*";
      program.succeed("link", "--reference=w", store, table);
      program.succeed("publish", "--files=none", store, table);
      program.succeed("publish", "--files=none", "--warehouse=iceberg:ice", store, table);
      if (day.equals(days.get(1))) {
        early = iceberg("events").currentSnapshot().snapshotId();
        published.put("events", duckDb("events"));
      }
    }
    assertSame();

    // The store has not changed: nothing is written again.
    Set<Path> before = files();
    program.succeed("publish", "--files=none", "--warehouse=iceberg:ice", store, table);
    assertEquals(before, files());

    // A date goes from both, and from none of what was published before.
    program.succeed("publish", "--files=none", "--keepDates=3", store, table);
    program.succeed(
        "publish", "--files=none", "--keepDates=3", "--warehouse=iceberg:ice", store, table);
    assertSame();
    assertFalse(duckDb("events").equals(published.get("events")));
    assertRows(
        published.get("events"),
        rows(IcebergGenerics.read(iceberg("events")).useSnapshot(early).build()));

    // A query of one date opens its files alone.
    Table events = iceberg("events");
    try (CloseableIterable<FileScanTask> tasks =
        events.newScan().filter(Expressions.equal("tradeDate", iso(days.get(2)))).planFiles()) {
      int count = 0;
      for (FileScanTask task : tasks) {
        assertTrue(task.file().location().contains("tradeDate=" + iso(days.get(2))));
        count++;
      }
      assertTrue(count > 0);
    }
    assertSnapshots(events);
  }

  /** What each snapshot says of itself is what its files have. */
  private static void assertSnapshots(Table table) throws IOException {
    for (Snapshot snapshot : table.snapshots()) {
      long rows =
          rows(IcebergGenerics.read(table).useSnapshot(snapshot.snapshotId()).build()).size();
      assertEquals(Long.toString(rows), snapshot.summary().get("total-records"));
      long added = 0;
      for (var file : snapshot.addedDataFiles(table.io())) {
        added += file.recordCount();
      }
      assertEquals(Long.toString(added), snapshot.summary().get("added-records"));
      long gone = 0;
      for (var file : snapshot.removedDataFiles(table.io())) {
        gone += file.recordCount();
      }
      assertEquals(Long.toString(gone), snapshot.summary().get("deleted-records"));
    }
  }

  @Test
  void whatCannotBeDoneIsSaid() throws Exception {
    Program program = Program.staying(folder);
    String[] address = {"--warehouse=iceberg:ice"};
    assertRefused(program, "Iceberg's tables are for other engines", "sql", address[0], "SELECT 1");
    assertRefused(
        program,
        "Iceberg's tables are for other engines",
        "tree",
        address[0],
        "00000000-0000-5000-8000-000000000000");
    assertRefused(program, "must be duckdb:FILE", "explore", address[0]);
    assertRefused(program, "its own files are Parquet", "publish", "--parquet", address[0]);
    Files.createDirectories(folder.resolve("ice"));
    Files.writeString(folder.resolve("ice/mine.txt"), "x");
    assertRefused(program, "has files that no publication put there", "publish", address[0]);
  }

  private static void assertRefused(Program program, String words, String... command)
      throws Exception {
    Program.Ended ended = program.run(command);
    assertEquals(2, ended.exitCode(), ended.err());
    assertTrue(ended.err().contains(words), ended.err());
  }

  private List<String> days() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("w"))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.startsWith("events-"))
          .map(name -> name.substring("events-".length(), "events-20260316".length()))
          .distinct()
          .sorted()
          .toList();
    }
  }

  private static String iso(String day) {
    return LocalDate.parse(day, DateTimeFormatter.BASIC_ISO_DATE).toString();
  }

  private Set<Path> files() throws IOException {
    try (Stream<Path> files = Files.walk(folder.resolve("ice"))) {
      return files.collect(Collectors.toCollection(HashSet::new));
    }
  }

  private Table iceberg(String name) {
    return new HadoopTables(new Configuration()).load(folder.resolve("ice/" + name).toString());
  }

  private void assertSame() throws IOException {
    for (WarehouseTable table : TABLES) {
      List<String> expected = duckDb(table.name());
      assertRows(expected, rows(IcebergGenerics.read(iceberg(table.name())).build()));
      boolean isEmpty = Set.of("keys", "allocations", "legs").contains(table.name());
      assertEquals(isEmpty, expected.isEmpty(), table.name());
    }
  }

  /** Fails with the first row that differs, not with all of them. */
  private static void assertRows(List<String> expected, List<String> found) {
    for (int i = 0; i < Math.min(expected.size(), found.size()); i++) {
      assertEquals(expected.get(i), found.get(i));
    }
    assertEquals(expected.size(), found.size());
  }

  /** Rows of DuckDB's table in an order, moments cut to microseconds. */
  private List<String> duckDb(String table) throws IOException {
    Path file = folder.resolve("daisychain-data/warehouse.duckdb");
    String columns =
        TABLES.stream()
            .filter(each -> each.name().equals(table))
            .flatMap(each -> each.columns().stream())
            .map(column -> "\"" + column.name() + "\"")
            .collect(Collectors.joining(", "));
    List<String> rows = new ArrayList<>();
    for (String[] row :
        Warehouses.query(new WarehouseAddress.DuckDb(file))
            .rows("SELECT " + columns + " FROM " + table)) {
      List<String> values = new ArrayList<>();
      for (String value : row) {
        boolean isMoment = value != null && value.matches("....-..-..T.{18}Z");
        values.add(isMoment ? value.substring(0, value.length() - 4) + "000Z" : value);
      }
      rows.add(values.toString());
    }
    rows.sort(null);
    return rows;
  }

  private static List<String> rows(CloseableIterable<Record> records) throws IOException {
    List<String> rows = new ArrayList<>();
    try (records) {
      for (Record record : records) {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < record.size(); i++) {
          values.add(text(record.get(i)));
        }
        rows.add(values.toString());
      }
    }
    rows.sort(null);
    return rows;
  }

  private static String text(Object value) {
    if (value instanceof OffsetDateTime moment) {
      return MOMENT.format(moment);
    }
    if (value instanceof BigDecimal number) {
      return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
    }
    return value == null ? null : value.toString();
  }
}
