package io.daisychain.explorer.point;

import java.util.Arrays;

/**
 * Sorts rows by time, stable, on all cores: dealt to stretches of time, each of which is then
 * sorted by the bits of time that its rows differ in, with their places behind them.
 */
public final class TimeOrder {
  /**
   * Stretches are so many that one fits a core's cache, and so few that dealing does not miss it.
   */
  private static final int BITS = 12;

  private TimeOrder() {}

  /** Indices of the first {@code size} times, ascending by time. */
  public static int[] of(long[] time, int size) {
    int pieces = Workers.pieces(size);
    long[] least = new long[pieces];
    long[] most = new long[pieces];
    Workers.each(
        pieces,
        piece -> {
          long low = Long.MAX_VALUE;
          long high = Long.MIN_VALUE;
          for (int i = Workers.begin(size, piece, pieces),
                  end = Workers.begin(size, piece + 1, pieces);
              i < end;
              i++) {
            low = Math.min(low, time[i]);
            high = Math.max(high, time[i]);
          }
          least[piece] = low;
          most[piece] = high;
        });
    long first = Arrays.stream(least).min().orElseThrow();
    long last = Arrays.stream(most).max().orElseThrow();
    int significant = size == 0 ? 0 : Long.SIZE - Long.numberOfLeadingZeros(last - first);
    int shift = Math.max(0, significant - BITS);
    int stretches = 1 << Math.min(BITS, significant);
    int[][] next = new int[pieces][stretches];
    Workers.each(
        pieces,
        piece -> {
          for (int i = Workers.begin(size, piece, pieces),
                  end = Workers.begin(size, piece + 1, pieces);
              i < end;
              i++) {
            next[piece][(int) ((time[i] - first) >>> shift)]++;
          }
        });
    int[] begins = new int[stretches + 1];
    for (int stretch = 0, at = 0; stretch < stretches; stretch++) {
      for (int piece = 0; piece < pieces; piece++) { // the rows of earlier pieces stay before
        int count = next[piece][stretch];
        next[piece][stretch] = at;
        at += count;
      }
      begins[stretch + 1] = at;
    }
    int[] order = new int[size];
    Workers.each(
        pieces,
        piece -> {
          for (int i = Workers.begin(size, piece, pieces),
                  end = Workers.begin(size, piece + 1, pieces);
              i < end;
              i++) {
            order[next[piece][(int) ((time[i] - first) >>> shift)]++] = i;
          }
        });
    Workers.each(stretches, stretch -> sort(time, order, begins[stretch], begins[stretch + 1]));
    return order;
  }

  /** Sorts a stretch of rows, which lie in the order that those of one time keep. */
  private static void sort(long[] time, int[] order, int from, int to) {
    int count = to - from;
    if (count < 2) {
      return;
    }
    long least = Long.MAX_VALUE;
    long most = Long.MIN_VALUE;
    for (int i = from; i < to; i++) {
      least = Math.min(least, time[order[i]]);
      most = Math.max(most, time[order[i]]);
    }
    int places = Integer.SIZE - Integer.numberOfLeadingZeros(count - 1);
    if (Long.SIZE - Long.numberOfLeadingZeros(most - least) + places >= Long.SIZE) {
      sortWide(time, order, from, to);
      return;
    }
    long[] keys = new long[count];
    for (int i = 0; i < count; i++) {
      keys[i] = (time[order[from + i]] - least) << places | i;
    }
    Arrays.sort(keys);
    int[] before = Arrays.copyOfRange(order, from, to);
    for (int i = 0; i < count; i++) {
      order[from + i] = before[(int) keys[i] & (1 << places) - 1];
    }
  }

  /** Times of centuries, of so many rows that both do not fit a number. */
  private static void sortWide(long[] time, int[] order, int from, int to) {
    Integer[] rows = new Integer[to - from];
    Arrays.setAll(rows, i -> order[from + i]);
    Arrays.sort(rows, (a, b) -> Long.compare(time[a], time[b]));
    for (int i = 0; i < rows.length; i++) {
      order[from + i] = rows[i];
    }
  }
}
