package io.daisychain.cli;

import io.daisychain.beam.Spill;
import io.daisychain.ingest.IngestSettings;
import io.daisychain.ingest.StepCosts;
import io.daisychain.splits.SplitPoints;
import io.daisychain.store.KeyRanges;
import io.daisychain.store.RawStore;
import io.daisychain.store.TableAdmin;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/**
 * Ingest beside its limit: the same rows, ready in memory, written to the same store in the same
 * way by plain threads. Both ways, in turns, as often as asked; the first round warms everything.
 */
final class IngestBench {
  private final BenchSetting setting;
  private final BenchTable results;
  private List<byte[]> rows;

  IngestBench(BenchSetting setting) {
    this.setting = setting;
    this.results = setting.results();
  }

  /** Measures, and prints what the CPU of the last round went to. */
  void run(int rounds, int splits, int threads) throws IOException {
    RawStore raw = new RawStore(setting.connector(), threads);
    for (int round = 1; round <= rounds; round++) {
      for (WriteOption.Mode mode : WriteOption.Mode.values()) {
        if (mode == WriteOption.Mode.PUT || setting.connector().takesHFiles()) {
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
    String target = setting.table() + "-" + way + round;
    KeyRanges ranges = BenchTables.make(setting.connector(), target, splits);
    String runId = Runs.newId();
    CpuClock clock = new CpuClock();
    setting
        .ingest()
        .run(
            setting.connector(),
            target,
            setting.rejects(),
            WriteOption.of(mode),
            setting.options(),
            runId);
    results.add(BenchTable.name(way, round), setting.events(), clock);
    if (rows == null) {
      rows = raw.read(target, ranges);
    }
    BenchTables.make(setting.connector(), target + "-raw", splits);
    clock = new CpuClock();
    if (mode == WriteOption.Mode.BULK) {
      raw.bulk(target + "-raw", rows);
    } else {
      raw.put(target + "-raw", rows);
    }
    results.add("raw " + BenchTable.name(way, round), setting.events(), clock);
    BenchTables.drop(setting.connector(), target, target + "-raw");
  }

  private void split(int round) throws IOException {
    StepCosts steps;
    try (TableAdmin tables = TableAdmin.open(setting.connector())) {
      tables.createIfAbsent(setting.table(), SplitPoints.of(IngestStage.DEFAULT_SPLITS));
      IngestSettings settings =
          setting
              .ingest()
              .prepare(
                  setting.connector(),
                  setting.table(),
                  setting.rejects(),
                  new WriteOption(),
                  "steps",
                  Spill.none());
      steps = StepCosts.measure(setting.ingest().files(), settings);
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
      String way = BenchTable.name(mode.name().toLowerCase(Locale.ROOT), round);
      if (results.json().has(way)) {
        print(way, steps);
      }
    }
    double generate = results.cpuMicros(BenchTable.name("generate", round));
    for (WriteOption.Mode mode : WriteOption.Mode.values()) {
      String way = BenchTable.name(mode.name().toLowerCase(Locale.ROOT), round);
      if (results.json().has(way)) {
        Terminal.result(
            String.format(
                Locale.ROOT,
                "generate, round %d: %.2f us CPU an event, %.1f times as fast as ingest by %s",
                round,
                generate,
                results.cpuMicros(way) / generate,
                way));
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
    return nanos / 1e3 / setting.events();
  }
}
