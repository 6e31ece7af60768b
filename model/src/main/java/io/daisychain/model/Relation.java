package io.daisychain.model;

/** Relations of an event to its parent (docs/input.md). The codes are stored. */
public enum Relation {
  /** The event names no parent. */
  NONE(0),
  /** The parent is one of several orders merged into an aggregate. */
  MERGE(1),
  /** The parent is an order at the same firm. */
  INTERNAL(2),
  /** The parent is the order that is routed. */
  ROUTE(3),
  /** The parent is the route that the receiver accepts. */
  ACCEPT(4),
  /** The parent is the version that a request changes. */
  PRIOR(5),
  /** The parent is the order or request that a report is about. */
  EXECUTION(6),
  /** The parent is the execution that is busted. */
  BUST(7),
  /** The parent is the execution that is corrected. */
  CORRECT(8),
  /** The parent is an order of the trade's other side, which stays apart. */
  CONTRA(9),
  /** The parent is the event that is supplemented. */
  SUPPLEMENT(10),
  /** The parent is the manual order of which this one is the electronic copy. */
  MANUAL(11),
  /** The parent is the firm's order from which a client's is fulfilled. */
  FULFILLMENT(12),
  /** The parent is an order of which the event says to what accounts it goes. */
  ALLOCATION(13);

  private static final Relation[] VALUES = values();

  private final byte code;

  Relation(int code) {
    this.code = (byte) code;
  }

  /** The stored code. */
  public byte code() {
    return code;
  }

  /** The name as published; empty for {@link #NONE}. */
  public String published() {
    return this == NONE ? "" : name();
  }

  /** The relation stored as {@code code}; an unknown code is a corrupt row. */
  public static Relation ofCode(int code) {
    if (code < 0 || code >= VALUES.length) {
      throw new IllegalStateException("no relation has the code " + code);
    }
    return VALUES[code];
  }
}
