package io.daisychain.model;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;

/** Trade dates as FIX writes them: {@code YYYYMMDD}. */
public final class CalendarDates {
  private CalendarDates() {}

  /** The eight digits of a day counted from 1970-01-01, years 0000 to 9999. */
  public static byte[] digits(int epochDay) {
    LocalDate date = LocalDate.ofEpochDay(epochDay);
    String text =
        String.format(
            java.util.Locale.ROOT,
            "%04d%02d%02d",
            date.getYear(),
            date.getMonthValue(),
            date.getDayOfMonth());
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
