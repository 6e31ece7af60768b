package io.daisychain.marketdata;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daisychain.warehouse.column.ColumnFile;
import io.daisychain.warehouse.column.ColumnSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AsOfMergeTest {
  private static final long SEED = Long.getLong("test.seed", 1);
  private static final long MIDNIGHT = 1_773_619_200_000_000_000L; // 2026-03-16
  private static final long DAY = 86_400_000_000_000L;

  @TempDir private Path folder;

  /** Quotes of three symbols over two dates: one-sided, locked, crossed, of equal times, gone. */
  private static String quotes(Random random, int count, long step) {
    StringBuilder text = new StringBuilder("symbol,time,exchange,bid,bidSize,ask,askSize\n");
    for (int i = 0; i < count; i++) {
      text.append("S").append(random.nextInt(3)).append(',');
      text.append(MIDNIGHT + DAY - 20 * step + random.nextInt(40) * step).append(",X");
      text.append(random.nextInt(3)).append(',');
      text.append(10 + random.nextInt(4)).append(',').append(random.nextInt(4)).append(',');
      text.append(11 + random.nextInt(4)).append(',').append(random.nextInt(4)).append('\n');
    }
    return text.toString();
  }

  /** Events with their expected market by DuckDB's ASOF join, as lines. */
  private static final String ASOF =
      """
      WITH n AS (
        SELECT symbol, epoch_ns(time) AS t, bid, bidSize, ask, askSize, (bid + ask) / 2 AS mid
        FROM '%1$s')
      SELECT e.id, n.bid, n.bidSize, n.ask, n.askSize, n.mid, n.t,
        CASE WHEN e.fill THEN s.mid END, CASE WHEN e.fill THEN m.mid END,
        CASE WHEN e.fill THEN f.mid END
      FROM e
      ASOF LEFT JOIN n ON n.symbol = e.symbol AND e.t >= n.t
      ASOF LEFT JOIN n AS s ON s.symbol = e.symbol AND e.t + 1000000000 >= s.t
      ASOF LEFT JOIN n AS m ON m.symbol = e.symbol AND e.t + 60000000000 >= m.t
      ASOF LEFT JOIN n AS f ON f.symbol = e.symbol AND e.t + 300000000000 >= f.t
      """;

  @Test
  void whatIsInForceIsWhatDuckDbFinds() throws Exception {
    for (int run = 0; run < 6; run++) {
      Random random = new Random(SEED + run);
      LoadedMarket market = new LoadedMarket(folder.resolve("run" + run));
      long step = run % 2 == 0 ? 500_000_000L : 20_000_000_000L;
      market.write("q.csv", quotes(random, run == 5 ? 3 : 150, step)).load("q.csv");
      for (DayFiles day : market.folder().days().values()) {
        long start = day.epochDay() * DAY;
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
            Statement statement = connection.createStatement()) {
          statement.execute("CREATE TABLE e (id UUID, t BIGINT, symbol VARCHAR, fill BOOLEAN)");
          List<String> drawn = new ArrayList<>();
          for (int i = 0; i < 300; i++) {
            long t =
                Math.max(
                    start,
                    Math.min(
                        start + DAY - 1,
                        MIDNIGHT + DAY - 20 * step + random.nextInt(80) * step / 2));
            drawn.add(
                "(uuid(), %d, %s, %s)"
                    .formatted(
                        t,
                        random.nextInt(20) == 0 ? "NULL" : "'S" + random.nextInt(4) + "'",
                        random.nextBoolean()));
          }
          statement.execute("INSERT INTO e VALUES " + String.join(", ", drawn));
          Path target = folder.resolve("event" + run + "-" + day.epochDay() + ".parquet");
          try (ResultSet events =
              statement.executeQuery(
                  "SELECT id, t, COALESCE(symbol, '') AS symbol, fill, fill FROM e ORDER BY 3, 2")) {
            assertEquals(
                300,
                EventMarket.write(
                    EventMarket.Events.of(events), day.path(MarketKind.NBBO), target, 2));
          }
          String expected = ASOF.formatted(day.path(MarketKind.NBBO));
          String found =
              "SELECT id, bid, bidSize, ask, askSize, mid, epoch_ns(nbboTime), mid1s, mid1m, mid5m"
                  + " FROM '"
                  + target
                  + "'";
          assertSameLookBack(statement, day.path(MarketKind.NBBO), target);
          try (ResultSet differences =
              statement.executeQuery(
                  "SELECT count(*) FROM ((("
                      + expected
                      + ") EXCEPT ("
                      + found
                      + ")) UNION ALL (("
                      + found
                      + ") EXCEPT ("
                      + expected
                      + ")))")) {
            differences.next();
            assertEquals(0, differences.getInt(1), "seed " + (SEED + run));
          }
        }
      }
    }
  }

  /** Of fills alone, by a join of each with all that was in force in the second up to it. */
  private static void assertSameLookBack(Statement statement, Path nbbo, Path found)
      throws SQLException {
    String sql =
        """
        WITH n AS (
          SELECT symbol, bid, ask, epoch_ns(time) AS begun,
            lead(epoch_ns(time), 1, 9223372036854775807) OVER (PARTITION BY symbol ORDER BY time)
              AS ended
          FROM '%s'),
        expected AS (
          SELECT e.id, min(n.bid) AS lowBid, max(n.ask) AS highAsk
          FROM e
          JOIN n ON n.symbol = e.symbol AND n.begun <= e.t AND n.ended > e.t - 1000000000
          WHERE e.fill
          GROUP BY e.id
          HAVING count(*) = count(bid) AND count(*) = count(ask)
            AND min(n.begun) <= max(e.t) - 1000000000
            AND max_by(bid, begun) <= max_by(ask, begun))
        SELECT count(*), count(x.id) FROM '%s' AS f LEFT JOIN expected AS x ON x.id = f.id
        WHERE f.lowBid IS DISTINCT FROM x.lowBid OR f.highAsk IS DISTINCT FROM x.highAsk
        """
            .formatted(nbbo, found);
    try (ResultSet differences = statement.executeQuery(sql)) {
      differences.next();
      assertEquals(0, differences.getInt(1), differences.getInt(2) + " of them are to be told");
    }
  }

  @Test
  void aSingleMomentIsFoundTheSame() throws IOException {
    LoadedMarket market = new LoadedMarket(folder);
    StringBuilder text = new StringBuilder("symbol,time,exchange,bid,bidSize,ask,askSize\n");
    for (int i = 0; i < 70_000; i++) { // more than one row group
      text.append("A,").append(MIDNIGHT + i * 1_000L).append(",X,").append(1 + i % 7);
      text.append(",1,9,1\n");
    }
    text.append("B,").append(MIDNIGHT).append(",X,5,1,6,1\n");
    Files.writeString(market.input.resolve("q.csv"), text);
    market.load("q.csv");

    try (ColumnFile file = market.day("2026-03-16").open(MarketKind.NBBO)) {
      AsOfMerge merge = new AsOfMerge(file, AsOfMerge.symbolsOf(file));
      for (int i = 0; i < 70_000; i += 313) {
        AsOfMerge.Found quote = at(merge, "A", MIDNIGHT + i * 1_000L + 999);
        assertEquals(MIDNIGHT + i * 1_000L, quote.time[0]);
        assertEquals((1 + i % 7) * 10_000L, quote.bid[0]);
      }
      assertEquals(ColumnSpec.NULL, at(merge, "A", MIDNIGHT - 1).time[0]);
      assertEquals(50_000, at(merge, "B", MIDNIGHT + DAY).bid[0]);
      SymbolRows a = SymbolRows.of(file, "A");
      assertEquals(new SymbolRows("A", 0, 70_000), a);
      assertEquals(new SymbolRows("B", 70_000, 70_001), SymbolRows.of(file, "B"));
      assertEquals(0, SymbolRows.of(file, "AA").count());
      assertEquals(69_000, a.firstNotBefore(file, MIDNIGHT + 69_000_000L));
      assertEquals(70_000, a.firstNotBefore(file, Long.MAX_VALUE));
    }
  }

  private static AsOfMerge.Found at(AsOfMerge merge, String symbol, long moment)
      throws IOException {
    AsOfMerge.Found found = new AsOfMerge.Found(1);
    merge.find(symbol, new long[] {moment}, new boolean[1], 0, 1, found);
    return found;
  }
}
