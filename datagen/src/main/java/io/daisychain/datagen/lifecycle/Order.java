package io.daisychain.datagen.lifecycle;

import java.util.ArrayList;
import java.util.List;

/** An order at one firm, on its walk through the Markov chain. */
final class Order {
  static final Order[] NO_PARENTS = {};

  final Lifecycle lifecycle;

  /** The orders that it was routed, split or merged from; empty for a customer's order. */
  final Order[] parents;

  final OrderView own;

  /** The sender's view of the route; null if the order was not routed. */
  final OrderView route;

  /** Number of firms and desks above it. */
  final int depth;

  /** Executions of this order itself, not of child orders. */
  final List<Trade> trades = new ArrayList<>(4);

  /** True if the sender reports on its route what the receiver reports. */
  boolean relays;

  /** As in {@link EventRecord}. */
  byte instruction;

  boolean accepted;
  boolean refused;
  int state;
  boolean awaiting;
  boolean ended;
  int openChildren;

  /** Shares that children hold and have not executed. */
  long committed;

  /** Shares that the parent has committed to this order. */
  long held;

  boolean released;

  /** True if it was ever routed, split or merged. */
  boolean passedOn;

  /** Where it stands, at which price, and since when beside the others; null for nowhere. */
  Book book;

  int standsAt;
  long turn;

  /** Shares that its exchange shows of it, and at which price. */
  long shows;

  int showsAt;

  /** Arrival of the last update at the parents; later updates arrive later. */
  long lastUpdateTime;

  Order(Lifecycle lifecycle, Order[] parents, OrderView own, OrderView route, int depth) {
    this.lifecycle = lifecycle;
    this.parents = parents;
    this.own = own;
    this.route = route;
    this.depth = depth;
    this.accepted = route == null;
  }

  boolean isCustomers() {
    return parents.length == 0;
  }

  /** Open shares that no child order holds. */
  long available() {
    return own.leaves() - committed;
  }

  /** The most that it pays or the least that it takes, in cents; of a market order no bound. */
  int limit() {
    return !lifecycle.isMarketOrder() ? own.price : lifecycle.isBuy() ? Integer.MAX_VALUE : 0;
  }

  /** The earliest time of the next report on it. */
  long earliest() {
    return Math.max(own.lastTime, lifecycle.records.get(own.event).at) + 1;
  }

  /** True for an order that others may trade with: it is open, and nothing else is asked of it. */
  boolean canStand() {
    return accepted
        && !ended
        && !passedOn
        && !lifecycle.alone
        && isFree()
        && own.request == OrderView.NO_REQUEST
        && (route == null || route.request == OrderView.NO_REQUEST);
  }

  /** True if the order can be changed or ended: it is open and has no open child order. */
  boolean isFree() {
    return own.leaves() > 0 && openChildren == 0 && !refused;
  }
}
