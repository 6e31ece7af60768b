package io.daisychain.datagen;

import io.daisychain.model.EventType;
import java.util.Arrays;
import java.util.List;

/** What a picture shows of generated lifecycles. Reads the records that become messages. */
final class PictureStatistics {
  static final int MINUTES = 24 * 60;
  static final int PRICED_SYMBOLS = 3;
  private static final int MOST = 400;
  private static final int DECADES = 12;
  static final int BINS_PER_DECADE = 4;

  /** Lifecycles by the longest way up to their root, in events. */
  final long[] byDepth = new long[MOST];

  /** Orders by the number of orders that were made of them; those without are left out. */
  final long[] byFanOut = new long[MOST];

  /** Events of the trade date by the minute, UTC. */
  final long[] byMinute = new long[MINUTES];

  /** Gaps between neighbouring events by quarters of decades of nanoseconds, from 1 ns on. */
  final long[] byGap = new long[DECADES * BINS_PER_DECADE];

  /** Sums and numbers of the prices of executions, by symbol and minute. */
  final double[][] prices = new double[PRICED_SYMBOLS][MINUTES];

  final int[][] executions = new int[PRICED_SYMBOLS][MINUTES];

  long lifecycles;
  long events;
  private long[] times = new long[1 << 16];
  private int[] depth = new int[64];
  private int[] children = new int[64];

  void add(List<EventRecord> records) {
    if (depth.length < records.size()) {
      depth = new int[2 * records.size()];
      children = new int[2 * records.size()];
    }
    Arrays.fill(children, 0, records.size(), 0);
    int deepest = 0;
    for (int i = 0; i < records.size(); i++) {
      EventRecord record = records.get(i);
      depth[i] = 0;
      boolean passedOn = record.type == EventType.ROUTE || record.type == EventType.INTERNAL;
      for (int p = 0; p < record.parentCount(); p++) {
        depth[i] = Math.max(depth[i], depth[record.parent(p)] + 1);
        children[record.parent(p)] += passedOn ? 1 : 0;
      }
      deepest = Math.max(deepest, depth[i]);
      addAlone(record);
    }
    byDepth[Math.min(deepest, MOST - 1)]++;
    for (int i = 0; i < records.size(); i++) {
      if (children[i] > 0) {
        byFanOut[Math.min(children[i], MOST - 1)]++;
      }
    }
    lifecycles++;
  }

  private void addAlone(EventRecord record) {
    if (record.time < TradingDay.NANOS_PER_DAY) {
      int minute = (int) (record.time / 60_000_000_000L);
      byMinute[minute]++;
      if (record.lastPrice > 0 && record.symbol < PRICED_SYMBOLS) {
        prices[record.symbol][minute] += record.lastPrice / 100.0;
        executions[record.symbol][minute]++;
      }
    }
    if (events == times.length) {
      times = Arrays.copyOf(times, 2 * times.length);
    }
    times[(int) events++] = record.time;
  }

  /** Finds the gaps between neighbours, when all lifecycles are there. */
  void finish() {
    Arrays.sort(times, 0, (int) events);
    for (int i = 1; i < events; i++) {
      long gap = Math.max(1, times[i] - times[i - 1]);
      int bin = (int) (Math.log10((double) gap) * BINS_PER_DECADE);
      byGap[Math.min(bin, byGap.length - 1)]++;
    }
  }
}
