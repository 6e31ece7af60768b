package io.daisychain.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.cli.job.GenerateStage;
import io.daisychain.cli.job.IngestStage;
import io.daisychain.cli.job.LinkStage;
import io.daisychain.cli.job.PublishStage;
import io.daisychain.cli.job.ReportOption;
import io.daisychain.cli.job.StageContext;
import io.daisychain.cli.market.MarketLoadCommand;
import io.daisychain.cli.option.MarketDataOption;
import io.daisychain.cli.option.Paths;
import io.daisychain.cli.option.ReferenceOption;
import io.daisychain.cli.option.RejectsOption;
import io.daisychain.cli.option.RunnerOptions;
import io.daisychain.cli.option.StoreOptions;
import io.daisychain.cli.option.WarehouseOption;
import io.daisychain.cli.option.WriteOption;
import io.daisychain.cli.terminal.CommandLog;
import io.daisychain.cli.terminal.Terminal;
import io.daisychain.datagen.GeneratorSettings;
import io.daisychain.datagen.chain.BuiltInModels;
import io.daisychain.datagen.fault.ErrorRates;
import io.daisychain.marketdata.feed.Feed;
import io.daisychain.model.RowKey;
import io.daisychain.model.TradeDates;
import io.daisychain.publish.tree.TreeView;
import io.daisychain.store.StoreSession;
import io.daisychain.warehouse.SqlQuery;
import io.daisychain.warehouse.print.QueryFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.beam.sdk.options.PipelineOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "demo",
    description = {
      "Runs all stages on a generated workload and shows what comes out.",
      "About 100,000 events are generated, in shares, a few in options and in orders of several"
          + " legs, with allocations and with firms of all versions of FIX, and with a market around"
          + " them. They are ingested, linked and published, on the embedded store and warehouse."
          + " Then a lifecycle is drawn, and some queries are asked.",
      ""
    })
final class DemoCommand implements Callable<Integer> {
  private static final long EVENTS = 100_000;

  /** Of everything a little, and of what fits few events enough to be seen. */
  private static final String ERRORS =
      "0.005,CYCLE=0.02,ORPHAN=0.002,UNKNOWN_REPORTER=0.002,UNKNOWN_CUSTOMER=0.002,"
          + "UNACCEPTED=0.002,OVERFILL=0.001";

  private static final String TABLE = "market_events";

  /** Small enough for a screen, with more than two firms and all in order. */
  private static final String SMALL_LIFECYCLE =
      "SELECT id FROM lifecycles WHERE events BETWEEN 9 AND 14 AND firms >= 3 AND errors = 0"
          + " AND depth >= 4 AND id IN (SELECT id FROM events WHERE putOrCall IS NULL AND NOT"
          + " multiLeg) ORDER BY firstTime, id LIMIT 1";

  private static final List<String> QUERIES =
      List.of(
          "SELECT finalState, count(*) AS lifecycles, round(avg(events), 1) AS events, max(depth)"
              + " AS deepest FROM lifecycles GROUP BY finalState ORDER BY lifecycles DESC",
          "SELECT unnest(string_split(errorStatus, ';')) AS status, count(*) AS events FROM events"
              + " WHERE errorStatus IS NOT NULL GROUP BY status ORDER BY events DESC",
          "SELECT o.instrument, count(*) AS lifecycles, sum(l.filledQuantity) AS filled FROM"
              + " lifecycles AS l JOIN events AS o ON o.id = l.id AND o.tradeDate = l.firstDate"
              + " WHERE NOT o.multiLeg GROUP BY o.instrument ORDER BY filled DESC LIMIT 5",
          "SELECT fixVersion, count(DISTINCT ReporterId) AS firms, count(*) AS events,"
              + " count(putOrCall) AS ofOptions, count(*) FILTER (WHERE multiLeg) AS ofSeveralLegs,"
              + " count(*) FILTER (WHERE eventType = 'ALLOCATION') AS allocations FROM events GROUP"
              + " BY fixVersion ORDER BY fixVersion",
          "SELECT q.venue, count(*) AS fills, round(avg(q.quotedSpread), 4) AS quotedSpread,"
              + " round(avg(q.effectiveSpread), 4) AS paidByMarketOrders FROM v_execution_quality AS q"
              + " JOIN events AS fill ON fill.id = q.id JOIN events AS o ON o.id = fill.Parent"
              + " WHERE o.ordType = '1' AND q.venue IS NOT NULL GROUP BY q.venue"
              + " ORDER BY fills DESC, q.venue LIMIT 5");

  @Option(
      names = "--output",
      paramLabel = "DIR",
      defaultValue = "daisychain-data/demo",
      description = "Folder for everything that the demo makes. Default: ${DEFAULT-VALUE}")
  private String output;

  @Mixin private ReportOption report;

  @Override
  public Integer call() throws IOException {
    return report.around("demo", this::work);
  }

  private ObjectNode work(String runId) throws IOException {
    CommandLog.open(Path.of(output));
    PipelineOptions options = new RunnerOptions().options();
    WarehouseOption warehouse = WarehouseOption.of("duckdb:" + output + "/warehouse.duckdb");
    MarketDataOption marketData = MarketDataOption.of(output + "/marketdata");
    PublishStage publish = PublishStage.of(output + "/published", warehouse, marketData);
    publish.check(options);
    RejectsOption rejects = RejectsOption.of(output + "/rejects");
    rejects.check(options, RejectsOption.Stage.values());
    ObjectNode generated = generate(options);
    ObjectNode quotes = load("quotes", marketData, rejects, options, runId);
    ObjectNode trades = load("trades", marketData, rejects, options, runId + "-trades");
    ObjectNode counts;
    StoreOptions store = StoreOptions.of("embedded:" + output + "/store", TABLE);
    IngestStage ingest =
        IngestStage.of(output + "/workload/events-*.fix", ReferenceOption.of(output + "/workload"));
    ingest.check(options);
    try (StoreSession session = store.open()) {
      counts =
          RunCommand.run(
              new StageContext(session.table(TABLE), rejects, new WriteOption(), options, runId),
              ingest,
              LinkStage.withDefaults(),
              publish);
    }
    boolean agree = compare(generated, counts);
    show(warehouse);
    counts.set("generate", generated);
    counts.set("quotes", quotes);
    counts.set("trades", trades);
    if (!agree) {
      throw new IOException("the sums of the stages do not agree");
    }
    return counts;
  }

  /** Loads the market of the workload, so that publishing has it beside the events. */
  private ObjectNode load(
      String kind,
      MarketDataOption marketData,
      RejectsOption rejects,
      PipelineOptions options,
      String runId)
      throws IOException {
    String pattern = output + "/workload/" + kind + "-*.csv";
    var input = new MarketLoadCommand.Input(pattern, Feed.CSV, TradeDates.UTC);
    return MarketLoadCommand.run(input, marketData, rejects, options, runId);
  }

  private ObjectNode generate(PipelineOptions options) throws IOException {
    GeneratorSettings settings =
        GeneratorSettings.to(Paths.absolute(output + "/workload"))
            .withWorkload(100, EVENTS)
            .withModel(BuiltInModels.MIXED)
            .withErrors(ErrorRates.parse(ERRORS))
            .withShards(4)
            .withTruth()
            .withMarket();
    return GenerateStage.run(settings, options, output + "/workload");
  }

  /** The same number must come out of every stage. */
  private static boolean compare(ObjectNode generated, ObjectNode counts) {
    long events = generated.get("events").asLong();
    boolean agree = equal("lines read", generated.get("lines"), counts.at("/ingest/read"));
    agree &= equal("messages rejected", generated.get("rejects"), counts.at("/ingest/rejected"));
    agree &= equal("messages stored", generated.get("stored"), counts.at("/ingest/stored"));
    agree &= equal("events linked", generated.get("events"), counts.at("/link/events"));
    agree &= equal("events published", generated.get("events"), counts.at("/publish/events"));
    JsonNode sums = counts.at("/link/sums");
    if (sums.get("ingests").asLong() == 1) { // else the demo was run before
      long again = sums.get("repeats").asLong() + sums.get("duplicates").asLong();
      agree &= equal("messages of a key that was there", generated.get("repeats").asLong(), again);
    }
    agree &= equal("edges published", counts.at("/link/edges"), counts.at("/publish/links"));
    agree &=
        equal(
            "lifecycles published",
            counts.at("/link/lifecycles"),
            counts.at("/publish/lifecycles"));
    if (agree) {
      Terminal.result(
          "sums     agree: "
              + Terminal.number(events)
              + " events generated, stored, linked and published");
    }
    return agree;
  }

  private static boolean equal(String what, JsonNode expected, JsonNode found) {
    return equal(what, expected.asLong(), found.asLong());
  }

  private static boolean equal(String what, long expected, long found) {
    if (expected == found) {
      return true;
    }
    Terminal.error(what + ": " + found + ", expected " + expected);
    return false;
  }

  private void show(WarehouseOption warehouse) throws IOException {
    SqlQuery query = warehouse.query();
    List<String[]> small = query.rows(SMALL_LIFECYCLE);
    if (!small.isEmpty()) {
      String id = small.get(0)[0];
      Terminal.result("\n$ ./daisychain tree --warehouse=" + warehouse.shown() + " " + id + "\n");
      TreeView.Style style = new TreeView.Style(Terminal.columns(), false);
      TreeView.print(query, List.of(RowKey.parse(id)), style, Terminal.out());
    }
    Terminal.result("\nFive queries to try:");
    for (String sql : QUERIES) {
      Terminal.result(
          "\n$ ./daisychain sql --warehouse=" + warehouse.shown() + " \"" + sql + "\"\n");
      query.run(sql, QueryFormat.parse("table"), Terminal.out());
    }
    Terminal.result(
        "\nAll of it on a page:\n\n$ ./daisychain explore --warehouse=" + warehouse.shown());
    Terminal.out().flush();
  }
}
