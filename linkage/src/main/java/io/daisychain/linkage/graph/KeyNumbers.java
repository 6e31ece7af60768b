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

  private static final long TAG = 0xffffffff00000000L;

  private long[] high = new long[16];
  private long[] low = new long[16];
  private int[] date = new int[16];

  /** A number, from 1 on, behind half of its key's hash; 0 where there is none. */
  private long[] slots = new long[32];

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
    numbers.slots = new long[Integer.highestOneBit(Math.max(8, size) * 2 - 1) * 2];
    for (int number = 0; number < size; number++) {
      numbers.put(number);
    }
    return numbers;
  }

  /** Number of a key, a new one where it was never seen. */
  public int number(long keyHigh, long keyLow, int keyDate) {
    long hash = KeyHash.OF_PROCESS.of(keyHigh, keyLow, keyDate);
    int slot = slotOf(hash, keyHigh, keyLow, keyDate);
    if (slots[slot] != 0) {
      return numberAt(slot);
    }
    if (size == high.length) {
      grow();
      slot = slotOf(hash, keyHigh, keyLow, keyDate);
    }
    high[size] = keyHigh;
    low[size] = keyLow;
    date[size] = keyDate;
    slots[slot] = entry(hash, size);
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
    return numberAt(
        slotOf(KeyHash.OF_PROCESS.of(keyHigh, keyLow, keyDate), keyHigh, keyLow, keyDate));
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
    slots = new long[slots.length * 2];
    for (int number = 0; number < size; number++) {
      put(number);
    }
  }

  /** Gives a number its slot, unless an equal key has one. */
  private void put(int number) {
    long hash = KeyHash.OF_PROCESS.of(high[number], low[number], date[number]);
    int slot = slotOf(hash, high[number], low[number], date[number]);
    if (slots[slot] == 0) {
      slots[slot] = entry(hash, number);
    }
  }

  private static long entry(long hash, int number) {
    return (hash & TAG) | (number + 1);
  }

  /** {@link #ABSENT} of a slot that is empty. */
  private int numberAt(int slot) {
    return (int) slots[slot] - 1;
  }

  /** Where a key is, or where it goes. */
  private int slotOf(long hash, long keyHigh, long keyLow, int keyDate) {
    int slot = (int) hash & slots.length - 1;
    while (slots[slot] != 0 && !isAt(slot, hash, keyHigh, keyLow, keyDate)) {
      slot = slot + 1 & slots.length - 1;
      collisions++;
    }
    return slot;
  }

  /** Looks at a key, which lies elsewhere in memory, only where half of its hash is the same. */
  private boolean isAt(int slot, long hash, long keyHigh, long keyLow, int keyDate) {
    if (((slots[slot] ^ hash) & TAG) != 0) {
      return false;
    }
    int number = numberAt(slot);
    return high[number] == keyHigh && low[number] == keyLow && date[number] == keyDate;
  }
}
