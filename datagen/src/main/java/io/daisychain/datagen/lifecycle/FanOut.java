package io.daisychain.datagen.lifecycle;

import io.daisychain.datagen.chain.ChainState;
import io.daisychain.datagen.chain.OrderChain;
import io.daisychain.datagen.chain.OrderChain.Entry;
import io.daisychain.datagen.chain.RandomSource;
import io.daisychain.model.EventType;

/** Makes orders: of customers, and the desk orders, routes and aggregates that follow. */
final class FanOut {
  /** Most desks, routes or merged orders at once, so that every message fits its buffer. */
  private static final int MAX_PARTS = 1_000;

  private final OrderChain chain;
  private final Market market;
  private final EventRecorder recorder;
  private final OrderPrices prices;
  private final StepScheduler scheduler;
  private final RandomSource random;

  /** Orders by the number of firms and desks above them; the last count is of all deeper ones. */
  private final long[] ordersByDepth;

  FanOut(
      OrderChain chain,
      Market market,
      EventRecorder recorder,
      OrderPrices prices,
      StepScheduler scheduler,
      RandomSource random) {
    this.chain = chain;
    this.market = market;
    this.recorder = recorder;
    this.prices = prices;
    this.scheduler = scheduler;
    this.random = random;
    ordersByDepth = new long[chain.orders().depth() + 2];
  }

  long[] ordersByDepth() {
    return ordersByDepth;
  }

  /** A broker receives an order of a customer. */
  Order takeOrder(int broker, Entry entry, long time) {
    return takeOrder(broker, EventRecord.NONE, entry, time);
  }

  /**
   * The same of a customer of the broker.
   *
   * @param known {@link EventRecord#NONE} for any
   */
  Order takeOrder(int broker, int known, Entry entry, long time) {
    long lots = chain.orders().lots().drawLong(random) * market.orderSizes[broker];
    long qty = lots * chain.orders().lotSize();
    int customer = known == EventRecord.NONE ? market.drawCustomer(broker, random) : known;
    Order order = take(broker, customer, qty, prices.customers(time), time);
    scheduler.schedule(order, chain.entry(entry), recorder.lastTime());
    return order;
  }

  /** A broker takes an order for an account, and reports it. */
  Order take(int broker, int account, long qty, int price, long time) {
    OrderView own = new OrderView(broker, EventRecord.NONE, false, qty, price);
    own.id = recorder.number();
    own.orderNo = own.id;
    Order order = new Order(recorder.lifecycle(), Order.NO_PARENTS, own, null, 0);
    ordersByDepth[0]++;
    EventRecord record = recorder.order(EventType.NEW, own, time, EventRecord.NONE);
    record.customer = account;
    return order;
  }

  /** Splits the open quantity of an order over desks of the firm. */
  void split(Order order, ChainState state, long time) {
    if (order.depth >= chain.orders().depth() || cannotGrow(order)) {
      return;
    }
    long rest = order.available();
    long at = time;
    for (int parts = parts(state, rest); parts > 0; parts--) {
      long qty = part(rest, parts);
      rest -= qty;
      at = toDesk(order, qty, at);
    }
  }

  private long toDesk(Order order, long qty, long time) {
    OrderView own =
        new OrderView(order.own.reporter, EventRecord.NONE, false, qty, order.own.price);
    own.id = recorder.number();
    own.orderNo = own.id;
    EventRecord record = recorder.order(EventType.INTERNAL, own, time, order.own.event);
    record.nameParent(order.own);
    Order child = addChild(order, own, null, qty);
    scheduler.schedule(child, chain.entry(Entry.DESK), scheduler.desk(record.at));
    return scheduler.desk(record.at);
  }

  /** Routes the open quantity of an order to other firms. */
  void route(Order order, ChainState state, long time) {
    if (cannotGrow(order)) {
      return;
    }
    boolean toVenue = state.toVenue || order.depth >= chain.orders().depth();
    long rest = order.available();
    long at = time;
    for (int parts = parts(state, rest); parts > 0; parts--) {
      long qty = part(rest, parts);
      rest -= qty;
      at = toFirm(order, toVenue, qty, at);
    }
  }

  private long toFirm(Order order, boolean toVenue, long qty, long time) {
    int receiver = receiver(order.own.reporter, toVenue);
    int price = toVenue ? prices.routed(order.own.price, time) : order.own.price;
    int venue = toVenue ? prices.venue(price, receiver) : receiver;
    receiver = venue == order.own.reporter ? receiver : venue; // no firm routes to itself
    boolean sweeps = toVenue && prices.sweeps(price, receiver);
    price = sweeps ? prices.swept(order.own.price, qty) : price;
    Order child = send(order, receiver, qty, price, sweeps ? EventRecord.SWEEP : 0, time);
    Entry entry = toVenue ? Entry.VENUE : Entry.BROKER;
    long sent = recorder.lastTime();
    scheduler.schedule(child, chain.entry(entry), scheduler.link(sent));
    return scheduler.desk(sent);
  }

  /**
   * Routes a part of an order; the sender reports it.
   *
   * @param instruction as in {@link EventRecord}
   */
  Order send(Order order, int receiver, long qty, int price, int instruction, long time) {
    int sender = order.own.reporter;
    OrderView route = new OrderView(sender, receiver, true, qty, price);
    OrderView own = new OrderView(receiver, sender, false, qty, price);
    route.id = recorder.number();
    own.id = route.id;
    own.orderNo = own.id;
    route.orderNo = own.id;
    EventRecord record = recorder.order(EventType.ROUTE, route, time, order.own.event);
    record.nameParent(order.own);
    record.instruction = (byte) instruction;
    Order child = addChild(order, own, route, qty);
    child.instruction = record.instruction;
    child.relays = random.chance(chain.orders().relays());
    return child;
  }

  private int receiver(int sender, boolean toVenue) {
    int receiver = toVenue ? market.drawVenue(sender, random) : market.drawBroker(random);
    if (receiver != sender) {
      return receiver;
    }
    // No firm routes to itself: the next smaller one gets the route, or the largest broker.
    if (toVenue) {
      return market.venues == 1
          ? 0
          : market.brokers + (receiver - market.brokers + 1) % market.venues;
    }
    return (receiver + 1) % market.brokers;
  }

  /** Merges a customer's order with further ones at the same firm. */
  void pool(Order order, ChainState state, long time) {
    int count = (int) Math.min(MAX_PARTS, state.count.drawLong(random));
    boolean fresh = order.isCustomers() && order.isFree() && order.own.request == 0;
    if (!fresh || order.committed > 0 || count < 2 || scheduler.isExhausted()) {
      return;
    }
    Order[] parents = new Order[count];
    parents[0] = order;
    long at = time;
    for (int i = 1; i < count; i++) {
      parents[i] = takeOrder(order.own.reporter, Entry.POOLED, scheduler.desk(at));
      at = recorder.lastTime();
    }
    merge(parents, scheduler.desk(at));
  }

  private void merge(Order[] parents, long time) {
    int[] events = new int[parents.length];
    int[] ids = new int[parents.length];
    long qty = 0;
    int price = parents[0].own.price;
    for (int i = 0; i < parents.length; i++) {
      Order parent = parents[i];
      events[i] = parent.own.event;
      ids[i] = parent.own.id;
      qty += parent.available();
      price = recorder.within(parent.own.price, price); // within the limits of all parents
      parent.committed = parent.available();
      parent.openChildren++;
      parent.passedOn = true;
    }
    OrderView own = new OrderView(parents[0].own.reporter, EventRecord.NONE, false, qty, price);
    own.id = recorder.number();
    own.orderNo = own.id;
    Order merged = new Order(recorder.lifecycle(), parents, own, null, 1);
    ordersByDepth[1]++;
    EventRecord record = recorder.order(EventType.AGGREGATE, own, time, EventRecord.NONE);
    record.merged = events;
    record.mergedNos = ids;
    scheduler.schedule(merged, chain.entry(Entry.AGGREGATE), scheduler.desk(record.at));
  }

  private boolean cannotGrow(Order order) {
    return order.refused || order.available() <= 0 || scheduler.isExhausted();
  }

  private int parts(ChainState state, long shares) {
    return (int) Math.min(Math.min(state.count.drawLong(random), MAX_PARTS), shares);
  }

  /** An equal part of the quantity, in whole lots if it has any. */
  private long part(long rest, int parts) {
    long equal = rest / parts;
    long lots = equal / chain.orders().lotSize() * chain.orders().lotSize();
    return parts == 1 ? rest : lots > 0 ? lots : equal;
  }

  private Order addChild(Order parent, OrderView own, OrderView route, long qty) {
    Order child = new Order(parent.lifecycle, new Order[] {parent}, own, route, parent.depth + 1);
    ordersByDepth[Math.min(child.depth, ordersByDepth.length - 1)]++;
    child.held = qty;
    parent.committed += qty;
    parent.openChildren++;
    parent.passedOn = true;
    return child;
  }
}
