package io.daisychain.model;

import io.daisychain.fix.FixValue;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.OptionalInt;

/** Trade dates as FIX writes them: {@code YYYYMMDD}. */
public final class CalendarDates {
  private CalendarDates() {}

  /** The eight digits of a day counted from 1970-01-01, years 0000 to 9999. */
  public static byte[] digits(int epochDay) {
    LocalDate date = LocalDate.ofEpochDay(epochDay);
    int rest = date.getYear() * 10_000 + date.getMonthValue() * 100 + date.getDayOfMonth();
    byte[] digits = new byte[8];
    for (int i = digits.length - 1; i >= 0; i--) {
      digits[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    return digits;
  }

  /** The eight digits of a day as text. */
  public static String text(int epochDay) {
    return new String(digits(epochDay), StandardCharsets.US_ASCII);
  }

  /** The day of eight digits, counted from 1970-01-01; empty for what is no date. */
  public static OptionalInt parse(String digits) {
    byte[] bytes = digits.getBytes(StandardCharsets.ISO_8859_1);
    long date = FixValue.date(bytes, 0, bytes.length);
    return date == FixValue.INVALID ? OptionalInt.empty() : OptionalInt.of((int) date);
  }
}
