package io.daisychain.model.access;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Trade dates that somebody may see, or wants: {@code 2026-03-16}, {@code 2026-03-01..2026-03-31}
 * with both ends, {@code 2026-03-01..} and {@code ..2026-03-31} without one, {@code *} for all.
 *
 * @param ranges of dates
 */
public record AllowedDates(List<Range> ranges) {
  private static final String TO = "..";

  /**
   * Dates in a row.
   *
   * @param first in days since 1970-01-01
   * @param last the same, itself included
   */
  public record Range(long first, long last) {}

  /** Ranges of their own. */
  public AllowedDates {
    ranges = List.copyOf(ranges);
  }

  /** Every date. */
  public static AllowedDates everything() {
    return of(List.of(AllowedNames.ALL));
  }

  /**
   * These.
   *
   * @throws IllegalArgumentException with the text that is no date
   */
  public static AllowedDates of(Collection<String> texts) {
    List<Range> ranges = new ArrayList<>();
    for (String text : texts) {
      int at = text.indexOf(TO);
      if (text.equals(AllowedNames.ALL)) {
        ranges.add(new Range(Long.MIN_VALUE, Long.MAX_VALUE));
      } else if (at < 0) {
        long day = day(text, text);
        ranges.add(new Range(day, day));
      } else {
        String first = text.substring(0, at);
        String last = text.substring(at + TO.length());
        ranges.add(
            new Range(
                first.isEmpty() ? Long.MIN_VALUE : day(first, text),
                last.isEmpty() ? Long.MAX_VALUE : day(last, text)));
      }
    }
    return new AllowedDates(ranges);
  }

  /** Whether every date is among them, now and later. */
  public boolean all() {
    return ranges.contains(new Range(Long.MIN_VALUE, Long.MAX_VALUE));
  }

  private static long day(String date, String text) {
    try {
      return LocalDate.parse(date).toEpochDay();
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          "dates '" + text + "' is neither 2026-03-16 nor 2026-03-01..2026-03-31", e);
    }
  }

  /** Whether a date, in days since 1970-01-01, is one of them. */
  public boolean has(long epochDay) {
    return ranges.stream().anyMatch(range -> range.first() <= epochDay && epochDay <= range.last());
  }
}
