package io.daisychain.explorer;

import java.util.Arrays;

/** Numbers lifecycles. */
final class Lifecycling {
  private Lifecycling() {}

  /** Numbers the lifecycles that events are in, by the halves of their ids. */
  static Points.Lifecycles of(long[] high, long[] low) {
    int capacity = Integer.highestOneBit(Math.max(16, high.length)) << 1;
    int[] slots = new int[capacity < 0 ? 1 << 30 : capacity];
    int mask = slots.length - 1;
    int[] number = new int[high.length];
    long[] highs = new long[1024];
    long[] lows = new long[1024];
    int count = 0;
    for (int i = 0; i < high.length; i++) {
      int slot = IdIndex.slot(high[i], low[i], mask);
      while (slots[slot] != 0
          && (highs[slots[slot] - 1] != high[i] || lows[slots[slot] - 1] != low[i])) {
        slot = slot + 1 & mask;
      }
      if (slots[slot] == 0) {
        if (count == highs.length) {
          highs = Arrays.copyOf(highs, count * 2);
          lows = Arrays.copyOf(lows, count * 2);
        }
        highs[count] = high[i];
        lows[count] = low[i];
        slots[slot] = ++count;
      }
      number[i] = slots[slot] - 1;
    }
    return new Points.Lifecycles(number, Arrays.copyOf(highs, count), Arrays.copyOf(lows, count));
  }
}
