package io.daisychain.jmh;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.cli.AddedCommand;
import io.daisychain.cli.job.ReportOption;
import io.daisychain.cli.job.Stages;
import io.daisychain.cli.option.RunnerOptions;
import io.daisychain.cli.terminal.Terminal;
import io.daisychain.jmh.latency.EchoBench;
import io.daisychain.jmh.latency.LiveMemoryBench;
import io.daisychain.jmh.latency.SteadyWatchBench;
import io.daisychain.jmh.latency.TickBench;
import io.daisychain.jmh.latency.WatchBench;
import io.daisychain.model.Family;
import io.daisychain.store.KeyRanges;
import io.daisychain.store.StoreConnector;
import io.daisychain.watch.journal.Durable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code bench}: what the stages of a run cost, beside what the store costs alone. */
@Command(
    name = AddedCommand.BENCH,
    description = {
      AddedCommand.BENCH_SUMMARY,
      "It generates a workload of its own, and what the store does with the same rows, put, bulk "
          + "loaded and scanned by plain threads, is measured in the same run. CPU is that of this "
          + "process and of an embedded store.",
      ""
    },
    footer = "Beam's own options, such as --runner, can follow.")
public final class BenchCommand implements AddedCommand {
  /** What can be measured; the stages before it are run in any case. */
  enum Stage {
    GENERATE,
    INGEST,
    LINK,
    PUBLISH,
    ALL,
    DAY,
    MARKET,
    FLIGHT,
    PARQUET,
    EXPLORE,
    WATCH
  }

  private static final String DEMO = "daisychain-data/demo/warehouse.duckdb";

  @Parameters(
      index = "0",
      paramLabel = "STAGE",
      description = {
        "generate, ingest, link or publish: measures one stage, after those before it. all: each stage "
            + "once, beside the store. day: files to SQL, with disk and heap, beside DuckDB alone and "
            + "the paper's rate. market: market data beside DuckDB, ten quotes an event. flight: "
            + "the same, of 63 dates, by a server of its own over Arrow Flight, from files and from memory, "
            + "then to users at once, see --users. "
            + "parquet: Parquet files of that many quotes beside parquet-java. explore: the explorer over the "
            + "demo's events many times over. watch: percentiles by door over a ladder of rates, see "
            + "--source."
      })
  private Stage stage;

  @Option(
      names = "--events",
      paramLabel = "N",
      defaultValue = "1000000",
      description = "Size of the workload. Default: ${DEFAULT-VALUE}")
  private long events;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "2",
      description = "How often a bench of one stage measures; the first is cold. Default: 2")
  private int rounds;

  @Option(
      names = "--source",
      paramLabel = "fix|folder|ticks|echo|memory",
      defaultValue = "FIX",
      description =
          "Of watch: what messages come from; echo: what FIX engines take that only send them back;"
              + " memory: what --events live events take. Default: fix")
  private Source source;

  @Option(
      names = "--rate",
      paramLabel = "N",
      description =
          "Of watch --source=folder: hands in so many messages a second for --seconds instead of the"
              + " ladder, and prints memory over time.")
  private Integer rate;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "600",
      description = "How long --rate goes on, and users of flight ask. Default: ${DEFAULT-VALUE}")
  private int seconds;

  @Option(
      names = "--users",
      paramLabel = "N",
      defaultValue = "10",
      description =
          "Of flight: so many users ask for quotes of days, weeks, months and quarters for --seconds."
              + " Default: ${DEFAULT-VALUE}")
  private int users;

  @Option(
      names = "--durable",
      paramLabel = "store|journal|memory",
      defaultValue = "STORE",
      description = "Of watch: when sources are told. Default: store")
  private Durable durable;

  /** Sources of watch. */
  enum Source {
    FIX,
    FOLDER,
    TICKS,
    ECHO,
    MEMORY
  }

  @Option(
      names = "--files",
      paramLabel = "csv|none",
      defaultValue = "CSV",
      description = "Of day: what publish writes beside the warehouse. Default: csv")
  private Files files;

  /** What publish leaves beside the warehouse. */
  enum Files {
    CSV,
    NONE
  }

  @Option(
      names = "--browser",
      description =
          "Of explore: measures the page in chromium, from mouse and navigation to what is drawn,"
              + " instead of the server")
  private boolean browser;

  @Option(
      names = "--output",
      paramLabel = "DIR",
      defaultValue = "daisychain-data/bench",
      description = "Folder for everything that the bench makes. Default: ${DEFAULT-VALUE}")
  private String output;

  @Mixin private ReportOption report;
  @Mixin private RunnerOptions runner;

  private final BenchTable results = new BenchTable();

  @Override
  public Integer call() throws IOException {
    return report.around("bench", this::work);
  }

  private ObjectNode work(String runId) throws IOException {
    if (rate != null && (stage != Stage.WATCH || source != Source.FOLDER || rate < 10)) {
      throw new IOException("--rate=" + rate + " is 10 or more, of watch --source=folder");
    }
    if (stage == Stage.MARKET) {
      MarketBench.run(Path.of(output, "market"), 10 * events, Terminal::result);
      return results.json();
    }
    if (stage == Stage.FLIGHT) {
      FlightBench.run(Path.of(output, "flight"), 10 * events, users, seconds, Terminal::result);
      return results.json();
    }
    if (stage == Stage.PARQUET) {
      ParquetBench.run(Path.of(output, "parquet"), Math.toIntExact(events), Terminal::result);
      return results.json();
    }
    if (stage == Stage.EXPLORE) {
      ExploreBench.run(
          Path.of(output, "explore"), Path.of(DEMO), events, browser, Terminal::result);
      return results.json();
    }
    if (stage == Stage.WATCH && source == Source.TICKS) {
      TickBench.run(Terminal::result);
      return results.json();
    }
    if (stage == Stage.WATCH && source == Source.ECHO) {
      new EchoBench(Terminal::result).run();
      return results.json();
    }
    try (Stages stages = Stages.in(output, AddedCommand.BENCH + "-" + runId, runner)) {
      if (stage == Stage.WATCH) {
        stages.openStoreAlone();
        Path folder = Path.of(output, "watch");
        String table = AddedCommand.BENCH + "-" + runId;
        if (source == Source.MEMORY) {
          LiveMemoryBench.run(stages, table, folder, stages.generate(events), Terminal::result);
          return results.json();
        }
        if (rate != null) {
          SteadyWatchBench.run(stages, table, folder, rate, seconds, Terminal::result);
          return results.json();
        }
        WatchBench.run(stages, table, folder, source == Source.FIX, durable, Terminal::result);
        return results.json();
      }
      long count = generate(stages);
      if (stage == Stage.GENERATE) {
        results.print();
      } else {
        measure(
            new BenchSetting(
                stages,
                stages.openStore(),
                AddedCommand.BENCH + "-" + runId,
                count,
                2 * Runtime.getRuntime().availableProcessors(),
                results));
      }
    }
    return results.json();
  }

  private void measure(BenchSetting setting) throws IOException {
    switch (stage) {
      case INGEST -> new IngestBench(setting).run(rounds);
      case LINK -> new LinkBench(setting).run(rounds);
      case DAY -> new DayBench(setting, Path.of(output), files == Files.CSV).run();
      case PUBLISH -> {
        ingestAndLink(setting);
        new PublishBench(setting).run(rounds);
      }
      default -> {
        publish(setting, ingestAndLink(setting));
        results.print();
      }
    }
  }

  /** Makes the workload, in rounds where it is to be compared: the first is cold. */
  private long generate(Stages stages) throws IOException {
    boolean compared = stage == Stage.GENERATE || stage == Stage.INGEST;
    long count = 0;
    for (int round = 1; round <= (compared ? rounds : 1); round++) {
      CpuClock clock = new CpuClock();
      count = stages.generate(events);
      results.add(compared ? BenchTable.name("generate", round) : "generate", count, clock);
    }
    return count;
  }

  private KeyRanges ingestAndLink(BenchSetting setting) throws IOException {
    String table = setting.table();
    StoreConnector connector = setting.connector();
    for (String name : List.of(table + "-put", table + "-bulk")) {
      BenchTables.make(connector, name, BenchSetting.SPLITS);
    }
    KeyRanges ranges = BenchTables.make(connector, table, BenchSetting.SPLITS);
    CpuClock clock = new CpuClock();
    setting.stages().ingest(table, true);
    results.add("ingest", setting.events(), clock);
    measureStore(setting, ranges);
    clock = new CpuClock();
    setting.stages().link(table);
    results.add("link", setting.events(), clock);
    return ranges;
  }

  private void publish(BenchSetting setting, KeyRanges ranges) throws IOException {
    CpuClock clock = new CpuClock();
    setting.stages().publish(() -> {});
    results.add("publish", setting.events(), clock);
    clock = new CpuClock();
    setting.rawStore().scan(setting.table(), ranges);
    results.add("raw scan of linked rows", setting.events(), clock);
  }

  private void measureStore(BenchSetting setting, KeyRanges ranges) throws IOException {
    RawStore raw = setting.rawStore();
    String table = setting.table();
    List<byte[]> rows = raw.read(table, ranges);
    CpuClock clock = new CpuClock();
    raw.scan(table, ranges);
    results.add("raw scan of stored rows", setting.events(), clock);
    clock = new CpuClock();
    raw.scan(table, ranges, Family.LINK);
    results.add("raw scan, Link alone", setting.events(), clock);
    clock = new CpuClock();
    raw.bulk(table + "-bulk", rows);
    results.add("raw bulk of the same rows", setting.events(), clock);
    clock = new CpuClock();
    raw.put(table + "-put", rows);
    results.add("raw put of the same rows", setting.events(), clock);
  }
}
