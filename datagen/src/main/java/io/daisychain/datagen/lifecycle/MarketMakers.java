package io.daisychain.datagen.lifecycle;

import io.daisychain.datagen.chain.ChainAction;
import io.daisychain.datagen.chain.OrderChain;
import io.daisychain.datagen.chain.OrderChain.Entry;
import io.daisychain.datagen.chain.RandomSource;
import io.daisychain.datagen.chain.TradingDay;
import io.daisychain.datagen.quote.Quotes;

/**
 * Makes orders of market makers, who trade with orders at venues where nobody else stands: they
 * have stood there for a while, or come to trade with one that stands. What an exchange's maker
 * does not trade at once it leaves there, and goes on as the model's chain says of makers.
 */
final class MarketMakers {
  /** A maker has stood for at most so long when it trades first, evenly by logarithm. */
  private static final long LONGEST_WAIT_NANOS = 10_000_000_000L;

  private static final double WAITS = StrictMath.log(1_000);

  private final Begin begin;
  private final OrderChain chain;
  private final Market market;
  private final Quotes quotes;
  private final TradingDay day;
  private final FanOut fanOut;
  private final OrderActions actions;
  private final EventRecorder recorder;
  private final StepScheduler scheduler;
  private final RandomSource random;

  /** Begins the lifecycle of a maker that trades with an order, and turns to it. */
  interface Begin {
    void begin(Order other, long start);
  }

  MarketMakers(
      Begin begin,
      OrderChain chain,
      Market market,
      Quotes quotes,
      TradingDay day,
      FanOut fanOut,
      OrderActions actions,
      EventRecorder recorder,
      StepScheduler scheduler,
      RandomSource random) {
    this.begin = begin;
    this.chain = chain;
    this.market = market;
    this.quotes = quotes;
    this.day = day;
    this.fanOut = fanOut;
    this.actions = actions;
    this.recorder = recorder;
    this.scheduler = scheduler;
    this.random = random;
  }

  /**
   * An order at the venue of another one, acknowledged, for the other side of a trade.
   *
   * @param size of the trade
   * @param stays true if the order may have more
   * @param instruction of the order, as in {@link EventRecord}
   * @param comes true if it comes to trade, false if it has stood there
   * @param time of the trade, about
   * @param after it has not stood longer than since this time
   */
  Order meet(
      Order other,
      int price,
      long size,
      boolean stays,
      int instruction,
      boolean comes,
      long time,
      long after) {
    Lifecycle before = recorder.lifecycle();
    long wait = comes ? 0 : wait(other, price, time);
    int root = rootBroker(other);
    int drawn = market.drawBroker(random);
    int broker = drawn == root ? (drawn + 1) % market.brokers : drawn;
    long ack = scheduler.desk(0);
    long link = scheduler.link(0);
    long arrival = Math.max(time - 1_000 - wait, after + 1);
    long sent = arrival - ack - link - market.clockNanos[broker]; // a clock may show it later
    long start = sent - scheduler.desk(market.clockNanos[broker]);
    begin.begin(other, start);
    long lots = stays && chain.hasMakers() ? chain.orders().quoted().drawLong(random) : 0;
    long qty = Math.max(size, lots * chain.orders().lotSize());
    Order own = fanOut.take(broker, market.ownAccount(broker), qty, price, start);
    own.ended = true; // it does nothing but to be routed
    Order order = fanOut.send(own, other.own.reporter, qty, price, instruction, sent);
    actions.accept(order, Math.max(recorder.lastTime() + link, arrival - ack));
    actions.perform(order, ChainAction.ACK, arrival);
    recorder.turnTo(before);
    return order;
  }

  /** Lets a maker's order go on after its first trade. */
  void goOn(Order order, long time) {
    Lifecycle before = recorder.turnTo(order.lifecycle);
    if (order.own.leaves() > 0) {
      scheduler.schedule(order, chain.entry(Entry.MAKER), time);
    } else {
      scheduler.end(order, time);
    }
    recorder.turnTo(before);
  }

  /** How long it has stood at a price: not since it would have been taken at once. */
  private long wait(Order other, int price, long time) {
    boolean sells = other.lifecycle.isBuy();
    long wait = (long) (LONGEST_WAIT_NANOS * StrictMath.exp(-WAITS * random.unit()));
    wait = Math.min(wait, Math.max(0, time - day.opens(day.session(time))));
    for (; wait > 1_000_000; wait /= 8) {
      quotes.settle(other.lifecycle.symbol, time - wait);
      if (sells ? price > quotes.bid : price < quotes.ask) {
        return wait;
      }
    }
    return 0;
  }

  private static int rootBroker(Order order) {
    Order at = order;
    while (!at.isCustomers()) {
      at = at.parents[0];
    }
    return at.own.reporter;
  }
}
