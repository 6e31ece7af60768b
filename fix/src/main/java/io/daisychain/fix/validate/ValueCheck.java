package io.daisychain.fix.validate;

import io.daisychain.fix.FixValue;
import io.daisychain.fix.Limits;

/** Checks the format of a value, and whether it is one of the listed values. */
final class ValueCheck {
  private ValueCheck() {}

  /**
   * Checks a value that is not empty.
   *
   * @param format one of {@link Format}
   * @param listed the values allowed, or null for all
   * @return the reason, or null for none
   */
  static Reason check(int format, ValueSet listed, byte[] bytes, int offset, int length) {
    if (length == 1 && listed != null && listed.contains(bytes[offset])) {
      return null; // most listed values are these, whatever their format
    }
    Reason reason = checkForm(format, listed, bytes, offset, length);
    if (reason != null
        || listed == null
        || format == Format.MULTIPLE
        || format == Format.CHARACTERS) {
      return reason;
    }
    return listed.contains(bytes, offset, length) ? null : Reason.INCORRECT_VALUE;
  }

  private static Reason checkForm(
      int format, ValueSet listed, byte[] bytes, int offset, int length) {
    return switch (format) {
      case Format.TEXT, Format.DATA -> null;
      case Format.CHAR -> formedIf(length == 1);
      case Format.BOOLEAN ->
          formedIf(length == 1 && (bytes[offset] == 'Y' || bytes[offset] == 'N'));
      case Format.INTEGER -> formedIf(FixValue.integer(bytes, offset, length) != FixValue.INVALID);
      case Format.NATURAL -> atLeast(0, bytes, offset, length);
      case Format.POSITIVE -> atLeast(1, bytes, offset, length);
      case Format.DECIMAL -> formedIf(FixValue.isDecimal(bytes, offset, length));
      case Format.AMOUNT -> checkAmount(bytes, offset, length);
      case Format.QUANTITY ->
          checkDigits(
              bytes,
              offset,
              length,
              Limits.QUANTITY_INTEGER_DIGITS,
              Limits.QUANTITY_FRACTION_DIGITS);
      case Format.PRICE ->
          checkDigits(
              bytes, offset, length, Limits.PRICE_INTEGER_DIGITS, Limits.PRICE_FRACTION_DIGITS);
      case Format.AVERAGE ->
          checkDigits(bytes, offset, length, Limits.PRICE_INTEGER_DIGITS, Limits.LONGEST_NUMBER);
      case Format.MULTIPLE -> checkMultiple(listed, bytes, offset, length);
      case Format.CHARACTERS -> checkCharacters(listed, bytes, offset, length);
      case Format.EVENT_TIME -> checkEventTime(bytes, offset, length);
      case Format.LONG_EVENT_TIME ->
          checkEventTime(bytes, offset, FixValue.upToNanoseconds(bytes, offset, length));
      case Format.LONG_TIMESTAMP ->
          checkForm(
              Format.TIMESTAMP,
              listed,
              bytes,
              offset,
              FixValue.upToNanoseconds(bytes, offset, length));
      case Format.TIMESTAMP ->
          formedIf(isPrecision(length, 17) && FixValue.isTimestamp(bytes, offset, length));
      case Format.TIME ->
          formedIf(
              isPrecision(length, 8)
                  && FixValue.timeOfDay(bytes, offset, length) != FixValue.INVALID);
      case Format.DATE -> formedIf(FixValue.isDate(bytes, offset, length));
      case Format.MONTH -> checkMonth(bytes, offset, length);
      case Format.MONTH_DATE_WEEK -> checkMonthDateOrWeek(bytes, offset, length);
      case Format.DAY_OF_MONTH -> {
        long day = FixValue.integer(bytes, offset, length);
        yield formedIf(day >= 1 && day <= 31 && length <= 2);
      }
      case Format.CURRENCY -> checkCurrency(bytes, offset, length);
      case Format.ACTION ->
          length == 1 && (bytes[offset] == 'N' || bytes[offset] == 'C' || bytes[offset] == 'D')
              ? null
              : Reason.INCORRECT_VALUE;
      default -> formedIf(FixValue.isUuid(bytes, offset, length));
    };
  }

  private static Reason formedIf(boolean wellFormed) {
    return wellFormed ? null : Reason.INCORRECT_FORMAT;
  }

  private static Reason atLeast(int least, byte[] bytes, int offset, int length) {
    long value = FixValue.integer(bytes, offset, length);
    if (value == FixValue.INVALID) {
      return Reason.INCORRECT_FORMAT;
    }
    return value >= least ? null : Reason.INCORRECT_VALUE;
  }

  private static Reason checkAmount(byte[] bytes, int offset, int length) {
    if (!FixValue.isDecimal(bytes, offset, length)) {
      return Reason.INCORRECT_FORMAT;
    }
    return bytes[offset] == '-' && !isZero(bytes, offset, length) ? Reason.INCORRECT_VALUE : null;
  }

  /** An amount that sums over all reporters can take: one firm's number stays that firm's fault. */
  private static Reason checkDigits(
      byte[] bytes, int offset, int length, int integerDigits, int fractionDigits) {
    Reason reason = checkAmount(bytes, offset, length);
    if (reason != null) {
      return reason;
    }
    return FixValue.fits(bytes, offset, length, integerDigits, fractionDigits)
        ? null
        : Reason.INCORRECT_VALUE;
  }

  private static boolean isZero(byte[] bytes, int offset, int length) {
    for (int i = offset; i < offset + length; i++) {
      if (bytes[i] >= '1' && bytes[i] <= '9') {
        return false;
      }
    }
    return true;
  }

  /** Listed values with one space between; QuickFIX/J takes spaces at the end for nothing. */
  private static Reason checkMultiple(ValueSet listed, byte[] bytes, int offset, int length) {
    int end = offset + length;
    while (end > offset && bytes[end - 1] == ' ') {
      end--;
    }
    int from = offset;
    for (int i = offset; i <= end; i++) {
      if (i == end || bytes[i] == ' ') {
        if (!listed.contains(bytes, from, i - from)) {
          return Reason.INCORRECT_VALUE;
        }
        from = i + 1;
      }
    }
    return null;
  }

  /** Values of one byte with one space between. */
  private static Reason checkCharacters(ValueSet listed, byte[] bytes, int offset, int length) {
    for (int i = offset; i < offset + length; i++) {
      boolean space = (i - offset) % 2 == 1;
      if (space ? bytes[i] != ' ' : isSpace(bytes[i])) {
        return Reason.INCORRECT_FORMAT;
      }
    }
    if (length % 2 == 0) {
      return Reason.INCORRECT_FORMAT;
    }
    for (int i = offset; i < offset + length && listed != null; i += 2) {
      if (!listed.contains(bytes[i])) {
        return Reason.INCORRECT_VALUE;
      }
    }
    return null;
  }

  private static boolean isSpace(byte character) {
    return character == ' ' || (character >= '\t' && character <= '\r');
  }

  /**
   * Seconds, milliseconds, microseconds or nanoseconds, as QuickFIX/J does; it takes more digits.
   */
  private static boolean isPrecision(int length, int lengthInSeconds) {
    int fraction = length - lengthInSeconds;
    return fraction == 0 || fraction == 4 || fraction == 7 || fraction == 10;
  }

  private static Reason checkEventTime(byte[] bytes, int offset, int length) {
    if (!isPrecision(length, 17)) {
      return Reason.INCORRECT_FORMAT;
    }
    if (FixValue.isEventTime(bytes, offset, length)) {
      return null;
    }
    return FixValue.isTimestamp(bytes, offset, length)
        ? Reason.INCORRECT_VALUE
        : Reason.INCORRECT_FORMAT;
  }

  private static Reason checkMonth(byte[] bytes, int offset, int length) {
    long number = length == 6 ? FixValue.integer(bytes, offset, length) : -1;
    long month = number % 100;
    return formedIf(number >= 0 && bytes[offset] != '-' && month >= 1 && month <= 12);
  }

  /** FIX 4.3 and later: a month, a day, or a week of a month. */
  private static Reason checkMonthDateOrWeek(byte[] bytes, int offset, int length) {
    if (length != 8) {
      return checkMonth(bytes, offset, length);
    }
    byte week = bytes[offset + 7];
    return bytes[offset + 6] == 'w'
        ? week >= '1' && week <= '5' ? checkMonth(bytes, offset, 6) : Reason.INCORRECT_FORMAT
        : formedIf(FixValue.isDate(bytes, offset, length));
  }

  private static Reason checkCurrency(byte[] bytes, int offset, int length) {
    int index =
        length == 3
            ? CurrencySet.index(bytes[offset], bytes[offset + 1], bytes[offset + 2])
            : CurrencySet.NO_CODE;
    if (index == CurrencySet.NO_CODE) {
      return Reason.INCORRECT_FORMAT;
    }
    return Dictionary.CURRENCIES.contains(index) ? null : Reason.INCORRECT_VALUE;
  }
}
