package io.daisychain.store;

import io.daisychain.model.LongBytes;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;

/**
 * The key space of 16 bytes, cut into ranges: each key belongs to exactly one. Keys compare as
 * unsigned bytes. Ranges are numbered from 0 in the order of their keys.
 */
public final class KeyRanges implements Serializable {
  private static final int KEY_LENGTH = 16;
  private static final byte[] OPEN = {};

  /** First eight bytes of each range's first key, big-endian, with the sign bit turned. */
  private final long[] high;

  private final long[] low;

  private KeyRanges(long[] high, long[] low) {
    this.high = high;
    this.low = low;
  }

  /**
   * Ranges between split keys. Keys shorter than 16 bytes mean the same as with zeros behind them.
   *
   * @throws IllegalArgumentException if the keys are not in strictly ascending order
   */
  public static KeyRanges of(List<byte[]> splitKeys) {
    long[] high = new long[splitKeys.size() + 1];
    long[] low = new long[high.length];
    high[0] = Long.MIN_VALUE;
    low[0] = Long.MIN_VALUE;
    for (int i = 1; i < high.length; i++) {
      byte[] key = Arrays.copyOf(splitKeys.get(i - 1), KEY_LENGTH);
      high[i] = turned(key, 0);
      low[i] = turned(key, Long.BYTES);
      if (high[i] < high[i - 1] || (high[i] == high[i - 1] && low[i] <= low[i - 1])) {
        throw new IllegalArgumentException(
            "split key " + i + " is not greater than the one before");
      }
    }
    return new KeyRanges(high, low);
  }

  /** How many ranges there are; at least one. */
  public int count() {
    return high.length;
  }

  /** Number of the range of the key at {@code offset}. */
  public int indexOf(byte[] buffer, int offset) {
    long keyHigh = turned(buffer, offset);
    int from = 0;
    int to = high.length;
    // Invariant: start(from) <= key < start(to).
    while (to - from > 1) {
      int middle = (from + to) >>> 1;
      boolean before =
          keyHigh < high[middle]
              || (keyHigh == high[middle] && turned(buffer, offset + Long.BYTES) < low[middle]);
      if (before) {
        to = middle;
      } else {
        from = middle;
      }
    }
    return from;
  }

  /** First key of a range; empty for range 0, which is how a scan says "from the beginning". */
  public byte[] start(int index) {
    if (index == 0) {
      return OPEN;
    }
    byte[] key = new byte[KEY_LENGTH];
    write(high[index], key, 0);
    write(low[index], key, Long.BYTES);
    return key;
  }

  /** First key behind a range; empty for the last range, which is how a scan says "to the end". */
  public byte[] end(int index) {
    return index + 1 == high.length ? OPEN : start(index + 1);
  }

  private static long turned(byte[] buffer, int offset) {
    return LongBytes.read(buffer, offset) ^ Long.MIN_VALUE;
  }

  private static void write(long turned, byte[] buffer, int offset) {
    LongBytes.write(turned ^ Long.MIN_VALUE, buffer, offset);
  }
}
