package io.daisychain.datagen.fit;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;

/** Open and close, to five minutes, of the hours in which customers' orders came. */
record Hours(ZoneId zone, LocalTime open, LocalTime close, Map<Long, Long> midnights) {
  private static final long DAY = 86_400_000_000_000L;
  private static final long STEP = 300_000_000_000L;

  /** Stray times before the first and after the last of so many are no opening hours. */
  private static final double STRAY = 0.0005;

  /** The hours of times since 1970: in New York if that is one day there and in UTC, else UTC. */
  static Hours of(Iterable<Long> times) {
    Hours newYork = of(times, ZoneId.of("America/New_York"));
    return newYork != null ? newYork : of(times, ZoneOffset.UTC);
  }

  private static Hours of(Iterable<Long> times, ZoneId zone) {
    Hours clock = new Hours(zone, LocalTime.MIN, LocalTime.MAX, new HashMap<>());
    Sample day = new Sample();
    Sample utc = new Sample();
    for (long time : times) {
      day.add(clock.ofDay(time));
      utc.add(Math.floorMod(time, DAY));
    }
    long open = day.quantile(STRAY) / STEP * STEP;
    long close = Math.min(DAY - STEP, (day.quantile(1 - STRAY) / STEP + 1) * STEP);
    boolean isOneDay = utc.quantile(1 - STRAY) - utc.quantile(STRAY) < close - open;
    return isOneDay || zone == ZoneOffset.UTC
        ? new Hours(
            zone, LocalTime.ofNanoOfDay(open), LocalTime.ofNanoOfDay(close), new HashMap<>())
        : null;
  }

  /** Nanoseconds of a time since its midnight in the zone. */
  long ofDay(long time) {
    return time - midnight(time);
  }

  /** The close of a time's day. */
  long closeOf(long time) {
    return midnight(time) + close.toNanoOfDay();
  }

  long openOf(long time) {
    return midnight(time) + open.toNanoOfDay();
  }

  /** Midnight, in the zone, of the UTC day of a time: hours lie on one UTC day. */
  private long midnight(long time) {
    return midnights.computeIfAbsent(
        Math.floorDiv(time, DAY),
        day -> {
          Instant noon = LocalDate.ofEpochDay(day).atTime(17, 0).toInstant(ZoneOffset.UTC);
          LocalDate date = noon.atZone(zone).toLocalDate();
          return date.atStartOfDay(zone).toEpochSecond() * 1_000_000_000L;
        });
  }
}
