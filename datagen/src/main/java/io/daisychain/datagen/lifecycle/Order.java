package io.daisychain.datagen.lifecycle;

import java.util.ArrayList;
import java.util.List;

/** An order at one firm, on its walk through the Markov chain. */
final class Order {
  static final Order[] NO_PARENTS = {};

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

  /** Arrival of the last update at the parents; later updates arrive later. */
  long lastUpdateTime;

  Order(Order[] parents, OrderView own, OrderView route, int depth) {
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

  /** True if the order can be changed or ended: it is open and has no open child order. */
  boolean isFree() {
    return own.leaves() > 0 && openChildren == 0 && !refused;
  }
}
