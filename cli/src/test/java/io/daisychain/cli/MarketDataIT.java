package io.daisychain.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.daisychain.cli.Program.Ended;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Market data from the generator to the warehouse, and loads that are killed. */
@ExtendWith(SharedStore.class)
class MarketDataIT {
  private static final String MARKET = "--marketdata=daisychain-data/marketdata";
  private static final String REJECTS = "--rejects=daisychain-data/rejects";

  /** What the views say, as lines of the generator's truth. */
  private static final String FOUND =
      """
      SELECT id, unnest(['quotedSpread', 'effectiveSpread', 'effectiveSpread605',
          'realizedSpread1s', 'realizedSpread1m', 'realizedSpread5m', 'priceImprovement']) AS kind,
        unnest([quotedSpread, effectiveSpread, effectiveSpread605, realizedSpread1s,
          realizedSpread1m, realizedSpread5m, priceImprovement]) AS v
      FROM v_execution_quality
      WHERE id IN (SELECT id FROM event_market)
      UNION ALL
      SELECT q.id, unnest(['bid', 'ask']), unnest([m.bid, m.ask])
      FROM v_execution_quality AS q JOIN event_market AS m ON m.id = q.id
      UNION ALL
      SELECT id, 'tradeThrough', amount FROM v_trade_through
      UNION ALL
      SELECT LifecycleId, unnest(['avgPrice', 'slippage']), unnest([avgPrice, slippage])
      FROM v_slippage
      """;

  @TempDir private Path folder;

  @Test
  void measuresAreThoseOfTheGenerator(RunningStore shared) throws Exception {
    Program program = Program.inProcess(folder);
    String store = "--store=" + shared.address();
    program.succeed(
        "generate",
        "--output=w",
        "--events=12000",
        "--model=stress",
        "--shards=2",
        "--seed=11",
        "--truth",
        "--market",
        "--runner=DirectRunner");
    for (String kind : List.of("quotes", "trades")) {
      JsonNode counts =
          program.counts(
              "marketdata",
              "load",
              "--input=w/" + kind + "-*.csv",
              "--format=csv",
              MARKET,
              REJECTS);
      assertEquals(counts.get("read"), counts.get("stored"), counts::toString);
      assertEquals(counts.get("read"), counts.get(kind));
    }

    program.succeed("run", "--input=w/events-*", "--reference=w", store, "--table=market");

    String truth =
        "(SELECT id::UUID AS id, kind, \"expected value\" AS v FROM read_csv('"
            + folder.resolve("w/truth-market.csv")
            + "', header = true, auto_detect = false, columns = {'id': 'UUID', 'kind': 'VARCHAR',"
            + " 'expected value': 'DECIMAL(28,10)'}) WHERE kind <> 'locked')";
    List<NamedCsvRecord> differences =
        program.sql(
            "SELECT kind, count(*) AS all, count(*) FILTER (WHERE COALESCE(abs(t.v - f.v) < 1e-9, t.v IS NULL AND f.v IS NULL) AND"
                + " t.id IS NOT NULL AND f.id IS NOT NULL) AS same FROM "
                + truth
                + " AS t FULL JOIN ("
                + FOUND
                + ") AS f USING (id, kind) GROUP BY kind ORDER BY kind");
    assertEquals(12, differences.size(), differences::toString);
    for (NamedCsvRecord kind : differences) {
      assertTrue(Long.parseLong(kind.getField("all")) > 5, kind::toString);
      assertEquals(kind.getField("all"), kind.getField("same"), kind::toString);
    }
    // One row an event, and slippage against the tape by brute force.
    assertEquals(
        "0",
        program
            .sql(
                "SELECT (SELECT count(*) FROM events WHERE tradeDate = DATE '2026-03-16') -"
                    + " (SELECT count(*) FROM event_market) AS n")
            .get(0)
            .getField("n"));
    assertEquals(
        "0",
        program
            .sql(
                "SELECT count(*) AS n FROM v_vwap_slippage AS s JOIN v_lifecycle_fills AS f"
                    + " ON f.id = s.LifecycleId WHERE abs(s.vwap - (SELECT sum(price * size) /"
                    + " sum(size) FROM trades AS t WHERE t.symbol = f.symbol AND epoch_ns(t.time)"
                    + " BETWEEN f.rootNanos AND f.lastNanos)) > 1e-9")
            .get(0)
            .getField("n"));
    assertEquals(
        "0",
        program
            .sql(
                "SELECT count(*) AS n FROM lifecycles AS l LEFT JOIN v_slippage AS s ON"
                    + " s.LifecycleId = l.id WHERE l.filledQuantity <>"
                    + " COALESCE(s.filledQuantity, 0)")
            .get(0)
            .getField("n"));
    String id = program.sql("SELECT id FROM v_execution_quality ORDER BY id").get(0).getField("id");
    assertTrue(program.succeed("tree", "--wide", id).contains(" x "), "no bid and ask in the tree");
  }

  @Test
  void publishFollowsQuotesThatAreLoadedLater(RunningStore shared) throws Exception {
    Program program = Program.inProcess(folder);
    String store = "--store=" + shared.address();
    program.succeed(
        "generate", "--output=w", "--events=600", "--seed=12", "--market", "--runner=DirectRunner");
    JsonNode run =
        program.report("run", "--input=w/events-*", "--reference=w", store, "--table=market_late");
    program.succeed(
        "marketdata", "load", "--input=w/quotes-*.csv", "--format=csv", MARKET, REJECTS);

    JsonNode again = program.report("publish", store, "--table=market_late");

    assertEquals(
        run.at("/counts/publish/digests"), again.at("/counts/digests"), "digests have changed");
    String count = program.sql("SELECT count(*) AS n FROM event_market").get(0).getField("n");
    assertTrue(Integer.parseInt(count) > 500, count);
    Ended windows =
        program.run(
            "marketdata",
            "windows",
            "--symbols=" + program.sql("SELECT min(symbol) AS s FROM nbbo").get(0).getField("s"),
            "--type=nbbo",
            "--window=10",
            "--slide=5",
            "--fit=2",
            "--marketdata=" + folder.resolve("daisychain-data/marketdata"));
    assertEquals(0, windows.exitCode(), windows::toString);
    assertTrue(windows.out().lines().count() > 2, windows::toString);
  }

  @Test
  void aKilledLoadLeavesTheOldDayOrTheNew() throws Exception {
    Program program = new Program(folder);
    for (String name : List.of("a", "b")) {
      StringBuilder text = new StringBuilder("symbol,time,exchange,bid,bidSize,ask,askSize\n");
      for (int i = 0; i < 20_000; i++) {
        text.append(name).append(",2026-03-16T13:30:00.").append("%06d".formatted(i));
        text.append("Z,X,1,").append(i + 1).append(",2,1\n");
      }
      Files.writeString(folder.resolve(name + ".csv"), text);
    }
    load(program, "a");
    Random random = new Random(Long.getLong("test.seed", 1));
    String before = "a";
    for (int kill = 0; kill < 4; kill++) {
      String next = kill % 2 == 0 ? "b" : "a";
      Program.Command command =
          program.start("marketdata", "load", "--input=" + next + ".csv", "--format=csv", MARKET);
      boolean ended = command.process().waitFor(500 + random.nextInt(1_500), TimeUnit.MILLISECONDS);
      command.process().destroyForcibly().waitFor();
      String now = symbol();
      assertTrue(now.equals(before) || now.equals(next), now);
      assertTrue(!ended || now.equals(next), "a load that ended has not loaded");
      before = now;
    }
    load(program, "b");
    assertEquals("b", symbol());
  }

  private static void load(Program program, String name) throws Exception {
    program.succeed("marketdata", "load", "--input=" + name + ".csv", "--format=csv", MARKET);
  }

  /** The symbol of all quotes and best quotes, of which there are 20,000 each. */
  private String symbol() throws Exception {
    String date = folder + "/daisychain-data/marketdata/date=2026-03-16";
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        ResultSet rows =
            connection
                .createStatement()
                .executeQuery(
                    "SELECT symbol, count(*) FROM (SELECT symbol FROM '%1$s/quotes.parquet' UNION ALL"
                            .formatted(date)
                        + " SELECT symbol FROM '%s/nbbo.parquet') GROUP BY symbol"
                            .formatted(date))) {
      assertTrue(rows.next());
      String symbol = rows.getString(1);
      assertEquals(40_000, rows.getInt(2));
      assertTrue(!rows.next(), "two loads are mixed");
      return symbol;
    }
  }
}
