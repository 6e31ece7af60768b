package io.daisychain.datagen;

import java.util.Arrays;

/**
 * What is still to happen in a lifecycle, by time; ties in the order they were added, as long as no
 * more than 16,384 steps lie between them.
 */
final class StepQueue {
  /** What is left of a long beside nanoseconds of six days. */
  private static final int TIE_BITS = 14;

  private long[] keys = new long[64];
  private Step[] steps = new Step[64];
  private int size;
  private int added;

  /**
   * One thing to happen.
   *
   * @param order that it happens to
   * @param news null where the order enters {@code state}, else what its parents hear of it
   * @param state index of the state
   * @param trade that the news is about
   */
  record Step(Order order, News news, int state, Trade trade) {}

  void clear() {
    Arrays.fill(steps, 0, size, null);
    size = 0;
    added = 0;
  }

  boolean isEmpty() {
    return size == 0;
  }

  int added() {
    return added;
  }

  /** Time of the next step, in nanoseconds from midnight of the trade date. */
  long nextTime() {
    return keys[0] >>> TIE_BITS;
  }

  void add(long time, Step step) {
    if (size == keys.length) {
      keys = Arrays.copyOf(keys, size * 2);
      steps = Arrays.copyOf(steps, size * 2);
    }
    long key = (time << TIE_BITS) | (added++ & ((1 << TIE_BITS) - 1));
    int at = size++;
    while (at > 0 && keys[(at - 1) >>> 1] > key) {
      int up = (at - 1) >>> 1;
      keys[at] = keys[up];
      steps[at] = steps[up];
      at = up;
    }
    keys[at] = key;
    steps[at] = step;
  }

  Step remove() {
    Step first = steps[0];
    size--;
    long key = keys[size];
    Step last = steps[size];
    steps[size] = null;
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
      steps[at] = steps[down];
      at = down;
    }
    if (size > 0) {
      keys[at] = key;
      steps[at] = last;
    }
    return first;
  }
}
