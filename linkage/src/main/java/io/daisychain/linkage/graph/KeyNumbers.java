package io.daisychain.linkage.graph;

import java.util.Arrays;

/**
 * Numbers events, each a trade date and a key, from 0 on in the order in which they are first seen:
 * a hash table with open addressing. Where keys are is decided by {@link KeyHash}, so that chosen
 * keys do not collide.
 */
public final class KeyNumbers {
  /** What stands for no number. */
  public static final int ABSENT = -1;

  private long[] high = new long[16];
  private long[] low = new long[16];
  private int[] date = new int[16];
  private int[] slots = emptySlots(32);
  private int size;
  private long collisions;

  /**
   * The table of keys that are in arrays already: a key's number is its index. Equal keys have the
   * number of the first.
   *
   * @param high first halves of the keys; used, not copied
   * @param low second halves
   * @param date trade dates
   * @param size number of keys
   */
  static KeyNumbers over(long[] high, long[] low, int[] date, int size) {
    KeyNumbers numbers = new KeyNumbers();
    numbers.high = high;
    numbers.low = low;
    numbers.date = date;
    numbers.size = size;
    numbers.slots = emptySlots(Integer.highestOneBit(Math.max(8, size) * 2 - 1) * 2);
    for (int number = 0; number < size; number++) {
      int slot = numbers.slotOf(high[number], low[number], date[number]);
      if (numbers.slots[slot] == ABSENT) {
        numbers.slots[slot] = number;
      }
    }
    return numbers;
  }

  /** Number of a key, a new one where it was never seen. */
  public int number(long keyHigh, long keyLow, int keyDate) {
    int slot = slotOf(keyHigh, keyLow, keyDate);
    if (slots[slot] != ABSENT) {
      return slots[slot];
    }
    if (size == high.length) {
      grow();
      slot = slotOf(keyHigh, keyLow, keyDate);
    }
    high[size] = keyHigh;
    low[size] = keyLow;
    date[size] = keyDate;
    slots[slot] = size;
    return size++;
  }

  /** Numbers a key; false where it had a number. */
  public boolean isNew(long keyHigh, long keyLow, int keyDate) {
    int before = size;
    number(keyHigh, keyLow, keyDate);
    return size > before;
  }

  /** Number of a key, {@link KeyNumbers#ABSENT} where it was never seen. */
  public int find(long keyHigh, long keyLow, int keyDate) {
    return slots[slotOf(keyHigh, keyLow, keyDate)];
  }

  public int size() {
    return size;
  }

  /** How many slots of other keys were looked at so far: few where keys are spread. */
  long collisions() {
    return collisions;
  }

  public long high(int number) {
    return high[number];
  }

  public long low(int number) {
    return low[number];
  }

  public int date(int number) {
    return date[number];
  }

  private void grow() {
    high = Arrays.copyOf(high, size * 2);
    low = Arrays.copyOf(low, size * 2);
    date = Arrays.copyOf(date, size * 2);
    slots = emptySlots(slots.length * 2);
    for (int number = 0; number < size; number++) {
      slots[slotOf(high[number], low[number], date[number])] = number;
    }
  }

  /** Where a key is, or where it goes. */
  private int slotOf(long keyHigh, long keyLow, int keyDate) {
    int slot = (int) KeyHash.OF_PROCESS.of(keyHigh, keyLow, keyDate) & slots.length - 1;
    while (slots[slot] != ABSENT
        && (high[slots[slot]] != keyHigh
            || low[slots[slot]] != keyLow
            || date[slots[slot]] != keyDate)) {
      slot = slot + 1 & slots.length - 1;
      collisions++;
    }
    return slot;
  }

  private static int[] emptySlots(int size) {
    int[] slots = new int[size];
    Arrays.fill(slots, ABSENT);
    return slots;
  }
}
