package io.daisychain.cli;

import io.daisychain.model.TableSchema;
import io.daisychain.store.Family;
import io.daisychain.store.KeyRanges;
import io.daisychain.store.RawStore;
import io.daisychain.store.StoreConnector;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.apache.beam.sdk.options.PipelineOptions;

/**
 * Link beside its limit: a scan of the Link family by plain threads, and the rows that link wrote,
 * ready in memory, written to the same store as files by plain threads. Both in turns, as often as
 * asked; the first round warms everything.
 */
final class LinkBench {
  /** Timestamp of what the first link run of a table writes. */
  private static final long FIRST_RUN = TableSchema.INGEST_TIMESTAMP + 1;

  private final StoreConnector connector;
  private final String table;
  private final IngestStage ingest;
  private final RejectsOption rejects;
  private final PipelineOptions options;
  private final long events;
  private final BenchTable results;

  LinkBench(
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

  /** Measures, and prints each round's share of the limit. */
  void run(int rounds, int splits, int threads) throws IOException {
    RawStore raw = new RawStore(connector, threads);
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
    String linked = table + round;
    String written = table + "-raw" + round;
    KeyRanges ranges = BenchTables.make(connector, linked, splits);
    ingest.run(connector, linked, rejects, new WriteOption(), options, Runs.newId());

    CpuClock clock = new CpuClock();
    raw.scan(linked, ranges, Family.LINK);
    results.add(name("raw scan of Link", round), events, clock);

    clock = new CpuClock();
    LinkStage.withDefaults()
        .run(
            connector,
            linked,
            ReferenceOption.of(null),
            new RulesOptions(),
            rejects,
            new WriteOption(),
            options,
            Runs.newId());
    results.add(name("link", round), events, clock);

    List<byte[]> rows = raw.read(linked, ranges, timestamp -> timestamp == FIRST_RUN);
    BenchTables.make(connector, written, splits);
    clock = new CpuClock();
    raw.bulk(written, rows);
    results.add(name("raw bulk of its rows", round), events, clock);
    BenchTables.drop(connector, linked, written);
  }

  private void print(int round) {
    double scan = results.cpuMicros(name("raw scan of Link", round));
    double bulk = results.cpuMicros(name("raw bulk of its rows", round));
    double link = results.cpuMicros(name("link", round));
    double seconds =
        results.seconds(name("raw scan of Link", round))
            + results.seconds(name("raw bulk of its rows", round));
    Terminal.result(
        String.format(
            Locale.ROOT,
            "round %d: link %.2f us CPU an event, raw scan and bulk %.2f: %.0f%% of the limit's"
                + " CPU, %.0f%% of its rate",
            round,
            link,
            scan + bulk,
            100 * (scan + bulk) / link,
            100 * seconds / results.seconds(name("link", round))));
  }

  private static String name(String what, int round) {
    return what + (round == 1 ? " (cold)" : ", round " + round);
  }
}
