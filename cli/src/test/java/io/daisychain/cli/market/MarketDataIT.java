package io.daisychain.cli.market;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.daisychain.cli.campaign.GeneratedMarket;
import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.Program.Ended;
import io.daisychain.cli.testing.RunningStore;
import io.daisychain.cli.testing.SharedStore;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Market data from the generator to the warehouse, and loads that are killed. */
@ExtendWith(SharedStore.class)
class MarketDataIT {
  private static final String MARKET = "--marketdata=daisychain-data/marketdata";
  private static final String REJECTS = "--rejects=daisychain-data/rejects";

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({"11, equities, --days=1", "13, equities, --days=3 --gtc=0.2", "14, mixed, --days=1"})
  void measuresAreThoseOfTheGenerator(int seed, String model, String options, RunningStore shared)
      throws Exception {
    Program program = Program.inProcess(folder);
    GeneratedMarket market =
        new GeneratedMarket(program, shared.address(), model, 80_000, seed, options.split(" ", -1));
    for (GeneratedMarket.Kind kind : market.compare()) {
      assertTrue(kind.all() > 5, kind::toString);
      assertEquals(kind.all(), kind.same(), kind::toString);
    }
    assertEquals(List.of(), market.wrongSums());
    String id =
        program
            .sql("SELECT id FROM v_execution_quality WHERE quotedSpread IS NOT NULL ORDER BY id")
            .get(0)
            .getField("id");
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

  @Test
  void aKilledStoreLeavesTheOldWindowsOrTheNew() throws Exception {
    Program program = new Program(folder);
    StringBuilder text = new StringBuilder("symbol,time,exchange,bid,bidSize,ask,askSize\n");
    for (String symbol : List.of("a", "b")) {
      for (int i = 0; i < 20_000; i++) {
        text.append(symbol).append(",2026-03-16T13:30:00.").append("%06d".formatted(i));
        text.append("Z,X,1,").append(i + 1).append(",2,1\n");
      }
    }
    Files.writeString(folder.resolve("both.csv"), text);
    load(program, "both");
    program.succeed(storing("a"));
    Random random = new Random(Long.getLong("test.seed", 1));
    String before = "a";
    for (int kill = 0; kill < 4; kill++) {
      String next = kill % 2 == 0 ? "b" : "a";
      Program.Command command = program.start(storing(next));
      boolean ended = command.process().waitFor(500 + random.nextInt(1_500), TimeUnit.MILLISECONDS);
      command.process().destroyForcibly().waitFor();
      String now = windows();
      assertTrue(now.equals(before + " 19999") || now.equals(next + " 19999"), now);
      assertTrue(!ended || now.startsWith(next), "windows that were stored are not there");
      before = now.substring(0, 1);
    }
    program.succeed(storing("b"));
    assertEquals("b 19999", windows());
  }

  private static String[] storing(String symbol) {
    String line = "marketdata windows --type=nbbo --window=2 --slide=1 --fit=1 --store --symbols=";
    return (line + symbol + " " + MARKET).split(" ", -1);
  }

  /** Symbols of stored windows, each with their number. */
  private String windows() throws Exception {
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        ResultSet rows =
            connection
                .createStatement()
                .executeQuery(
                    "SELECT string_agg(line, ',') FROM (SELECT symbol || ' ' || count(*) AS line FROM"
                        + " '%s/daisychain-data/marketdata/date=*/windows-*.parquet' GROUP BY symbol)"
                            .formatted(folder))) {
      rows.next();
      return rows.getString(1);
    }
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
