package io.daisychain.datagen.lifecycle;

import io.daisychain.datagen.chain.RandomSource;
import io.daisychain.model.EventType;
import java.util.List;

/**
 * Executes, busts and corrects trades: at the order where the trade happens, and with a report by
 * every firm above it.
 */
final class ExecutionReports {
  /** Share of corrections that lower the quantity as well as change the price. */
  private static final double LOWERED_SHARE = 0.2;

  /** Who has reported something that is so much later cannot trade yet. */
  private static final long LATE_NANOS = 1_000_000;

  private final Market market;
  private final MarketMakers makers;
  private final Books books;
  private final OrderPrices prices;
  private final OrderActions actions;
  private final EventRecorder recorder;
  private final StepScheduler scheduler;
  private final RandomSource random;
  private final int lotSize;

  ExecutionReports(
      Market market,
      MarketMakers makers,
      Books books,
      OrderPrices prices,
      OrderActions actions,
      EventRecorder recorder,
      StepScheduler scheduler,
      RandomSource random,
      int lotSize) {
    this.market = market;
    this.makers = makers;
    this.books = books;
    this.prices = prices;
    this.actions = actions;
    this.recorder = recorder;
    this.scheduler = scheduler;
    this.random = random;
    this.lotSize = lotSize;
  }

  /** Executes a part of the quantity that no child order holds. */
  void fillPart(Order order, double fraction, long time) {
    long open = order.available();
    if (open > 1) {
      long wanted = Math.round(open * fraction);
      long lots = wanted / lotSize * lotSize;
      long qty = lots > 0 ? lots : wanted;
      execute(order, Math.max(1, Math.min(open - 1, qty)), time);
    }
  }

  /** Executes all of the quantity that no child order holds. */
  void fillRest(Order order, long time) {
    if (order.available() > 0) {
      execute(order, order.available(), time);
    }
  }

  /**
   * Trades a quantity at an order's place. An order that takes the other side's best goes through
   * who stands there, by price and time; for one that stands itself others come, who trade with
   * those that stand before it first. Where nobody stands a market maker does.
   */
  private void execute(Order order, long qty, long step) {
    long time = Math.max(step, order.earliest());
    if (!prices.canTrade(order, time)) {
      return;
    }
    boolean takes = prices.takes(order);
    int worst = takes ? prices.worst(order, qty) : order.limit();
    if (!market.isVenue(order.own.reporter)) {
      fill(order, qty, worst, time);
      return;
    }
    if (!takes && !prices.isMet(order, time)) {
      return;
    }
    boolean isBuy = order.lifecycle.isBuy();
    Book book = order.lifecycle.alone ? null : books.of(order);
    int near = prices.near();
    int far = prices.far();
    boolean sweeps = takes && recorder.within(far, worst) != worst;
    long atBest = sweeps ? Math.min(qty, prices.depth()) : 0;
    long at = time;
    for (long left = qty; left > 0; ) {
      Order first = takes || order.book == null ? order : first(order, far);
      Book place = first == order ? book : first.book;
      Order other = place == null ? null : place.first(!isBuy, near);
      int price = !takes ? first.limit() : atBest > 0 ? far : worst;
      long size = Math.min(left, first.available());
      size = atBest > 0 ? Math.min(size, atBest) : size;
      int offered = other == null ? 0 : other.limit();
      boolean isOffered = other != null && recorder.within(price, offered) == offered;
      long after = place == null ? 0 : place.lastTrade(!isBuy);
      long ready = Math.max(first.earliest(), isOffered ? other.earliest() : after);
      if (ready > at + LATE_NANOS) {
        return; // then another price may be the best
      }
      if (isOffered) {
        size = Math.min(size, other.available());
        at = trade(first, other, size, offered, takes, at);
      } else {
        boolean isExchange = market.isExchange(order.own.reporter);
        boolean stays = takes && price == far && isExchange && !order.lifecycle.alone;
        boolean isHidden = takes && isExchange && recorder.within(far, price) != far;
        Order made =
            makers.meet(
                first, price, size, stays, isHidden ? EventRecord.HIDDEN : 0, !takes, at, after);
        at = trade(first, made, size, price, takes, at);
        makers.goOn(made, at);
      }
      if (place != null) {
        place.traded(takes != isBuy, at);
      }
      left -= size;
      atBest -= size;
    }
  }

  /**
   * Of those on an order's side who trades first: one at a better price elsewhere, or its book's.
   */
  private Order first(Order order, int far) {
    Order ahead = books.ahead(order, far);
    return ahead == null ? order.book.first(order.lifecycle.isBuy(), far) : ahead;
  }

  /**
   * Both sides are reported at the same time; there is one trade on the tape.
   *
   * @param takes whether the order takes what the other one has
   * @return its time
   */
  private long trade(Order order, Order other, long qty, int price, boolean takes, long time) {
    long at = Math.max(time, Math.max(order.earliest(), other.earliest()));
    Trade trade = fill(order, qty, price, at);
    trade.other = fill(other, qty, price, at);
    trade.other.other = trade;
    EventRecord taken = order.lifecycle.records.get(trade.booking(order.own).event);
    taken.instruction = takes ? order.instruction : 0;
    order.lifecycle.partners++;
    other.lifecycle.partners++;
    order.lifecycle.join(other.lifecycle);
    EventRecord record = other.lifecycle.records.get(trade.other.booking(other.own).event);
    record.otherSide = true;
    return record.at;
  }

  private Trade fill(Order order, long qty, int price, long time) {
    Lifecycle before = recorder.turnTo(order.lifecycle);
    Trade trade = new Trade(order, qty, price);
    order.trades.add(trade);
    report(order.own, trade, qty, time, true);
    scheduler.notifyParents(order, ChildUpdate.FILL, trade, recorder.lastTime());
    books.update(order);
    recorder.turnTo(before);
    return trade;
  }

  /** Busts the latest execution of an order that was not busted before, on both sides. */
  void bust(Order order, long time) {
    Trade trade = latest(order.trades);
    if (trade != null) {
      bust(trade, time);
      if (trade.other != null) {
        bust(trade.other, time);
      }
    }
  }

  private void bust(Trade trade, long time) {
    Lifecycle before = recorder.turnTo(trade.order.lifecycle);
    trade.busted = true;
    bustBooking(trade.booking(trade.order.own), time);
    scheduler.notifyParents(trade.order, ChildUpdate.BUST, trade, recorder.lastTime());
    books.update(trade.order);
    endAgain(trade.order, time);
    recorder.turnTo(before);
  }

  /** Corrects the latest execution of an order that was not busted, on both sides. */
  void correct(Order order, long time) {
    Trade trade = latest(order.trades);
    if (trade == null) {
      return;
    }
    Trade other = trade.other;
    int changed = correctedPrice(order, trade);
    int price = allow(trade, changed) ? changed : trade.price;
    if (!allow(trade, price)) {
      return; // since the trade a limit was replaced that it is beyond now
    }
    // The quantity of an aggregate is divided among several orders and stays.
    boolean canBeLower =
        trade.qty > 1 && !isMerged(order) && (other == null || !isMerged(other.order));
    boolean isSame = price == trade.price;
    if (canBeLower && (isSame || random.chance(LOWERED_SHARE))) {
      trade.qty -= 1 + random.below((int) Math.min(trade.qty - 1, 1_000_000));
    } else if (isSame) {
      return;
    }
    trade.price = price;
    correct(trade, time);
    if (other != null) {
      other.qty = trade.qty;
      other.price = trade.price;
      correct(other, time);
    }
  }

  /** True if a price is within the limits of both sides. */
  private static boolean allow(Trade trade, int price) {
    return trade.allows(price) && (trade.other == null || trade.other.allows(price));
  }

  private void correct(Trade trade, long time) {
    Lifecycle before = recorder.turnTo(trade.order.lifecycle);
    correctBooking(trade, trade.booking(trade.order.own), trade.qty, time);
    scheduler.notifyParents(trade.order, ChildUpdate.CORRECT, trade, recorder.lastTime());
    books.update(trade.order);
    endAgain(trade.order, time);
    recorder.turnTo(before);
  }

  /** Ends an order that a bust or correction has opened again, after its walk and the close. */
  private void endAgain(Order order, long time) {
    if (order.ended) {
      actions.endTheDay(order, market.isVenue(order.own.reporter), time);
    }
  }

  /** A price up to three cents off, within the limits at the trade's time and now. */
  private int correctedPrice(Order order, Trade trade) {
    int change = (random.chance(0.5) ? 1 : -1) * (1 + random.below(3));
    int price = Math.max(1, trade.price + change);
    if (recorder.isMarketOrder()) {
      return price;
    }
    int limit = recorder.within(trade.limit, order.own.price);
    // A price at its limit can only be corrected in the other direction.
    boolean beyond = recorder.within(limit, price) != price;
    return beyond ? recorder.within(limit, Math.max(1, trade.price - change)) : price;
  }

  /** The parents of an order learn of a trade and report it on their own orders. */
  void apply(Order child, ChildUpdate update, Trade trade, long time) {
    long at = time;
    if (child.route != null) {
      updateRoute(child, update, trade, at);
      at = Math.max(at, child.route.lastTime);
    }
    switch (update) {
      case FILL -> bookFill(child, trade, at);
      case BUST -> bookBust(child, trade, at);
      case CORRECT -> bookCorrection(child, trade, at);
      default -> throw new IllegalStateException(update + " is not about a trade");
    }
  }

  private void updateRoute(Order child, ChildUpdate update, Trade trade, long time) {
    OrderView route = child.route;
    Trade.Booking booking = trade.booking(route);
    switch (update) {
      case FILL -> report(route, trade, trade.booking(child.own).firstQty, time, child.relays);
      case BUST -> amendRoute(booking, child, 0, 0, time, EventType.BUST);
      default -> amendRoute(booking, child, trade.qty, trade.price, time, EventType.CORRECT);
    }
  }

  private void amendRoute(
      Trade.Booking booking, Order child, long qty, int price, long time, EventType type) {
    if (child.relays) {
      amend(booking, qty, price, time, type);
    } else {
      book(booking, qty, price);
    }
  }

  private void bookFill(Order child, Trade trade, long time) {
    long rest = trade.booking(child.own).firstQty;
    child.held -= rest;
    long at = time;
    for (Order parent : child.parents) {
      long qty = child.parents.length == 1 ? rest : Math.min(rest, parent.committed);
      if (qty > 0) {
        rest -= qty;
        parent.committed -= qty;
        report(parent.own, trade, qty, at, true);
        at = recorder.lastTime();
        scheduler.notifyParents(parent, ChildUpdate.FILL, trade, at);
      }
    }
  }

  private void bookBust(Order child, Trade trade, long time) {
    long at = time;
    for (Order parent : child.parents) {
      Trade.Booking booking = trade.booking(parent.own);
      if (booking != null && booking.qty > 0) {
        if (!child.released) {
          child.held += booking.qty;
          parent.committed += booking.qty;
        }
        bustBooking(booking, at);
        at = recorder.lastTime();
        scheduler.notifyParents(parent, ChildUpdate.BUST, trade, at);
        endAgain(parent, at);
      }
    }
  }

  private void bookCorrection(Order child, Trade trade, long time) {
    long at = time;
    for (Order parent : child.parents) {
      Trade.Booking booking = trade.booking(parent.own);
      if (booking != null && booking.qty > 0) {
        long qty = child.parents.length == 1 ? trade.qty : booking.qty;
        if (!child.released) {
          child.held += booking.qty - qty;
          parent.committed += booking.qty - qty;
        }
        correctBooking(trade, booking, qty, at);
        at = recorder.lastTime();
        scheduler.notifyParents(parent, ChildUpdate.CORRECT, trade, at);
        endAgain(parent, at);
      }
    }
  }

  private void report(OrderView view, Trade trade, long qty, long time, boolean reported) {
    view.cum += qty;
    view.notional += qty * trade.price;
    Trade.Booking booking;
    if (reported) {
      EventType type = view.leaves() == 0 ? EventType.FILL : EventType.PARTIAL_FILL;
      EventRecord record = recorder.report(type, view, view.status(), time);
      record.lastQty = qty;
      record.lastPrice = trade.price;
      booking = new Trade.Booking(view, record, recorder.last());
    } else {
      booking = new Trade.Booking(view, qty, trade.price);
    }
    trade.bookings.add(booking);
  }

  private void bustBooking(Trade.Booking booking, long time) {
    amend(booking, 0, 0, time, EventType.BUST);
  }

  private void correctBooking(Trade trade, Trade.Booking booking, long qty, long time) {
    amend(booking, qty, trade.price, time, EventType.CORRECT);
  }

  private void amend(Trade.Booking booking, long qty, int price, long time, EventType type) {
    book(booking, qty, price);
    EventRecord record = recorder.amendment(type, booking, time);
    record.lastQty = qty;
    record.lastPrice = price;
    booking.event = recorder.last();
    booking.execNo = record.execNo;
  }

  private static void book(Trade.Booking booking, long qty, int price) {
    booking.view.cum += qty - booking.qty;
    booking.view.notional += qty * price - booking.qty * booking.price;
    booking.qty = qty;
    booking.price = price;
  }

  private static Trade latest(List<Trade> trades) {
    for (int i = trades.size() - 1; i >= 0; i--) {
      if (trades.get(i).isOpen()) {
        return trades.get(i);
      }
    }
    return null;
  }

  private static boolean isMerged(Order order) {
    for (Order at = order; at.parents.length > 0; at = at.parents[0]) {
      if (at.parents.length > 1) {
        return true;
      }
    }
    return false;
  }
}
