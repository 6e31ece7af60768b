package io.daisychain.marketdata;

import io.daisychain.beam.Scrubbed;
import io.daisychain.warehouse.duckdb.WarehouseScrub;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.LocalDate;

/** Reads all market data and holds them against their checksums. */
public final class MarketScrub {
  private MarketScrub() {}

  /** Reads all trade dates. */
  public static void read(MarketFolder market, Scrubbed result) throws IOException {
    for (DayFiles day : market.days().values()) {
      for (MarketKind kind : MarketKind.values()) {
        if (day.has(kind)) {
          read(day, kind, result);
        }
      }
    }
  }

  private static void read(DayFiles day, MarketKind kind, Scrubbed result) throws IOException {
    Path file = day.path(kind);
    try {
      String remedy =
          "; load the %s data of %s again"
              .formatted(kind.word(), LocalDate.ofEpochDay(day.epochDay()));
      WarehouseScrub.read(file, result, remedy);
      result.read(Files.size(file));
    } catch (NoSuchFileException e) {
      return; // a load has just replaced it
    }
  }
}
