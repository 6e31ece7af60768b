package io.daisychain.explorer.point;

import java.util.Arrays;

/**
 * Numbers lifecycles. One has the id of one of its events, which the index finds; those whose event
 * is not shown, being on another date perhaps, are compared with each other.
 */
public final class LifecycleNumbers {
  private long[] highs = new long[1024];
  private long[] lows = new long[1024];
  private int count;

  private LifecycleNumbers() {}

  /** Numbers the lifecycles that events are in, by the halves of their ids. */
  public static Points.Lifecycles of(IdIndex index, long[] high, long[] low) {
    return new LifecycleNumbers().number(index, high, low);
  }

  private Points.Lifecycles number(IdIndex index, long[] high, long[] low) {
    int size = high.length;
    int[] number = new int[size]; // at first the event that has the lifecycle's id, or -1
    Workers.ranges(
        size,
        (from, to) -> index.firsts(high, low, from, to, (query, event) -> number[query] = event));
    int others = 0;
    for (int event : number) {
      others += event < 0 ? 1 : 0;
    }
    int[] slots = new int[Math.max(16, Integer.highestOneBit(Math.max(1, others)) << 1)];
    int[] numberOf = new int[size]; // of the lifecycle with an event's id, from 1
    for (int i = 0; i < size; i++) {
      if (number[i] >= 0) {
        int named = number[i];
        if (numberOf[named] == 0) {
          numberOf[named] = add(high[i], low[i]);
        }
        number[i] = numberOf[named] - 1;
      } else {
        number[i] = other(slots, high[i], low[i]) - 1;
      }
    }
    return new Points.Lifecycles(number, Arrays.copyOf(highs, count), Arrays.copyOf(lows, count));
  }

  private int other(int[] slots, long high, long low) {
    int mask = slots.length - 1;
    int slot = IdIndex.slot(high, low, mask);
    while (slots[slot] != 0 && (highs[slots[slot] - 1] != high || lows[slots[slot] - 1] != low)) {
      slot = slot + 1 & mask;
    }
    if (slots[slot] == 0) {
      slots[slot] = add(high, low);
    }
    return slots[slot];
  }

  /** Keeps an id; the answer is its number, from 1. */
  private int add(long high, long low) {
    if (count == highs.length) {
      highs = Arrays.copyOf(highs, count * 2);
      lows = Arrays.copyOf(lows, count * 2);
    }
    highs[count] = high;
    lows[count] = low;
    return ++count;
  }
}
