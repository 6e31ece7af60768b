package io.daisychain.cat;

import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;

/**
 * Times as CAT writes them: of New York in digits, or nanoseconds since 1970. Not thread-safe: the
 * offset of the hour read last is remembered.
 */
public final class NewYorkTime {
  /** In place of a time that cannot be read. */
  public static final long INVALID = Long.MIN_VALUE;

  public static final ZoneId ZONE = ZoneId.of("America/New_York");

  private static final ZoneRules RULES = ZONE.getRules();
  private static final long NANOS = 1_000_000_000L;
  private static final int SECONDS_LENGTH = 15;

  /** Nanoseconds since 1970 of a later year do not fit. */
  private static final int LAST_YEAR = 2261;

  private long lastHour = Long.MIN_VALUE;
  private long lastOffset;

  /** Nanoseconds since 1970 at which a day of New York begins. */
  public static long midnight(int epochDay) {
    return java.time.LocalDate.ofEpochDay(epochDay).atStartOfDay(ZONE).toEpochSecond() * NANOS;
  }

  /** The day of New York of a moment. */
  public static int day(long nanos) {
    long second = Math.floorDiv(nanos, NANOS);
    Hour hour = lastOfDay;
    if (hour.number() != Math.floorDiv(second, 3_600L)) {
      int offset = RULES.getOffset(java.time.Instant.ofEpochSecond(second)).getTotalSeconds();
      hour = new Hour(Math.floorDiv(second, 3_600L), offset);
      lastOfDay = hour;
    }
    return (int) Math.floorDiv(second + hour.offset(), 86_400L);
  }

  /**
   * An hour, in which the offset does not change.
   *
   * @param number since 1970
   */
  private record Hour(long number, int offset) {}

  /** Any thread's: what it says is right, whoever says it. */
  private static Hour lastOfDay = new Hour(Long.MIN_VALUE, 0);

  /**
   * A time in nanoseconds since 1970.
   *
   * @param isNumber true of a number of JSON, which is never a time in digits
   */
  public long of(byte[] bytes, int from, int to, boolean isNumber) {
    int length = to - from;
    if (!isNumber
        && length >= SECONDS_LENGTH
        && (bytes[from + 8] == 'T' || bytes[from + 8] == ' ')) {
      return local(bytes, from, to);
    }
    return nanos(bytes, from, to);
  }

  private static long nanos(byte[] bytes, int from, int to) {
    if (to - from < 1 || to - from > 19) {
      return INVALID;
    }
    long value = 0;
    for (int i = from; i < to; i++) {
      int digit = bytes[i] - '0';
      boolean isMore = i == from + 18 && value > (Long.MAX_VALUE - digit) / 10;
      if (digit < 0 || digit > 9 || isMore) {
        return INVALID;
      }
      value = value * 10 + digit;
    }
    return value / NANOS >= (LAST_YEAR - 1970L) * 365 * 86_400 ? INVALID : value;
  }

  private long local(byte[] bytes, int from, int to) {
    int year = digits(bytes, from, 4);
    int month = digits(bytes, from + 4, 2);
    int day = digits(bytes, from + 6, 2);
    int hour = digits(bytes, from + 9, 2);
    int minute = digits(bytes, from + 11, 2);
    int second = digits(bytes, from + 13, 2);
    if (year < 1970 || year > LAST_YEAR || hour < 0 || hour > 23 || minute < 0 || minute > 59) {
      return INVALID;
    }
    if (!isDay(year, month, day) || second < 0 || second > 59) {
      return INVALID;
    }
    long fraction = 0;
    if (to > from + SECONDS_LENGTH) {
      int places = to - from - SECONDS_LENGTH - 1;
      if (bytes[from + SECONDS_LENGTH] != '.' || places < 1 || places > 9) {
        return INVALID;
      }
      fraction = digits(bytes, from + SECONDS_LENGTH + 1, places);
      if (fraction < 0) {
        return INVALID;
      }
      for (int i = places; i < 9; i++) {
        fraction *= 10;
      }
    }
    long hours = ((year * 100L + month) * 100L + day) * 100L + hour;
    long local = java.time.LocalDate.of(year, month, day).toEpochDay() * 86_400L + hour * 3_600L;
    if (hours != lastHour) {
      LocalDateTime at = LocalDateTime.ofEpochSecond(local, 0, java.time.ZoneOffset.UTC);
      ZoneOffsetTransition change = RULES.getTransition(at);
      if (change != null && change.isGap()) {
        return INVALID; // an hour that is skipped
      }
      lastOffset = RULES.getOffset(at).getTotalSeconds(); // of an hour twice the first
      lastHour = hours;
    }
    return (local + minute * 60L + second - lastOffset) * NANOS + fraction;
  }

  /** The day of a date in eight digits; {@link Integer#MIN_VALUE} where it is none. */
  public static int date(byte[] bytes, int from, int to) {
    if (to - from != 8) {
      return Integer.MIN_VALUE;
    }
    int year = digits(bytes, from, 4);
    int month = digits(bytes, from + 4, 2);
    int day = digits(bytes, from + 6, 2);
    return year < 1970 || year > LAST_YEAR || !isDay(year, month, day)
        ? Integer.MIN_VALUE
        : (int) java.time.LocalDate.of(year, month, day).toEpochDay();
  }

  private static boolean isDay(int year, int month, int day) {
    return month >= 1
        && month <= 12
        && day >= 1
        && day <= java.time.YearMonth.of(year, month).lengthOfMonth();
  }

  private static int digits(byte[] bytes, int from, int count) {
    int value = 0;
    for (int i = from; i < from + count; i++) {
      int digit = bytes[i] - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      value = value * 10 + digit;
    }
    return value;
  }
}
