package io.daisychain.model;

import java.io.Serializable;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * Computes the trade date of a moment: days of a zone that begin at the roll time and are named
 * after the calendar day on which they end.
 *
 * <p>With a roll of 00:00 that is the calendar day; with 17:00, an event of Monday 18:00 belongs to
 * Tuesday.
 */
public final class TradeDates implements Serializable {

  /** Calendar days of UTC. */
  public static final TradeDates UTC = new TradeDates(ZoneOffset.UTC, LocalTime.MIDNIGHT);

  private static final long NANOS_PER_SECOND = 1_000_000_000L;
  private static final long NANOS_PER_DAY = 86_400 * NANOS_PER_SECOND;

  private final ZoneId zone;
  private final long shiftNanos; // added to local time so that days begin at midnight
  private final boolean fixedOffset;
  private final long fixedNanos;

  /**
   * Days of {@code zone} that begin at {@code roll}.
   *
   * @param zone of the market's clock
   * @param roll local time at which a day begins, midnight for calendar days
   */
  public TradeDates(ZoneId zone, LocalTime roll) {
    this.zone = zone;
    this.shiftNanos = roll.equals(LocalTime.MIDNIGHT) ? 0 : NANOS_PER_DAY - roll.toNanoOfDay();
    this.fixedOffset = zone.getRules().isFixedOffset();
    this.fixedNanos =
        fixedOffset
            ? zone.getRules().getOffset(Instant.EPOCH).getTotalSeconds() * NANOS_PER_SECOND
            : 0;
  }

  /** The zone whose days these are. */
  public ZoneId zone() {
    return zone;
  }

  /** What is added to local time so that days begin at midnight. */
  public Duration shift() {
    return Duration.ofNanos(shiftNanos);
  }

  /** Day of a moment, in days since 1970-01-01. */
  public int epochDay(long nanosSinceEpoch) {
    long offset = fixedOffset ? fixedNanos : offsetNanos(nanosSinceEpoch);
    // Seconds first: nanoseconds near the end of their range would overflow when shifted.
    long second = Math.floorDiv(nanosSinceEpoch, NANOS_PER_SECOND);
    long local = second + Math.floorDiv(offset + shiftNanos, NANOS_PER_SECOND);
    long rest = Math.floorMod(offset + shiftNanos, NANOS_PER_SECOND);
    if (rest != 0) {
      local += (Math.floorMod(nanosSinceEpoch, NANOS_PER_SECOND) + rest) / NANOS_PER_SECOND;
    }
    return (int) Math.floorDiv(local, 86_400L);
  }

  private long offsetNanos(long nanosSinceEpoch) {
    Instant instant = Instant.ofEpochSecond(Math.floorDiv(nanosSinceEpoch, NANOS_PER_SECOND));
    return zone.getRules().getOffset(instant).getTotalSeconds() * NANOS_PER_SECOND;
  }
}
