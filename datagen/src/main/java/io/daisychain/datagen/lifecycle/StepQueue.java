package io.daisychain.datagen.lifecycle;

/**
 * A priority queue of the steps of a lifecycle by time; ties stay in the order in which they were
 * added, if fewer than 16,384 steps were added between them.
 */
final class StepQueue {
  /** Instead of a state: the walk of the order ends. */
  static final int END = -1;

  /** Bits of a long that nanoseconds of thirteen days leave free. */
  private static final int TIE_BITS = 14;

  /** Turns the order of the heap's signed keys into that of unsigned ones, for the highest bit. */
  private static final long UNSIGNED = Long.MIN_VALUE;

  private final KeyedHeap<Step> heap = new KeyedHeap<>();
  private int added;

  /**
   * One step: an order enters a state, or its parents learn what happened to it.
   *
   * @param order that enters the state, or that the update is about
   * @param update what the parents learn; null where the order enters {@code state}
   * @param state index of the state
   * @param trade that the update is about; null for none
   */
  record Step(Order order, ChildUpdate update, int state, Trade trade) {}

  void clear() {
    heap.clear();
    added = 0;
  }

  boolean isEmpty() {
    return heap.size() == 0;
  }

  /** Number of steps that were ever added. */
  int added() {
    return added;
  }

  /** Time of the next step, in nanoseconds from midnight of the trade date. */
  long nextTime() {
    return (heap.firstKey() ^ UNSIGNED) >>> TIE_BITS;
  }

  void add(long time, Step step) {
    heap.add(((time << TIE_BITS) | (added++ & ((1 << TIE_BITS) - 1))) ^ UNSIGNED, step);
  }

  Step remove() {
    return heap.remove();
  }
}
