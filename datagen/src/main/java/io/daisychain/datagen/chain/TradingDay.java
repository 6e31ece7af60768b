package io.daisychain.datagen.chain;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * The trading hours of the trade date and of the next weekdays, for orders that are good till
 * canceled, and the times of customers' orders. All times are nanoseconds from midnight UTC of the
 * trade date.
 *
 * <p>The density of orders is a parabola: 1 in the middle of the day and {@code edge} at open and
 * close.
 */
public final class TradingDay {
  public static final long NANOS_PER_DAY = Duration.ofDays(1).toNanos();

  /** Nights that an order can outlive in a workload of one trade date. */
  public static final int NIGHTS = 3;

  private static final int CELLS = 4_096;
  private static final long AFTER_HOURS_NANOS = Duration.ofHours(2).toNanos();

  /** Time before the close for the reports by firms up the chain. */
  private static final long LAST_EXECUTION_NANOS = Duration.ofSeconds(1).toNanos();

  /** Reports are due at 08:00 New York time of the next weekday. */
  private static final ZoneId DEADLINE_ZONE = ZoneId.of("America/New_York");

  private static final LocalTime DEADLINE = LocalTime.of(8, 0);

  private final LocalDate date;
  private final int epochDay;
  private final int nights;
  private final long[] opens;
  private final long[] closes;
  private final long[] limits;
  private final long[] deadlines = new long[8]; // by day; 0 until it is needed
  private final double[] quantiles = new double[CELLS + 1];
  private final double edge;

  /** A trade date with {@code nights} further weekdays. */
  public TradingDay(OrderChain.Day day, LocalDate date, int nights) {
    this.date = date;
    this.nights = nights;
    opens = new long[nights + 1];
    closes = new long[nights + 1];
    limits = new long[nights + 1];
    epochDay = (int) date.toEpochDay();
    LocalDate session = date;
    for (int i = 0; i <= nights; i++) {
      long midnight = (session.toEpochDay() - epochDay) * NANOS_PER_DAY;
      opens[i] = nanos(session.atTime(day.open()).atZone(day.zone()).toInstant());
      closes[i] = nanos(session.atTime(day.close()).atZone(day.zone()).toInstant());
      if (opens[i] < midnight || closes[i] >= midnight + NANOS_PER_DAY) {
        // Identities contain the UTC day: events after midnight would not find their parents.
        throw new IllegalArgumentException(
            "day: " + day.open() + " to " + day.close() + " " + day.zone() + " is not one UTC day");
      }
      long lastMinute = midnight + NANOS_PER_DAY - Duration.ofMinutes(1).toNanos();
      limits[i] = Math.min(closes[i] + AFTER_HOURS_NANOS, lastMinute);
      session = nextWeekday(session);
    }
    edge = day.edge();
    tabulate();
  }

  public int epochDay() {
    return epochDay;
  }

  /** First order of a trading day, from 0. */
  public long opens(int session) {
    return opens[session];
  }

  /** Close of a trading day, from 0. */
  public long closes(int session) {
    return closes[session];
  }

  /** Further trading days that are known. */
  public int nights() {
    return nights;
  }

  /** The day of a time, counted from the trade date. */
  public static int dayOf(long time) {
    return (int) (time / NANOS_PER_DAY);
  }

  /** The close of a time's day. */
  public long closeAfter(long time) {
    return closes[session(time)];
  }

  /** True if a time is after the last order and execution of its day. */
  public boolean isClosed(long time) {
    return time > closeAfter(time) - LAST_EXECUTION_NANOS;
  }

  /** The open of the next trading day; {@code time} itself on the last day. */
  public long openAfter(long time) {
    int session = session(time);
    return session == nights ? time : opens[session + 1];
  }

  /** The latest time of an event on a time's day. */
  public long limitAfter(long time) {
    return limits[session(time)];
  }

  /** The deadline for reports of events of a day. */
  public long deadline(int day) {
    if (day >= deadlines.length) {
      return deadlineOf(day);
    }
    if (deadlines[day] == 0) {
      deadlines[day] = deadlineOf(day);
    }
    return deadlines[day];
  }

  /** The deadline for repairs of events of a day: 08:00 on the third weekday after it. */
  public long repairDeadline(int day) {
    LocalDate due = nextWeekday(nextWeekday(nextWeekday(date.plusDays(day))));
    return nanos(due.atTime(DEADLINE).atZone(DEADLINE_ZONE).toInstant());
  }

  private long deadlineOf(int day) {
    LocalDate due = nextWeekday(date.plusDays(day));
    return nanos(due.atTime(DEADLINE).atZone(DEADLINE_ZONE).toInstant());
  }

  /** The trading day of a time: 0 on the trade date, 1 on the next weekday. */
  public int session(long time) {
    int session = nights;
    while (session > 0 && dayOf(time) < dayOf(opens[session])) {
      session--;
    }
    return session;
  }

  /** The time at which a given share of the day's orders has come. */
  public long at(double share) {
    return at(0, share);
  }

  /** A time on a later trading day, drawn as those of the day's orders. */
  public long at(int session, double share) {
    double position = Math.max(0, Math.min(1, share)) * CELLS;
    int cell = Math.min(CELLS - 1, (int) position);
    double x = quantiles[cell] + (position - cell) * (quantiles[cell + 1] - quantiles[cell]);
    return opens[session] + (long) (x * (closes[session] - opens[session]));
  }

  /** The share of a trading day's orders that has come until a time: the inverse of {@link #at}. */
  public double share(int session, long time) {
    return cumulative(clock(session, time));
  }

  /** The share of a trading day, from open to close, that has passed at a time. */
  public double clock(int session, long time) {
    double passed = (double) (time - opens[session]) / (closes[session] - opens[session]);
    return Math.max(0, Math.min(1, passed));
  }

  /** Seconds between open and close. */
  public double seconds() {
    return (closes[0] - opens[0]) / 1e9;
  }

  public static LocalDate nextWeekday(LocalDate day) {
    LocalDate next = day.plusDays(1);
    while (next.getDayOfWeek() == DayOfWeek.SATURDAY || next.getDayOfWeek() == DayOfWeek.SUNDAY) {
      next = next.plusDays(1);
    }
    return next;
  }

  private long nanos(Instant instant) {
    Instant midnight = LocalDate.ofEpochDay(epochDay).atStartOfDay().toInstant(ZoneOffset.UTC);
    return Duration.between(midnight, instant).toNanos();
  }

  private void tabulate() {
    double x = 0;
    for (int i = 0; i <= CELLS; i++) {
      while (x < 1 && cumulative(x) < (double) i / CELLS) {
        x += 1.0 / (CELLS * 64);
      }
      quantiles[i] = Math.min(1, x);
    }
  }

  /** Integral of 1 + (edge - 1) (2x - 1)^2, as a share of its whole. */
  private double cumulative(double x) {
    double u = 2 * x - 1;
    double whole = 1 + (edge - 1) / 3;
    return (x + (edge - 1) * (u * u * u + 1) / 6) / whole;
  }
}
