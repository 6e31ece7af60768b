package io.daisychain.model.reference;

import java.io.Serializable;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Set;
import java.util.TreeSet;

/**
 * Business days, weekdays that are no holidays, and the deadlines of reports and repairs on them,
 * at 08:00 New York time. Holidays are in {@code holidays.csv} of the reference data.
 */
public final class BusinessDays implements Serializable {
  /** Weekdays alone. */
  public static final BusinessDays WEEKDAYS = new BusinessDays(Set.of());

  /** An event is reported in time on so many business days after its trade date. */
  public static final int REPORTED = 1;

  /** A fault is repaired in time on so many business days after the event's trade date. */
  public static final int REPAIRED = 3;

  private static final ZoneId NEW_YORK = ZoneId.of("America/New_York");
  private static final LocalTime EIGHT = LocalTime.of(8, 0);
  private static final String HEADER = "date";

  private final TreeSet<Integer> holidays;

  private BusinessDays(Set<Integer> holidays) {
    this.holidays = new TreeSet<>(holidays);
  }

  /**
   * Reads holidays.
   *
   * @param file name of the file, for errors
   * @param csv its text: the header {@code date}, then a date a line, {@code 2026-07-03} or {@code
   *     20260703}; further columns are not read
   * @throws IllegalArgumentException naming file and line where it is not such a text
   */
  static BusinessDays parse(String file, String csv) {
    TreeSet<Integer> holidays = new TreeSet<>();
    String text = csv.startsWith("\ufeff") ? csv.substring(1) : csv;
    int number = 0;
    for (String line : text.lines().toList()) {
      number++;
      String value = line.split(",", 2)[0].replace("\"", "").strip();
      if (number == 1) {
        if (!value.equals(HEADER)) {
          throw new IllegalArgumentException(file + ":1: the header should be " + HEADER);
        }
      } else if (!value.isEmpty()) {
        holidays.add(day(file, number, value));
      }
    }
    if (number == 0) {
      throw new IllegalArgumentException(file + ":1: the header should be " + HEADER);
    }
    return new BusinessDays(holidays);
  }

  private static int day(String file, int line, String value) {
    try {
      return (int)
          (value.length() == 8
                  ? LocalDate.parse(value, DateTimeFormatter.BASIC_ISO_DATE)
                  : LocalDate.parse(value))
              .toEpochDay();
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException(
          file + ":" + line + ": " + value + " is no date such as 2026-07-03", e);
    }
  }

  /** The holidays, in days since 1970-01-01. */
  public Set<Integer> holidays() {
    return holidays;
  }

  /**
   * 08:00 New York time of a business day, in nanoseconds since 1970.
   *
   * @param epochDay trade date, in days since 1970-01-01
   * @param days number of business days after it, {@link #REPORTED} or {@link #REPAIRED}
   */
  public long deadline(int epochDay, int days) {
    LocalDate day = LocalDate.ofEpochDay(epochDay);
    int left = days;
    while (left > 0) {
      day = day.plusDays(1);
      boolean weekend =
          day.getDayOfWeek() == DayOfWeek.SATURDAY || day.getDayOfWeek() == DayOfWeek.SUNDAY;
      left -= weekend || holidays.contains((int) day.toEpochDay()) ? 0 : 1;
    }
    return day.atTime(EIGHT).atZone(NEW_YORK).toEpochSecond() * 1_000_000_000L;
  }

  /** True where the deadlines of a trade date are others than by other business days. */
  public boolean differsOn(int epochDay, BusinessDays other) {
    return deadline(epochDay, REPORTED) != other.deadline(epochDay, REPORTED)
        || deadline(epochDay, REPAIRED) != other.deadline(epochDay, REPAIRED);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof BusinessDays days && holidays.equals(days.holidays);
  }

  @Override
  public int hashCode() {
    return holidays.hashCode();
  }
}
