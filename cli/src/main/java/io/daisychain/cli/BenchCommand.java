package io.daisychain.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.datagen.GeneratorSettings;
import io.daisychain.model.Family;
import io.daisychain.store.KeyRanges;
import io.daisychain.store.RawStore;
import io.daisychain.store.StoreConnector;
import io.daisychain.store.StoreSession;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.beam.sdk.options.PipelineOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "bench",
    description = {
      "Measures generate, ingest, link and publish on a workload of its own, beside what the same",
      "store does with the same rows when they are put, handed over as files and scanned by plain",
      "threads, all in one run. CPU is that of this process and of an embedded store.",
      ""
    },
    footer = "Beam's own options, such as --runner, can follow.")
final class BenchCommand implements Callable<Integer> {
  private static final int SPLITS = 48;
  private static final String TABLE = "bench";

  /** What can be measured; the stages before it are run in any case. */
  enum Stage {
    GENERATE,
    INGEST,
    LINK,
    PUBLISH,
    ALL
  }

  @Parameters(
      index = "0",
      paramLabel = "STAGE",
      description = "generate, ingest, link, publish or all: the last stage to run.")
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
    CommandLog.open(Path.of(output));
    StoreOptions store = StoreOptions.of("embedded:" + output + "/store", TABLE + "-" + runId);
    PipelineOptions options = runner.options(store);
    GeneratorSettings settings =
        GeneratorSettings.to(Paths.absolute(output + "/workload")).withWorkload(100, events);
    long count = generate(settings, options);
    if (stage != Stage.GENERATE) {
      IngestStage ingest =
          IngestStage.of(
              output + "/workload/events-*.fix", ReferenceOption.of(output + "/workload"));
      ingest.check(options);
      try (StoreSession session = store.open()) {
        BenchSetting setting =
            new BenchSetting(
                session.connector(),
                store.table(),
                ingest,
                RejectsOption.of(output + "/rejects"),
                options,
                count,
                results);
        if (stage == Stage.INGEST) {
          new IngestBench(setting).run(rounds, SPLITS, threads());
        } else if (stage == Stage.LINK) {
          new LinkBench(setting).run(rounds, SPLITS, threads());
        } else {
          measure(session.connector(), store.table(), ingest, options, runId, count);
          if (stage == Stage.PUBLISH) {
            Path folder = Path.of(Paths.absolute(output));
            new PublishBench(session.connector(), store.table(), options, folder, results)
                .run(rounds, threads());
          } else {
            results.print();
          }
        }
      }
    } else {
      results.print();
    }
    return results.json();
  }

  /** Makes the workload, in rounds where it is to be compared: the first is cold. */
  private long generate(GeneratorSettings settings, PipelineOptions options) throws IOException {
    boolean compared = stage == Stage.GENERATE || stage == Stage.INGEST;
    long count = 0;
    for (int round = 1; round <= (compared ? rounds : 1); round++) {
      CpuClock clock = new CpuClock();
      ObjectNode generated = GenerateStage.run(settings, options, output + "/workload");
      count = generated.get("events").asLong();
      results.add(compared ? BenchTable.name("generate", round) : "generate", count, clock);
    }
    return count;
  }

  private void measure(
      StoreConnector connector,
      String table,
      IngestStage ingest,
      PipelineOptions options,
      String runId,
      long count)
      throws IOException {
    RejectsOption rejects = RejectsOption.of(output + "/rejects");
    KeyRanges ranges = makeTables(connector, table);
    CpuClock clock = new CpuClock();
    ingest.run(connector, table, rejects, new WriteOption(), options, runId);
    results.add("ingest", count, clock);
    measureStore(connector, table, ranges, count);
    clock = new CpuClock();
    LinkStage.withDefaults()
        .run(
            connector,
            table,
            ReferenceOption.of(null),
            new RulesOptions(),
            rejects,
            new WriteOption(),
            options,
            runId);
    results.add("link", count, clock);
    if (stage != Stage.ALL) {
      return;
    }
    clock = new CpuClock();
    WarehouseOption warehouse = WarehouseOption.of("duckdb:" + output + "/warehouse.duckdb");
    PublishStage.of(output + "/published", warehouse).run(connector, table, options);
    results.add("publish", count, clock);
    RawStore raw = new RawStore(connector, threads());
    clock = new CpuClock();
    raw.scan(table, ranges);
    results.add("raw scan of linked rows", count, clock);
  }

  private static KeyRanges makeTables(StoreConnector connector, String table) throws IOException {
    for (String name : List.of(table + "-put", table + "-bulk")) {
      BenchTables.make(connector, name, SPLITS);
    }
    return BenchTables.make(connector, table, SPLITS);
  }

  private void measureStore(StoreConnector connector, String table, KeyRanges ranges, long count)
      throws IOException {
    RawStore raw = new RawStore(connector, threads());
    List<byte[]> rows = raw.read(table, ranges);
    CpuClock clock = new CpuClock();
    raw.scan(table, ranges);
    results.add("raw scan of stored rows", count, clock);
    clock = new CpuClock();
    raw.scan(table, ranges, Family.LINK);
    results.add("raw scan, Link alone", count, clock);
    clock = new CpuClock();
    raw.bulk(table + "-bulk", rows);
    results.add("raw bulk of the same rows", count, clock);
    clock = new CpuClock();
    raw.put(table + "-put", rows);
    results.add("raw put of the same rows", count, clock);
  }

  private static int threads() {
    return 2 * Runtime.getRuntime().availableProcessors();
  }
}
