package io.daisychain.jmh;

import io.daisychain.cli.terminal.Terminal;
import io.daisychain.model.Family;
import io.daisychain.model.TableSchema;
import io.daisychain.store.KeyRanges;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/**
 * Link beside its limit: a scan of the Link family by plain threads, and the rows that link wrote,
 * ready in memory, written to the same store as files by plain threads. Both in turns, as often as
 * asked; the first round warms everything.
 */
final class LinkBench {
  /** Timestamp of what the first link run of a table writes. */
  private static final long FIRST_RUN = TableSchema.INGEST_TIMESTAMP + 1;

  private final BenchSetting setting;
  private final BenchTable results;

  LinkBench(BenchSetting setting) {
    this.setting = setting;
    this.results = setting.results();
  }

  /** Measures, and prints each round's share of the limit. */
  void run(int rounds) throws IOException {
    RawStore raw = setting.rawStore();
    for (int round = 1; round <= rounds; round++) {
      measure(round, raw);
    }
    results.print();
    Terminal.result("");
    for (int round = 1; round <= rounds; round++) {
      print(round);
    }
  }

  private void measure(int round, RawStore raw) throws IOException {
    String linked = setting.table() + round;
    String written = setting.table() + "-raw" + round;
    KeyRanges ranges = BenchTables.make(setting.connector(), linked, BenchSetting.SPLITS);
    setting.stages().ingest(linked, true);

    CpuClock clock = new CpuClock();
    raw.scan(linked, ranges, Family.LINK);
    results.add(BenchTable.name("raw scan of Link", round), setting.events(), clock);

    clock = new CpuClock();
    setting.stages().link(linked);
    results.add(BenchTable.name("link", round), setting.events(), clock);

    List<byte[]> rows = raw.read(linked, ranges, timestamp -> timestamp == FIRST_RUN);
    BenchTables.make(setting.connector(), written, BenchSetting.SPLITS);
    clock = new CpuClock();
    raw.bulk(written, rows);
    results.add(BenchTable.name("raw bulk of its rows", round), setting.events(), clock);
    BenchTables.drop(setting.connector(), linked, written);
  }

  private void print(int round) {
    double scan = results.cpuMicros(BenchTable.name("raw scan of Link", round));
    double bulk = results.cpuMicros(BenchTable.name("raw bulk of its rows", round));
    double link = results.cpuMicros(BenchTable.name("link", round));
    double seconds =
        results.seconds(BenchTable.name("raw scan of Link", round))
            + results.seconds(BenchTable.name("raw bulk of its rows", round));
    Terminal.result(
        String.format(
            Locale.ROOT,
            "round %d: link %.2f us CPU an event, raw scan and bulk %.2f: %.0f%% of the limit's"
                + " CPU, %.0f%% of its rate",
            round,
            link,
            scan + bulk,
            100 * (scan + bulk) / link,
            100 * seconds / results.seconds(BenchTable.name("link", round))));
  }
}
