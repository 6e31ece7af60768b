package io.daisychain.marketdata.feed;

import io.daisychain.warehouse.column.ColumnSpec;
import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The orders that stand at one exchange. Each change of a symbol's best price or of the shares at
 * it becomes a quote of both sides; a side without orders is one of price 0.
 */
final class OrderBook {
  private final RecordSink sink;
  private final int exchange;
  private final Map<Long, Order> orders = new HashMap<>();
  private final Map<Integer, Sides> sides = new HashMap<>();

  OrderBook(RecordSink sink, String exchange) {
    this.sink = sink;
    this.exchange = sink.texts().code(exchange);
  }

  /** An order: a price in ten thousandths, and the shares that are left of it. */
  static final class Order {
    final int symbol;
    final boolean isBuy;
    final long price;
    long shares;

    Order(int symbol, boolean isBuy, long price, long shares) {
      this.symbol = symbol;
      this.isBuy = isBuy;
      this.price = price;
      this.shares = shares;
    }
  }

  /** Shares by price, the best first, and the quote that was made last. */
  private static final class Sides {
    final TreeMap<Long, Long> bids = new TreeMap<>(Comparator.reverseOrder());
    final TreeMap<Long, Long> asks = new TreeMap<>();
    long bid;
    long bidSize;
    long ask;
    long askSize;
  }

  /** The order of a number, null for none. */
  Order find(long reference) {
    return orders.get(reference);
  }

  /** Adds an order; false if there is one of that number. */
  boolean add(long reference, Order order) {
    if (orders.putIfAbsent(reference, order) != null) {
      return false;
    }
    change(order, order.shares);
    return true;
  }

  /** Takes shares from an order, which goes with its last one. */
  void take(long reference, Order order, long shares) {
    long taken = Math.min(shares, order.shares);
    order.shares -= taken;
    change(order, -taken);
    if (order.shares == 0) {
      orders.remove(reference);
    }
  }

  /** Takes all orders of a symbol away. */
  void clear(int symbol) {
    orders.values().removeIf(order -> order.symbol == symbol);
    Sides side = sides.get(symbol);
    if (side != null) {
      side.bids.clear();
      side.asks.clear();
    }
  }

  private void change(Order order, long shares) {
    Sides both = sides.computeIfAbsent(order.symbol, symbol -> new Sides());
    TreeMap<Long, Long> side = order.isBuy ? both.bids : both.asks;
    side.merge(order.price, shares, (old, more) -> old + more == 0 ? null : old + more);
  }

  /** Makes a quote of a symbol where its best prices have changed. */
  void tell(int symbol, long time) throws IOException {
    Sides both = sides.get(symbol);
    if (both == null) {
      return;
    }
    Map.Entry<Long, Long> bestBid = both.bids.firstEntry();
    Map.Entry<Long, Long> bestAsk = both.asks.firstEntry();
    long bid = bestBid == null ? 0 : bestBid.getKey();
    long bidSize = bestBid == null ? 0 : bestBid.getValue();
    long ask = bestAsk == null ? 0 : bestAsk.getKey();
    long askSize = bestAsk == null ? 0 : bestAsk.getValue();
    if (bid == both.bid && bidSize == both.bidSize && ask == both.ask && askSize == both.askSize) {
      return;
    }
    both.bid = bid;
    both.bidSize = bidSize;
    both.ask = ask;
    both.askSize = askSize;
    sink.quote(symbol, time, exchange, bid, bidSize, ask, askSize, ColumnSpec.NO_TEXT);
  }
}
