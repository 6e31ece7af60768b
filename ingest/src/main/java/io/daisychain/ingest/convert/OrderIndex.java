package io.daisychain.ingest.convert;

import io.daisychain.model.ByteSlice;
import io.daisychain.model.RowKey;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The symbol of each order of the input, and which of them are cancels: 27 to 54 bytes an order.
 * Whole keys are compared, of two orders with one key the first counts. Places are drawn by secrets
 * of this process: whoever chooses keys (tag 10001) cannot choose ones that share a place.
 */
final class OrderIndex {
  /** The order or route that a cancel names, and its day. */
  record Canceled(RowKey order, int day) {}

  static final int NONE = 0;
  private static final int CANCEL = 1 << 31;
  private static final long SPREAD = 0x9E3779B97F4A7C15L;
  private static final int FIRST_ROOM = 1 << 12;

  private final long first;
  private final long second;
  private long[] keys = new long[2 * FIRST_ROOM]; // two words each
  private int[] values = new int[FIRST_ROOM];
  private final Map<RowKey, Canceled> canceled = new HashMap<>();
  private final Set<RowKey> refused = new HashSet<>();
  private int count;

  OrderIndex() {
    SecureRandom random = new SecureRandom();
    first = random.nextLong();
    second = random.nextLong();
  }

  void add(long high, long low, ByteSlice symbol, boolean isCancel) {
    put(high, low, symbolOf(symbol) | (isCancel ? CANCEL : 0));
    if (4L * count > 3L * values.length) {
      grow();
    }
  }

  /** Notes what a cancel names. */
  void addCanceled(RowKey cancel, RowKey order, int day) {
    canceled.putIfAbsent(cancel, new Canceled(order, day));
  }

  /** Notes a route that its receiver refused. */
  void addRefused(RowKey route) {
    refused.add(route);
  }

  /** True of a route that its receiver refused. */
  boolean isRefused(RowKey route) {
    return refused.contains(route);
  }

  /** What a cancel names; null where it is none, or names nothing. */
  Canceled canceled(RowKey cancel) {
    return canceled.get(cancel);
  }

  /** True where the order is known, and has another symbol. */
  boolean differs(long high, long low, ByteSlice symbol) {
    int value = values[place(high, low)];
    return value != NONE && (value & ~CANCEL) != symbolOf(symbol);
  }

  /** True of a request to cancel. */
  boolean isCancel(long high, long low) {
    return (values[place(high, low)] & CANCEL) != 0;
  }

  private static int symbolOf(ByteSlice symbol) {
    long hash = symbol.hash() * SPREAD;
    return (int) (hash >>> 33) | 1; // a number that is none of an empty place
  }

  private int place(long high, long low) {
    int mask = values.length - 1;
    int at = (int) (fold(high ^ first, low ^ second) ^ second) & mask;
    while (values[at] != NONE && (keys[2 * at] != high || keys[2 * at + 1] != low)) {
      at = (at + 1) & mask;
    }
    return at;
  }

  /** Both halves of a product of 128 bits, one upon the other. */
  private static long fold(long a, long b) {
    return (a * b) ^ Math.multiplyHigh(a, b);
  }

  private void put(long high, long low, int value) {
    int at = place(high, low);
    if (values[at] == NONE) {
      keys[2 * at] = high;
      keys[2 * at + 1] = low;
      values[at] = value;
      count++;
    }
  }

  private void grow() {
    long[] oldKeys = keys;
    int[] oldValues = values;
    keys = new long[2 * oldKeys.length];
    values = new int[2 * oldValues.length];
    count = 0;
    for (int i = 0; i < oldValues.length; i++) {
      if (oldValues[i] != NONE) {
        put(oldKeys[2 * i], oldKeys[2 * i + 1], oldValues[i]);
      }
    }
  }
}
