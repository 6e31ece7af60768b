package io.daisychain.datagen;

import java.util.ArrayList;
import java.util.List;

/** An order at one firm, walking the chain. */
final class Order {
  static final Order[] NO_PARENTS = {};

  /** The orders that it was routed, split or merged from; none of a customer's order. */
  final Order[] parents;

  final Ledger own;

  /** The sender's side, null unless the order was routed. */
  final Ledger route;

  /** Firms and desks above it. */
  final int depth;

  /** Executions that happened here, not below. */
  final List<Trade> trades = new ArrayList<>(4);

  /** Whether the sender reports on its route what it learns. */
  boolean relays;

  boolean accepted;
  boolean refused;
  int state;
  boolean awaiting;
  boolean ended;
  int openChildren;

  /** Shares that children hold and have not executed. */
  long committed;

  /** Shares of {@link #committed} of the parent that stand for this order. */
  long held;

  boolean released;

  /** When the parents last heard of it; news travels in order. */
  long newsTime;

  Order(Order[] parents, Ledger own, Ledger route, int depth) {
    this.parents = parents;
    this.own = own;
    this.route = route;
    this.depth = depth;
    this.accepted = route == null;
  }

  boolean isCustomers() {
    return parents.length == 0;
  }

  /** Shares that nobody below works on. */
  long available() {
    return own.leaves() - committed;
  }

  /** True where the order can be changed or ended: alive, and nobody below works on it. */
  boolean isFree() {
    return own.leaves() > 0 && openChildren == 0 && !refused;
  }
}
