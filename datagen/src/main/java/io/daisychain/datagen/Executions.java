package io.daisychain.datagen;

import io.daisychain.model.EventType;
import java.util.List;

/**
 * Executions, busts and corrections: they happen at one order and are reported by every firm above
 * it.
 */
final class Executions {
  /** Share of corrections that lower the quantity too, not the price alone. */
  private static final double LOWERED_SHARE = 0.2;

  private final Market market;
  private final Reports reports;
  private final Agenda agenda;
  private final Dice dice;
  private final int lotSize;

  Executions(Market market, Reports reports, Agenda agenda, Dice dice, int lotSize) {
    this.market = market;
    this.reports = reports;
    this.agenda = agenda;
    this.dice = dice;
    this.lotSize = lotSize;
  }

  /** Executes a share of what nobody below works on, and never all of it. */
  void fillPart(Order order, double fraction, long time) {
    long open = order.available();
    if (open > 1) {
      long wanted = Math.round(open * fraction);
      long lots = wanted / lotSize * lotSize;
      long qty = lots > 0 ? lots : wanted;
      execute(order, Math.max(1, Math.min(open - 1, qty)), time);
    }
  }

  /** Executes all that nobody below works on. */
  void fillRest(Order order, long time) {
    if (order.available() > 0) {
      execute(order, order.available(), time);
    }
  }

  private void execute(Order order, long qty, long time) {
    Trade trade = new Trade(qty, executionPrice(order.own.price, time), order.own.price);
    order.trades.add(trade);
    report(order.own, trade, qty, time, true);
    agenda.tell(order, News.FILL, trade, reports.lastTime());
  }

  /** A limit order never trades beyond its limit. */
  private int executionPrice(int limit, long time) {
    int price = market.price(reports.symbol(), time, dice);
    return reports.isMarketOrder() ? price : reports.within(limit, price);
  }

  /** Takes back the latest execution of an order that stands. */
  void bust(Order order, long time) {
    Trade trade = latest(order.trades);
    if (trade != null) {
      trade.busted = true;
      bustLeg(trade.leg(order.own), time);
      agenda.tell(order, News.BUST, trade, reports.lastTime());
    }
  }

  /** Corrects the latest execution of an order that stands. */
  void correct(Order order, long time) {
    Trade trade = latest(order.trades);
    if (trade != null) {
      trade.price = correctedPrice(order, trade);
      // An aggregate hands executions out to several orders; there the quantity stays.
      if (trade.qty > 1 && !isMerged(order) && dice.chance(LOWERED_SHARE)) {
        trade.qty -= 1 + dice.below((int) Math.min(trade.qty - 1, 1_000_000));
      }
      correctLeg(trade, trade.leg(order.own), trade.qty, time);
      agenda.tell(order, News.CORRECT, trade, reports.lastTime());
    }
  }

  /** Up to three cents off, but within the limit of then and, if it was replaced, of now. */
  private int correctedPrice(Order order, Trade trade) {
    int change = (dice.chance(0.5) ? 1 : -1) * (1 + dice.below(3));
    int price = Math.max(1, trade.price + change);
    if (reports.isMarketOrder()) {
      return price;
    }
    int limit = reports.within(trade.limit, order.own.price);
    // At its limit a price can only be corrected the other way.
    boolean beyond = reports.within(limit, price) != price;
    return beyond ? reports.within(limit, Math.max(1, trade.price - change)) : price;
  }

  /** The parents of an order hear of a trade and report it on their own orders. */
  void hear(Order child, News news, Trade trade, long time) {
    long at = time;
    if (child.route != null) {
      hearOnRoute(child, news, trade, at);
      at = Math.max(at, child.route.lastTime);
    }
    switch (news) {
      case FILL -> hearFill(child, trade, at);
      case BUST -> hearBust(child, trade, at);
      case CORRECT -> hearCorrection(child, trade, at);
      default -> throw new IllegalStateException(news + " is not about a trade");
    }
  }

  private void hearOnRoute(Order child, News news, Trade trade, long time) {
    Ledger route = child.route;
    Trade.Leg leg = trade.leg(route);
    switch (news) {
      case FILL -> report(route, trade, trade.leg(child.own).firstQty, time, child.relays);
      case BUST -> amendRoute(leg, child, 0, 0, time, EventType.BUST);
      default -> amendRoute(leg, child, trade.qty, trade.price, time, EventType.CORRECT);
    }
  }

  private void amendRoute(
      Trade.Leg leg, Order child, long qty, int price, long time, EventType type) {
    if (child.relays) {
      amend(leg, qty, price, time, type);
    } else {
      book(leg, qty, price);
    }
  }

  private void hearFill(Order child, Trade trade, long time) {
    long rest = trade.leg(child.own).firstQty;
    child.held -= rest;
    long at = time;
    for (Order parent : child.parents) {
      long qty = child.parents.length == 1 ? rest : Math.min(rest, parent.committed);
      if (qty > 0) {
        rest -= qty;
        parent.committed -= qty;
        report(parent.own, trade, qty, at, true);
        at = reports.lastTime();
        agenda.tell(parent, News.FILL, trade, at);
      }
    }
  }

  private void hearBust(Order child, Trade trade, long time) {
    long at = time;
    for (Order parent : child.parents) {
      Trade.Leg leg = trade.leg(parent.own);
      if (leg != null && leg.qty > 0) {
        if (!child.released) {
          child.held += leg.qty;
          parent.committed += leg.qty;
        }
        bustLeg(leg, at);
        at = reports.lastTime();
        agenda.tell(parent, News.BUST, trade, at);
      }
    }
  }

  private void hearCorrection(Order child, Trade trade, long time) {
    long at = time;
    for (Order parent : child.parents) {
      Trade.Leg leg = trade.leg(parent.own);
      if (leg != null && leg.qty > 0) {
        long qty = child.parents.length == 1 ? trade.qty : leg.qty;
        if (!child.released) {
          child.held += leg.qty - qty;
          parent.committed += leg.qty - qty;
        }
        correctLeg(trade, leg, qty, at);
        at = reports.lastTime();
        agenda.tell(parent, News.CORRECT, trade, at);
      }
    }
  }

  private void report(Ledger ledger, Trade trade, long qty, long time, boolean reported) {
    ledger.cum += qty;
    ledger.notional += qty * trade.price;
    Trade.Leg leg;
    if (reported) {
      EventType type = ledger.leaves() == 0 ? EventType.FILL : EventType.PARTIAL_FILL;
      EventRecord record = reports.report(type, ledger, ledger.status(), time);
      record.lastQty = qty;
      record.lastPrice = trade.price;
      leg = new Trade.Leg(ledger, record, reports.last());
    } else {
      leg = new Trade.Leg(ledger, qty, trade.price);
    }
    trade.legs.add(leg);
  }

  private void bustLeg(Trade.Leg leg, long time) {
    amend(leg, 0, 0, time, EventType.BUST);
  }

  private void correctLeg(Trade trade, Trade.Leg leg, long qty, long time) {
    amend(leg, qty, trade.price, time, EventType.CORRECT);
  }

  private void amend(Trade.Leg leg, long qty, int price, long time, EventType type) {
    book(leg, qty, price);
    EventRecord record = reports.amendment(type, leg, time);
    record.lastQty = qty;
    record.lastPrice = price;
    leg.event = reports.last();
    leg.execNo = record.execNo;
  }

  private static void book(Trade.Leg leg, long qty, int price) {
    leg.ledger.cum += qty - leg.qty;
    leg.ledger.notional += qty * price - leg.qty * leg.price;
    leg.qty = qty;
    leg.price = price;
  }

  private static Trade latest(List<Trade> trades) {
    for (int i = trades.size() - 1; i >= 0; i--) {
      if (!trades.get(i).busted) {
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
