package io.daisychain.datagen.behaviour;

import io.daisychain.datagen.chain.OrderChain;
import io.daisychain.datagen.chain.RandomSource;
import io.daisychain.datagen.chain.TradingDay;
import io.daisychain.datagen.lifecycle.EventRecord;
import io.daisychain.datagen.lifecycle.Market;
import io.daisychain.datagen.lifecycle.OrderScript;
import io.daisychain.datagen.lifecycle.OrderScript.Route;
import io.daisychain.datagen.lifecycle.RecordPool;
import io.daisychain.datagen.quote.Quotes;
import java.io.IOException;
import java.util.List;

/**
 * Puts in behaviours and their innocent twins. What begins after a lifecycle of the chain depends
 * on seed, shard and that lifecycle's number only. Not thread-safe.
 */
public final class Behaviours {
  private static final long MILLISECOND = 1_000_000L;
  private static final long SECOND = 1_000 * MILLISECOND;
  private static final long MINUTE = 60 * SECOND;

  /** Longest time that a behaviour takes, but for those that end with the day. */
  private static final long LONGEST = 25 * MINUTE;

  /** Time from an order to its execution, in which its route arrives. */
  private static final long EXECUTION = 500 * MILLISECOND;

  /** Least shares of a block, as the tapes and most rules have it. */
  private static final long BLOCK = 10_000;

  /** Number of the first lifecycle of a shard that follows a script: the chain has none so high. */
  private static final long FIRST_NUMBER = 1L << 32;

  private static final int STUFFED_ORDERS = 40;

  private final BehaviourRates rates;
  private final OrderChain.Orders settings;
  private final Market market;
  private final Quotes quotes;
  private final TradingDay day;
  private final RandomSource random = new RandomSource();
  private final OrderScript script;
  private int instances;
  private long lifecycles;

  // Of the behaviour at hand.
  private Target target;
  private BehaviourKind kind;
  private boolean innocent;
  private int symbol;
  private int broker;
  private int customer;
  private int venue;
  private boolean buy;
  private String role;

  public Behaviours(
      BehaviourRates rates,
      OrderChain.Orders settings,
      Market market,
      Quotes quotes,
      TradingDay day,
      RecordPool pool) {
    this.rates = rates;
    this.settings = settings;
    this.market = market;
    this.quotes = quotes;
    this.day = day;
    script = new OrderScript(settings, market, pool, random);
  }

  /**
   * What a lifecycle is part of.
   *
   * @param instance of the shard, from 0
   * @param innocent whether it is the twin
   * @param role of the order
   */
  public record Member(BehaviourKind kind, int instance, boolean innocent, String role) {}

  /** Takes lifecycles. */
  public interface Target {
    /** The events of a lifecycle, parents before children; they are the target's then. */
    void accept(Member member, List<EventRecord> events) throws IOException;
  }

  /**
   * Puts in what begins after a lifecycle of the chain.
   *
   * @param number of that lifecycle
   * @param time since when, in nanoseconds from midnight UTC of the trade date
   */
  public void after(long seed, int shard, long number, long time, Target to) throws IOException {
    if (rates.isNone()) {
      return;
    }
    target = to;
    random.reset(~seed, shard, number);
    for (BehaviourKind each : BehaviourKind.values()) {
      double rate = rates.byKind().getOrDefault(each, 0.0);
      for (int twin = 0; twin < 2; twin++) {
        boolean begins = random.chance(rate);
        if (begins && time + LONGEST < lastStart(each, twin == 1)) {
          begin(each, twin == 1);
          perform(time);
          instances++;
        }
      }
    }
  }

  private long lastStart(BehaviourKind of, boolean twin) {
    long close = day.closes(0);
    return of == BehaviourKind.MARKING_THE_CLOSE && twin ? close - 35 * MINUTE : close - MINUTE;
  }

  private void begin(BehaviourKind of, boolean twin) {
    kind = of;
    innocent = twin;
    symbol = market.drawSymbol(random);
    broker = market.drawBroker(random);
    customer = market.drawCustomer(broker, random);
    venue = market.drawExchange(random);
    buy = random.chance(0.5);
  }

  private void perform(long time) throws IOException {
    switch (kind) {
      case WASH_TRADE -> tradeTwoSides(time);
      case LAYERING -> layer(time);
      case SPOOFING -> spoof(time);
      case MARKING_THE_CLOSE -> markTheClose();
      case MOMENTUM_IGNITION -> igniteMomentum(time);
      case FRONT_RUNNING -> runAhead(time);
      case TRADING_AHEAD -> tradeAhead(time);
      case QUOTE_STUFFING -> stuff(time);
      case OVER_ROUTING -> overRoute(time);
      case LATE_REPORT -> reportLate(time);
    }
  }

  /** Two orders of one customer, or of two, execute each other. */
  private void tradeTwoSides(long time) throws IOException {
    long shares = shares();
    int price = join(true, time);
    long executed = time + EXECUTION;
    trade("BUYER", true, customer, shares, price, time, executed);
    int other = innocent ? otherCustomer() : customer;
    begin("SELLER", false, other, shares, price, time + 20 * MILLISECOND);
    Route route = script.route(venue, shares, time + 21 * MILLISECOND);
    script.fill(route, shares, price, executed).otherSide = true;
    end();
  }

  /**
   * Orders behind the best on one side go when an order has traded: of the other side, or theirs.
   */
  private void layer(long time) throws IOException {
    int layers = 4 + random.below(4);
    long executed = time + 2 * SECOND;
    for (int i = 1; i <= layers; i++) {
      long at = time + i * 100L * MILLISECOND;
      int price = away(!buy, join(!buy, at), i);
      rest("LAYER", !buy, 5 * shares(), price, at, executed + i * 20L * MILLISECOND);
    }
    take("EXECUTED", innocent != buy, customer, shares(), executed - EXECUTION, executed);
  }

  /** As {@link #layer}, with one order of many times the depth. */
  private void spoof(long time) throws IOException {
    long executed = time + SECOND;
    long shares = (20L + random.below(20)) * quotes.depth(symbol);
    rest("LARGE", !buy, shares, join(!buy, time), time, executed + 100 * MILLISECOND);
    take("EXECUTED", innocent != buy, customer, shares(), executed - EXECUTION, executed);
  }

  /**
   * Five orders, each with a higher limit, in the last minute; or over the last hour, at the best.
   */
  private void markTheClose() throws IOException {
    long first = day.closes(0) - (innocent ? 58 * MINUTE : 50 * SECOND);
    long step = innocent ? 58 * MINUTE / 4 - 3 * SECOND : 10 * SECOND;
    for (int i = 0; i < 5; i++) {
      long executed = first + i * step;
      int best = touch(buy, executed);
      int limit = innocent ? best : away(!buy, best, i + 1);
      long shares = shares();
      begin("ORDER", buy, customer, shares, limit, executed - EXECUTION);
      Route route = script.route(venue, shares, executed - EXECUTION + MILLISECOND);
      script.fill(route, shares, best, executed);
      end();
    }
  }

  /** A position, a burst of orders on its side, and its sale; or the burst alone. */
  private void igniteMomentum(long time) throws IOException {
    int orders = 8 + random.below(8);
    long shares = shares();
    take("POSITION", buy, customer, 10 * shares, time, time + EXECUTION);
    for (int i = 0; i < orders; i++) {
      long at = time + 10 * SECOND + i * 50L * MILLISECOND;
      take("BURST", buy, customer, shares, at, at + EXECUTION);
    }
    if (!innocent) {
      long at = time + 15 * SECOND;
      take("REVERSAL", !buy, customer, (10 + orders) * shares, at, at + EXECUTION);
    }
  }

  /** The broker's own order comes after it has received a block, or before. */
  private void runAhead(long time) throws IOException {
    long block = BLOCK + BLOCK / 100 * (1 + random.below(400));
    long received = innocent ? time + SECOND : time;
    long executed = time + 3 * SECOND;
    long own = innocent ? time : time + 300 * MILLISECOND;
    take("OWN", buy, EventRecord.NONE, shares(), own, own + EXECUTION);
    int price = touch(buy, executed);
    begin("BLOCK", buy, customer, block, price, received);
    Route route = script.route(venue, block, time + 2 * SECOND);
    script.fill(route, block, price, executed);
    end();
    take("OWN", !buy, EventRecord.NONE, shares(), time + 6 * SECOND, time + 7 * SECOND);
  }

  /** A held order of a customer is canceled by it after two minutes, or executed at once. */
  private void tradeAhead(long time) throws IOException {
    long executed = time + SECOND;
    int price = touch(buy, executed);
    long shares = shares();
    trade("OWN", buy, EventRecord.NONE, shares, price, executed - EXECUTION, executed);
    begin("CUSTOMER", buy, customer, shares, price, time);
    if (innocent) {
      script.fillAtBroker(shares, price, executed + EXECUTION);
    } else {
      script.cancel(executed + 2 * MINUTE);
    }
    end();
  }

  /** Orders of some milliseconds each, within a second; or at the best over twenty minutes. */
  private void stuff(long time) throws IOException {
    long step = innocent ? 30 * SECOND : 20 * MILLISECOND;
    for (int i = 0; i < STUFFED_ORDERS; i++) {
      long at = time + i * step;
      int price = away(buy, join(buy, at), innocent ? 0 : 5);
      rest("ORDER", buy, shares(), price, at, at + step * 4 / 5);
    }
  }

  /** All shares are routed to three venues at once; or to one after the other has given up. */
  private void overRoute(long time) throws IOException {
    long executed = time + SECOND;
    long shares = shares();
    int price = touch(buy, executed);
    begin("ORDER", buy, customer, shares, price, time);
    Route first = script.route(venue, shares, time + MILLISECOND);
    if (innocent) {
      script.cancel(first, time + 200 * MILLISECOND);
      Route next = script.route(market.drawExchange(random), shares, time + EXECUTION);
      script.fill(next, shares, price, executed);
    } else {
      Route second = script.route(market.drawExchange(random), shares, time + 2 * MILLISECOND);
      Route third = script.route(market.drawExchange(random), shares, time + 3 * MILLISECOND);
      script.fill(first, shares, price, executed);
      script.cancel(second, executed + 20 * MILLISECOND);
      script.cancel(third, executed + 21 * MILLISECOND);
    }
    end();
  }

  /** The broker reports after twenty minutes what it sold, and buys in between, or not. */
  private void reportLate(long time) throws IOException {
    long executed = time + SECOND;
    int price = touch(buy, executed);
    long shares = 20 * shares();
    begin("TRADE", buy, customer, shares, price, time);
    EventRecord report = script.fillAtBroker(shares, price, executed);
    report.sendTime += (15 + random.below(5)) * MINUTE;
    report.due = report.sendTime;
    end();
    if (!innocent) {
      take("OWN", buy, EventRecord.NONE, shares, time + 5 * MINUTE, time + 5 * MINUTE + EXECUTION);
    }
  }

  private void begin(
      String ofRole, boolean isBuy, int ofCustomer, long shares, int price, long time) {
    role = ofRole;
    byte side = (byte) (isBuy ? '1' : '2');
    script.begin(
        FIRST_NUMBER + lifecycles++, symbol, side, broker, ofCustomer, shares, price, time);
  }

  private void end() throws IOException {
    target.accept(new Member(kind, instances, innocent, role), script.events());
  }

  /** An order that waits at the venue until it is canceled. */
  private void rest(String ofRole, boolean isBuy, long shares, int price, long from, long until)
      throws IOException {
    begin(ofRole, isBuy, customer, shares, price, from);
    script.route(venue, shares, from + MILLISECOND);
    script.cancel(until);
    end();
  }

  /** An order that takes the other side's best. */
  private void take(
      String ofRole, boolean isBuy, int ofCustomer, long shares, long from, long executed)
      throws IOException {
    trade(ofRole, isBuy, ofCustomer, shares, touch(isBuy, executed), from, executed);
  }

  private void trade(
      String ofRole,
      boolean isBuy,
      int ofCustomer,
      long shares,
      int price,
      long from,
      long executed)
      throws IOException {
    begin(ofRole, isBuy, ofCustomer, shares, price, from);
    Route route = script.route(venue, shares, from + MILLISECOND);
    script.fill(route, shares, price, executed);
    end();
  }

  private long shares() {
    return Math.max(1, settings.lots().drawLong(random)) * settings.lotSize();
  }

  /** The best of the other side. */
  private int touch(boolean isBuy, long time) {
    quotes.settle(symbol, time);
    return isBuy ? quotes.ask : quotes.bid;
  }

  /** The best of the own side. */
  private int join(boolean isBuy, long time) {
    return touch(!isBuy, time);
  }

  /** A price from the market's: lower for a buy, higher for a sale. */
  private static int away(boolean isBuy, int price, int cents) {
    return Math.max(1, isBuy ? price - cents : price + cents);
  }

  /** Another one of the same broker, where it has several. */
  private int otherCustomer() {
    int first = market.firstCustomer[broker];
    int count = market.firstCustomer[broker + 1] - first;
    return first + (customer - first + 1) % count;
  }
}
