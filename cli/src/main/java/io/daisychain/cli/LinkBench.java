package io.daisychain.cli;

import io.daisychain.model.Family;
import io.daisychain.model.TableSchema;
import io.daisychain.store.KeyRanges;
import io.daisychain.store.RawStore;
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
  void run(int rounds, int splits, int threads) throws IOException {
    RawStore raw = new RawStore(setting.connector(), threads);
    for (int round = 1; round <= rounds; round++) {
      measure(round, splits, raw);
    }
    results.print();
    Terminal.result("");
    for (int round = 1; round <= rounds; round++) {
      print(round);
    }
  }

  private void measure(int round, int splits, RawStore raw) throws IOException {
    String linked = setting.table() + round;
    String written = setting.table() + "-raw" + round;
    KeyRanges ranges = BenchTables.make(setting.connector(), linked, splits);
    setting
        .ingest()
        .run(
            setting.connector(),
            linked,
            setting.rejects(),
            new WriteOption(),
            setting.options(),
            Runs.newId());

    CpuClock clock = new CpuClock();
    raw.scan(linked, ranges, Family.LINK);
    results.add(BenchTable.name("raw scan of Link", round), setting.events(), clock);

    clock = new CpuClock();
    LinkStage.withDefaults()
        .run(
            setting.connector(),
            linked,
            ReferenceOption.of(null),
            new RulesOptions(),
            setting.rejects(),
            new WriteOption(),
            setting.options(),
            Runs.newId());
    results.add(BenchTable.name("link", round), setting.events(), clock);

    List<byte[]> rows = raw.read(linked, ranges, timestamp -> timestamp == FIRST_RUN);
    BenchTables.make(setting.connector(), written, splits);
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
