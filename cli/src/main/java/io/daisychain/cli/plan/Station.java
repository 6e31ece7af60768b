package io.daisychain.cli.plan;

/**
 * Serves one after the other, in the order in which they come: a disk, a network card, a server of
 * the store.
 */
final class Station {
  private double free;
  private double busy;

  /** When somebody who comes now, and needs so many seconds, is done. */
  double serve(double now, double seconds) {
    busy += seconds;
    free = Math.max(now, free) + seconds;
    return free;
  }

  /** Seconds of service so far, those that are still due included. */
  double busy() {
    return busy;
  }
}
