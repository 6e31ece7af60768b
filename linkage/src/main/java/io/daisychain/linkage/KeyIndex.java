package io.daisychain.linkage;

import java.util.Arrays;

/** Finds a node by its key: open addressing over the graph's own key arrays. */
final class KeyIndex {
  static final int ABSENT = -1;

  private final long[] high;
  private final long[] low;
  private final int[] slots;
  private final int mask;
  private long collisions;

  /** Indexes the first {@code size} keys. */
  KeyIndex(long[] high, long[] low, int size) {
    this.high = high;
    this.low = low;
    int capacity = Integer.highestOneBit(Math.max(8, size) * 2 - 1) * 2;
    slots = new int[capacity];
    mask = capacity - 1;
    Arrays.fill(slots, ABSENT);
    for (int node = 0; node < size; node++) {
      int slot = slot(high[node], low[node]);
      while (slots[slot] != ABSENT) {
        slot = slot + 1 & mask;
        collisions++;
      }
      slots[slot] = node;
    }
  }

  /** Node with the key, {@link #ABSENT} if there is none. */
  int find(long keyHigh, long keyLow) {
    int slot = slot(keyHigh, keyLow);
    while (slots[slot] != ABSENT) {
      int node = slots[slot];
      if (high[node] == keyHigh && low[node] == keyLow) {
        return node;
      }
      slot = slot + 1 & mask;
    }
    return ABSENT;
  }

  /** How many taken slots were looked at while keys were indexed: few where they are spread. */
  long collisions() {
    return collisions;
  }

  private int slot(long keyHigh, long keyLow) {
    return (int) KeyHash.OF_PROCESS.of(keyHigh, keyLow) & mask;
  }
}
