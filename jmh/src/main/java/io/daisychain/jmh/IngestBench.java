package io.daisychain.jmh;

import io.daisychain.cli.terminal.Terminal;
import io.daisychain.store.KeyRanges;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/**
 * Ingest beside its limit: the same rows, ready in memory, written to the same store in the same
 * way by plain threads. Both ways, in turns, as often as asked; the first round warms everything.
 */
final class IngestBench {
  private static final String BULK = "bulk";

  /** How rows are written, in the order of measuring. */
  private static final List<String> WAYS = List.of(BULK, "put");

  private final BenchSetting setting;
  private final BenchTable results;
  private List<byte[]> rows;

  IngestBench(BenchSetting setting) {
    this.setting = setting;
    this.results = setting.results();
  }

  /** Measures, and prints what the CPU of the last round went to. */
  void run(int rounds) throws IOException {
    RawStore raw = setting.rawStore();
    for (int round = 1; round <= rounds; round++) {
      for (String way : WAYS) {
        measure(way, round, raw);
      }
    }
    results.print();
    split(rounds);
  }

  private void measure(String way, int round, RawStore raw) throws IOException {
    String target = setting.table() + "-" + way + round;
    KeyRanges ranges = BenchTables.make(setting.connector(), target, BenchSetting.SPLITS);
    CpuClock clock = new CpuClock();
    setting.stages().ingest(target, way.equals(BULK));
    results.add(BenchTable.name(way, round), setting.events(), clock);
    if (rows == null) {
      rows = raw.read(target, ranges);
    }
    BenchTables.make(setting.connector(), target + "-raw", BenchSetting.SPLITS);
    clock = new CpuClock();
    if (way.equals(BULK)) {
      raw.bulk(target + "-raw", rows);
    } else {
      raw.put(target + "-raw", rows);
    }
    results.add("raw " + BenchTable.name(way, round), setting.events(), clock);
    BenchTables.drop(setting.connector(), target, target + "-raw");
  }

  private void split(int round) throws IOException {
    BenchTables.make(setting.connector(), setting.table(), BenchSetting.SPLITS);
    StepCosts steps =
        StepCosts.measure(
            setting.stages().files(), setting.stages().ingestSettings(setting.table()));
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
    for (String way : WAYS) {
      print(BenchTable.name(way, round), steps);
    }
    double generate = results.cpuMicros(BenchTable.name("generate", round));
    for (String way : WAYS) {
      String line = BenchTable.name(way, round);
      Terminal.result(
          String.format(
              Locale.ROOT,
              "generate, round %d: %.2f us CPU an event, %.1f times as fast as ingest by %s",
              round,
              generate,
              results.cpuMicros(line) / generate,
              line));
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
