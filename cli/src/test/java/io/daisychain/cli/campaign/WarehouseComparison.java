package io.daisychain.cli.campaign;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.daisychain.cli.testing.BigQueryEmulator;
import io.daisychain.cli.testing.CellSums;
import io.daisychain.cli.testing.FixLine;
import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.PythonTools;
import io.daisychain.cli.testing.RunningStore;
import io.daisychain.cli.testing.Workload;
import io.daisychain.publish.table.PublishedTables;
import io.daisychain.warehouse.ColumnType;
import io.daisychain.warehouse.SqlDialect;
import io.daisychain.warehouse.SqlQuery;
import io.daisychain.warehouse.WarehouseAddress;
import io.daisychain.warehouse.WarehouseTable;
import io.daisychain.warehouse.WarehouseView;
import io.daisychain.warehouse.connect.Warehouses;
import io.daisychain.warehouse.duckdb.DuckDbQuery;
import io.daisychain.warehouse.print.QueryFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Publishes a workload with all kinds of errors and hostile values as CSV, Parquet, into DuckDB and
 * into BigQuery, and compares every cell of every table and the answers of every view. Counts are
 * also those of the stages before, and each type of event is there as often as the generator says.
 */
public final class WarehouseComparison {
  private static final Map<String, List<String>> KEYS =
      Map.of(
          "events",
          List.of("id"),
          "links",
          List.of("parent", "child"),
          "lifecycles",
          List.of("id"),
          "duplicates",
          List.of("id", "message"),
          "history",
          List.of("id", "version"),
          "errors",
          List.of("id", "ReporterId", "role", "status", "reason"),
          "breaks",
          List.of("id", "kind", "named"),
          "legs",
          List.of("id", "leg"),
          "allocations",
          List.of("id", "account"));

  private final Program program;
  private final RunningStore store;
  private final BigQueryEmulator emulator;
  private final List<String> told = new ArrayList<>();

  WarehouseComparison(Program program, RunningStore store, BigQueryEmulator emulator) {
    this.program = emulator.reachedBy(program);
    this.store = store;
    this.emulator = emulator;
  }

  /** Compares {@code args[0]} events, drawn from the seed {@code args[1]}. */
  public static void main(String[] args) throws Exception {
    Path folder = Files.createTempDirectory("daisychain-warehouses");
    long start = System.nanoTime();
    try (RunningStore store = RunningStore.start(folder);
        BigQueryEmulator emulator =
            BigQueryEmulator.start(PythonTools.bigQueryEmulator(), folder)) {
      WarehouseComparison comparison =
          new WarehouseComparison(Program.inProcess(folder), store, emulator);
      try {
        comparison.compare(Integer.parseInt(args[0]), Long.parseLong(args[1]));
      } finally {
        comparison.told.forEach(System.out::println);
      }
      emulator
          .memoryMegabytes()
          .ifPresent(most -> System.out.println("the emulator's memory at most " + most + " MB"));
      System.out.println(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start) + " s");
    }
  }

  /** Fails on the first table or view that differs, and says in which columns. */
  void compare(int events, long seed) throws Exception {
    JsonNode counts = publish(events, seed);
    WarehouseAddress.BigQuery address =
        (WarehouseAddress.BigQuery)
            WarehouseAddress.parse("bigquery:market.warehouses", emulator.host());
    SqlQuery bigQuery = Warehouses.query(address);
    SqlQuery duckDb = new DuckDbQuery(folder().resolve("daisychain-data/warehouse.duckdb"));
    for (WarehouseTable table : PublishedTables.schema().tables()) {
      compare(table, counts.at("/publish/" + table.name()).asLong(), duckDb, bigQuery);
    }
    assertEquals(counts.at("/link/events"), counts.at("/publish/events"));
    assertEquals(counts.at("/link/edges"), counts.at("/publish/links"));
    assertEquals(counts.at("/link/lifecycles"), counts.at("/publish/lifecycles"));
    assertEquals(counts.at("/link/duplicates"), counts.at("/publish/duplicates"));
    compareTypes(duckDb);
    assertEquals(
        Integer.toString(hostileValues(events)),
        duckDb.rows("SELECT count(*) FROM events WHERE ReporterId = 'HOST' AND EventId[1] = 'h'")
            .get(0)[0]);
    for (WarehouseView view : PublishedTables.schema().views()) {
      compare(view, duckDb, bigQuery);
    }
    comparePrices(duckDb, bigQuery);
  }

  private void compare(WarehouseView view, SqlQuery duckDb, SqlQuery bigQuery) throws IOException {
    String sql = "SELECT * FROM " + view.name();
    CellSums ours = views().answer(duckDb, sql, folder());
    assertEquals("", ours.differenceFrom(views().answer(bigQuery, sql, folder())), view.name());
    told.add(view.name() + ": " + ours.rows() + " rows agree");
  }

  /**
   * Averages are sums of floating-point numbers in no certain order, rounded to six digits: halves
   * go up or down.
   */
  private static void comparePrices(SqlQuery duckDb, SqlQuery bigQuery) throws IOException {
    comparePrices(duckDb, bigQuery, "vwap, symbol, minute FROM v_symbol_minute");
    comparePrices(duckDb, bigQuery, "minuteVwap, id, symbol FROM v_fill_price");
  }

  private static void comparePrices(SqlQuery duckDb, SqlQuery bigQuery, String what)
      throws IOException {
    String sql = "SELECT " + what;
    Map<String, String> ours = prices(duckDb.rows(sql));
    Map<String, String> theirs = prices(bigQuery.rows(sql));
    assertEquals(ours.keySet(), theirs.keySet());
    ours.forEach(
        (key, price) -> {
          double difference = Double.parseDouble(price) - Double.parseDouble(theirs.get(key));
          assertEquals(0, difference, 1.01e-6, key);
        });
  }

  private static Map<String, String> prices(List<String[]> rows) {
    return rows.stream()
        .filter(row -> row[0] != null)
        .collect(Collectors.toMap(row -> row[1] + " " + row[2], row -> row[0]));
  }

  private static int hostileValues(int events) {
    return Math.min(events / 10, 5_000);
  }

  private JsonNode publish(int events, long seed) throws Exception {
    emulator.dataset("warehouses");
    Workload.generate(
        program,
        "work",
        events,
        "--errors=0.01",
        "--repairs=0.02",
        "--lineage=native",
        "--truth",
        "--seed=" + seed);
    Workload.worsen(folder().resolve("work"));
    writeHostileValues(new Random(seed), hostileValues(events));
    String[] source = {"--store=" + store.address(), "--table=warehouses"};
    JsonNode counts =
        program.counts(
            "run", "--input=work/events-*", "--reference=work", "--parquet", source[0], source[1]);
    JsonNode again =
        program.counts(
            "publish",
            "--warehouse=bigquery:market.warehouses",
            "--output=again",
            "--csvCompression=zst",
            source[0],
            source[1]);
    assertEquals(counts.get("publish"), again);
    return counts;
  }

  private void compare(WarehouseTable table, long rows, SqlQuery duckDb, SqlQuery bigQuery)
      throws IOException {
    Path published = folder().resolve("daisychain-data/published");
    String name = table.name();
    String columnsInUtc =
        table.columns().stream()
            .map(WarehouseComparison::unmarked)
            .collect(Collectors.joining(", "));
    String parquet =
        "SELECT " + columnsInUtc + " FROM read_parquet('" + published + "/" + name + "-*.parquet')";
    CellSums files = exact(name).files(published, name + "-*.csv");
    assertEquals(rows, files.rows(), name);
    assertEquals(
        "", files.differenceFrom(exact(name).answer(duckDb, parquet, folder())), "Parquet " + name);
    String all = "SELECT * FROM " + name;
    assertEquals(
        "", files.differenceFrom(exact(name).answer(duckDb, all, folder())), "DuckDB " + name);
    String columns =
        table.columns().stream()
            .map(column -> SqlDialect.BIGQUERY.quoted(column.name()))
            .collect(Collectors.joining(", ", "SELECT ", " FROM " + name));
    CellSums cut =
        new CellSums(KEYS.get(name), CellSums::inMicroseconds).files(published, name + "-*.csv");
    CellSums inBigQuery =
        new CellSums(KEYS.get(name), CellSums::inMicroseconds).answer(bigQuery, columns, folder());
    assertEquals("", cut.differenceFrom(inBigQuery), "BigQuery " + name);
    told.add(name + ": " + rows + " rows agree in every cell");
  }

  /** Each event that the generator reported is there, under the type that it says. */
  private void compareTypes(SqlQuery duckDb) throws IOException {
    String work = folder().resolve("work").toString();
    String truth = "read_csv('" + work + "/truth-*.csv', header = true, all_varchar = true)";
    String sql =
        "SELECT coalesce(t.eventType, e.eventType) AS type, count(t.id) AS expected, count(e.id) AS"
            + " published, count(*) FILTER (WHERE t.eventType IS DISTINCT FROM e.eventType) AS"
            + " different FROM "
            + truth
            + " t FULL JOIN (SELECT * FROM events WHERE ReporterId <> 'HOST') e"
            + " ON e.id = CAST(t.id AS UUID) GROUP BY type ORDER BY type";
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    duckDb.run(sql, QueryFormat.CSV, answer);
    for (String line : answer.toString(UTF_8).lines().skip(1).toList()) {
      String[] type = line.split(",", -1);
      assertEquals(List.of(type[1], "0"), List.of(type[2], type[3]), type[0]);
      told.add(type[0] + ": " + type[1] + " events, as generated");
    }
  }

  private void writeHostileValues(Random random, int count) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < count; i++) {
      String body =
          "35=D|34=1|49=HOST|56=MRP|52=20260316-12:00:00.000|11=h"
              + i
              + "|21=1|109=%|55=%|54=1|60=20260316-12:00:00."
              + String.format("%09d", random.nextInt(1_000_000_000))
              + "|38=100|40=2|44=10|58=%|";
      String[] parts = body.split("%", -1);
      StringBuilder message = new StringBuilder(parts[0]);
      for (int part = 1; part < parts.length; part++) {
        message.append(hostile(random)).append(parts[part]);
      }
      lines.append(FixLine.of(message.toString())).append('\n');
    }
    Files.writeString(folder().resolve("work/events-values.fix"), lines, ISO_8859_1);
  }

  /** Whatever FIX lets through, {@code |} excepted, which {@link FixLine} makes SOH of. */
  private static String hostile(Random random) {
    String likely = "\",'\\\r\0\t ;=$%`";
    StringBuilder value = new StringBuilder();
    int length = random.nextInt(50) == 0 ? 4_096 : 1 + random.nextInt(12);
    for (int i = 0; i < length; i++) {
      char c =
          random.nextBoolean()
              ? likely.charAt(random.nextInt(likely.length()))
              : (char) random.nextInt(256);
      value.append(c == 1 || c == '\n' || c == '|' ? 'x' : c);
    }
    return value.toString();
  }

  /** Columns that tell rows apart. */
  public static List<String> key(WarehouseTable table) {
    return KEYS.get(table.name());
  }

  /** A column of a Parquet file; its moments are marked as UTC, those of the tables are not. */
  private static String unmarked(WarehouseTable.Column column) {
    String name = SqlDialect.DUCKDB.quoted(column.name());
    return column.type() == ColumnType.TIMESTAMP
        ? "make_timestamp_ns(epoch_ns(" + name + ")) AS " + name
        : name;
  }

  private static CellSums exact(String table) {
    return new CellSums(KEYS.get(table), UnaryOperator.identity());
  }

  private static CellSums views() {
    return new CellSums(List.of(), CellSums::inTwelveDigits)
        .without("vwap", "minuteVwap", "deviationBps");
  }

  private Path folder() {
    return program.folder();
  }
}
