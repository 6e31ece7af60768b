package io.daisychain.cli.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.daisychain.cli.testing.Program;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * A generated workload with its market, loaded, linked and published, beside the generator's truth:
 * every measure of every standing fill and lifecycle, and each trade-through.
 */
public final class GeneratedMarket {
  /** Whether something has a market: the generator makes none of options and orders of legs. */
  private static final String SHARES = "length(instrument) < 15";

  /** What the views say, as lines of the generator's truth. */
  private static final String FOUND =
      """
      SELECT id, unnest(['quotedSpread', 'effectiveSpread', 'effectiveSpread605',
          'realizedSpread1s', 'realizedSpread1m', 'realizedSpread5m', 'priceImprovement']) AS kind,
        unnest([quotedSpread, effectiveSpread, effectiveSpread605, realizedSpread1s,
          realizedSpread1m, realizedSpread5m, priceImprovement]) AS v
      FROM v_execution_quality
      WHERE id IN (SELECT id FROM event_market)
        AND id IN (SELECT id FROM v_standing_fills WHERE $SHARES)
      UNION ALL
      SELECT q.id, unnest(['bid', 'ask']), unnest([m.bid, m.ask])
      FROM v_execution_quality AS q JOIN event_market AS m ON m.id = q.id
      WHERE q.id IN (SELECT id FROM v_standing_fills WHERE $SHARES)
      UNION ALL
      SELECT id, 'tradeThrough', amount FROM v_trade_through
      UNION ALL
      SELECT LifecycleId, unnest(['avgPrice', 'slippage']), unnest([avgPrice, slippage])
      FROM v_slippage
      WHERE LifecycleId IN (SELECT id FROM v_lifecycle_fills WHERE $SHARES)
      """
          .replace("$SHARES", SHARES);

  /** What must be none, by what it says. */
  private static final Map<String, String> WRONG =
      Map.of(
          "events of a date with quotes without a row of event_market",
          "SELECT (SELECT count(*) FROM events WHERE tradeDate IN (SELECT tradeDate FROM"
              + " event_market)) - (SELECT count(*) FROM event_market) AS n",
          "events of options and of orders of legs as a whole beside a share's quotes",
          "SELECT count(*) AS n FROM event_market AS m JOIN events AS e ON e.id = m.id AND"
              + " e.tradeDate = m.tradeDate WHERE (NOT COALESCE("
              + SHARES
              + ", FALSE) OR e.legRefId IS NULL AND (e.id IN (SELECT id FROM legs) OR e.Parent IN"
              + " (SELECT id FROM legs))) AND (bid IS NOT NULL OR ask IS NOT NULL OR mid1s IS NOT"
              + " NULL)",
          "options and orders of legs with slippage",
          "SELECT count(*) AS n FROM v_lifecycle_fills AS f LEFT JOIN v_slippage AS s ON"
              + " s.LifecycleId = f.id LEFT JOIN v_vwap_slippage AS v ON v.LifecycleId = f.id WHERE"
              + " NOT COALESCE("
              + SHARES
              + ", FALSE) AND (s.slippage IS NOT NULL OR v.vwap IS NOT NULL)",
          "VWAPs that are not those of the tape by brute force",
          "SELECT count(*) AS n FROM (SELECT * FROM v_vwap_slippage ORDER BY LifecycleId LIMIT"
              + " 2000) AS s JOIN v_lifecycle_fills AS f ON f.id = s.LifecycleId WHERE abs(s.vwap -"
              + " (SELECT sum(price * size) / sum(size) FROM trades AS t WHERE t.symbol = f.instrument"
              + " AND epoch_ns(t.time) BETWEEN f.rootNanos AND f.lastNanos)) > 1e-9",
          "lifecycles with another filledQuantity in v_slippage",
          "SELECT count(*) AS n FROM lifecycles AS l LEFT JOIN v_slippage AS s ON s.LifecycleId ="
              + " l.id WHERE l.filledQuantity <> COALESCE(s.filledQuantity, 0)");

  /**
   * How many values of a kind the truth or the views have, and how many agree.
   *
   * @param name of the measure
   */
  public record Kind(String name, long all, long same) {}

  private final Program program;

  /** Generates, loads, links and publishes. */
  public GeneratedMarket(
      Program program, String store, String model, long events, long seed, String... more)
      throws Exception {
    this.program = program;
    List<String> generate = new ArrayList<>(List.of(more));
    generate.addAll(
        0,
        List.of(
            "generate",
            "--output=w",
            "--events=" + events,
            "--model=" + model,
            "--shards=2",
            "--seed=" + seed,
            "--truth",
            "--market",
            "--runner=DirectRunner"));
    program.succeed(generate.toArray(new String[0]));
    for (String kind : List.of("quotes", "trades")) {
      JsonNode counts =
          program.counts(
              "marketdata",
              "load",
              "--input=w/" + kind + "-*.csv",
              "--format=csv",
              "--marketdata=daisychain-data/marketdata",
              "--rejects=daisychain-data/rejects");
      assertEquals(counts.get("read"), counts.get("stored"), counts::toString);
      assertEquals(counts.get("read"), counts.get(kind));
    }
    program.succeed(
        "run", "--input=w/events-*", "--reference=w", "--store=" + store, "--table=market_" + seed);
  }

  /** Every kind of the truth. */
  public List<Kind> compare() throws Exception {
    String truth =
        "(SELECT id::UUID AS id, kind, \"expected value\" AS v FROM read_csv('"
            + program.folder().resolve("w/truth-market.csv")
            + "', header = true, auto_detect = false, columns = {'id': 'UUID', 'kind': 'VARCHAR',"
            + " 'expected value': 'DECIMAL(28,10)'}) WHERE kind <> 'locked')";
    List<Kind> kinds = new ArrayList<>();
    for (var row :
        program.sql(
            "SELECT kind, count(*) AS all, count(*) FILTER (WHERE COALESCE(abs(t.v - f.v) < 1e-9,"
                + " t.v IS NULL AND f.v IS NULL) AND t.id IS NOT NULL AND f.id IS NOT NULL) AS same"
                + " FROM "
                + truth
                + " AS t FULL JOIN ("
                + FOUND
                + ") AS f USING (id, kind) GROUP BY kind ORDER BY kind")) {
      kinds.add(
          new Kind(
              row.getField("kind"),
              Long.parseLong(row.getField("all")),
              Long.parseLong(row.getField("same"))));
    }
    assertEquals(12, kinds.size(), kinds::toString);
    return kinds;
  }

  /** What is wrong, in words. */
  public List<String> wrongSums() throws Exception {
    List<String> wrong = new ArrayList<>();
    for (Map.Entry<String, String> rule : WRONG.entrySet()) {
      String count = program.sql(rule.getValue()).get(0).getField("n");
      if (!count.equals("0")) {
        wrong.add(count + " " + rule.getKey());
      }
    }
    return wrong;
  }

  /** Prints what was compared; false if anything differs. */
  boolean agrees() throws Exception {
    boolean agrees = true;
    for (Kind kind : compare()) {
      System.out.printf("%-20s %,12d of %,12d%n", kind.name(), kind.same(), kind.all());
      agrees &= kind.same() == kind.all() && kind.all() > 0;
    }
    List<String> wrong = wrongSums();
    wrong.forEach(System.out::println);
    return agrees && wrong.isEmpty();
  }

  /** Arguments: events, seed, folder, model. */
  public static void main(String[] args) throws Exception {
    Path folder = Files.createDirectories(Path.of(args[2]).toAbsolutePath());
    GeneratedMarket market =
        new GeneratedMarket(
            new Program(folder).with("DAISYCHAIN_STORE_LINGER", "60"),
            "embedded:" + folder.resolve("store"),
            args.length > 3 ? args[3] : "equities",
            Long.parseLong(args[0]),
            Long.parseLong(args[1]),
            Arrays.copyOfRange(args, Math.min(4, args.length), args.length));
    if (!market.agrees()) {
      System.exit(1);
    }
    System.out.println("every measure is the generator's");
  }
}
