package io.daisychain.marketdata.feed;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.Arrays;

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

  private static final long PRICE_BOUND = 1_000_000_000_000L;

  private static final int MOST_SIZE_DIGITS = 15;

  /** The largest 64-bit number, by which others say that there is no price. */
  private static final byte[] UNDEFINED = Long.toString(Long.MAX_VALUE).getBytes(US_ASCII);

  private static final int LONGEST_TIME = 30;

  private static final String EMPTY_TIME = "time is empty";
  private static final String BAD_TIME = "time is malformed";
  private static final String FAR_TIME = "time is outside 1990 to 2100";

  /** What was read last. */
  long value;

  private int knownDate;
  private long knownDay;
  private int knownHour = -1;
  private long hourStart;
  private final byte[] loose = new byte[LONGEST_TIME];

  /** Whether nanoseconds since 1970 are a time that records may have: from 1990 to 2100. */
  public static boolean isTime(long nanos) {
    return nanos >= FIRST && nanos < AFTER_LAST;
  }

  /** Nanoseconds since 1970; returns what is wrong, null for nothing. */
  String time(byte[] bytes, int from, int to) {
    int length = to - from;
    if (length == 0) {
      return EMPTY_TIME;
    }
    if (bytes[to - 1] != 'Z') {
      String fault = digits(bytes, from, to, AFTER_LAST);
      return fault == null && !isTime(value) ? FAR_TIME : fault;
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

  /** The same, or with a blank before the hour, or with an offset of zero in place of Z. */
  String looseTime(byte[] bytes, int from, int to) {
    int end = to;
    if (end - from > 6 && (endsWith(bytes, to, "+00:00") || endsWith(bytes, to, "-00:00"))) {
      end -= 6;
    } else if (end - from > 1 && bytes[end - 1] == 'Z') {
      end--;
    }
    if (end == to || end - from > LONGEST_TIME - 1) {
      return time(bytes, from, to);
    }
    System.arraycopy(bytes, from, loose, 0, end - from);
    if (end - from > 10 && loose[10] == ' ') {
      loose[10] = 'T';
    }
    loose[end - from] = 'Z';
    return time(loose, 0, end - from + 1);
  }

  private static boolean endsWith(byte[] bytes, int to, String text) {
    for (int i = 0; i < text.length(); i++) {
      if (bytes[to - text.length() + i] != text.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** A number of units of so many nanoseconds since 1970; returns what is wrong. */
  String epoch(byte[] bytes, int from, int to, long unit) {
    if (from == to) {
      return EMPTY_TIME;
    }
    String fault = digits(bytes, from, to, AFTER_LAST / unit);
    if (fault == null) {
      value *= unit;
      fault = isTime(value) ? null : FAR_TIME;
    }
    return fault;
  }

  /** HHMMSS and up to nine digits of a second, of a date in a zone; returns what is wrong. */
  String clock(byte[] bytes, int from, int to, LocalDate date, ZoneId zone) {
    if (from == to) {
      return EMPTY_TIME;
    }
    int length = to - from;
    int hour = length < 6 ? -1 : number(bytes, from, 2);
    int minute = length < 6 ? -1 : number(bytes, from + 2, 2);
    int second = length < 6 ? -1 : number(bytes, from + 4, 2);
    int fraction = length < 6 || length > 15 ? -1 : number(bytes, from + 6, length - 6);
    if ((hour | minute | second | fraction) < 0 || hour > 23 || minute > 59 || second > 59) {
      return BAD_TIME;
    }
    if (hour != knownHour) {
      hourStart = date.atTime(hour, 0).atZone(zone).toEpochSecond();
      knownHour = hour;
    }
    long nanos = fraction;
    for (int i = length; i < 15; i++) {
      nanos *= 10;
    }
    value = (hourStart + minute * 60L + second) * NANOS + nanos;
    return isTime(value) ? null : FAR_TIME;
  }

  /** A number, which is {@code beyond} where it is that or more; returns what is wrong. */
  private String digits(byte[] bytes, int from, int to, long beyond) {
    long number = 0;
    for (int i = from; i < to; i++) {
      int digit = bytes[i] - '0';
      if (digit < 0 || digit > 9) {
        return BAD_TIME;
      }
      // Beyond the last it stays beyond, however many digits follow.
      number = number > beyond / 10 ? beyond : 10 * number + digit;
    }
    value = number;
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
            return tooFine(scale);
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

  private static String tooFine(int scale) {
    return "price has more than " + (scale == 4 ? "four" : "six") + " decimals";
  }

  /**
   * A price that is written with a point, or without one as a whole number of units of 10 to the
   * power of minus {@code decimals}, of which the largest means that there is none: it is 0 then.
   */
  String price(byte[] bytes, int from, int to, int decimals, int scale) {
    for (int i = from; i < to; i++) {
      if (bytes[i] == '.') {
        return price(bytes, from, to, scale);
      }
    }
    if (isUndefined(bytes, from, to)) {
      value = 0;
      return null;
    }
    int end = to;
    int left = decimals;
    while (left > 0 && end - from > 1 && bytes[end - 1] == '0') {
      end--;
      left--;
    }
    long number = 0;
    long point = 1; // what the digits before it count
    for (int i = from; i < end; i++) {
      int digit = bytes[i] - '0';
      if (digit < 0 || digit > 9) {
        return "price is malformed";
      }
      if (number > Long.MAX_VALUE / 100) {
        return "price is too large";
      }
      number = 10 * number + digit;
    }
    if (left > scale && number > 0) {
      return tooFine(scale);
    }
    for (int i = 0; i < left; i++) {
      point *= 10;
    }
    if (number / point >= PRICE_BOUND) {
      return "price is too large";
    }
    for (int i = left; i < scale; i++) {
      number *= 10;
    }
    value = number;
    return null;
  }

  private static boolean isUndefined(byte[] bytes, int from, int to) {
    return to - from == UNDEFINED.length
        && Arrays.equals(bytes, from, to, UNDEFINED, 0, UNDEFINED.length);
  }

  /**
   * Where a number ends without the zeros behind its point, and without a point behind which
   * nothing is.
   */
  static int withoutZeros(byte[] bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      if (bytes[i] == '.') {
        int end = to;
        while (end > i + 1 && bytes[end - 1] == '0') {
          end--;
        }
        return end == i + 1 && i > from ? i : end;
      }
    }
    return to;
  }

  /** A number of shares, or of units of so many; returns what is wrong. */
  String size(byte[] bytes, int from, int to, int unit) {
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
    value = number * unit;
    return null;
  }
}
