package io.daisychain.model.reference;

import static io.daisychain.model.reference.BusinessDays.REPAIRED;
import static io.daisychain.model.reference.BusinessDays.REPORTED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.time.LocalDate;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Deadlines at 08:00 New York time, over weekends, holidays and the change of the clocks. */
class BusinessDaysTest {
  private static final BusinessDays GOOD_FRIDAY = BusinessDays.parse("h", "date\n2026-04-03\n");

  @Test
  void weekendsAndHolidaysAreNoBusinessDays() {
    assertEquals("2026-03-17T12:00:00Z", deadline(BusinessDays.WEEKDAYS, "2026-03-16", REPORTED));
    assertEquals("2026-03-19T12:00:00Z", deadline(BusinessDays.WEEKDAYS, "2026-03-16", REPAIRED));
    assertEquals("2026-03-23T12:00:00Z", deadline(BusinessDays.WEEKDAYS, "2026-03-20", REPORTED));
    assertEquals("2026-03-25T12:00:00Z", deadline(BusinessDays.WEEKDAYS, "2026-03-21", REPAIRED));
    assertEquals("2026-04-06T12:00:00Z", deadline(GOOD_FRIDAY, "2026-04-02", REPORTED));
    assertEquals("2026-04-08T12:00:00Z", deadline(GOOD_FRIDAY, "2026-04-02", REPAIRED));
    // In winter New York is an hour further from UTC.
    assertEquals("2026-03-06T13:00:00Z", deadline(BusinessDays.WEEKDAYS, "2026-03-05", REPORTED));
    assertEquals("2026-03-09T12:00:00Z", deadline(BusinessDays.WEEKDAYS, "2026-03-06", REPORTED));
  }

  @Test
  void filesAreReadAsOthersOfTheReferenceData() {
    BusinessDays days =
        BusinessDays.parse("h", "\ufeffdate,name\r\n20260403,Good Friday\n\n\"2026-07-03\",x\n");

    assertEquals(Set.of(day("2026-04-03"), day("2026-07-03")), days.holidays());
    assertEquals(GOOD_FRIDAY, BusinessDays.parse("other", "date\n20260403"));
    assertEquals(GOOD_FRIDAY.hashCode(), BusinessDays.parse("h", "date\n20260403").hashCode());
    assertFalse(GOOD_FRIDAY.equals(days));
    assertRefused("holidays.csv:1: the header should be date", "");
    assertRefused("holidays.csv:1: the header should be date", "day\n2026-04-03\n");
    assertRefused(
        "holidays.csv:3: 2026-02-30 is no date such as 2026-07-03", "date\n20260403\n2026-02-30");
  }

  @Test
  void aHolidayIsNewsOfTheDatesWhoseDeadlinesItMoves() {
    assertFalse(GOOD_FRIDAY.differsOn(day("2026-03-30"), BusinessDays.WEEKDAYS));
    assertTrue(GOOD_FRIDAY.differsOn(day("2026-03-31"), BusinessDays.WEEKDAYS));
    assertTrue(GOOD_FRIDAY.differsOn(day("2026-04-02"), BusinessDays.WEEKDAYS));
    assertFalse(GOOD_FRIDAY.differsOn(day("2026-04-03"), BusinessDays.WEEKDAYS));
  }

  private static void assertRefused(String words, String text) {
    assertEquals(
        words,
        assertThrows(IllegalArgumentException.class, () -> BusinessDays.parse("holidays.csv", text))
            .getMessage());
  }

  private static int day(String date) {
    return (int) LocalDate.parse(date).toEpochDay();
  }

  private static String deadline(BusinessDays days, String date, int after) {
    return Instant.ofEpochSecond(0, days.deadline(day(date), after)).toString();
  }
}
