package io.daisychain.fix;

/**
 * Reads values of FIX 4.2's data types. No method allocates or throws; the result for an invalid
 * value is {@link #INVALID}. All take the array, the offset of the value and its length in bytes.
 */
public final class FixValue {
  /** Result for a value that is not of the type asked for. */
  public static final long INVALID = Long.MIN_VALUE;

  /** Length of a UUID's text. */
  public static final int UUID_LENGTH = 36;

  private static final int DATE_LENGTH = 8;
  private static final int TIMESTAMP_LENGTH = 17;
  private static final long NANOS_PER_SECOND = 1_000_000_000L;
  private static final int SECONDS_PER_DAY = 86_400;

  // The whole days within the range of nanoseconds in a long: 1677-09-23 to 2262-04-10.
  private static final long MAX_DAY = Long.MAX_VALUE / (SECONDS_PER_DAY * NANOS_PER_SECOND) - 1;

  private static final int[] POWERS_OF_TEN = {
    1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000
  };

  private FixValue() {}

  /**
   * An {@code int} of FIX 4.2: digits, optionally after one minus, with leading zeros or without,
   * in the range of a Java int. At most {@link Limits#LONGEST_NUMBER} bytes.
   */
  public static long integer(byte[] bytes, int offset, int length) {
    if (length > 0 && length <= 8 && offset + 8 <= bytes.length) {
      long value = Swar.digits(Swar.load(bytes, offset), length);
      if (value != Swar.NOT_DIGITS) {
        return value;
      }
    }
    return signedInteger(bytes, offset, length);
  }

  private static long signedInteger(byte[] bytes, int offset, int length) {
    if (length > Limits.LONGEST_NUMBER) {
      return INVALID;
    }
    int at = offset;
    int limit = offset + length;
    boolean negative = length > 0 && bytes[at] == '-';
    if (negative) {
      at++;
    }
    if (at >= limit) {
      return INVALID;
    }
    long value = 0;
    for (; at < limit; at++) {
      int digit = bytes[at] - '0';
      if (digit < 0 || digit > 9) {
        return INVALID;
      }
      value = value * 10 + digit;
      if (value > 1L + Integer.MAX_VALUE) {
        value = 2L + Integer.MAX_VALUE; // out of range, whatever the further digits are
      }
    }
    value = negative ? -value : value;
    return value == (int) value ? value : INVALID;
  }

  /**
   * Whether the value is a {@code float} of FIX 4.2: digits with at most one point and at most one
   * minus before them; no plus, no exponent, at least one digit, at most {@link
   * Limits#LONGEST_NUMBER} bytes.
   */
  public static boolean isDecimal(byte[] bytes, int offset, int length) {
    if (length > 0 && length <= 8 && offset + 8 <= bytes.length && bytes[offset] != '-') {
      return Swar.isUnsignedDecimal(Swar.load(bytes, offset), length);
    }
    return isSignedDecimal(bytes, offset, length);
  }

  private static boolean isSignedDecimal(byte[] bytes, int offset, int length) {
    if (length > Limits.LONGEST_NUMBER) {
      return false;
    }
    int at = offset;
    int limit = offset + length;
    if (length > 0 && bytes[at] == '-') {
      at++;
    }
    int digits = 0;
    boolean point = false;
    for (; at < limit; at++) {
      int digit = bytes[at] - '0';
      if (digit >= 0 && digit <= 9) {
        digits++;
      } else if (bytes[at] == '.' && !point) {
        point = true;
      } else {
        return false;
      }
    }
    return digits > 0;
  }

  /**
   * Whether a decimal is a quantity that can be published and added up: see {@link
   * Limits#QUANTITY_INTEGER_DIGITS}.
   */
  public static boolean isQuantity(byte[] bytes, int offset, int length) {
    return isDecimal(bytes, offset, length)
        && fits(
            bytes, offset, length, Limits.QUANTITY_INTEGER_DIGITS, Limits.QUANTITY_FRACTION_DIGITS);
  }

  /**
   * Whether a decimal is a price that can be published: see {@link Limits#PRICE_INTEGER_DIGITS}.
   */
  public static boolean isPrice(byte[] bytes, int offset, int length) {
    return isDecimal(bytes, offset, length)
        && fits(bytes, offset, length, Limits.PRICE_INTEGER_DIGITS, Limits.PRICE_FRACTION_DIGITS);
  }

  /**
   * Whether a decimal has no more digits than said, zeros that say nothing aside.
   *
   * @param integerDigits digits before the point
   * @param fractionDigits digits after the point
   */
  public static boolean fits(
      byte[] bytes, int offset, int length, int integerDigits, int fractionDigits) {
    if (length <= Math.min(integerDigits, fractionDigits)) {
      return true;
    }
    int start = bytes[offset] == '-' ? offset + 1 : offset;
    int end = offset + length;
    int point = start;
    while (point < end && bytes[point] != '.') {
      point++;
    }
    while (start < point && bytes[start] == '0') {
      start++;
    }
    while (end > point + 1 && bytes[end - 1] == '0') {
      end--;
    }
    return point - start <= integerDigits && end - point - 1 <= fractionDigits;
  }

  /**
   * A {@code float} of FIX 4.2 as a whole number of units of 10<sup>-scale</sup>. Digits behind the
   * scale are cut off.
   *
   * @param scale digits after the point to keep, 0 to 9
   * @return the units, or {@link #INVALID} for what is no decimal or does not fit
   */
  public static long decimal(byte[] bytes, int offset, int length, int scale) {
    if (length > 0 && length <= 8 && offset + 8 <= bytes.length) { // most quantities
      long value = Swar.digits(Swar.load(bytes, offset), length);
      if (value != Swar.NOT_DIGITS) {
        return value * POWERS_OF_TEN[scale];
      }
    }
    return anyDecimal(bytes, offset, length, scale);
  }

  private static long anyDecimal(byte[] bytes, int offset, int length, int scale) {
    if (length > Limits.LONGEST_NUMBER) {
      return INVALID;
    }
    int at = offset;
    int limit = offset + length;
    boolean negative = length > 0 && bytes[at] == '-';
    if (negative) {
      at++;
    }
    long value = 0;
    int digits = 0;
    int fraction = -1; // digits kept after the point, once there is one
    for (; at < limit; at++) {
      int digit = bytes[at] - '0';
      if (digit >= 0 && digit <= 9) {
        digits++;
        if (fraction < scale) {
          if (value > (Long.MAX_VALUE - 9) / 10) {
            return INVALID;
          }
          value = value * 10 + digit;
          fraction += fraction >= 0 ? 1 : 0;
        }
      } else if (bytes[at] == '.' && fraction < 0) {
        fraction = 0;
      } else {
        return INVALID;
      }
    }
    if (digits == 0) {
      return INVALID;
    }
    int power = POWERS_OF_TEN[scale - Math.max(fraction, 0)];
    if (value > Long.MAX_VALUE / power) {
      return INVALID;
    }
    return negative ? -value * power : value * power;
  }

  /** A {@code LocalMktDate} or {@code UTCDate}, YYYYMMDD, as days since 1970-01-01. */
  public static long date(byte[] bytes, int offset, int length) {
    if (length != DATE_LENGTH) {
      return INVALID;
    }
    return epochDay(eight(bytes, offset));
  }

  /**
   * A {@code UTCTimestamp}, {@code YYYYMMDD-HH:MM:SS} with a fraction of one to nine digits or
   * none, as nanoseconds since 1970-01-01T00:00Z.
   *
   * <p>Months, days, hours, minutes and seconds must exist. A leap second, {@code 23:59:60}, counts
   * as the first second of the next day, which is how QuickFIX/J counts it; it does so with any
   * time up to {@code 99:99:99}, which here is invalid. Also invalid are the years before 1678 and
   * after 2261, which are out of range of 64 bits; {@link #isTimestamp} accepts them.
   */
  public static long timestamp(byte[] bytes, int offset, int length) {
    if (length < TIMESTAMP_LENGTH || bytes[offset + DATE_LENGTH] != '-') {
      return INVALID;
    }
    long day = date(bytes, offset, DATE_LENGTH);
    long time = timeOfDay(bytes, offset + DATE_LENGTH + 1, length - DATE_LENGTH - 1);
    if (day == INVALID || time == INVALID || day > MAX_DAY || day < -MAX_DAY) {
      return INVALID;
    }
    return day * (SECONDS_PER_DAY * NANOS_PER_SECOND) + time;
  }

  /**
   * Length of a timestamp or time without the digits behind nanoseconds, which FIX has from 5.0 on;
   * that of the value where there are none, or others than digits.
   */
  public static int upToNanoseconds(byte[] bytes, int offset, int length) {
    int nanoseconds = TIMESTAMP_LENGTH + 10;
    if (length != nanoseconds + 3) {
      return length;
    }
    for (int i = offset + nanoseconds; i < offset + length; i++) {
      if (bytes[i] < '0' || bytes[i] > '9') {
        return length;
      }
    }
    return nanoseconds;
  }

  /**
   * Whether {@link #timestamp} finds one: as {@link #isTimestamp}, and in the years that
   * nanoseconds can tell.
   */
  public static boolean isEventTime(byte[] bytes, int offset, int length) {
    if (!isTimestamp(bytes, offset, length)) {
      return false;
    }
    int century = (bytes[offset] - '0') * 10 + bytes[offset + 1] - '0';
    return (century > 16 && century < 22) || timestamp(bytes, offset, length) != INVALID;
  }

  /** As {@link #timestamp}, but of any year from 0000 to 9999: whether the value is one. */
  public static boolean isTimestamp(byte[] bytes, int offset, int length) {
    return length >= TIMESTAMP_LENGTH
        && bytes[offset + DATE_LENGTH] == '-'
        && isDate(eight(bytes, offset))
        && timeOfDay(bytes, offset + DATE_LENGTH + 1, length - DATE_LENGTH - 1) != INVALID;
  }

  /**
   * A {@code UTCTimeOnly}, {@code HH:MM:SS} with a fraction of one to nine digits or none, as
   * nanoseconds since midnight; {@code 23:59:60} is a whole day.
   */
  public static long timeOfDay(byte[] bytes, int offset, int length) {
    if (length < 8 || length == 9 || length > 18) {
      return INVALID;
    }
    int inDay = Swar.timeOfDay(Swar.load(bytes, offset));
    boolean leaps = inDay % 60 == 0 && bytes[offset + 6] == '6';
    if (inDay < 0 || (leaps && inDay != SECONDS_PER_DAY)) {
      return INVALID;
    }
    int nanos = length == 8 ? 0 : fraction(bytes, offset + 8, length - 8);
    return nanos < 0 ? INVALID : inDay * NANOS_PER_SECOND + nanos;
  }

  /** Nanoseconds of {@code .ddd}, or below zero. */
  private static int fraction(byte[] bytes, int offset, int length) {
    if (bytes[offset] != '.') {
      return -1;
    }
    if (length <= 5 && offset + 9 <= bytes.length) {
      int value = Swar.fewDigits(Swar.load(bytes, offset + 1), length - 1);
      return value < 0 ? -1 : value * POWERS_OF_TEN[10 - length];
    }
    int nanos = 0;
    for (int i = 1; i < length; i++) {
      int digit = bytes[offset + i] - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      nanos = nanos * 10 + digit;
    }
    return nanos * POWERS_OF_TEN[10 - length];
  }

  /** Eight digits, or {@link Swar#NOT_DIGITS}. */
  private static int eight(byte[] bytes, int offset) {
    return (int) Swar.digits(Swar.load(bytes, offset), 8);
  }

  /** Whether {@link #date} is valid. */
  public static boolean isDate(byte[] bytes, int offset, int length) {
    return length == DATE_LENGTH && isDate(eight(bytes, offset));
  }

  private static boolean isDate(int yearMonthDay) {
    int year = yearMonthDay / 10_000;
    int month = yearMonthDay / 100 % 100;
    int day = yearMonthDay % 100;
    return yearMonthDay >= 0
        && month >= 1
        && month <= 12
        && day >= 1
        && (day <= 28 || day <= lastDay(year, month));
  }

  private static long epochDay(int yearMonthDay) {
    if (!isDate(yearMonthDay)) {
      return INVALID;
    }
    int year = yearMonthDay / 10_000;
    int month = yearMonthDay / 100 % 100;
    int day = yearMonthDay % 100;
    // Days before the month, in years that begin in March: leap days then come last.
    int marchYear = month > 2 ? year : year - 1;
    int marchMonth = month > 2 ? month - 3 : month + 9;
    int leapDays =
        Math.floorDiv(marchYear, 4) - Math.floorDiv(marchYear, 100) + Math.floorDiv(marchYear, 400);
    return 365L * marchYear + leapDays + (153 * marchMonth + 2) / 5 + day - 1 - 719_468;
  }

  private static int lastDay(int year, int month) {
    if (month == 2) {
      return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
    }
    return 30 + ((month + (month >> 3)) & 1);
  }

  /** Whether the value is the text of a UUID: 8-4-4-4-12 hexadecimal digits of either case. */
  public static boolean isUuid(byte[] bytes, int offset, int length) {
    return length == UUID_LENGTH
        && bytes[offset + 8] == '-'
        && bytes[offset + 13] == '-'
        && bytes[offset + 18] == '-'
        && bytes[offset + 23] == '-'
        && Swar.isHex(Swar.load(bytes, offset))
        && Swar.isHex(uuidDigits(bytes, offset + 9))
        && Swar.isHex(uuidDigits(bytes, offset + 19))
        && Swar.isHex(Swar.load(bytes, offset + 28));
  }

  /** The first eight bytes of the UUID at {@code offset}; only where {@link #isUuid}. */
  public static long uuidMostSignificant(byte[] bytes, int offset) {
    return Swar.hex(Swar.load(bytes, offset)) << 32 | Swar.hex(uuidDigits(bytes, offset + 9));
  }

  /** The last eight bytes of the UUID at {@code offset}; only where {@link #isUuid}. */
  public static long uuidLeastSignificant(byte[] bytes, int offset) {
    return Swar.hex(uuidDigits(bytes, offset + 19)) << 32 | Swar.hex(Swar.load(bytes, offset + 28));
  }

  /** Four digits before a hyphen and four behind it. */
  private static long uuidDigits(byte[] bytes, int offset) {
    return (Swar.load(bytes, offset) & 0xFFFFFFFFL) | (Swar.load(bytes, offset + 1) & ~0xFFFFFFFFL);
  }
}
