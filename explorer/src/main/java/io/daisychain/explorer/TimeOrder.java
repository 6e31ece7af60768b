package io.daisychain.explorer;

/** Sorts rows by time: a radix sort, stable, of as many passes as the span of times needs. */
final class TimeOrder {
  private static final int BITS = 16;
  private static final int MASK = (1 << BITS) - 1;

  private TimeOrder() {}

  /** Indices of the first {@code size} times, ascending by time. */
  static int[] of(long[] time, int size) {
    long least = Long.MAX_VALUE;
    long most = Long.MIN_VALUE;
    for (int i = 0; i < size; i++) {
      least = Math.min(least, time[i]);
      most = Math.max(most, time[i]);
    }
    int[] order = new int[size];
    for (int i = 0; i < size; i++) {
      order[i] = i;
    }
    int[] next = new int[size];
    int significant = size == 0 ? 0 : Long.SIZE - Long.numberOfLeadingZeros(most - least);
    for (int shift = 0; shift < significant; shift += BITS) {
      int[] starts = new int[MASK + 2];
      for (int i = 0; i < size; i++) {
        starts[digit(time[i] - least, shift) + 1]++;
      }
      for (int i = 1; i < starts.length; i++) {
        starts[i] += starts[i - 1];
      }
      for (int i = 0; i < size; i++) {
        int row = order[i];
        next[starts[digit(time[row] - least, shift)]++] = row;
      }
      int[] swapped = order;
      order = next;
      next = swapped;
    }
    return order;
  }

  private static int digit(long value, int shift) {
    return (int) (value >>> shift) & MASK;
  }
}
