package io.daisychain.marketdata.load;

import io.daisychain.warehouse.column.ColumnSpec;
import java.util.Arrays;

/**
 * One side of the market of a symbol: what each exchange quotes, and which is best. Exchanges that
 * quote stand in a heap, so that a quote costs the logarithm of their number, whoever it is of.
 */
final class BestQuote {
  private static final int NOWHERE = -1;

  private final boolean highestIsBest;
  private long[] prices = new long[8];
  private long[] sizes = new long[8];
  private long[] since = new long[8];

  /** Where an exchange stands in the heap. */
  private int[] places = new int[8];

  private int exchanges;

  /** Exchanges that quote: none is better than the one at half its place, the best is the first. */
  private int[] heap = new int[8];

  private int quoting;

  // What was last told.
  long toldPrice;
  long toldSize;
  int toldExchange;

  BestQuote(boolean highestIsBest) {
    this.highestIsBest = highestIsBest;
  }

  /** Nobody quotes. */
  void clear() {
    exchanges = 0;
    quoting = 0;
    toldPrice = ColumnSpec.NULL;
    toldSize = ColumnSpec.NULL;
    toldExchange = NOWHERE;
  }

  /**
   * An exchange quotes, or withdraws where price or size is 0.
   *
   * @param exchange number from 0, not far above the greatest so far
   * @param record number of the quote, which tells how long it has stood
   */
  void set(int exchange, long price, long size, long record) {
    if (exchange >= exchanges) {
      grow(exchange);
    }
    int place = places[exchange];
    if (price == 0 || size == 0) {
      if (place != NOWHERE) {
        remove(place);
      }
      return;
    }
    if (place != NOWHERE && prices[exchange] == price && sizes[exchange] == size) {
      return;
    }
    prices[exchange] = price;
    sizes[exchange] = size;
    since[exchange] = record;
    place = place == NOWHERE ? quoting++ : place;
    sink(rise(place, exchange), exchange);
  }

  private void grow(int exchange) {
    if (exchange >= prices.length) {
      int length = Math.max(exchange + 1, 2 * prices.length);
      prices = Arrays.copyOf(prices, length);
      sizes = Arrays.copyOf(sizes, length);
      since = Arrays.copyOf(since, length);
      places = Arrays.copyOf(places, length);
      heap = Arrays.copyOf(heap, length);
    }
    Arrays.fill(places, exchanges, exchange + 1, NOWHERE);
    exchanges = exchange + 1;
  }

  private void remove(int place) {
    places[heap[place]] = NOWHERE;
    int moved = heap[--quoting];
    if (place < quoting) {
      sink(rise(place, moved), moved);
    }
  }

  /** Makes room for an exchange above the place that it has, as far up as it is better. */
  private int rise(int from, int exchange) {
    int place = from;
    while (place > 0) {
      int above = (place - 1) >>> 1;
      if (!isBetter(exchange, heap[above])) {
        break;
      }
      put(place, heap[above]);
      place = above;
    }
    return place;
  }

  /** Puts an exchange at a place, or below it, as far down as others are better. */
  private void sink(int from, int exchange) {
    int place = from;
    while (2 * place + 1 < quoting) {
      int below = 2 * place + 1;
      if (below + 1 < quoting && isBetter(heap[below + 1], heap[below])) {
        below++;
      }
      if (!isBetter(heap[below], exchange)) {
        break;
      }
      put(place, heap[below]);
      place = below;
    }
    put(place, exchange);
  }

  private void put(int place, int exchange) {
    heap[place] = exchange;
    places[exchange] = place;
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
    int best = quoting == 0 ? NOWHERE : heap[0];
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
