package io.daisychain.ingest;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;

/** When an event of a day must have been reported: 08:00 New York time of the next weekday. */
final class Deadlines {
  private static final ZoneId NEW_YORK = ZoneId.of("America/New_York");
  private static final LocalTime EIGHT = LocalTime.of(8, 0);

  private int day = Integer.MIN_VALUE;
  private long deadline;

  /** Nanoseconds since 1970 after which a report of an event of {@code epochDay} is late. */
  long of(int epochDay) {
    if (epochDay != day) { // files hold few days, so the last one is nearly always asked again
      day = epochDay;
      LocalDate next = LocalDate.ofEpochDay(epochDay).plusDays(1);
      while (next.getDayOfWeek() == DayOfWeek.SATURDAY || next.getDayOfWeek() == DayOfWeek.SUNDAY) {
        next = next.plusDays(1);
      }
      deadline = next.atTime(EIGHT).atZone(NEW_YORK).toEpochSecond() * 1_000_000_000L;
    }
    return deadline;
  }
}
