package io.daisychain.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TradeDatesTest {

  @ParameterizedTest
  @CsvSource({
    // zone, roll, moment, day
    "UTC, 00:00, 2026-03-16T00:00:00Z, 2026-03-16",
    "UTC, 00:00, 2026-03-15T23:59:59.999999999Z, 2026-03-15",
    "UTC, 17:00, 2026-03-16T16:59:59.999999999Z, 2026-03-16",
    "UTC, 17:00, 2026-03-16T17:00:00Z, 2026-03-17",
    "UTC, 17:00, 2026-12-31T17:00:00Z, 2027-01-01",
    "UTC, 17:00, 2027-01-01T16:59:59Z, 2027-01-01",
    "UTC, 00:00, 1969-12-31T23:59:59.999999999Z, 1969-12-31",
    "UTC, 00:00, 1969-12-31T00:00:00Z, 1969-12-31",
    "UTC, 00:00, 2024-02-29T12:00:00Z, 2024-02-29",
    "America/New_York, 00:00, 2026-01-16T04:59:59Z, 2026-01-15",
    "America/New_York, 00:00, 2026-01-16T05:00:00Z, 2026-01-16",
    "America/New_York, 00:00, 2026-07-16T03:59:59Z, 2026-07-15",
    "America/New_York, 00:00, 2026-07-16T04:00:00Z, 2026-07-16",
    // Clocks go forward on 2026-03-08 and back on 2026-11-01.
    "America/New_York, 17:00, 2026-03-06T21:59:59Z, 2026-03-06",
    "America/New_York, 17:00, 2026-03-06T22:00:00Z, 2026-03-07",
    "America/New_York, 17:00, 2026-03-09T20:59:59Z, 2026-03-09",
    "America/New_York, 17:00, 2026-03-09T21:00:00Z, 2026-03-10",
    "America/New_York, 02:30, 2026-03-08T07:00:00Z, 2026-03-09",
    "America/New_York, 01:30, 2026-11-01T05:29:59Z, 2026-11-01",
    "America/New_York, 01:30, 2026-11-01T05:30:00Z, 2026-11-02",
    "America/New_York, 01:30, 2026-11-01T06:00:00Z, 2026-11-01",
    "Asia/Tokyo, 00:00, 2025-12-31T15:00:00Z, 2026-01-01",
    "Asia/Kolkata, 00:00, 2026-03-16T18:30:00Z, 2026-03-17",
    "-05:00, 17:00, 2026-07-16T22:00:00Z, 2026-07-17",
    "-05:00, 23:00:00.5, 2026-07-17T04:00:00.2Z, 2026-07-16",
    "-05:00, 23:00:00.5, 2026-07-17T04:00:00.5Z, 2026-07-17"
  })
  void namesADayAfterTheCalendarDayOnWhichItEnds(
      String zone, LocalTime roll, Instant moment, LocalDate day) {
    TradeDates dates = new TradeDates(ZoneId.of(zone), roll);
    long nanos = moment.getEpochSecond() * 1_000_000_000L + moment.getNano();
    assertEquals(day, LocalDate.ofEpochDay(dates.epochDay(nanos)));
  }

  @Test
  void equalsTheCalendarOfThePlatform() {
    long seed = Long.getLong("daisychain.seed", System.nanoTime());
    Random random = new Random(seed);
    List<String> zones = ZoneId.getAvailableZoneIds().stream().sorted().toList();
    for (int i = 0; i < 20_000; i++) {
      ZoneId zone = ZoneId.of(zones.get(random.nextInt(zones.size())));
      LocalTime roll = roll(random);
      long nanos = i < 2 ? (i == 0 ? Long.MIN_VALUE + 1 : Long.MAX_VALUE - 1) : random.nextLong();
      if (random.nextBoolean()) {
        nanos = 1_767_225_600_000_000_000L + Math.floorMod(nanos, 31_536_000_000_000_000L);
      }
      LocalDateTime local =
          Instant.ofEpochSecond(
                  Math.floorDiv(nanos, 1_000_000_000L), Math.floorMod(nanos, 1_000_000_000L))
              .atZone(zone)
              .toLocalDateTime();
      boolean rolled = !roll.equals(LocalTime.MIDNIGHT) && !local.toLocalTime().isBefore(roll);
      LocalDate day = local.toLocalDate().plusDays(rolled ? 1 : 0);

      int found = new TradeDates(zone, roll).epochDay(nanos);

      String what = zone + " " + roll + " " + local + " of seed " + seed;
      assertEquals(day, LocalDate.ofEpochDay(found), what);
    }
  }

  private static LocalTime roll(Random random) {
    return switch (random.nextInt(3)) {
      case 0 -> LocalTime.MIDNIGHT;
      case 1 -> LocalTime.of(random.nextInt(24), random.nextInt(60));
      default -> LocalTime.ofNanoOfDay(random.nextLong(Duration.ofDays(1).toNanos()));
    };
  }

  @ParameterizedTest
  @CsvSource({"0,19700101", "-1,19691231", "20528,20260316", "-719528,00000101"})
  void writesTradeDatesAsFixDoes(int day, String digits) {
    assertEquals(digits, new String(CalendarDates.digits(day), StandardCharsets.US_ASCII));
  }
}
