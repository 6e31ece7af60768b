package io.daisychain.publish;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.warehouse.DayLoad;
import io.daisychain.warehouse.DuckDbQuery;
import io.daisychain.warehouse.DuckDbWarehouse;
import io.daisychain.warehouse.QueryFormat;
import io.daisychain.warehouse.SqlDialect;
import io.daisychain.warehouse.SqlQuery;
import io.daisychain.warehouse.WarehouseView;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every view beside the same answer worked out row by row in {@link ViewAnswers}. */
class PublishedViewsTest {
  private static final long SEED = 20_260_316;

  private static RandomMarket market;
  private static SqlQuery warehouse;

  @BeforeAll
  static void load(@TempDir Path folder) throws IOException {
    market = new RandomMarket(SEED, 3_000);
    List<DayLoad> loads = market.write(folder);
    Path file = folder.resolve("w.duckdb");
    new DuckDbWarehouse(file, PublishedTables.schema(), new DuckDbWarehouse.Limits(2, 500))
        .load(loads, folder);
    warehouse = new DuckDbQuery(file);
  }

  @Test
  void thereAreThirteenOfThem() {
    assertEquals(
        "v_lifecycle v_orphans v_broken_chains v_mismatches v_duplicates v_out_of_sequence"
            + " v_fill_ratio v_time_to_first_fill v_route_latency v_reporter_scorecard"
            + " v_reporter_trend v_symbol_minute v_fill_price",
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
        "SELECT LifecycleId, rootOrders, orderedQuantity, filledQuantity, fillRatio FROM v_fill_ratio");
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
        "SELECT id, ReporterId, routeTime, acceptTime, accepts, nanosToAccept FROM v_route_latency");
  }

  @Test
  void theScorecardCountsEachReportersFaults() throws IOException {
    assertSame(ViewAnswers.scorecard(market), "SELECT * FROM v_reporter_scorecard");
  }

  @Test
  void theTrendComparesADayWithThoseBefore() throws IOException {
    List<String> expected = ViewAnswers.trend(market);
    assertSame(
        expected,
        "SELECT tradeDate, ReporterId, events, errors, round(sinceDayBefore, 9),"
            + " round(meanOf20Days, 9), round(aboveMean, 9) FROM v_reporter_trend");
  }

  @Test
  void aDayIsTakenWithoutReadingTheOthers() throws IOException {
    for (String view :
        List.of(
            "v_orphans",
            "v_mismatches",
            "v_duplicates",
            "v_out_of_sequence",
            "v_reporter_scorecard")) {
      assertEquals(1, filesRead(view + " WHERE tradeDate = DATE '2026-03-17'"), view);
      assertEquals(2, filesRead(view + " WHERE tradeDate >= DATE '2026-03-17'"), view);
    }
    assertEquals(1, filesRead("lifecycles WHERE firstDate = DATE '2026-03-17'"));
    assertEquals(1, filesRead("links WHERE tradeDate = DATE '2026-03-17'"));
  }

  private static int filesRead(String from) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    warehouse.run("EXPLAIN ANALYZE SELECT * FROM " + from, QueryFormat.CSV, out);
    Matcher read =
        Pattern.compile("Total Files Read: (\\d+)").matcher(out.toString(StandardCharsets.UTF_8));
    int files = 0;
    while (read.find()) {
      files += Integer.parseInt(read.group(1));
    }
    return files;
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
    assertEquals(String.join("\n", expected), String.join("\n", rows(sql)), sql + ", seed " + SEED);
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
