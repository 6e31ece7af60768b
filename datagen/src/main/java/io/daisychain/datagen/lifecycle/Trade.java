package io.daisychain.datagen.lifecycle;

import java.util.ArrayList;
import java.util.List;

/** An execution, with the bookings of the firms up the chain. */
final class Trade {
  /**
   * The trade in the books of one firm, with the report that a later bust or correction refers to.
   */
  static final class Booking {
    final OrderView view;

    /** Quantity before any correction: the firms above learn of the trade later. */
    final long firstQty;

    int event;
    int execNo;
    long qty;
    int price;

    Booking(OrderView view, EventRecord report, int event) {
      this.view = view;
      this.event = event;
      this.execNo = report.execNo;
      this.qty = report.lastQty;
      this.firstQty = report.lastQty;
      this.price = report.lastPrice;
    }

    /** A trade that the firm does not report. */
    Booking(OrderView view, long qty, int price) {
      this.view = view;
      this.event = EventRecord.NONE;
      this.qty = qty;
      this.firstQty = qty;
      this.price = price;
    }
  }

  final List<Booking> bookings = new ArrayList<>(4);

  /** Where it happened. */
  final Order order;

  /** The same trade of the order on the other side; null where that is nobody's report. */
  Trade other;

  /** Limit of the order at the time of the trade. */
  final int limit;

  long qty;
  int price;
  boolean busted;

  Trade(Order order, long qty, int price) {
    this.order = order;
    this.qty = qty;
    this.price = price;
    this.limit = order.own.price;
  }

  /** True if it can be changed on both sides: the other has not ended, nor done what is later. */
  boolean isOpen() {
    if (busted || other == null) {
      return !busted;
    }
    Lifecycle partner = other.order.lifecycle;
    boolean isAtTime = partner.alone == order.lifecycle.alone || partner.wakes == Lifecycle.IDLE;
    return isAtTime && !partner.isDone;
  }

  /** True if a price is within the order's limits, at the trade's time and now. */
  boolean allows(int changed) {
    if (order.lifecycle.isMarketOrder()) {
      return true;
    }
    return order.lifecycle.isBuy()
        ? changed <= Math.min(limit, order.own.price)
        : changed >= Math.max(limit, order.own.price);
  }

  /** The booking of this trade on an order; null if there is none. */
  Booking booking(OrderView view) {
    for (int i = 0; i < bookings.size(); i++) {
      if (bookings.get(i).view == view) {
        return bookings.get(i);
      }
    }
    return null;
  }
}
