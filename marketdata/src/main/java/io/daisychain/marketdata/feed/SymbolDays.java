package io.daisychain.marketdata.feed;

import java.util.Arrays;

/**
 * The symbols of instruments by day; of two for the same day, the first that was added. It takes
 * some tens of bytes for each, and its time is not the square of their number. All are added before
 * the first is asked for.
 */
final class SymbolDays {
  private static final int FIRST_ROOM = 64;

  // As they were added.
  private int[] instruments = new int[FIRST_ROOM];
  private int[] froms = new int[FIRST_ROOM];
  private int[] tos = new int[FIRST_ROOM];
  private int[] symbols = new int[FIRST_ROOM];
  private int added;

  // Without what others had before them, sorted by instrument and first day.
  private long[] starts = new long[FIRST_ROOM];
  private int[] ends = new int[FIRST_ROOM];
  private int[] found = new int[FIRST_ROOM];
  private int size;

  /** Adds a symbol of an instrument from one day on, before another. */
  void add(int instrument, int from, int to, int symbol) {
    if (from >= to) {
      return;
    }
    if (added == instruments.length) {
      instruments = Arrays.copyOf(instruments, 2 * added);
      froms = Arrays.copyOf(froms, 2 * added);
      tos = Arrays.copyOf(tos, 2 * added);
      symbols = Arrays.copyOf(symbols, 2 * added);
    }
    instruments[added] = instrument;
    froms[added] = from;
    tos[added] = to;
    symbols[added++] = symbol;
  }

  /** Has to be called when all are added. */
  void end() {
    long[] order = new long[added];
    for (int i = 0; i < added; i++) {
      order[i] = (long) instruments[i] << 32 | i;
    }
    Arrays.sort(order);
    for (int i = 0; i < added; ) {
      i = end(order, i);
    }
    instruments = froms = tos = symbols = null;
  }

  /** Gives each day of an instrument to the first that has it; returns where the next begins. */
  private int end(long[] order, int first) {
    int last = first;
    while (last < added && order[last] >> 32 == order[first] >> 32) {
      last++;
    }
    int[] days = new int[2 * (last - first)];
    for (int i = first; i < last; i++) {
      days[2 * (i - first)] = froms[(int) order[i]];
      days[2 * (i - first) + 1] = tos[(int) order[i]];
    }
    days = Arrays.stream(days).sorted().distinct().toArray();
    int[] owner = new int[days.length];
    Arrays.fill(owner, -1);
    int[] free = new int[days.length]; // itself, or one nearer to the next that nobody has
    Arrays.setAll(free, i -> i);
    for (int i = first; i < last; i++) {
      int number = (int) order[i];
      int to = Arrays.binarySearch(days, tos[number]);
      int at = next(free, Arrays.binarySearch(days, froms[number]));
      for (; at < to; at = next(free, at)) {
        owner[at] = symbols[number];
        free[at] = at + 1;
      }
    }
    for (int i = 0; i < days.length; i++) {
      if (owner[i] >= 0) {
        put(start((int) (order[first] >> 32), days[i]), days[i + 1], owner[i]);
      }
    }
    return last;
  }

  private static int next(int[] free, int from) {
    int at = from;
    while (free[at] != at) {
      free[at] = free[free[at]];
      at = free[at];
    }
    return at;
  }

  private void put(long start, int end, int symbol) {
    if (size == starts.length) {
      starts = Arrays.copyOf(starts, 2 * size);
      ends = Arrays.copyOf(ends, 2 * size);
      found = Arrays.copyOf(found, 2 * size);
    }
    starts[size] = start;
    ends[size] = end;
    found[size++] = symbol;
  }

  /** An instrument and a day in the order of both. */
  private static long start(int instrument, int day) {
    return (long) instrument << 32 | (day - (long) Integer.MIN_VALUE);
  }

  /** The symbol of an instrument on a day, -1 for none. */
  int of(int instrument, int day) {
    int at = Arrays.binarySearch(starts, 0, size, start(instrument, day));
    int last = at < 0 ? -at - 2 : at;
    return last < 0 || (int) (starts[last] >> 32) != instrument || day >= ends[last]
        ? -1
        : found[last];
  }
}
