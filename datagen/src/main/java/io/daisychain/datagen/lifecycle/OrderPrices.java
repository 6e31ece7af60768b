package io.daisychain.datagen.lifecycle;

import io.daisychain.datagen.chain.OrderChain;
import io.daisychain.datagen.chain.RandomSource;
import io.daisychain.datagen.quote.Quotes;
import io.daisychain.datagen.quote.ShownOrders;

/**
 * Limits of orders and bounds of executions, in cents, from what the exchanges quote.
 *
 * <p>An order that reaches the other side's best takes it: at an exchange at that price, in the
 * middle where it meets an order that is not displayed, or, as a sweep of far more shares than are
 * quoted, beyond it; elsewhere at that price or better. One that is at or inside its own side's
 * best is taken at its limit. Any other waits, and all wait while trading is halted.
 */
final class OrderPrices {
  // Of customers' limit orders, in parts of 1: those that will pay more as the price moves, those
  // that take the best, and those that wait inside it. The others wait behind it.
  private static final double PATIENT = 0.4;
  private static final double TAKING = 0.7;
  private static final double INSIDE = 0.9;

  /** Times the usual depth, above which a sweep goes through the best. */
  private static final int SWEEP_DEPTHS = 20;

  private final Market market;
  private final Quotes quotes;
  private final Books books;
  private final double taking;
  private final OrderChain.Trading trading;
  private final EventRecorder recorder;
  private final RandomSource random;

  // Of the last moment: the best of the order's own side, of the other, and what the other has
  // more.
  private int near;
  private int far;
  private int spread;
  private int othersNear; // without what reported orders show
  private final ShownOrders nothing = new ShownOrders();
  private int farExchange; // that alone has the best of the other side

  /**
   * Prices of the lifecycles that a recorder records.
   *
   * @param chain which has how the market trades, and how many orders take
   */
  OrderPrices(
      Market market,
      Quotes quotes,
      Books books,
      OrderChain chain,
      EventRecorder recorder,
      RandomSource random) {
    this.books = books;
    taking = chain.orders().taking();
    trading = chain.shape().trading();
    this.market = market;
    this.quotes = quotes;
    this.recorder = recorder;
    this.random = random;
  }

  private void look(long time) {
    boolean isBuy = recorder.isBuy();
    ShownOrders best = find(recorder.symbol(), recorder.lifecycle().alone, time);
    othersNear = isBuy ? quotes.bid : quotes.ask;
    near = isBuy ? best.bid : best.ask;
    far = isBuy ? best.ask : best.bid;
    farExchange = isBuy ? best.askExchange : best.bidExchange;
    spread = Math.abs(far - near);
  }

  private ShownOrders find(int symbol, boolean ofOthers, long time) {
    quotes.settle(symbol, time);
    ShownOrders shown = ofOthers ? nothing : books.shown(symbol);
    shown.look(quotes.bid, quotes.ask, order -> {});
    return shown;
  }

  /** The best bid or offer of a symbol, reported orders included. */
  int best(int symbol, boolean bid, long time) {
    ShownOrders best = find(symbol, false, time);
    return bid ? best.bid : best.ask;
  }

  /** A price, by some cents dearer for a buy and cheaper for a sale. */
  private int beyond(int price, int cents) {
    return Math.max(1, recorder.isBuy() ? price + cents : price - cents);
  }

  /** Limit of a customer's order; of a market order the price at which it would be taken. */
  int customers(long time) {
    look(time);
    if (recorder.isMarketOrder()) {
      return far;
    }
    // Who knows where the price goes does not wait.
    double kind = random.unit() * (recorder.lifecycle().isInformed ? TAKING : 1);
    if (kind < PATIENT) {
      double most = far * quotes.volatility(recorder.symbol()) / 2;
      return beyond(far, (int) (random.unit() * most));
    }
    if (kind < TAKING) {
      return beyond(far, random.below(1 + spread));
    }
    return kind < INSIDE
        ? beyond(near, random.below(spread))
        : beyond(near, -(1 + random.below(1 + 3 * spread)));
  }

  /** Limit of a route to a venue, within that of its order: it takes the best or joins it. */
  int routed(int limit, long time) {
    if (recorder.isMarketOrder()) {
      return limit;
    }
    look(time);
    boolean wants = recorder.lifecycle().isInformed || random.chance(taking);
    boolean takes = wants && recorder.within(limit, far) == far;
    return takes ? far : recorder.within(limit, near);
  }

  /**
   * The venue to which an order is routed that takes the best: the exchange where a reported order
   * shows it, if nobody else quotes it.
   *
   * @param price as {@link #routed} has just said
   * @param venue to which it would be routed else
   */
  int venue(int price, int venue) {
    boolean isShown = price == far && farExchange != ShownOrders.OTHERS;
    return isShown && !recorder.isMarketOrder() ? market.brokers + farExchange : venue;
  }

  /**
   * True if a route that takes the best goes to an exchange as an intermarket sweep order.
   *
   * @param price as {@link #routed} has just said
   */
  boolean sweeps(int price, int venue) {
    boolean takes = price == far && !recorder.isMarketOrder() && market.isExchange(venue);
    return takes && random.chance(trading.sweeps());
  }

  /** Limit of such an order, within that of the order above: of a large one beyond the best. */
  int swept(int limit, long quantity) {
    return isLarge(quantity) ? recorder.within(limit, beyond(far, 1 + spread / 4)) : far;
  }

  private boolean isLarge(long quantity) {
    return quantity > SWEEP_DEPTHS * depth();
  }

  /**
   * Looks at the market; true unless it is halted or locked, or away from the limit of an order.
   * Who comes for one that stands takes others first that show a better price.
   */
  boolean canTrade(Order order, long time) {
    int symbol = recorder.symbol();
    if (quotes.isHalted(symbol, time) || quotes.isTardy(symbol, time)) {
      return false;
    }
    look(time);
    int best = order.book == null ? near : othersNear;
    return order.lifecycle.isBuy() ? order.limit() >= best : order.limit() <= best;
  }

  /** True if an order reaches the other side's best, after {@link #canTrade}. */
  boolean takes(Order order) {
    return recorder.within(order.limit(), far) == far;
  }

  /** Best price of the order's side, after {@link #canTrade}. */
  int near() {
    return near;
  }

  /** Best price of the other side. */
  int far() {
    return far;
  }

  /** The worst price at which an order takes a quantity, after {@link #takes}. */
  int worst(Order order, long quantity) {
    if (!market.isExchange(order.own.reporter)) {
      return recorder.within(order.limit(), improved());
    }
    if (order.instruction == EventRecord.SWEEP && isLarge(quantity)) {
      return swept(order.limit(), quantity);
    }
    return random.chance(trading.hidden()) ? beyond(far, -(spread / 2)) : far;
  }

  /**
   * True if somebody comes for an order that stands: one who knows that the price moves away from
   * it does not.
   */
  boolean isMet(Order order, long time) {
    int rise = quotes.rise(recorder.symbol(), time, time + trading.ahead());
    boolean gains = order.lifecycle.isBuy() ? rise > 0 : rise < 0;
    return !gains || !random.chance(trading.informed());
  }

  /** Shares that are usually quoted at the best. */
  long depth() {
    return quotes.depth(recorder.symbol());
  }

  /** The price, at most the middle, that who trades beside the exchanges gives. */
  private int improved() {
    return beyond(far, -random.below(1 + spread / 2));
  }
}
