package io.daisychain.jmh.latency;

import java.util.concurrent.atomic.AtomicLong;

/**
 * What one rate has measured: of each message when it passed each door, in nanoseconds of one
 * clock.
 */
final class LatencyRun {
  private static final int DOORS = 7;

  final long first;

  /** By door and message; 0 for what did not pass it. */
  final long[][] doors;

  /** Of each lifecycle how many events the subscriber has heard of. */
  final int[] told;

  /** Messages of which the subscriber has heard. */
  final AtomicLong ended = new AtomicLong();

  LatencyRun(long first, int count) {
    this.first = first;
    this.doors = new long[DOORS][count];
    this.told = new int[count];
  }

  /** Place of a message in the arrays; negative where it is another run's. */
  int indexOf(long message) {
    long index = message - first;
    return index >= 0 && index < told.length ? (int) index : -1;
  }
}
