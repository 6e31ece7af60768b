package io.daisychain.datagen.lifecycle;

import io.daisychain.datagen.chain.ChainAction;
import io.daisychain.datagen.chain.RandomSource;
import io.daisychain.model.EventType;

/** Performs the actions of an order but executions: at its firm, and on its route. */
final class OrderActions {
  private static final byte REPLACE_REQUEST = 'G';
  private static final byte CANCEL_REQUEST = 'F';

  /** Share of replaced routes of which the quantity is lowered as well as the price changed. */
  private static final double LOWERED_SHARE = 0.3;

  private final EventRecorder recorder;
  private final OrderPrices prices;
  private final StepScheduler scheduler;
  private final RandomSource random;
  private final int lotSize;

  OrderActions(
      EventRecorder recorder,
      OrderPrices prices,
      StepScheduler scheduler,
      RandomSource random,
      int lotSize) {
    this.recorder = recorder;
    this.prices = prices;
    this.scheduler = scheduler;
    this.random = random;
    this.lotSize = lotSize;
  }

  /** The receiver of a route reports it, once. */
  void accept(Order order, long time) {
    if (!order.accepted && !order.refused) {
      order.accepted = true;
      recorder.order(EventType.ACCEPT, order.own, time, order.route.event).instruction =
          order.instruction;
    }
  }

  /** The receiver refuses the route and does not report it. */
  void refuse(Order order, long time) {
    if (!order.accepted) {
      order.refused = true;
      order.own.closed = '8';
      scheduler.notifyParents(order, ChildUpdate.REJECT, null, time);
    }
  }

  /** Ends an order that is open after the close, unless it is good till canceled. */
  void endTheDay(Order order, boolean atVenue, long time) {
    if (scheduler.isClosed(time) && !recorder.isGoodTillCanceled()) {
      ChainAction end = atVenue ? ChainAction.EXPIRE : ChainAction.DONE_FOR_DAY;
      perform(order, end, scheduler.afterClose(time));
    }
  }

  void perform(Order order, ChainAction action, long time) {
    switch (action) {
      case PENDING_NEW -> pendingNew(order, time);
      case ACK -> acknowledge(order, time);
      case REJECT -> reject(order, time);
      case STOP -> mention(order, EventType.STOPPED, '7', time);
      case SUSPEND -> mention(order, EventType.SUSPENDED, '9', time);
      case RESTATE -> mention(order, EventType.RESTATED, order.own.status(), time);
      case CALCULATE -> calculate(order, time);
      case DONE_FOR_DAY ->
          close(order, EventType.DONE_FOR_DAY, '3', ChildUpdate.DONE_FOR_DAY, time);
      case EXPIRE -> close(order, EventType.EXPIRED, 'C', ChildUpdate.EXPIRE, time);
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
      recorder.report(EventType.PENDING_NEW, order.own, (byte) 'A', time);
    }
  }

  private void acknowledge(Order order, long time) {
    if (isUntouched(order)) {
      order.own.acked = true;
      recorder.report(EventType.ACK, order.own, (byte) '0', time);
      scheduler.notifyParents(order, ChildUpdate.ACK, null, recorder.lastTime());
    }
  }

  private void reject(Order order, long time) {
    if (isUntouched(order) && order.isFree()) {
      close(order, EventType.REJECTED, '8', ChildUpdate.REJECT, time);
    }
  }

  private static boolean isUntouched(Order order) {
    OrderView own = order.own;
    return !own.acked && !own.replaced && own.cum == 0 && own.closed == 0 && own.request == 0;
  }

  private void mention(Order order, EventType type, int status, long time) {
    if (order.isFree()) {
      recorder.report(type, order.own, (byte) status, time);
    }
  }

  /** Only orders that are fully executed are calculated. */
  private void calculate(Order order, long time) {
    if (order.own.closed == 0 && order.own.cum == order.own.qty && order.openChildren == 0) {
      recorder.report(EventType.CALCULATED, order.own, (byte) 'B', time);
    }
  }

  private void close(Order order, EventType type, int status, ChildUpdate update, long time) {
    if (order.isFree()) {
      order.own.closed = (byte) status;
      order.own.request = OrderView.NO_REQUEST;
      recorder.report(type, order.own, (byte) status, time);
      scheduler.notifyParents(order, update, null, recorder.lastTime());
    }
  }

  private void request(Order order, EventType type, byte request, long time) {
    OrderView own = order.own;
    OrderView route = order.route;
    if (!order.isFree() || own.request != 0 || (route != null && route.request != 0)) {
      return;
    }
    own.requestId = recorder.number();
    own.requestQty = request == REPLACE_REQUEST ? newQty(order) : own.qty;
    own.requestPrice = request == REPLACE_REQUEST ? newPrice(order, time) : own.price;
    long at = time;
    if (route != null) { // the sender's request comes first and has the same ids
      route.requestId = own.requestId;
      route.requestQty = own.requestQty;
      route.requestPrice = own.requestPrice;
      recorder.request(type, route, at);
      route.request = request;
      at = scheduler.link(recorder.lastTime());
    }
    recorder.request(type, own, at);
    own.request = request;
  }

  /** Only a customer's order may become larger: a child order is a part of its parent. */
  private long newQty(Order order) {
    OrderView own = order.own;
    long least = own.cum + order.committed + 1;
    if (order.isCustomers()) {
      long change = (long) lotSize * (random.below(11) - 4);
      return Math.max(least, own.qty + change);
    }
    if (order.route != null && random.chance(LOWERED_SHARE)) {
      return least < own.qty ? least + (own.qty - least) / 2 : own.qty;
    }
    return own.qty;
  }

  /** A new limit, within the limits of the parent orders. */
  private int newPrice(Order order, long time) {
    int price =
        order.isCustomers()
            ? prices.customers(time)
            : prices.routed(order.parents[0].own.price, time);
    for (Order parent : order.parents) {
      price = recorder.within(parent.own.price, price);
    }
    return price;
  }

  private void pending(Order order, EventType type, byte request, int status, long time) {
    if (order.own.request == request) {
      recorder.answer(type, order.own, (byte) status, time);
    }
  }

  private void replaced(Order order, long time) {
    OrderView own = order.own;
    boolean fits = own.requestQty > own.cum + order.committed;
    if (own.request == REPLACE_REQUEST && order.isFree() && fits) {
      int before = order.own.applyReplace();
      recorder.report(EventType.REPLACED, order.own, order.own.status(), time).origNo = before;
      scheduler.notifyParents(order, ChildUpdate.REPLACED, null, recorder.lastTime());
    }
  }

  private void canceled(Order order, long time) {
    if (order.own.request == CANCEL_REQUEST && order.isFree()) {
      order.own.closed = '4';
      recorder.answer(EventType.CANCELED, order.own, (byte) '4', time);
      order.own.request = OrderView.NO_REQUEST;
      scheduler.notifyParents(order, ChildUpdate.CANCELED, null, recorder.lastTime());
    } else {
      close(order, EventType.CANCELED, '4', ChildUpdate.CANCELED, time);
    }
  }

  private void cancelReject(Order order, long time) {
    if (order.own.request != OrderView.NO_REQUEST) {
      refuseRequest(order.own, time);
      scheduler.notifyParents(order, ChildUpdate.CANCEL_REJECT, null, recorder.lastTime());
    }
  }

  /** CxlRejResponseTo (FIX 4.2, tag 434): 1 answers a cancel, 2 a replace. */
  private void refuseRequest(OrderView view, long time) {
    EventRecord record = recorder.answer(EventType.CANCEL_REJECT, view, view.status(), time);
    record.rejectResponseTo = (byte) (view.request == CANCEL_REQUEST ? '1' : '2');
    view.request = OrderView.NO_REQUEST;
  }

  /** The parents of an order learn what happened to it; a sender reports it on its route. */
  void apply(Order child, ChildUpdate update, long time) {
    if (child.route != null) {
      updateRoute(child, update, time);
    }
    switch (update) {
      case REJECT, CANCELED, DONE_FOR_DAY, EXPIRE -> release(child);
      case REPLACED -> shrink(child);
      default -> {}
    }
  }

  private void updateRoute(Order child, ChildUpdate update, long time) {
    OrderView route = child.route;
    switch (update) {
      case ACK -> relay(child, EventType.ACK, '0', time);
      case REJECT -> end(child, EventType.REJECTED, '8', time);
      case DONE_FOR_DAY -> end(child, EventType.DONE_FOR_DAY, '3', time);
      case EXPIRE -> end(child, EventType.EXPIRED, 'C', time);
      case CANCELED -> {
        if (route.request == CANCEL_REQUEST && child.relays) {
          route.closed = '4';
          recorder.answer(EventType.CANCELED, route, (byte) '4', time);
          route.request = OrderView.NO_REQUEST;
        } else {
          end(child, EventType.CANCELED, '4', time);
        }
      }
      case REPLACED -> {
        int before = route.applyReplace();
        if (child.relays) {
          recorder.report(EventType.REPLACED, route, route.status(), time).origNo = before;
        }
      }
      case CANCEL_REJECT -> {
        if (child.relays) {
          refuseRequest(route, time);
        }
        route.request = OrderView.NO_REQUEST;
      }
      default -> throw new IllegalStateException(update + " is not about a route");
    }
  }

  private void relay(Order child, EventType type, int status, long time) {
    if (child.relays) {
      recorder.report(type, child.route, (byte) status, time);
    }
  }

  private void end(Order child, EventType type, int status, long time) {
    child.route.closed = (byte) status;
    child.route.request = OrderView.NO_REQUEST;
    if (child.relays || child.refused) { // no other firm reports a refused route
      recorder.report(type, child.route, (byte) status, time);
    }
  }

  /** Gives the quantity that a child order did not execute back to its parents. */
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
