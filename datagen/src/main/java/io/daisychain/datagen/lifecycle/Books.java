package io.daisychain.datagen.lifecycle;

import io.daisychain.datagen.quote.ShownOrders;
import io.daisychain.datagen.quote.ShownOrders.Change;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The books of a shard, one a symbol and venue, and what exchanges show of them. */
final class Books {
  /** From a change of an order to the quote that tells it. */
  private static final long QUOTED_NANOS = 20_000;

  /** Bits of a number that tell the orders of a lifecycle apart. */
  private static final int ORDER_BITS = 20;

  private static final int ROUND_LOT = 100; // shares; odd lots are not quoted

  private final Market market;
  private final SymbolRange symbols;
  private final Book[][] books; // by symbol and venue
  private final ShownOrders[] shown; // by symbol
  private final Map<Integer, List<Change>> changes = new HashMap<>(); // by symbol
  private long now;

  /**
   * The books of a shard.
   *
   * @param symbols of the shard; null if nothing is shown
   */
  Books(Market market, SymbolRange symbols) {
    this.market = market;
    this.symbols = symbols;
    books = new Book[market.symbols][];
    shown = new ShownOrders[market.symbols];
  }

  /** Time of the step that is made. */
  void advance(long time) {
    now = time;
  }

  /**
   * What reported orders show beside others, to one who looks now. In a symbol of which other
   * shards have orders too, no shard would know all that is shown, and nothing is.
   */
  ShownOrders shown(int symbol) {
    if (shown[symbol] == null) {
      shown[symbol] = new ShownOrders();
    }
    return shown[symbol];
  }

  /** Lets an order stand in its venue's book, or leave it, after anything happened to it. */
  void update(Order order) {
    boolean stands = order.canStand() && market.isVenue(order.own.reporter);
    if (order.book != null && (!stands || order.standsAt != order.limit())) {
      order.lifecycle.standing.remove(order);
      order.book.remove(order);
    }
    if (stands && order.book == null) {
      order.lifecycle.standing.add(order);
      of(order).add(order);
    }
    show(order);
  }

  /** What orders of a symbol have shown, those of lifecycles that were left out too. */
  List<Change> changes(int symbol) {
    return changes.getOrDefault(symbol, List.of());
  }

  private void show(Order order) {
    int symbol = order.lifecycle.symbol;
    boolean shows =
        order.book != null
            && market.isExchange(order.own.reporter)
            && symbols != null
            && symbols.isWhole(symbol);
    long size = shows ? order.available() / ROUND_LOT * ROUND_LOT : 0;
    int price = size > 0 ? order.standsAt : order.showsAt;
    if (size == order.shows && price == order.showsAt) {
      return;
    }
    order.shows = size;
    order.showsAt = price;
    long at = Math.max(now, order.own.lastTime) + market.clockOffsets[order.own.reporter];
    Change change =
        new Change(
            at + QUOTED_NANOS,
            order.lifecycle.number << ORDER_BITS | order.own.orderNo,
            order.own.reporter - market.brokers,
            order.lifecycle.isBuy(),
            price,
            size);
    changes.computeIfAbsent(symbol, key -> new ArrayList<>()).add(change);
    shown(symbol).apply(change);
  }

  /**
   * The order of a side that another one, of the same side, must let trade first: the best that an
   * exchange shows at a better price (SEC Rule 611); null for none.
   *
   * @param reach the best price of the other side
   */
  Order ahead(Order order, int reach) {
    Order best = null;
    boolean buys = order.lifecycle.isBuy();
    Book[] ofSymbol = books[order.lifecycle.symbol];
    for (int i = 0; !order.lifecycle.alone && ofSymbol != null && i < market.exchanges; i++) {
      Book book = ofSymbol[i];
      Order first = book == null ? null : book.firstShown(buys, reach);
      int least = best == null ? order.limit() : best.standsAt;
      if (first != null && (buys ? first.standsAt > least : first.standsAt < least)) {
        best = first;
      }
    }
    return best;
  }

  /** The book in which an order may stand: that of its symbol at its venue. */
  Book of(Order order) {
    return of(order.lifecycle.symbol, order.own.reporter - market.brokers);
  }

  private Book of(int symbol, int venue) {
    if (books[symbol] == null) {
      books[symbol] = new Book[market.venues];
    }
    if (books[symbol][venue] == null) {
      books[symbol][venue] = new Book();
    }
    return books[symbol][venue];
  }

  /** Takes a lifecycle's orders away: it meets no other any more. */
  void leave(Lifecycle lifecycle) {
    lifecycle.alone = true;
    for (Order order : lifecycle.standing) {
      order.book.remove(order);
      show(order);
    }
    lifecycle.standing.clear();
  }
}
