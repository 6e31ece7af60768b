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
  private Map<Long, Order> orders = new HashMap<>();

  /** Orders that were cleared, and are still among all. */
  private int clearedOrders;

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
    private Sides sides;

    Order(int symbol, boolean isBuy, long price, long shares) {
      this.symbol = symbol;
      this.isBuy = isBuy;
      this.price = price;
      this.shares = shares;
    }
  }

  /** Shares by price, the best first, and the quote that was made last. */
  private static final class Sides {
    int orders;
    boolean isCleared;
    final TreeMap<Long, Long> bids = new TreeMap<>(Comparator.reverseOrder());
    final TreeMap<Long, Long> asks = new TreeMap<>();
    long bid;
    long bidSize;
    long ask;
    long askSize;

    void told(long bid, long bidSize, long ask, long askSize) {
      this.bid = bid;
      this.bidSize = bidSize;
      this.ask = ask;
      this.askSize = askSize;
    }
  }

  /** The order of a number, null for none. */
  Order find(long reference) {
    Order order = orders.get(reference);
    return order == null || order.sides.isCleared ? null : order;
  }

  /** Adds an order; false if there is one of that number. */
  boolean add(long reference, Order order) {
    if (find(reference) != null) {
      return false;
    }
    if (orders.put(reference, order) != null) {
      clearedOrders--;
    }
    order.sides = sides.computeIfAbsent(order.symbol, symbol -> new Sides());
    order.sides.orders++;
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
      order.sides.orders--;
    }
  }

  /** Takes all orders of a symbol away, without a look at those of others each time. */
  void clear(int symbol) {
    Sides before = sides.get(symbol);
    if (before == null) {
      return;
    }
    before.isCleared = true;
    clearedOrders += before.orders;
    Sides after = new Sides();
    after.told(before.bid, before.bidSize, before.ask, before.askSize);
    sides.put(symbol, after);
    if (clearedOrders > orders.size() / 2) {
      Map<Long, Order> left = new HashMap<>();
      orders.forEach(
          (reference, order) -> {
            if (!order.sides.isCleared) {
              left.put(reference, order);
            }
          });
      orders = left;
      clearedOrders = 0;
    }
  }

  private static void change(Order order, long shares) {
    TreeMap<Long, Long> side = order.isBuy ? order.sides.bids : order.sides.asks;
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
    both.told(bid, bidSize, ask, askSize);
    sink.quote(symbol, time, exchange, bid, bidSize, ask, askSize, ColumnSpec.NO_TEXT);
  }
}
