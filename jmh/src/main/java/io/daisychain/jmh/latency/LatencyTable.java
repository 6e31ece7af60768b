package io.daisychain.jmh.latency;

import java.util.Locale;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;

/** Prints how long messages took from door to door. */
final class LatencyTable {
  private static final double[] PERCENTILES = {50, 90, 99, 99.9};
  private static final double MICROS = 1e3;

  private final Consumer<String> out;

  LatencyTable(Consumer<String> out) {
    this.out = out;
  }

  /** What stands above all rates. */
  void header() {
    out.accept("");
    out.accept(
        "in us: p50, p90, p99, p99.9, most; all percentiles of all messages of the rate, counted from"
            + " the schedule");
  }

  /**
   * Prints a rate.
   *
   * @param reached messages linked a second
   * @param waiting messages that were checked and not linked, on average
   */
  void print(int rate, LatencyRun run, double reached, double waiting) {
    out.accept("");
    out.accept(
        String.format(
            Locale.ROOT,
            "%,d/s: %,.0f/s linked, %,d messages, %,d told to the subscriber",
            rate,
            reached,
            run.told.length,
            run.ended.get()));
    line("D0-D1 sent and read", run, 0, 1);
    line("D1-D2 checked", run, 1, 2);
    line("D2-D3 durable", run, 2, 3);
    line("D3-D4 linked", run, 3, 4);
    line("D4-D5 written", run, 4, 5);
    line("D5-D6 received", run, 5, 6);
    line("D0-D6 end to end", run, 0, 6);
    line("D1-D5 door to door", run, 1, 5);
    Histogram logic = new Histogram(3);
    Histogram inside = new Histogram(3);
    for (int i = 0; i < run.told.length; i++) {
      if (run.doors[4][i] > 0) {
        long d1 = run.doors[1][i];
        long d2 = run.doors[2][i];
        logic.recordValue(d2 - d1 + run.doors[4][i] - run.doors[3][i]);
        inside.recordValue(run.doors[4][i] - d2);
      }
    }
    line("business logic D4-D1 without D3", logic);
    double little = reached * inside.getMean() / 1e9;
    out.accept(
        String.format(
            Locale.ROOT,
            "  queue between D2 and D4: %.1f messages, Little's law says %.1f",
            waiting,
            little));
  }

  private void line(String name, LatencyRun run, int from, int to) {
    Histogram times = new Histogram(3);
    for (int i = 0; i < run.told.length; i++) {
      if (run.doors[to][i] > 0 && run.doors[from][i] > 0) {
        times.recordValue(Math.max(0, run.doors[to][i] - run.doors[from][i]));
      }
    }
    line(name, times);
  }

  void line(String name, Histogram times) {
    StringBuilder line = new StringBuilder(String.format("  %-32s", name));
    for (double percentile : PERCENTILES) {
      line.append(
          String.format(Locale.ROOT, " %,12.1f", times.getValueAtPercentile(percentile) / MICROS));
    }
    line.append(String.format(Locale.ROOT, " %,12.1f", times.getMaxValue() / MICROS));
    out.accept(line.toString());
  }
}
