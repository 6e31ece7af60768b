package io.daisychain.explorer.point;

import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
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
  private final Decimals price;
  private final double[] place;
  private final Deque<CompletableFuture<Void>> underWay = new ArrayDeque<>();
  private Batch batch = new Batch();

  /** Quotes of events. */
  private static final class Batch {
    final long[] high = new long[ROWS];
    final long[] low = new long[ROWS];
    final long[] bid = new long[ROWS];
    final long[] ask = new long[ROWS];
    final Map<Integer, BigDecimal> largeBids = new HashMap<>();
    final Map<Integer, BigDecimal> largeAsks = new HashMap<>();
    final long[] date = new long[ROWS];
    int size;
  }

  MarketPlaces(IdIndex index, long[] time, Decimals price) {
    this.index = index;
    this.time = time;
    this.price = price;
    this.place = new double[price.size()];
    Arrays.fill(place, Double.NaN);
  }

  /**
   * Takes rows of the halves of an id, less 2^63, bid and ask as {@link DecimalReader#columns}, and
   * the nanoseconds of a date.
   */
  void add(DuckDBDataChunkReader chunk) {
    int count = (int) chunk.rowCount();
    DuckDBReadableVector high = chunk.vector(0);
    DuckDBReadableVector low = chunk.vector(1);
    DuckDBReadableVector bid = chunk.vector(2);
    DuckDBReadableVector largeBid = chunk.vector(3);
    DuckDBReadableVector ask = chunk.vector(4);
    DuckDBReadableVector largeAsk = chunk.vector(5);
    DuckDBReadableVector date = chunk.vector(6);
    for (int i = 0; i < count; i++) {
      if (batch.size == ROWS) {
        hand();
      }
      int at = batch.size++;
      batch.high[at] = high.getLong(i) ^ Long.MIN_VALUE;
      batch.low[at] = low.getLong(i) ^ Long.MIN_VALUE;
      batch.bid[at] = DecimalReader.value(bid, largeBid, i);
      if (batch.bid[at] == Decimals.LARGE) {
        batch.largeBids.put(at, DecimalReader.large(largeBid, i));
      }
      batch.ask[at] = DecimalReader.value(ask, largeAsk, i);
      if (batch.ask[at] == Decimals.LARGE) {
        batch.largeAsks.put(at, DecimalReader.large(largeAsk, i));
      }
      batch.date[at] = date.getLong(i);
    }
  }

  /** Places of all events; NaN where there is none. */
  double[] places() {
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
          if (event >= 0 && !price.isNone(event)) {
            place[event] = place(quotes, query, event);
          }
        });
  }

  /** Prices are subtracted as decimals: one at the ask is at 1, and none below is. */
  private double place(Batch quotes, int query, int event) {
    long bid = quotes.bid[query];
    long ask = quotes.ask[query];
    long units = price.units(event);
    if (isSmall(bid) && isSmall(ask) && isSmall(units)) {
      return Decimals.toDouble(units - bid) / Decimals.toDouble(ask - bid);
    }
    BigDecimal below = bid == Decimals.LARGE ? quotes.largeBids.get(query) : Decimals.ofUnits(bid);
    BigDecimal above = ask == Decimals.LARGE ? quotes.largeAsks.get(query) : Decimals.ofUnits(ask);
    return difference(price.exact(event), below) / difference(above, below);
  }

  /** Whether sums and differences of two of them are numbers too. */
  private static boolean isSmall(long units) {
    return units > Decimals.LARGE / 2 && units < Long.MAX_VALUE / 2;
  }

  /** NaN for what is no published decimal any more. */
  private static double difference(BigDecimal from, BigDecimal less) {
    BigDecimal difference = from.setScale(Decimals.MOST_DIGITS).subtract(less);
    return difference.precision() > Decimals.MOST_WHOLE_DIGITS + Decimals.MOST_DIGITS
        ? Double.NaN
        : Decimals.toDouble(difference);
  }
}
