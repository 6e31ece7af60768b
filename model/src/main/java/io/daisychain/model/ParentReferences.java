package io.daisychain.model;

import java.util.Arrays;

/**
 * The direct parents that an event names, in the message's order, each once and never itself.
 *
 * <p>Reusable. Most events name one; an aggregate may name thousands.
 */
public final class ParentReferences {
  private long[] keys = new long[8];
  private int count;

  /** Forgets all. */
  public void clear() {
    count = 0;
  }

  /** Number of parents. */
  public int count() {
    return count;
  }

  /** First half of the key of parent {@code i}. */
  public long high(int i) {
    return keys[2 * i];
  }

  /** Second half of the key of parent {@code i}. */
  public long low(int i) {
    return keys[2 * i + 1];
  }

  /** Key of parent {@code i}. */
  public RowKey key(int i) {
    return new RowKey(high(i), low(i));
  }

  /** Adds a parent. */
  public void add(long high, long low) {
    if (2 * count == keys.length) {
      keys = Arrays.copyOf(keys, keys.length * 2);
    }
    keys[2 * count] = high;
    keys[2 * count + 1] = low;
    count++;
  }

  /** Drops the event's own key and every repetition of a key but its first. */
  void settle(long ownHigh, long ownLow) {
    int kept = 0;
    // Hashing pays only for the rare aggregate of very many parents.
    java.util.Set<RowKey> seen = count > 16 ? new java.util.HashSet<>(count * 2) : null;
    for (int i = 0; i < count; i++) {
      long high = high(i);
      long low = low(i);
      boolean own = high == ownHigh && low == ownLow;
      if (own || (seen == null ? contains(high, low, kept) : !seen.add(new RowKey(high, low)))) {
        continue;
      }
      keys[2 * kept] = high;
      keys[2 * kept + 1] = low;
      kept++;
    }
    count = kept;
  }

  /** Index of the first parent with the key from {@code from} on, -1 if there is none. */
  public int indexOf(long high, long low, int from) {
    for (int i = from; i < count; i++) {
      if (high(i) == high && low(i) == low) {
        return i;
      }
    }
    return -1;
  }

  private boolean contains(long high, long low, int among) {
    for (int i = 0; i < among; i++) {
      if (keys[2 * i] == high && keys[2 * i + 1] == low) {
        return true;
      }
    }
    return false;
  }
}
