package io.daisychain.datagen.lifecycle;

import io.daisychain.datagen.chain.OrderChain;
import io.daisychain.datagen.chain.RandomSource;
import io.daisychain.model.EventType;
import java.util.ArrayList;
import java.util.List;

/**
 * The lifecycle of one order that follows a script in place of the chain: the order is received,
 * routed to venues, executed and canceled when the script says so, and each firm reports its part.
 * Reusable, not thread-safe.
 */
public final class OrderScript {
  /** OrdStatus (FIX 4.2, tag 39) of an order that was canceled. */
  private static final byte CANCELED = '4';

  private final OrderChain.Orders settings;
  private final RandomSource random;
  private final EventRecorder recorder;
  private final List<Route> routes = new ArrayList<>();
  private OrderView own;

  public OrderScript(
      OrderChain.Orders settings, Market market, RecordPool pool, RandomSource random) {
    this.settings = settings;
    this.random = random;
    recorder = new EventRecorder(market, settings, pool, random);
  }

  /** A route to a venue, as its sender and as its receiver see it. */
  public static final class Route {
    private final OrderView sent;
    private final OrderView received;

    private Route(int broker, int venue, long qty, int price) {
      sent = new OrderView(broker, venue, true, qty, price);
      received = new OrderView(venue, broker, false, qty, price);
    }
  }

  /**
   * Begins a lifecycle: a limit order for the day. All times are those of {@link EventRecord}, all
   * prices cents.
   *
   * @param customer whose order it is; {@link EventRecord#NONE} for the broker's own
   */
  public void begin(
      long number,
      int symbol,
      byte side,
      int broker,
      int customer,
      long qty,
      int price,
      long time) {
    routes.clear();
    Lifecycle lifecycle = new Lifecycle(number, time, new StepQueue(), false);
    lifecycle.symbol = symbol;
    lifecycle.side = side;
    lifecycle.ordType = '2';
    lifecycle.timeInForce = '0';
    lifecycle.randomState = random.state();
    recorder.turnTo(lifecycle);
    own = new OrderView(broker, EventRecord.NONE, false, qty, price);
    own.id = recorder.number();
    own.orderNo = own.id;
    recorder.order(EventType.NEW, own, time, EventRecord.NONE).customer = customer;
  }

  /** The events so far, parents before children; valid until the next lifecycle begins. */
  public List<EventRecord> events() {
    return recorder.records();
  }

  /** Routes shares of the order to a venue, which accepts and acknowledges them. */
  public Route route(int venue, long qty, long time) {
    Route route = new Route(own.reporter, venue, qty, own.price);
    routes.add(route);
    route.sent.id = recorder.number();
    route.received.id = route.sent.id;
    route.sent.orderNo = route.sent.id;
    route.received.orderNo = route.sent.id;
    EventRecord record = recorder.order(EventType.ROUTE, route.sent, time, own.event);
    record.nameParent(own);
    recorder.order(EventType.ACCEPT, route.received, after(record.at), route.sent.event);
    recorder.report(EventType.ACK, route.received, (byte) '0', recorder.lastTime());
    recorder.report(EventType.ACK, route.sent, (byte) '0', after(recorder.lastTime()));
    return route;
  }

  /**
   * Executes shares of a route at its venue; the broker reports that on its route and its order.
   *
   * @return the venue's report
   */
  public EventRecord fill(Route route, long qty, int price, long time) {
    EventRecord atVenue = fill(route.received, qty, price, time);
    fill(route.sent, qty, price, after(atVenue.at));
    fill(own, qty, price, recorder.lastTime());
    return atVenue;
  }

  /** Executes shares of the order against the broker itself. */
  public EventRecord fillAtBroker(long qty, int price, long time) {
    return fill(own, qty, price, time);
  }

  private EventRecord fill(OrderView view, long qty, int price, long time) {
    view.cum += qty;
    view.notional += qty * price;
    EventType type = view.leaves() == 0 ? EventType.FILL : EventType.PARTIAL_FILL;
    EventRecord record = recorder.report(type, view, view.status(), time);
    record.lastQty = qty;
    record.lastPrice = price;
    return record;
  }

  /** The broker cancels a route. */
  public void cancel(Route route, long time) {
    ask(route.sent, time);
    route.received.requestId = route.sent.requestId;
    request(route.received, after(recorder.lastTime()));
    confirm(route.received, recorder.lastTime());
    confirm(route.sent, after(recorder.lastTime()));
  }

  /** The order is canceled, and with it what is open of its routes. */
  public void cancel(long time) {
    ask(own, time);
    for (Route route : routes) {
      if (route.sent.leaves() > 0) {
        cancel(route, recorder.lastTime());
      }
    }
    confirm(own, recorder.lastTime());
  }

  private void ask(OrderView view, long time) {
    view.requestId = recorder.number();
    request(view, time);
  }

  private void request(OrderView view, long time) {
    view.requestQty = view.qty;
    view.requestPrice = view.price;
    recorder.request(EventType.CANCEL, view, time);
  }

  private void confirm(OrderView view, long time) {
    view.closed = CANCELED;
    recorder.answer(EventType.CANCELED, view, CANCELED, time);
  }

  private long after(long time) {
    return time + settings.link().drawLong(random);
  }
}
