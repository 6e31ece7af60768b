package io.daisychain.datagen.lifecycle;

import java.util.ArrayList;
import java.util.List;

/**
 * The reported orders of one symbol that stand at a venue, each side by price and then by time;
 * market orders come first.
 */
final class Book {
  private final List<Order> buys = new ArrayList<>(4);
  private final List<Order> sells = new ArrayList<>(4);
  private long added;

  private List<Order> side(boolean buy) {
    return buy ? buys : sells;
  }

  /** The order of a side that trades first; null for none. */
  Order first(boolean buy) {
    List<Order> side = side(buy);
    return side.isEmpty() ? null : side.get(0);
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
