package io.daisychain.beam;

import java.util.Arrays;

/**
 * Sorts pairs of numbers by the first of each, byte by byte from the last.
 *
 * <p>What it costs does not depend on the numbers: no comparison that a processor guesses wrong.
 */
public final class RadixSort {
  private static final int DIGITS = 1 << Byte.SIZE;

  private RadixSort() {}

  /**
   * Sorts by key, as unsigned numbers; pairs of one key stay in their order.
   *
   * @param values of each key the other number, at the same place
   * @param count pairs that are sorted, from the beginning of both arrays
   */
  public static void sort(long[] keys, long[] values, int count) {
    long differing = 0;
    for (int i = 1; i < count; i++) {
      differing |= keys[i] ^ keys[0];
    }
    if (differing == 0) {
      return;
    }
    long[] fromKeys = keys;
    long[] fromValues = values;
    long[] toKeys = new long[count];
    long[] toValues = new long[count];
    int[] starts = new int[DIGITS];
    for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
      if ((differing >>> shift & DIGITS - 1) == 0) {
        continue; // all have it alike
      }
      findStarts(fromKeys, count, shift, starts);
      for (int i = 0; i < count; i++) {
        int to = starts[(int) (fromKeys[i] >>> shift) & DIGITS - 1]++;
        toKeys[to] = fromKeys[i];
        toValues[to] = fromValues[i];
      }
      long[] sorted = toKeys;
      toKeys = fromKeys;
      fromKeys = sorted;
      sorted = toValues;
      toValues = fromValues;
      fromValues = sorted;
    }
    if (fromKeys != keys) {
      System.arraycopy(fromKeys, 0, keys, 0, count);
      System.arraycopy(fromValues, 0, values, 0, count);
    }
  }

  /** Sorts pairs of which the keys are alike by something else. */
  @FunctionalInterface
  public interface Ties {
    /** Sorts the values of two or more pairs, from one place to before another. */
    void sort(int from, int to);
  }

  /** The same; {@code ties} then sorts each run of pairs of one key. */
  public static void sort(long[] keys, long[] values, int count, Ties ties) {
    sort(keys, values, count);
    for (int from = 0; from < count; ) {
      int to = from + 1;
      while (to < count && keys[to] == keys[from]) {
        to++;
      }
      if (to - from > 1) {
        ties.sort(from, to);
      }
      from = to;
    }
  }

  /** Of each value that a byte has, the place of the first. */
  private static void findStarts(long[] keys, int count, int shift, int[] starts) {
    Arrays.fill(starts, 0);
    for (int i = 0; i < count; i++) {
      starts[(int) (keys[i] >>> shift) & DIGITS - 1]++;
    }
    int start = 0;
    for (int digit = 0; digit < DIGITS; digit++) {
      int here = starts[digit];
      starts[digit] = start;
      start += here;
    }
  }
}
