package io.daisychain.publish.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.daisychain.publish.RandomMarket;
import io.daisychain.publish.ReporterAnswers;
import io.daisychain.publish.ViewAnswers;
import io.daisychain.warehouse.SqlDialect;
import io.daisychain.warehouse.SqlQuery;
import io.daisychain.warehouse.WarehouseView;
import io.daisychain.warehouse.duckdb.DayLoad;
import io.daisychain.warehouse.duckdb.DuckDbQuery;
import io.daisychain.warehouse.duckdb.DuckDbWarehouse;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every view beside the same answer worked out row by row in {@link ViewAnswers}. */
class PublishedViewsIT {
  private static final long SEED = 20_260_316;

  /** It compares days. */
  private static final Set<String> OF_ALL_DATES = Set.of("v_reporter_trend");

  private static RandomMarket market;
  private static Path file;
  private static SqlQuery warehouse;

  @BeforeAll
  static void load(@TempDir Path folder) throws IOException {
    market = new RandomMarket(SEED, 3_000);
    List<DayLoad> loads = market.write(folder);
    file = folder.resolve("w.duckdb");
    new DuckDbWarehouse(file, PublishedTables.schema(), new DuckDbWarehouse.Limits(2, 500))
        .load(loads, folder);
    warehouse = new DuckDbQuery(file);
  }

  @Test
  void thereAreSeventeenOfThem() {
    assertEquals(
        "v_lifecycle_dates v_parents v_lifecycle v_orphans v_broken_chains v_mismatches"
            + " v_duplicates v_out_of_sequence v_fill_ratio v_time_to_first_fill v_route_latency"
            + " v_reporter_scorecard v_reporter_trend v_open_errors v_repairs v_symbol_minute"
            + " v_fill_price",
        PublishedViews.ALL.stream().map(WarehouseView::name).collect(Collectors.joining(" ")));
  }

  @Test
  void eventsAreFoundByTheirStatus() throws IOException {
    for (String view : List.of("v_orphans", "v_mismatches", "v_duplicates", "v_out_of_sequence")) {
      List<String> expected = ViewAnswers.withStatus(market, ViewAnswers.STATUSES.get(view));
      assertFalse(expected.isEmpty(), view);
      assertEquals(expected, rows("SELECT id, errorStatus FROM " + view), view);
    }
  }

  @Test
  void aLifecycleIsInOrder() throws IOException {
    assertSame(
        ViewAnswers.lifecycle(market),
        "SELECT LifecycleId, id, source, destination, lastMkt, nanosSinceRoot, nanosSinceParent"
            + " FROM v_lifecycle");
  }

  @Test
  void brokenChainsAreLifecyclesWithAGap() throws IOException {
    assertSame(
        ViewAnswers.brokenChains(market),
        "SELECT LifecycleId, events, orphans, cycleEvents, unacceptedRoutes FROM v_broken_chains");
  }

  @Test
  void fillRatiosAreOfSingleOrders() throws IOException {
    assertSame(
        ViewAnswers.fillRatio(market),
        "SELECT LifecycleId, rootOrders, orderedQuantity, filledQuantity, fillRatio FROM"
            + " v_fill_ratio");
  }

  @Test
  void theFirstFillIsTheEarliestOfTheLifecycle() throws IOException {
    assertSame(
        ViewAnswers.timeToFirstFill(market),
        "SELECT LifecycleId, EventId, orderTime, firstFillTime, nanosToFirstFill"
            + " FROM v_time_to_first_fill");
  }

  @Test
  void aRouteIsAcceptedByItsFirstAccept() throws IOException {
    assertSame(
        ViewAnswers.routeLatency(market),
        "SELECT id, ReporterId, routeTime, acceptTime, accepts, nanosToAccept FROM"
            + " v_route_latency");
  }

  @Test
  void theScorecardCountsEachReportersFaults() throws IOException {
    assertSame(ReporterAnswers.scorecard(market), "SELECT * FROM v_reporter_scorecard");
  }

  @Test
  void faultsAreOpenOrRepaired() throws IOException {
    for (boolean open : new boolean[] {true, false}) {
      List<String> expected =
          market.errors.stream()
              .filter(row -> open == (row.get("repaired") == null))
              .map(row -> row.get("id") + "," + row.get("status") + "," + row.get("role"))
              .sorted()
              .toList();
      assertFalse(expected.isEmpty());
      List<String> found = new ArrayList<>();
      String view = open ? "v_open_errors" : "v_repairs";
      for (String[] row : warehouse.rows("SELECT id, status, role FROM " + view)) {
        found.add(String.join(",", row));
      }
      found.sort(null);
      assertEquals(expected, found, view);
    }
  }

  @Test
  void theTrendComparesADayWithThoseBefore() throws IOException {
    List<String> expected = ReporterAnswers.trend(market);
    assertSame(
        expected,
        "SELECT tradeDate, ReporterId, events, errors, round(sinceDayBefore, 9),"
            + " round(meanOf20Days, 9), round(aboveMean, 9), errorRateBefore, errorRateAfter,"
            + " repairsLateRate FROM v_reporter_trend");
  }

  @Test
  void edgesHaveTheDateOfTheirParent() throws IOException {
    List<String> expected = ViewAnswers.parents(market);
    assertSame(
        expected,
        "SELECT parent, child, relation, parentDate, tradeDate FROM v_parents"
            + " ORDER BY parent, child, tradeDate");
  }

  @Test
  void aDayOfAViewIsThatPartOfIt() throws Exception {
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + file);
        Statement statement = connection.createStatement()) {
      for (WarehouseView view : PublishedViews.ALL) {
        String date = dateOf(statement, view);
        List<String> days =
            List.of(
                date + " = DATE '2026-03-17'",
                date + " <= DATE '2026-03-17'",
                date + " > DATE '2026-03-16'");
        // No filter gets below a limit. Each row is told on which of the days it is.
        String all = "(FROM " + view.name() + " LIMIT 1000000)";
        List<List<String>> rows =
            rows(statement, "SELECT " + String.join(", ", days) + ", * FROM " + all);
        for (int i = 0; i < days.size(); i++) {
          int place = i;
          List<String> same =
              rows.stream()
                  .filter(row -> row.get(place).equals("true"))
                  .map(row -> row.subList(days.size(), row.size()).toString())
                  .sorted()
                  .toList();
          List<String> part =
              rows(statement, "FROM " + view.name() + " WHERE " + days.get(i)).stream()
                  .map(List::toString)
                  .sorted()
                  .toList();
          String which = view.name() + " " + days.get(i) + ", seed " + SEED;
          assertFalse(part.isEmpty(), which);
          assertEquals(same.size(), part.size(), which);
          assertTrue(same.equals(part), which);
        }
      }
    }
  }

  private static List<List<String>> rows(Statement statement, String sql) throws SQLException {
    List<List<String>> rows = new ArrayList<>();
    try (ResultSet result = statement.executeQuery(sql)) {
      while (result.next()) {
        List<String> row = new ArrayList<>();
        for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
          row.add("" + result.getString(i));
        }
        rows.add(row);
      }
    }
    return rows;
  }

  private static String dateOf(Statement statement, WarehouseView view) throws SQLException {
    return rows(statement, "DESCRIBE " + view.name()).stream()
            .anyMatch(column -> column.get(0).equals("firstDate"))
        ? "firstDate"
        : "tradeDate";
  }

  /** Where nothing hangs together over dates a day costs what is read of that day, on all sides. */
  @Test
  void aDayIsTakenWithoutReadingTheOthers(@TempDir Path folder) throws Exception {
    int size = 30_000;
    RandomMarket large = new RandomMarket(SEED, size, false);
    Path own = folder.resolve("w.duckdb");
    new DuckDbWarehouse(own, PublishedTables.schema(), new DuckDbWarehouse.Limits(2, 500))
        .load(large.write(folder), folder);
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + own);
        Statement statement = connection.createStatement()) {
      for (WarehouseView view : PublishedViews.ALL) {
        if (!OF_ALL_DATES.contains(view.name())) {
          String name = view.name();
          long most =
              mostRowsScanned(statement, name, dateOf(statement, view) + " = DATE '2026-03-17'");
          assertTrue(most > 0 && most < 0.4 * size, name + " scans " + most);
          long ofTwo =
              mostRowsScanned(statement, name, dateOf(statement, view) + " >= DATE '2026-03-17'");
          assertTrue(ofTwo > most && ofTwo < 0.75 * size, name + " scans " + ofTwo);
        }
      }
    }
  }

  /** What hangs together over dates is joined by its keys, and not by its dates alone. */
  @Test
  void noStepOfAViewHasManyMoreRowsThanTheTables(@TempDir Path folder) throws Exception {
    int size = 30_000;
    Path own = folder.resolve("w.duckdb");
    new DuckDbWarehouse(own, PublishedTables.schema(), new DuckDbWarehouse.Limits(2, 500))
        .load(new RandomMarket(SEED, size).write(folder), folder);
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + own);
        Statement statement = connection.createStatement()) {
      for (WarehouseView view : PublishedViews.ALL) {
        String plan =
            rows(statement, "EXPLAIN (ANALYZE, FORMAT JSON) SELECT * FROM " + view.name())
                .get(0)
                .get(1);
        long most =
            new ObjectMapper()
                .readTree(plan).findValues("intermediate_rows").stream()
                    .mapToLong(JsonNode::asLong)
                    .max()
                    .orElseThrow();
        assertTrue(most < 10L * size, view.name() + " has a step of " + most + " rows");
      }
    }
  }

  /** The most rows that any scan of a table gives for a query. */
  private static long mostRowsScanned(Statement statement, String from, String where)
      throws Exception {
    String query = "SELECT * FROM " + from + " WHERE " + where;
    String plan = rows(statement, "EXPLAIN (ANALYZE, FORMAT JSON) " + query).get(0).get(1);
    return mostRowsScanned(new ObjectMapper().readTree(plan));
  }

  private static long mostRowsScanned(JsonNode node) {
    boolean scans = node.path("extra_info").path("Function").asText().equals("READ_PARQUET");
    long most = scans ? node.path("intermediate_rows").asLong() : 0;
    for (JsonNode child : node) {
      most = Math.max(most, mostRowsScanned(child));
    }
    return most;
  }

  @Test
  void aTradeCountsWhereTheOrderWentNoFurther() throws IOException {
    assertSame(
        ViewAnswers.symbolMinute(market), "SELECT * EXCLUDE (tradeDate) FROM v_symbol_minute");
  }

  @Test
  void fillsAreHeldAgainstLimitAndMinute() throws IOException {
    assertTrue(rows("SELECT id FROM v_fill_price WHERE beyondLimit > 0").size() > 10);
    assertSame(
        ViewAnswers.fillPrice(market),
        "SELECT id, limitPrice, beyondLimit, minuteVwap, deviationBps, trade FROM v_fill_price");
  }

  @Test
  void everyColumnIsExplained() throws IOException {
    Set<String> known = new TreeSet<>();
    PublishedTables.schema()
        .tables()
        .forEach(table -> table.columns().forEach(column -> known.add(column.name())));
    for (WarehouseView view : PublishedViews.ALL) {
      Set<String> explained = new TreeSet<>(known);
      view.columns().forEach(column -> explained.add(column.name()));
      for (String[] column : warehouse.rows("DESCRIBE " + view.name())) {
        String name = column[0];
        assertTrue(explained.contains(name) || name.endsWith("Rate"), view.name() + "." + name);
      }
    }
  }

  @Test
  void inBigQueryNothingOfDuckDbIsLeft() {
    for (WarehouseView view : PublishedViews.ALL) {
      String query = SqlDialect.BIGQUERY.query(view.template(), name -> "`d." + name + "`");
      assertFalse(query.matches("(?s).*([$\"]|DOUBLE|HUGEINT|date_trunc|arg_m|::).*"), query);
    }
  }

  private static void assertSame(List<String> expected, String sql) throws IOException {
    assertTrue(expected.size() > 2, sql);
    List<String> answer = rows(sql);
    for (int i = 0; i < Math.min(expected.size(), answer.size()); i++) {
      assertEquals(expected.get(i), answer.get(i), "row " + i + " of " + sql + ", seed " + SEED);
    }
    assertEquals(expected.size(), answer.size(), sql + ", seed " + SEED);
  }

  private static List<String> rows(String sql) throws IOException {
    return warehouse.rows(sql).stream()
        .map(
            row ->
                Arrays.stream(row)
                    .map(cell -> cell == null ? "" : cell)
                    .collect(Collectors.joining(",")))
        .toList();
  }
}
