package io.daisychain.marketdata;

import io.daisychain.warehouse.column.ColumnSpec;
import java.io.IOException;
import java.util.Arrays;

/**
 * Makes the best bid and offer of all exchanges from the quotes of one symbol and trade date, in
 * their order: one row at each time after all of whose quotes it differs.
 *
 * <p>Of each side the best price is taken; of equal ones the larger size, then the side that has
 * stood longest. A side stands from the record that first gave it this price and size, so the
 * earlier of two records of one time is the older.
 */
public final class NbboBuilder {
  /** Takes rows; absent prices and sizes are NULL, absent exchanges NO_TEXT. */
  public interface Rows {
    /** The best bid and offer from a time on. */
    void row(
        long time, long bid, long bidSize, int bidExchange, long ask, long askSize, int askExchange)
        throws IOException;
  }

  /** One side of the market: what each exchange quotes, and which is best. */
  private static final class Side {
    private final boolean highestIsBest;
    private long[] prices = new long[8];
    private long[] sizes = new long[8];
    private long[] since = new long[8];
    private int exchanges;
    private int best = -1;

    // What was last told.
    private long toldPrice;
    private long toldSize;
    private int toldExchange;

    Side(boolean highestIsBest) {
      this.highestIsBest = highestIsBest;
    }

    void clear() {
      Arrays.fill(prices, 0, exchanges, ColumnSpec.NULL);
      exchanges = 0;
      best = -1;
      toldPrice = ColumnSpec.NULL;
      toldSize = ColumnSpec.NULL;
      toldExchange = -1;
    }

    void set(int exchange, long price, long size, long record) {
      if (exchange >= exchanges) {
        grow(exchange);
      }
      long there = price == 0 || size == 0 ? ColumnSpec.NULL : price;
      if (prices[exchange] == there && (there == ColumnSpec.NULL || sizes[exchange] == size)) {
        return;
      }
      prices[exchange] = there;
      sizes[exchange] = size;
      since[exchange] = record;
      if (exchange == best) {
        findBest();
      } else if (there != ColumnSpec.NULL && (best < 0 || isBetter(exchange, best))) {
        best = exchange;
      }
    }

    private void grow(int exchange) {
      if (exchange >= prices.length) {
        int length = Math.max(exchange + 1, 2 * prices.length);
        prices = Arrays.copyOf(prices, length);
        sizes = Arrays.copyOf(sizes, length);
        since = Arrays.copyOf(since, length);
      }
      Arrays.fill(prices, exchanges, exchange + 1, ColumnSpec.NULL);
      exchanges = exchange + 1;
    }

    private void findBest() {
      best = -1;
      for (int i = 0; i < exchanges; i++) {
        if (prices[i] != ColumnSpec.NULL && (best < 0 || isBetter(i, best))) {
          best = i;
        }
      }
    }

    private boolean isBetter(int one, int other) {
      if (prices[one] != prices[other]) {
        return highestIsBest == (prices[one] > prices[other]);
      }
      if (sizes[one] != sizes[other]) {
        return sizes[one] > sizes[other];
      }
      return since[one] < since[other];
    }

    /** Whether the best is another than was told; it is told now. */
    boolean differs() {
      long price = best < 0 ? ColumnSpec.NULL : prices[best];
      long size = best < 0 ? ColumnSpec.NULL : sizes[best];
      if (price == toldPrice && size == toldSize && best == toldExchange) {
        return false;
      }
      toldPrice = price;
      toldSize = size;
      toldExchange = best;
      return true;
    }
  }

  private final Rows rows;
  private final Side bids = new Side(true);
  private final Side asks = new Side(false);

  /** Number within this symbol of an exchange's code, and back. */
  private int[] numbers = new int[0];

  private int[] codes = new int[8];
  private int exchanges;
  private long time;
  private long record;
  private boolean isOpen;

  /** Makes rows. */
  public NbboBuilder(Rows rows) {
    this.rows = rows;
  }

  /** A symbol or trade date begins: nobody quotes. */
  public void begin() {
    for (int i = 0; i < exchanges; i++) {
      numbers[codes[i]] = -1;
    }
    exchanges = 0;
    bids.clear();
    asks.clear();
    record = 0;
    isOpen = false;
  }

  /** The next quote, not before the last. */
  public void quote(long at, int exchange, long bid, long bidSize, long ask, long askSize)
      throws IOException {
    if (isOpen && at != time) {
      tell();
    }
    isOpen = true;
    time = at;
    int number = number(exchange);
    if (bid != ColumnSpec.NULL) {
      bids.set(number, bid, bidSize, record);
    }
    if (ask != ColumnSpec.NULL) {
      asks.set(number, ask, askSize, record);
    }
    record++;
  }

  /** No more quotes for now: what they make is told. */
  public void end() throws IOException {
    if (isOpen) {
      tell();
    }
  }

  private int number(int code) {
    if (code >= numbers.length) {
      int old = numbers.length;
      numbers = Arrays.copyOf(numbers, Math.max(code + 1, 2 * old));
      Arrays.fill(numbers, old, numbers.length, -1);
    }
    if (numbers[code] < 0) {
      if (exchanges == codes.length) {
        codes = Arrays.copyOf(codes, 2 * exchanges);
      }
      codes[exchanges] = code;
      numbers[code] = exchanges++;
    }
    return numbers[code];
  }

  private void tell() throws IOException {
    // Both are asked: they remember what they were asked for.
    boolean bidDiffers = bids.differs();
    boolean askDiffers = asks.differs();
    if (bidDiffers || askDiffers) {
      rows.row(
          time,
          bids.toldPrice,
          bids.toldSize,
          bids.best < 0 ? ColumnSpec.NO_TEXT : codes[bids.best],
          asks.toldPrice,
          asks.toldSize,
          asks.best < 0 ? ColumnSpec.NO_TEXT : codes[asks.best]);
    }
  }
}
