package io.daisychain.linkage;

import java.util.Arrays;

/** Finds a node by its key: open addressing over the graph's own key arrays. */
final class KeyIndex {
  static final int ABSENT = -1;

  private final long[] high;
  private final long[] low;
  private final int[] slots;
  private final int mask;

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

  private int slot(long keyHigh, long keyLow) {
    return (int) (mix(keyHigh, keyLow) >>> 32) & mask;
  }

  /**
   * Spreads a key; reporters choose the keys of tagged lineage, so their bits cannot be trusted.
   */
  static long mix(long keyHigh, long keyLow) {
    long mixed = (keyHigh ^ Long.rotateLeft(keyLow, 32)) * 0x9e3779b97f4a7c15L;
    mixed ^= mixed >>> 29;
    mixed = (mixed + keyLow) * 0xbf58476d1ce4e5b9L;
    return mixed ^ mixed >>> 32;
  }
}
