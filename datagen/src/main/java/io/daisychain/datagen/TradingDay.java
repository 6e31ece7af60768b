package io.daisychain.datagen;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;

/**
 * The hours of one trading day in UTC, and when in them orders come.
 *
 * <p>Orders come as a U: density 1 in the middle of the day and {@code edge} at its ends, a
 * parabola between.
 */
final class TradingDay {
  private static final int CELLS = 4_096;
  private static final long NANOS_PER_DAY = Duration.ofDays(1).toNanos();
  private static final long AFTER_HOURS_NANOS = Duration.ofHours(2).toNanos();

  private final int epochDay;
  private final long openNanos;
  private final long closeNanos;
  private final double[] quantiles = new double[CELLS + 1];

  TradingDay(OrderChain.Day day, LocalDate date) {
    epochDay = (int) date.toEpochDay();
    openNanos = nanosOfDay(date.atTime(day.open()).atZone(day.zone()).toInstant());
    closeNanos = nanosOfDay(date.atTime(day.close()).atZone(day.zone()).toInstant());
    if (openNanos < 0 || closeNanos >= NANOS_PER_DAY) {
      // Identities carry the UTC day; a lifecycle across midnight would lose its parents.
      throw new IllegalArgumentException(
          "day: " + day.open() + " to " + day.close() + " " + day.zone() + " is not one UTC day");
    }
    tabulate(day.edge());
  }

  int epochDay() {
    return epochDay;
  }

  /** Nanoseconds from midnight UTC to the close. */
  long closeNanos() {
    return closeNanos;
  }

  /** The moment after which nothing is scheduled, so that everything stays on the UTC day. */
  long limitNanos() {
    return Math.min(
        closeNanos + AFTER_HOURS_NANOS, NANOS_PER_DAY - Duration.ofMinutes(1).toNanos());
  }

  /** When the given share of the day's orders have come, in nanoseconds from midnight UTC. */
  long at(double share) {
    double position = Math.max(0, Math.min(1, share)) * CELLS;
    int cell = Math.min(CELLS - 1, (int) position);
    double x = quantiles[cell] + (position - cell) * (quantiles[cell + 1] - quantiles[cell]);
    return openNanos + (long) (x * (closeNanos - openNanos));
  }

  /** Seconds between open and close. */
  double seconds() {
    return (closeNanos - openNanos) / 1e9;
  }

  private long nanosOfDay(Instant instant) {
    Instant midnight = LocalDate.ofEpochDay(epochDay).atStartOfDay().toInstant(ZoneOffset.UTC);
    return Duration.between(midnight, instant).toNanos();
  }

  private void tabulate(double edge) {
    double x = 0;
    for (int i = 0; i <= CELLS; i++) {
      while (x < 1 && cumulative(x, edge) < (double) i / CELLS) {
        x += 1.0 / (CELLS * 64);
      }
      quantiles[i] = Math.min(1, x);
    }
  }

  /** Integral of 1 + (edge - 1) (2x - 1)^2, as a share of its whole. */
  private static double cumulative(double x, double edge) {
    double u = 2 * x - 1;
    double whole = 1 + (edge - 1) / 3;
    return (x + (edge - 1) * (u * u * u + 1) / 6) / whole;
  }
}
