package io.daisychain.datagen.lifecycle;

/**
 * An order as one reporter sees it: its ids, quantities and executions. A routed order has two
 * views, the receiver's of its order and the sender's of its route.
 */
final class OrderView {
  /** Means that no request is open. */
  static final byte NO_REQUEST = 0;

  final int reporter;

  /** The other firm: 115 of the receiver's messages, 128 of the sender's. */
  final int other;

  final boolean route;
  int orderNo;

  /** ClOrdID (11) and event of the current version. */
  int id;

  int event = EventRecord.NONE;

  /** FIX MsgType of the open request, {@code G} or {@code F}. */
  byte request = NO_REQUEST;

  int requestId;
  int requestEvent;
  long requestQty;
  int requestPrice;

  long qty;
  int price;
  long cum;
  long notional;

  /** OrdStatus that ended the order, 0 while it lives. */
  byte closed;

  boolean acked;
  boolean replaced;
  long lastTime;

  OrderView(int reporter, int other, boolean route, long qty, int price) {
    this.reporter = reporter;
    this.other = other;
    this.route = route;
    this.qty = qty;
    this.price = price;
  }

  long leaves() {
    return closed != 0 ? 0 : qty - cum;
  }

  /** OrdStatus by what was executed (FIX 4.2, tag 39). */
  byte status() {
    if (closed != 0) {
      return closed;
    }
    if (cum > 0) {
      return cum == qty ? (byte) '2' : (byte) '1';
    }
    return replaced ? (byte) '5' : (byte) '0';
  }

  /** Makes the open request the current version; returns the id of the one before. */
  int applyReplace() {
    int before = id;
    id = requestId;
    event = requestEvent;
    qty = requestQty;
    price = requestPrice;
    replaced = true;
    request = NO_REQUEST;
    return before;
  }
}
