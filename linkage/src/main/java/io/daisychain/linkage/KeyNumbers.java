package io.daisychain.linkage;

import java.util.Arrays;

/** Numbers keys from 0 on in the order in which they are first seen: open addressing in arrays. */
final class KeyNumbers {
  private long[] high = new long[16];
  private long[] low = new long[16];
  private int[] slots = emptySlots(32);
  private int size;
  private long collisions;

  /** Number of a key, a new one where it was never seen. */
  int number(long keyHigh, long keyLow) {
    int slot = slotOf(keyHigh, keyLow);
    if (slots[slot] != KeyIndex.ABSENT) {
      return slots[slot];
    }
    if (size == high.length) {
      grow();
      slot = slotOf(keyHigh, keyLow);
    }
    high[size] = keyHigh;
    low[size] = keyLow;
    slots[slot] = size;
    return size++;
  }

  /** Numbers a key; false where it had a number. */
  boolean isNew(long keyHigh, long keyLow) {
    int before = size;
    number(keyHigh, keyLow);
    return size > before;
  }

  /** Number of a key, {@link KeyIndex#ABSENT} where it was never seen. */
  int find(long keyHigh, long keyLow) {
    return slots[slotOf(keyHigh, keyLow)];
  }

  int size() {
    return size;
  }

  /** How many slots of other keys were looked at so far: few where keys are spread. */
  long collisions() {
    return collisions;
  }

  long high(int number) {
    return high[number];
  }

  long low(int number) {
    return low[number];
  }

  private void grow() {
    high = Arrays.copyOf(high, size * 2);
    low = Arrays.copyOf(low, size * 2);
    slots = emptySlots(slots.length * 2);
    for (int number = 0; number < size; number++) {
      slots[slotOf(high[number], low[number])] = number;
    }
  }

  /** Where a key is, or where it goes. */
  private int slotOf(long keyHigh, long keyLow) {
    int slot = (int) KeyHash.OF_PROCESS.of(keyHigh, keyLow) & slots.length - 1;
    while (slots[slot] != KeyIndex.ABSENT
        && (high[slots[slot]] != keyHigh || low[slots[slot]] != keyLow)) {
      slot = slot + 1 & slots.length - 1;
      collisions++;
    }
    return slot;
  }

  private static int[] emptySlots(int size) {
    int[] slots = new int[size];
    Arrays.fill(slots, KeyIndex.ABSENT);
    return slots;
  }
}
