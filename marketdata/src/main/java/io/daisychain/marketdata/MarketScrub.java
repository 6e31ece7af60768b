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
          read(day.path(kind), "load the " + kind.word() + " data", day, result);
        }
      }
      for (Path windows : day.windows()) {
        read(windows, "make the windows", day, result);
      }
    }
  }

  private static void read(Path file, String remedy, DayFiles day, Scrubbed result)
      throws IOException {
    try {
      String date = " of " + LocalDate.ofEpochDay(day.epochDay()) + " again";
      WarehouseScrub.read(file, result, "; " + remedy + date);
      result.read(Files.size(file));
    } catch (NoSuchFileException e) {
      return; // a load has just replaced it
    }
  }
}
