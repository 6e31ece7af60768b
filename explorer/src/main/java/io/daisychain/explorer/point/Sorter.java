package io.daisychain.explorer.point;

/**
 * Brings columns into an order, on all cores. The array that a column leaves is where the next of
 * its type goes: fresh memory costs more than the copy, so that a column must not be used after it
 * was sorted.
 */
final class Sorter {
  private final int[] order;
  private long[] spareLongs;

  /**
   * A sorter.
   *
   * @param order the row of each place
   */
  Sorter(int[] order) {
    this.order = order;
    this.spareLongs = new long[order.length];
  }

  long[] sort(long[] values) {
    long[] sorted = spareLongs;
    Workers.ranges(
        order.length,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            sorted[i] = values[order[i]];
          }
        });
    spareLongs = values;
    return sorted;
  }

  /** Codes below {@code distinct}, as narrow as these are few. */
  Codes codes(int[] values, int distinct) {
    Codes sorted = Codes.of(order.length, distinct);
    Workers.ranges(
        order.length,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            sorted.set(i, values[order[i]]);
          }
        });
    return sorted;
  }
}
