package io.daisychain.marketdata;

import io.daisychain.model.TradeDates;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;

/**
 * When a trade date begins and ends.
 *
 * @param start its first nanosecond, since 1970
 * @param end the first nanosecond after it
 */
public record TradeDateBounds(long start, long end) {
  /** The bounds of a date by the rules that give moments their dates. */
  public static TradeDateBounds of(int epochDay, TradeDates dates) {
    return new TradeDateBounds(start(epochDay, dates), start(epochDay + 1, dates));
  }

  private static long start(int epochDay, TradeDates dates) {
    LocalDateTime local = LocalDate.ofEpochDay(epochDay).atStartOfDay().minus(dates.shift());
    Instant start = local.atZone(dates.zone()).toInstant();
    return start.getEpochSecond() * 1_000_000_000L + start.getNano();
  }
}
