package io.daisychain.explorer;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import org.duckdb.DuckDBDataChunkReader;
import org.duckdb.DuckDBReadableVector;

/**
 * Finds the events of quotes as they are read, beside the reading, and where between bid and ask
 * their prices are.
 */
final class MarketPlaces {
  private static final int ROWS = 1 << 16;
  private static final int MOST_UNDER_WAY = 3;

  private final IdIndex index;
  private final long[] time;
  private final float[] price;
  private final float[] place;
  private final Deque<CompletableFuture<Void>> underWay = new ArrayDeque<>();
  private Batch batch = new Batch();

  /** Quotes of events. */
  private static final class Batch {
    final long[] high = new long[ROWS];
    final long[] low = new long[ROWS];
    final double[] bid = new double[ROWS];
    final double[] ask = new double[ROWS];
    final long[] date = new long[ROWS];
    int size;
  }

  MarketPlaces(IdIndex index, long[] time, float[] price) {
    this.index = index;
    this.time = time;
    this.price = price;
    this.place = new float[price.length];
    Arrays.fill(place, Float.NaN);
  }

  /** Takes rows of the halves of an id, less 2^63, bid, ask, and the nanoseconds of a date. */
  void add(DuckDBDataChunkReader chunk) {
    int count = (int) chunk.rowCount();
    DuckDBReadableVector high = chunk.vector(0);
    DuckDBReadableVector low = chunk.vector(1);
    DuckDBReadableVector bid = chunk.vector(2);
    DuckDBReadableVector ask = chunk.vector(3);
    DuckDBReadableVector date = chunk.vector(4);
    for (int i = 0; i < count; i++) {
      if (batch.size == ROWS) {
        hand();
      }
      int at = batch.size++;
      batch.high[at] = high.getLong(i) ^ Long.MIN_VALUE;
      batch.low[at] = low.getLong(i) ^ Long.MIN_VALUE;
      batch.bid[at] = bid.getDouble(i);
      batch.ask[at] = ask.getDouble(i);
      batch.date[at] = date.getLong(i);
    }
  }

  /** Places of all events; NaN where there is none. */
  float[] places() {
    hand();
    while (!underWay.isEmpty()) {
      underWay.remove().join();
    }
    return place;
  }

  private void hand() {
    Batch full = batch;
    batch = new Batch();
    if (underWay.size() == MOST_UNDER_WAY) {
      underWay.remove().join();
    }
    underWay.add(CompletableFuture.runAsync(() -> find(full)));
  }

  private void find(Batch quotes) {
    index.nearest(
        quotes.high,
        quotes.low,
        0,
        quotes.size,
        time,
        quotes.date,
        (query, event) -> {
          if (event >= 0) {
            double bid = quotes.bid[query];
            place[event] = (float) ((price[event] - bid) / (quotes.ask[query] - bid));
          }
        });
  }
}
