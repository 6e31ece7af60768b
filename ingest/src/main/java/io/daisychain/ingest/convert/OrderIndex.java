package io.daisychain.ingest.convert;

import io.daisychain.model.ByteSlice;
import io.daisychain.model.RowKey;
import java.util.HashMap;
import java.util.Map;

/**
 * The symbol of each order of the input, and which of them are cancels: 16 bytes an order at three
 * quarters of room. Of two orders with one key the first counts.
 */
final class OrderIndex {
  /** The order or route that a cancel names, and its day. */
  record Canceled(RowKey order, int day) {}

  static final int NONE = 0;
  private static final int CANCEL = 1 << 31;
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  private long[] keys = new long[1 << 12];
  private int[] values = new int[1 << 12];
  private final Map<RowKey, Canceled> canceled = new HashMap<>();
  private int count;

  void add(long high, long low, ByteSlice symbol, boolean isCancel) {
    put(mixed(high, low), symbolOf(symbol) | (isCancel ? CANCEL : 0));
    if (4L * ++count > 3L * keys.length) {
      grow();
    }
  }

  /** Notes what a cancel names. */
  void addCanceled(RowKey cancel, RowKey order, int day) {
    canceled.putIfAbsent(cancel, new Canceled(order, day));
  }

  /** What a cancel names; null where it is none, or names nothing. */
  Canceled canceled(RowKey cancel) {
    return canceled.get(cancel);
  }

  /** True where the order is known, and has another symbol. */
  boolean differs(long high, long low, ByteSlice symbol) {
    int value = get(mixed(high, low));
    return value != NONE && (value & ~CANCEL) != symbolOf(symbol);
  }

  /** True of a request to cancel. */
  boolean isCancel(long high, long low) {
    return (get(mixed(high, low)) & CANCEL) != 0;
  }

  private static int symbolOf(ByteSlice symbol) {
    long hash = symbol.hash() * SPREAD;
    return (int) (hash >>> 33) | 1; // a number that is none of an empty place
  }

  private static long mixed(long high, long low) {
    return (high * SPREAD) ^ low;
  }

  private int place(long key) {
    int mask = keys.length - 1;
    int at = (int) ((key * SPREAD) >>> 32) & mask;
    while (values[at] != NONE && keys[at] != key) {
      at = (at + 1) & mask;
    }
    return at;
  }

  private int get(long key) {
    return values[place(key)];
  }

  private void put(long key, int value) {
    int at = place(key);
    if (values[at] == NONE) {
      keys[at] = key;
      values[at] = value;
    }
  }

  private void grow() {
    long[] oldKeys = keys;
    int[] oldValues = values;
    keys = new long[2 * oldKeys.length];
    values = new int[keys.length];
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldValues[i] != NONE) {
        put(oldKeys[i], oldValues[i]);
      }
    }
  }
}
