package io.daisychain.datagen.lifecycle;

import java.util.Arrays;

/** A priority queue of values by long keys, the smallest first: a binary heap in two arrays. */
final class KeyedHeap<T> {
  private long[] keys = new long[64];
  private Object[] values = new Object[64];
  private int size;

  int size() {
    return size;
  }

  /** The smallest key. */
  long firstKey() {
    return keys[0];
  }

  /** The value of the smallest key. */
  @SuppressWarnings("unchecked") // only values of T come in
  T first() {
    return (T) values[0];
  }

  void clear() {
    Arrays.fill(values, 0, size, null);
    size = 0;
  }

  void add(long key, T value) {
    if (size == keys.length) {
      keys = Arrays.copyOf(keys, size * 2);
      values = Arrays.copyOf(values, size * 2);
    }
    int at = size++;
    while (at > 0 && keys[(at - 1) >>> 1] > key) {
      int up = (at - 1) >>> 1;
      keys[at] = keys[up];
      values[at] = values[up];
      at = up;
    }
    keys[at] = key;
    values[at] = value;
  }

  /** Removes the smallest key and returns its value. */
  T remove() {
    T first = first();
    size--;
    long key = keys[size];
    Object last = values[size];
    values[size] = null;
    int at = 0;
    while (2 * at + 1 < size) {
      int down = 2 * at + 1;
      if (down + 1 < size && keys[down + 1] < keys[down]) {
        down++;
      }
      if (keys[down] >= key) {
        break;
      }
      keys[at] = keys[down];
      values[at] = values[down];
      at = down;
    }
    if (size > 0) {
      keys[at] = key;
      values[at] = last;
    }
    return first;
  }
}
