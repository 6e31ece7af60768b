package io.daisychain.datagen.behaviour;

import io.daisychain.datagen.chain.OrderChain;
import io.daisychain.datagen.chain.RandomSource;
import io.daisychain.datagen.chain.TradingDay;
import io.daisychain.datagen.lifecycle.EventRecord;
import io.daisychain.datagen.lifecycle.LifecycleSimulation;
import io.daisychain.datagen.lifecycle.Market;
import io.daisychain.datagen.lifecycle.OrderScript;
import io.daisychain.datagen.lifecycle.OrderScript.Route;
import io.daisychain.datagen.lifecycle.RecordPool;
import io.daisychain.datagen.lifecycle.SymbolRange;
import io.daisychain.datagen.quote.Quotes;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Puts in behaviours and their innocent twins beside a simulation, whose prices they have: each
 * order of a script is made when it is known what was quoted then. Not thread-safe.
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
  private static final BehaviourKind[] NONE = {};

  private final BehaviourRates rates;
  private final OrderChain.Orders settings;
  private final Market market;
  private final SymbolRange symbols;
  private final LifecycleSimulation simulation;
  private final Quotes quotes;
  private final TradingDay day;
  private final RandomSource random;
  private final Target target;
  private final OrderScript script;
  private final PriorityQueue<Due> due =
      new PriorityQueue<>(Comparator.comparingLong(Due::time).thenComparingLong(Due::number));
  private long numbers;
  private int instances;
  private long lifecycles;

  /**
   * Behaviours in a shard.
   *
   * @param symbols of the shard
   * @param simulation of its other orders
   * @param random numbers that nobody else draws
   */
  public Behaviours(
      BehaviourRates rates,
      OrderChain.Orders settings,
      Market market,
      SymbolRange symbols,
      LifecycleSimulation simulation,
      Quotes quotes,
      TradingDay day,
      RecordPool pool,
      RandomSource random,
      Target target) {
    this.rates = rates;
    this.settings = settings;
    this.market = market;
    this.symbols = symbols;
    this.simulation = simulation;
    this.quotes = quotes;
    this.day = day;
    this.random = random;
    this.target = target;
    script = new OrderScript(settings, market, pool, random);
  }

  /** A part of a script, when its time has come. */
  private interface Part {
    void perform() throws IOException;
  }

  private record Due(long time, long number, Part part) {}

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
   * Does what is due before a time, in nanoseconds from midnight UTC of the trade date.
   *
   * @param begins true if a lifecycle of the chain begins then: some behaviours begin with it
   */
  public void follow(long time, boolean begins) throws IOException {
    while (!due.isEmpty() && due.peek().time < time) {
      due.remove().part.perform();
    }
    for (BehaviourKind kind : begins ? BehaviourKind.values() : NONE) {
      double rate = rates.byKind().getOrDefault(kind, 0.0);
      for (int twin = 0; twin < 2; twin++) {
        if (random.chance(rate) && time + LONGEST < lastStart(kind, twin == 1)) {
          new Instance(kind, twin == 1).perform(time);
        }
      }
    }
  }

  private long lastStart(BehaviourKind of, boolean twin) {
    long close = day.closes(0);
    return of == BehaviourKind.MARKING_THE_CLOSE && twin ? close - 35 * MINUTE : close - MINUTE;
  }

  private void at(long time, Part part) {
    due.add(new Due(time, numbers++, part));
  }

  /** A behaviour or its twin: at one broker, in one symbol, at one exchange. */
  private final class Instance {
    final BehaviourKind kind;
    final boolean innocent;
    final int number = instances++;
    final int symbol = symbols.draw(random);
    final int broker = market.drawBroker(random);
    final int customer = market.drawCustomer(broker, random);
    final int venue = market.drawExchange(random);
    final boolean buy = random.chance(0.5);
    String role;

    Instance(BehaviourKind kind, boolean innocent) {
      this.kind = kind;
      this.innocent = innocent;
    }

    private void perform(long time) {
      if (quotes.haltOf(symbol, time) != Quotes.NEVER) {
        return; // trading would be halted in the middle of it
      }
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
    private void tradeTwoSides(long time) {
      long shares = shares();
      long executed = time + EXECUTION;
      at(executed, () -> tradeTwoSides(shares, time, executed));
    }

    private void tradeTwoSides(long shares, long time, long executed) throws IOException {
      int price = best(true, executed);
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
    private void layer(long time) {
      int layers = 4 + random.below(4);
      long executed = time + 2 * SECOND;
      for (int i = 1; i <= layers; i++) {
        long at = time + i * 100L * MILLISECOND;
        rest("LAYER", !buy, 5 * shares(), i, at, executed + i * 20L * MILLISECOND);
      }
      take("EXECUTED", innocent != buy, customer, shares(), executed - EXECUTION, executed);
    }

    /** As {@link #layer}, with one order of many times the depth. */
    private void spoof(long time) {
      long executed = time + SECOND;
      long shares = (20L + random.below(20)) * quotes.depth(symbol);
      rest("LARGE", !buy, shares, 0, time, executed + 100 * MILLISECOND);
      take("EXECUTED", innocent != buy, customer, shares(), executed - EXECUTION, executed);
    }

    /**
     * Five orders, each with a higher limit, in the last minute; or over the last hour, at the
     * best.
     */
    private void markTheClose() {
      long first = day.closes(0) - (innocent ? 58 * MINUTE : 50 * SECOND);
      long step = innocent ? 58 * MINUTE / 4 - 3 * SECOND : 10 * SECOND;
      for (int i = 0; i < 5; i++) {
        long executed = first + i * step;
        int higher = innocent ? 0 : i + 1;
        at(executed, () -> executeBelow(higher, executed));
      }
    }

    private void executeBelow(int higher, long executed) throws IOException {
      int best = touch(buy, executed);
      long shares = shares();
      begin("ORDER", buy, customer, shares, away(!buy, best, higher), executed - EXECUTION);
      Route route = script.route(venue, shares, executed - EXECUTION + MILLISECOND);
      script.fill(route, shares, best, executed);
      end();
    }

    /** A position, a burst of orders on its side, and its sale; or the burst alone. */
    private void igniteMomentum(long time) {
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
    private void runAhead(long time) {
      long block = BLOCK + BLOCK / 100 * (1 + random.below(400));
      long received = innocent ? time + SECOND : time;
      long executed = time + 3 * SECOND;
      long own = innocent ? time : time + 300 * MILLISECOND;
      take("OWN", buy, EventRecord.NONE, shares(), own, own + EXECUTION);
      at(executed, () -> trade("BLOCK", block, received, time + 2 * SECOND, executed));
      take("OWN", !buy, EventRecord.NONE, shares(), time + 6 * SECOND, time + 7 * SECOND);
    }

    private void trade(String ofRole, long shares, long received, long routed, long executed)
        throws IOException {
      int price = touch(buy, executed);
      begin(ofRole, buy, customer, shares, price, received);
      Route route = script.route(venue, shares, routed);
      script.fill(route, shares, price, executed);
      end();
    }

    /** A held order of a customer is canceled by it after two minutes, or executed at once. */
    private void tradeAhead(long time) {
      at(time + SECOND, () -> tradeAhead(time, time + SECOND));
    }

    private void tradeAhead(long time, long executed) throws IOException {
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
    private void stuff(long time) {
      long step = innocent ? 30 * SECOND : 20 * MILLISECOND;
      for (int i = 0; i < STUFFED_ORDERS; i++) {
        long at = time + i * step;
        rest("ORDER", buy, shares(), innocent ? 0 : 5, at, at + step * 4 / 5);
      }
    }

    /** All shares are routed to three venues at once; or to one after the other has given up. */
    private void overRoute(long time) {
      at(time + SECOND, () -> overRoute(time, time + SECOND));
    }

    private void overRoute(long time, long executed) throws IOException {
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
    private void reportLate(long time) {
      long shares = 20 * shares();
      at(time + SECOND, () -> reportLate(shares, time, time + SECOND));
      if (!innocent) {
        take(
            "OWN", buy, EventRecord.NONE, shares, time + 5 * MINUTE, time + 5 * MINUTE + EXECUTION);
      }
    }

    private void reportLate(long shares, long time, long executed) throws IOException {
      int price = touch(buy, executed);
      begin("TRADE", buy, customer, shares, price, time);
      EventRecord report = script.fillAtBroker(shares, price, executed);
      report.sendTime += (15 + random.below(5)) * MINUTE;
      report.due = report.sendTime;
      end();
    }

    private void begin(
        String ofRole, boolean isBuy, int ofCustomer, long shares, int price, long time) {
      role = ofRole;
      byte side = (byte) (isBuy ? '1' : '2');
      script.begin(
          FIRST_NUMBER + lifecycles++, symbol, side, broker, ofCustomer, shares, price, time);
    }

    private void end() throws IOException {
      target.accept(new Member(kind, number, innocent, role), script.events());
    }

    /** An order that waits at the venue, behind the best by some cents, until it is canceled. */
    private void rest(String ofRole, boolean isBuy, long shares, int cents, long from, long until) {
      at(from, () -> restUntil(until, ofRole, isBuy, shares, cents, from));
    }

    private void restUntil(
        long until, String ofRole, boolean isBuy, long shares, int cents, long from)
        throws IOException {
      int price = away(isBuy, best(isBuy, from), cents);
      begin(ofRole, isBuy, customer, shares, price, from);
      script.route(venue, shares, from + MILLISECOND);
      script.cancel(until);
      end();
    }

    /** An order that takes the other side's best. */
    private void take(
        String ofRole, boolean isBuy, int ofCustomer, long shares, long from, long executed) {
      at(
          executed,
          () -> trade(ofRole, isBuy, ofCustomer, shares, touch(isBuy, executed), from, executed));
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
      return best(!isBuy, time);
    }

    private int best(boolean bid, long time) {
      return simulation.best(symbol, bid, time);
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
}
