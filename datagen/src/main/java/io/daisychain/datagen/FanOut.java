package io.daisychain.datagen;

import io.daisychain.datagen.OrderChain.Entry;
import io.daisychain.model.EventType;

/** How orders beget orders: customers' orders, desks, routes and aggregates. */
final class FanOut {
  /** Desks, routes or parents at once, so that every message fits its buffer. */
  private static final int MAX_PARTS = 1_000;

  private final OrderChain chain;
  private final Market market;
  private final Reports reports;
  private final Agenda agenda;
  private final Dice dice;

  /** Orders that were begun, by the number of firms and desks above them; the last holds more. */
  private final long[] ordersByDepth;

  FanOut(OrderChain chain, Market market, Reports reports, Agenda agenda, Dice dice) {
    this.chain = chain;
    this.market = market;
    this.reports = reports;
    this.agenda = agenda;
    this.dice = dice;
    ordersByDepth = new long[chain.orders().depth() + 2];
  }

  long[] ordersByDepth() {
    return ordersByDepth;
  }

  /** A customer's order comes to a broker. */
  Order takeOrder(int broker, Entry entry, long time) {
    long lots = chain.orders().lots().drawLong(dice) * market.orderSizes[broker];
    long qty = lots * chain.orders().lotSize();
    int price = market.price(reports.symbol(), time, dice);
    Ledger own = ledger(broker, EventRecord.NONE, false, qty, price);
    own.id = reports.number();
    own.orderNo = own.id;
    Order order = new Order(Order.NO_PARENTS, own, null, 0);
    ordersByDepth[0]++;
    EventRecord record = reports.order(EventType.NEW, own, time, EventRecord.NONE);
    record.customer = market.drawCustomer(broker, dice);
    agenda.schedule(order, chain.entry(entry), record.at);
    return order;
  }

  /** Hands what is left of an order to desks of the firm. */
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
    Ledger own = ledger(order.own.reporter, EventRecord.NONE, false, qty, order.own.price);
    own.id = reports.number();
    own.orderNo = own.id;
    EventRecord record = reports.order(EventType.INTERNAL, own, time, order.own.event);
    nameParent(record, order);
    Order child = adopt(order, own, null, qty);
    agenda.schedule(child, chain.entry(Entry.DESK), agenda.desk(record.at));
    return agenda.desk(record.at);
  }

  /** Routes what is left of an order to other firms. */
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
    int sender = order.own.reporter;
    int receiver = receiver(sender, toVenue);
    Ledger route = ledger(sender, receiver, true, qty, order.own.price);
    Ledger own = ledger(receiver, sender, false, qty, order.own.price);
    route.id = reports.number();
    own.id = route.id;
    own.orderNo = own.id;
    route.orderNo = own.id;
    EventRecord record = reports.order(EventType.ROUTE, route, time, order.own.event);
    nameParent(record, order);
    Order child = adopt(order, own, route, qty);
    child.relays = dice.chance(chain.orders().relays());
    Entry entry = toVenue ? Entry.VENUE : Entry.BROKER;
    agenda.schedule(child, chain.entry(entry), agenda.link(record.at));
    return agenda.desk(record.at);
  }

  private int receiver(int sender, boolean toVenue) {
    int receiver = toVenue ? market.drawVenue(sender, dice) : market.drawBroker(dice);
    if (receiver != sender) {
      return receiver;
    }
    // Nobody routes to himself; the next in size takes it, of the only venue the largest broker.
    if (toVenue) {
      return market.venues == 1
          ? 0
          : market.brokers + (receiver - market.brokers + 1) % market.venues;
    }
    return (receiver + 1) % market.brokers;
  }

  /** Merges a customer's order with further ones of the same firm. */
  void pool(Order order, ChainState state, long time) {
    int count = (int) Math.min(MAX_PARTS, state.count.drawLong(dice));
    boolean fresh = order.isCustomers() && order.isFree() && order.own.request == 0;
    if (!fresh || order.committed > 0 || count < 2 || agenda.isExhausted()) {
      return;
    }
    Order[] parents = new Order[count];
    parents[0] = order;
    long at = time;
    for (int i = 1; i < count; i++) {
      parents[i] = takeOrder(order.own.reporter, Entry.POOLED, agenda.desk(at));
      at = reports.lastTime();
    }
    merge(parents, agenda.desk(at));
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
      price = reports.within(parent.own.price, price); // good for every one of them
      parent.committed = parent.available();
      parent.openChildren++;
    }
    Ledger own = ledger(parents[0].own.reporter, EventRecord.NONE, false, qty, price);
    own.id = reports.number();
    own.orderNo = own.id;
    Order merged = new Order(parents, own, null, 1);
    ordersByDepth[1]++;
    EventRecord record = reports.order(EventType.AGGREGATE, own, time, EventRecord.NONE);
    record.merged = events;
    record.mergedNos = ids;
    agenda.schedule(merged, chain.entry(Entry.AGGREGATE), agenda.desk(record.at));
  }

  private boolean cannotGrow(Order order) {
    return order.refused || order.available() <= 0 || agenda.isExhausted();
  }

  private int parts(ChainState state, long shares) {
    return (int) Math.min(Math.min(state.count.drawLong(dice), MAX_PARTS), shares);
  }

  /** An equal part of what is left, in whole lots where there are any. */
  private long part(long rest, int parts) {
    long equal = rest / parts;
    long lots = equal / chain.orders().lotSize() * chain.orders().lotSize();
    return parts == 1 ? rest : lots > 0 ? lots : equal;
  }

  private static Ledger ledger(int reporter, int other, boolean route, long qty, int price) {
    Ledger ledger = new Ledger(reporter, other, route);
    ledger.qty = qty;
    ledger.price = price;
    return ledger;
  }

  private static void nameParent(EventRecord record, Order parent) {
    record.parentNo = parent.own.id;
    record.parentFirm = parent.own.other;
  }

  private Order adopt(Order parent, Ledger own, Ledger route, long qty) {
    Order child = new Order(new Order[] {parent}, own, route, parent.depth + 1);
    ordersByDepth[Math.min(child.depth, ordersByDepth.length - 1)]++;
    child.held = qty;
    parent.committed += qty;
    parent.openChildren++;
    return child;
  }
}
