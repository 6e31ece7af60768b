package io.daisychain.marketdata.feed;

import java.time.LocalDate;
import java.time.YearMonth;

/** Reads times, prices and sizes in text without making objects. Not thread-safe. */
public final class NumberText {
  private static final long NANOS = 1_000_000_000L;
  private static final int FIRST_YEAR = 1990;
  private static final int LAST_YEAR = 2100;
  private static final long FIRST = LocalDate.of(FIRST_YEAR, 1, 1).toEpochDay() * 86_400 * NANOS;
  private static final long AFTER_LAST =
      LocalDate.of(LAST_YEAR + 1, 1, 1).toEpochDay() * 86_400 * NANOS;

  /** So many digits before the point fit every price. */
  private static final int MOST_DIGITS = 12;

  private static final int MOST_SIZE_DIGITS = 15;

  private static final String BAD_TIME = "time is malformed";
  private static final String FAR_TIME = "time is outside 1990 to 2100";

  /** What was read last. */
  long value;

  private int knownDate;
  private long knownDay;

  /** Whether nanoseconds since 1970 are a time that records may have: from 1990 to 2100. */
  public static boolean isTime(long nanos) {
    return nanos >= FIRST && nanos < AFTER_LAST;
  }

  /** Nanoseconds since 1970; returns what is wrong, null for nothing. */
  String time(byte[] bytes, int from, int to) {
    int length = to - from;
    if (length == 0) {
      return "time is empty";
    }
    if (bytes[to - 1] != 'Z') {
      return digits(bytes, from, to);
    }
    // 2026-03-16T13:30:00[.1 to .123456789]Z
    if (length < 20
        || length > 30
        || length == 21
        || bytes[from + 4] != '-'
        || bytes[from + 7] != '-'
        || bytes[from + 10] != 'T'
        || bytes[from + 13] != ':'
        || bytes[from + 16] != ':'
        || (length > 20 && bytes[from + 19] != '.')) {
      return BAD_TIME;
    }
    int year = number(bytes, from, 4);
    int month = number(bytes, from + 5, 2);
    int day = number(bytes, from + 8, 2);
    int hour = number(bytes, from + 11, 2);
    int minute = number(bytes, from + 14, 2);
    int second = number(bytes, from + 17, 2);
    if ((year | month | day | hour | minute | second) < 0
        || month < 1
        || month > 12
        || day < 1
        || hour > 23
        || minute > 59
        || second > 59) {
      return BAD_TIME;
    }
    long nanos = 0;
    for (int i = from + 20; i < from + 29; i++) {
      int digit = i < to - 1 ? bytes[i] - '0' : 0;
      if (digit < 0 || digit > 9) {
        return BAD_TIME;
      }
      nanos = 10 * nanos + digit;
    }
    int date = (year * 100 + month) * 100 + day;
    if (date != knownDate) {
      if (year == 0 || day > YearMonth.of(year, month).lengthOfMonth()) {
        return BAD_TIME;
      }
      knownDay = LocalDate.of(year, month, day).toEpochDay();
      knownDate = date;
    }
    if (year < FIRST_YEAR || year > LAST_YEAR) {
      return FAR_TIME;
    }
    value = ((knownDay * 24 + hour) * 60 + minute) * 60 * NANOS + second * NANOS + nanos;
    return null;
  }

  private String digits(byte[] bytes, int from, int to) {
    long nanos = 0;
    for (int i = from; i < to; i++) {
      int digit = bytes[i] - '0';
      if (digit < 0 || digit > 9) {
        return BAD_TIME;
      }
      // Beyond the last it stays beyond, however many digits follow.
      nanos = nanos > AFTER_LAST / 10 ? AFTER_LAST : 10 * nanos + digit;
    }
    if (!isTime(nanos)) {
      return FAR_TIME;
    }
    value = nanos;
    return null;
  }

  /** A number of so many digits; negative if it is none. */
  private static int number(byte[] bytes, int from, int length) {
    int number = 0;
    for (int i = from; i < from + length; i++) {
      int digit = bytes[i] - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      number = 10 * number + digit;
    }
    return number;
  }

  /** A price in units of 10 to the power of minus {@code scale}; returns what is wrong. */
  String price(byte[] bytes, int from, int to, int scale) {
    long number = 0;
    int whole = 0;
    int fraction = -1;
    for (int i = from; i < to; i++) {
      int digit = bytes[i] - '0';
      if (digit >= 0 && digit <= 9) {
        if (fraction >= 0) {
          if (++fraction > scale) {
            return "price has more than " + (scale == 4 ? "four" : "six") + " decimals";
          }
        } else if ((number > 0 || digit > 0) && ++whole > MOST_DIGITS) {
          return "price is too large";
        }
        number = 10 * number + digit;
      } else if (bytes[i] == '.' && fraction < 0 && to - from > 1) {
        fraction = 0;
      } else {
        return "price is malformed";
      }
    }
    for (int i = Math.max(0, fraction); i < scale; i++) {
      number *= 10;
    }
    value = number;
    return null;
  }

  /** A number of shares; returns what is wrong. */
  String size(byte[] bytes, int from, int to) {
    long number = 0;
    int count = 0;
    for (int i = from; i < to; i++) {
      int digit = bytes[i] - '0';
      if (digit < 0 || digit > 9) {
        return bytes[i] == '.' ? "size is fractional" : "size is malformed";
      }
      if ((number > 0 || digit > 0) && ++count > MOST_SIZE_DIGITS) {
        return "size is too large";
      }
      number = 10 * number + digit;
    }
    value = number;
    return null;
  }
}
