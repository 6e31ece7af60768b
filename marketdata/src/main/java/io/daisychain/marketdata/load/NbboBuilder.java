package io.daisychain.marketdata.load;

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

  private final Rows rows;
  private final BestQuote bids = new BestQuote(true);
  private final BestQuote asks = new BestQuote(false);

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
          bids.toldExchange < 0 ? ColumnSpec.NO_TEXT : codes[bids.toldExchange],
          asks.toldPrice,
          asks.toldSize,
          asks.toldExchange < 0 ? ColumnSpec.NO_TEXT : codes[asks.toldExchange]);
    }
  }
}
