package io.daisychain.datagen.lifecycle;

import java.util.ArrayList;
import java.util.List;

/**
 * The reported orders of one symbol at a venue, each side by price and then by time.
 *
 * <p>Those that reach the other side's best price wait for their turn to take it, so that they do
 * not stand; they are in front of the others of their side.
 */
final class Book {
  private final List<Order> buys = new ArrayList<>(4);
  private final List<Order> sells = new ArrayList<>(4);
  private long added;

  // Time of the last trade with an order that stood.
  private long lastBought;
  private long lastSold;

  private List<Order> side(boolean buy) {
    return buy ? buys : sells;
  }

  /**
   * The order of a side that trades first of those that stand; null for none.
   *
   * @param reach the best price of the other side
   */
  Order first(boolean buy, int reach) {
    return first(buy, reach, 0);
  }

  /** The same of those that show their price. */
  Order firstShown(boolean buy, int reach) {
    return first(buy, reach, 1);
  }

  private Order first(boolean buy, int reach, long shows) {
    List<Order> side = side(buy);
    for (int i = 0; i < side.size(); i++) {
      Order order = side.get(i);
      if (order.shows >= shows && (buy ? order.standsAt < reach : order.standsAt > reach)) {
        return order;
      }
    }
    return null;
  }

  /** Time after which an order may come first of its side without having been passed over. */
  long lastTrade(boolean buy) {
    return buy ? lastBought : lastSold;
  }

  void traded(boolean buy, long time) {
    if (buy) {
      lastBought = Math.max(lastBought, time);
    } else {
      lastSold = Math.max(lastSold, time);
    }
  }

  /** Lets an order stand behind those of its price. */
  void add(Order order) {
    order.book = this;
    order.standsAt = order.limit();
    order.turn = added++;
    List<Order> side = side(order.lifecycle.isBuy());
    side.add(place(side, order), order);
  }

  void remove(Order order) {
    List<Order> side = side(order.lifecycle.isBuy());
    side.remove(place(side, order));
    order.book = null;
  }

  /** The number of orders that trade before another. */
  private static int place(List<Order> side, Order order) {
    int from = 0;
    int to = side.size();
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (isBefore(side.get(middle), order)) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }

  private static boolean isBefore(Order one, Order other) {
    if (one.standsAt != other.standsAt) {
      return one.lifecycle.isBuy() == one.standsAt > other.standsAt;
    }
    return one.turn < other.turn;
  }
}
