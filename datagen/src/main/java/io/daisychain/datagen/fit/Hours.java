package io.daisychain.datagen.fit;

import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;

/** Open and close, to five minutes, of the hours in which customers' orders came. */
record Hours(ZoneId zone, LocalTime open, LocalTime close, Map<Long, Long> midnights) {
  private static final long DAY = 86_400_000_000_000L;
  private static final long STEP = 300_000_000_000L;

  /** What two clocks may differ by. */
  static final long CLOCK_NANOS = 50_000_000L;

  /** Stray times before the first and after the last of so many are no opening hours. */
  private static final double STRAY = 0.0005;

  Hours(ZoneId zone, LocalTime open, LocalTime close) {
    this(zone, open, close, new HashMap<>());
  }

  /** The hours of times since 1970: of New York if they lie on one UTC day there, else UTC. */
  static Hours of(Sample times) {
    return of(times, ZoneId.of("America/New_York"));
  }

  private static Hours of(Sample times, ZoneId zone) {
    Hours clock = new Hours(zone, LocalTime.MIN, LocalTime.MAX);
    Sample day = new Sample();
    times.forEach(time -> day.add(time - clock.midnight(time)));
    long open = (day.quantile(STRAY) + CLOCK_NANOS) / STEP * STEP;
    long close = Math.min(DAY - STEP, ((day.quantile(1 - STRAY) - CLOCK_NANOS) / STEP + 1) * STEP);
    return open < 0
        ? of(times, ZoneOffset.UTC)
        : new Hours(zone, LocalTime.ofNanoOfDay(open), LocalTime.ofNanoOfDay(close));
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
          Instant noon = Instant.ofEpochSecond(day * 86_400 + 17 * 3_600);
          return noon.atZone(zone).toLocalDate().atStartOfDay(zone).toEpochSecond()
              * 1_000_000_000L;
        });
  }
}
