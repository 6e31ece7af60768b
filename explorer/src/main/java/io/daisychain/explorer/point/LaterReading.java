package io.daisychain.explorer.point;

import io.daisychain.warehouse.duckdb.DuckDbReader;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;

/**
 * Reads, while pictures and counts are already shown, what clicks want, then what searches want.
 */
final class LaterReading {
  final CompletableFuture<Points.Details> details = new CompletableFuture<>();
  final CompletableFuture<Points.Hashes> hashes = new CompletableFuture<>();

  /**
   * Begins to read.
   *
   * @param time of events, ascending
   * @param price of events
   * @param placeOf the event of each row, in the order in which the warehouse gives them
   */
  LaterReading(
      DuckDbReader warehouse, ShownDates dates, long[] time, Decimals price, int[] placeOf) {
    Thread thread = new Thread(() -> read(warehouse, dates, time, price, placeOf), "details");
    thread.setDaemon(true);
    thread.start();
  }

  private void read(
      DuckDbReader warehouse, ShownDates dates, long[] time, Decimals price, int[] placeOf) {
    try {
      details.complete(DetailLoader.read(warehouse, dates, time, price, placeOf));
      hashes.complete(TextHashes.read(warehouse, dates, time, placeOf));
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      details.completeExceptionally(e); // nothing changes where they are read
      hashes.completeExceptionally(e);
    }
  }
}
