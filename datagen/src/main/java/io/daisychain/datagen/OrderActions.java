package io.daisychain.datagen;

import io.daisychain.model.EventType;

/** What happens to an order at its own firm, and on the route by which it came: no executions. */
final class OrderActions {
  private static final byte REPLACE_REQUEST = 'G';
  private static final byte CANCEL_REQUEST = 'F';

  /** Share of replaced routes of which the quantity is lowered, not the price alone. */
  private static final double LOWERED_SHARE = 0.3;

  private final Reports reports;
  private final Agenda agenda;
  private final Dice dice;
  private final int lotSize;

  OrderActions(Reports reports, Agenda agenda, Dice dice, int lotSize) {
    this.reports = reports;
    this.agenda = agenda;
    this.dice = dice;
    this.lotSize = lotSize;
  }

  /** The receiver of a route reports it, once. */
  void accept(Order order, long time) {
    if (!order.accepted && !order.refused) {
      order.accepted = true;
      reports.order(EventType.ACCEPT, order.own, time, order.route.event);
    }
  }

  /** The receiver will not have the route, and reports nothing at all. */
  void refuse(Order order, long time) {
    if (!order.accepted) {
      order.refused = true;
      order.own.closed = '8';
      agenda.tell(order, News.REJECT, null, time);
    }
  }

  /** What is open after the close is over, unless it is good till canceled. */
  void endTheDay(Order order, boolean atVenue, long time) {
    if (!reports.isGoodTillCanceled()) {
      perform(order, atVenue ? Action.EXPIRE : Action.DONE_FOR_DAY, time);
    }
  }

  void perform(Order order, Action action, long time) {
    switch (action) {
      case PENDING_NEW -> pendingNew(order, time);
      case ACK -> acknowledge(order, time);
      case REJECT -> reject(order, time);
      case STOP -> mention(order, EventType.STOPPED, '7', time);
      case SUSPEND -> mention(order, EventType.SUSPENDED, '9', time);
      case RESTATE -> mention(order, EventType.RESTATED, order.own.status(), time);
      case CALCULATE -> calculate(order, time);
      case DONE_FOR_DAY -> close(order, EventType.DONE_FOR_DAY, '3', News.DONE_FOR_DAY, time);
      case EXPIRE -> close(order, EventType.EXPIRED, 'C', News.EXPIRE, time);
      case REPLACE -> request(order, EventType.REPLACE, REPLACE_REQUEST, time);
      case PENDING_REPLACE -> pending(order, EventType.PENDING_REPLACE, REPLACE_REQUEST, 'E', time);
      case REPLACED -> replaced(order, time);
      case CANCEL -> request(order, EventType.CANCEL, CANCEL_REQUEST, time);
      case PENDING_CANCEL -> pending(order, EventType.PENDING_CANCEL, CANCEL_REQUEST, '6', time);
      case CANCELED -> canceled(order, time);
      case CANCEL_REJECT -> cancelReject(order, time);
      default -> throw new IllegalStateException(action + " is not an order's own");
    }
  }

  private void pendingNew(Order order, long time) {
    if (isUntouched(order)) {
      reports.report(EventType.PENDING_NEW, order.own, (byte) 'A', time);
    }
  }

  private void acknowledge(Order order, long time) {
    if (isUntouched(order)) {
      order.own.acked = true;
      reports.report(EventType.ACK, order.own, (byte) '0', time);
      agenda.tell(order, News.ACK, null, reports.lastTime());
    }
  }

  private void reject(Order order, long time) {
    if (isUntouched(order) && order.isFree()) {
      close(order, EventType.REJECTED, '8', News.REJECT, time);
    }
  }

  private static boolean isUntouched(Order order) {
    Ledger own = order.own;
    return !own.acked && !own.replaced && own.cum == 0 && own.closed == 0 && own.request == 0;
  }

  private void mention(Order order, EventType type, int status, long time) {
    if (order.isFree()) {
      reports.report(type, order.own, (byte) status, time);
    }
  }

  /** Only what is wholly executed is calculated. */
  private void calculate(Order order, long time) {
    if (order.own.closed == 0 && order.own.cum == order.own.qty && order.openChildren == 0) {
      reports.report(EventType.CALCULATED, order.own, (byte) 'B', time);
    }
  }

  private void close(Order order, EventType type, int status, News news, long time) {
    if (order.isFree()) {
      order.own.closed = (byte) status;
      order.own.request = Ledger.NO_REQUEST;
      reports.report(type, order.own, (byte) status, time);
      agenda.tell(order, news, null, reports.lastTime());
    }
  }

  private void request(Order order, EventType type, byte request, long time) {
    Ledger own = order.own;
    Ledger route = order.route;
    if (!order.isFree() || own.request != 0 || (route != null && route.request != 0)) {
      return;
    }
    own.requestId = reports.number();
    own.requestQty = request == REPLACE_REQUEST ? newQty(order) : own.qty;
    own.requestPrice = request == REPLACE_REQUEST ? newPrice(order) : own.price;
    long at = time;
    if (route != null) { // the sender's request comes first, and names the same ids
      route.requestId = own.requestId;
      route.requestQty = own.requestQty;
      route.requestPrice = own.requestPrice;
      reports.request(type, route, at);
      route.request = request;
      at = agenda.link(reports.lastTime());
    }
    reports.request(type, own, at);
    own.request = request;
  }

  /** Only a customer may ask for more: what is above a route or desk was cut to measure. */
  private long newQty(Order order) {
    Ledger own = order.own;
    long least = own.cum + order.committed + 1;
    if (order.isCustomers()) {
      long change = (long) lotSize * (dice.below(11) - 4);
      return Math.max(least, own.qty + change);
    }
    if (order.route != null && dice.chance(LOWERED_SHARE)) {
      return least + (own.qty - least) / 2;
    }
    return own.qty;
  }

  /** A new limit, never beyond those of the orders that it works for. */
  private int newPrice(Order order) {
    int price = Math.max(1, order.own.price + dice.below(21) - 10);
    for (Order parent : order.parents) {
      price = reports.within(parent.own.price, price);
    }
    return price;
  }

  private void pending(Order order, EventType type, byte request, int status, long time) {
    if (order.own.request == request) {
      reports.answer(type, order.own, (byte) status, time);
    }
  }

  private void replaced(Order order, long time) {
    Ledger own = order.own;
    boolean fits = own.requestQty > own.cum + order.committed;
    if (own.request == REPLACE_REQUEST && order.isFree() && fits) {
      int before = order.own.applyReplace();
      reports.report(EventType.REPLACED, order.own, order.own.status(), time).origNo = before;
      agenda.tell(order, News.REPLACED, null, reports.lastTime());
    }
  }

  private void canceled(Order order, long time) {
    if (order.own.request == CANCEL_REQUEST && order.isFree()) {
      order.own.closed = '4';
      reports.answer(EventType.CANCELED, order.own, (byte) '4', time);
      order.own.request = Ledger.NO_REQUEST;
      agenda.tell(order, News.CANCELED, null, reports.lastTime());
    } else {
      close(order, EventType.CANCELED, '4', News.CANCELED, time);
    }
  }

  private void cancelReject(Order order, long time) {
    if (order.own.request != Ledger.NO_REQUEST) {
      refuseRequest(order.own, time);
      agenda.tell(order, News.CANCEL_REJECT, null, reports.lastTime());
    }
  }

  /** CxlRejResponseTo (FIX 4.2, tag 434): 1 answers a cancel, 2 a replace. */
  private void refuseRequest(Ledger ledger, long time) {
    EventRecord record = reports.answer(EventType.CANCEL_REJECT, ledger, ledger.status(), time);
    record.rejectResponseTo = (byte) (ledger.request == CANCEL_REQUEST ? '1' : '2');
    ledger.request = Ledger.NO_REQUEST;
  }

  /** The sender of a route hears what became of it. */
  void hear(Order child, News news, long time) {
    if (child.route != null) {
      hearOnRoute(child, news, time);
    }
    switch (news) {
      case REJECT, CANCELED, DONE_FOR_DAY, EXPIRE -> release(child);
      case REPLACED -> shrink(child);
      default -> {}
    }
  }

  private void hearOnRoute(Order child, News news, long time) {
    Ledger route = child.route;
    switch (news) {
      case ACK -> relay(child, EventType.ACK, '0', time);
      case REJECT -> end(child, EventType.REJECTED, '8', time);
      case DONE_FOR_DAY -> end(child, EventType.DONE_FOR_DAY, '3', time);
      case EXPIRE -> end(child, EventType.EXPIRED, 'C', time);
      case CANCELED -> {
        if (route.request == CANCEL_REQUEST && child.relays) {
          route.closed = '4';
          reports.answer(EventType.CANCELED, route, (byte) '4', time);
          route.request = Ledger.NO_REQUEST;
        } else {
          end(child, EventType.CANCELED, '4', time);
        }
      }
      case REPLACED -> {
        int before = route.applyReplace();
        if (child.relays) {
          reports.report(EventType.REPLACED, route, route.status(), time).origNo = before;
        }
      }
      case CANCEL_REJECT -> {
        if (child.relays) {
          refuseRequest(route, time);
        }
        route.request = Ledger.NO_REQUEST;
      }
      default -> throw new IllegalStateException(news + " is not about a route");
    }
  }

  private void relay(Order child, EventType type, int status, long time) {
    if (child.relays) {
      reports.report(type, child.route, (byte) status, time);
    }
  }

  private void end(Order child, EventType type, int status, long time) {
    child.route.closed = (byte) status;
    child.route.request = Ledger.NO_REQUEST;
    if (child.relays || child.refused) { // of a refused route there is no other report
      reports.report(type, child.route, (byte) status, time);
    }
  }

  /** What the child did not execute can be worked on again. */
  private static void release(Order child) {
    child.released = true;
    if (child.parents.length == 1) {
      child.parents[0].committed -= child.held;
    } else {
      for (Order parent : child.parents) {
        parent.committed = 0; // a merged order has no other child
      }
    }
    child.held = 0;
  }

  private static void shrink(Order child) {
    if (child.route != null) {
      long held = child.route.qty - child.route.cum;
      child.parents[0].committed -= child.held - held;
      child.held = held;
    }
  }
}
