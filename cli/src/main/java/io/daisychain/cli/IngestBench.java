package io.daisychain.cli;

import io.daisychain.chunk.Spill;
import io.daisychain.ingest.IngestSettings;
import io.daisychain.ingest.StepCosts;
import io.daisychain.splits.SplitPoints;
import io.daisychain.store.KeyRanges;
import io.daisychain.store.RawStore;
import io.daisychain.store.StoreConnector;
import io.daisychain.store.TableAdmin;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.apache.beam.sdk.options.PipelineOptions;

/**
 * Ingest beside its limit: the same rows, ready in memory, written to the same store in the same
 * way by plain threads. Both ways, in turns, as often as asked; the first round warms everything.
 */
final class IngestBench {
  private final StoreConnector connector;
  private final String table;
  private final IngestStage ingest;
  private final RejectsOption rejects;
  private final PipelineOptions options;
  private final long events;
  private final BenchTable results;
  private List<byte[]> rows;

  IngestBench(
      StoreConnector connector,
      String table,
      IngestStage ingest,
      RejectsOption rejects,
      PipelineOptions options,
      long events,
      BenchTable results) {
    this.connector = connector;
    this.table = table;
    this.ingest = ingest;
    this.rejects = rejects;
    this.options = options;
    this.events = events;
    this.results = results;
  }

  /** Measures, and prints what the CPU of the last round went to. */
  void run(int rounds, int splits, int threads) throws IOException {
    RawStore raw = new RawStore(connector, threads);
    for (int round = 1; round <= rounds; round++) {
      for (WriteOption.Mode mode : WriteOption.Mode.values()) {
        if (mode == WriteOption.Mode.PUT || connector.takesHFiles()) {
          measure(mode, round, splits, raw);
        }
      }
    }
    results.print();
    split(rounds);
  }

  private void measure(WriteOption.Mode mode, int round, int splits, RawStore raw)
      throws IOException {
    String way = mode.name().toLowerCase(Locale.ROOT);
    String target = table + "-" + way + round;
    KeyRanges ranges = BenchTables.make(connector, target, splits);
    String runId = Runs.newId();
    CpuClock clock = new CpuClock();
    ingest.run(connector, target, rejects, WriteOption.of(mode), options, runId);
    results.add(name(way, round), events, clock);
    if (rows == null) {
      rows = raw.read(target, ranges);
    }
    BenchTables.make(connector, target + "-raw", splits);
    clock = new CpuClock();
    if (mode == WriteOption.Mode.BULK) {
      raw.bulk(target + "-raw", rows);
    } else {
      raw.put(target + "-raw", rows);
    }
    results.add("raw " + name(way, round), events, clock);
    BenchTables.drop(connector, target, target + "-raw");
  }

  private static String name(String way, int round) {
    return way + (round == 1 ? " (cold)" : ", round " + round);
  }

  private void split(int round) throws IOException {
    StepCosts steps;
    try (TableAdmin tables = TableAdmin.open(connector)) {
      tables.createIfAbsent(table, SplitPoints.of(IngestStage.DEFAULT_SPLITS));
      IngestSettings settings =
          ingest.prepare(connector, table, rejects, new WriteOption(), "steps", Spill.none());
      steps = StepCosts.measure(ingest.files(), settings);
    }
    Terminal.result("");
    Terminal.result(
        String.format(
            Locale.ROOT,
            "%-28s %6s %6s %7s %7s %6s %6s %6s %14s",
            "CPU us/event",
            "read",
            "parse",
            "encode",
            "client",
            "store",
            "rest",
            "all",
            "of raw's rate"));
    for (WriteOption.Mode mode : WriteOption.Mode.values()) {
      String way = name(mode.name().toLowerCase(Locale.ROOT), round);
      if (results.json().has(way)) {
        print(way, steps);
      }
    }
  }

  private void print(String way, StepCosts steps) {
    double read = micros(steps.lines());
    double parse = micros(steps.events());
    double encode = micros(steps.rows());
    double store = results.storeCpuMicros("raw " + way);
    double client = results.cpuMicros("raw " + way) - store;
    double all = results.cpuMicros(way);
    Terminal.result(
        String.format(
            Locale.ROOT,
            "%-28s %6.2f %6.2f %7.2f %7.2f %6.2f %6.2f %6.2f %13.0f%%",
            way,
            read,
            parse,
            encode,
            client,
            store,
            all - read - parse - encode - client - store,
            all,
            100 * results.seconds("raw " + way) / results.seconds(way)));
  }

  private double micros(long nanos) {
    return nanos / 1e3 / events;
  }
}
