package io.daisychain.datagen.quote;

import io.daisychain.datagen.chain.OrderChain;
import io.daisychain.datagen.chain.RandomSource;
import io.daisychain.datagen.chain.TradingDay;

/**
 * What exchanges quote in a generated market. Each symbol has a price that moves (see {@link
 * PricePath}) and a usual spread; at each of its steps the exchanges quote around the price. The
 * first exchange always has the best bid and offer of a step, the others the same or less. A moment
 * after a step each exchange first gives up the side from which the price moves, then follows with
 * the other. One that is tardy gives up no more than what the others have come to, so that the
 * market is locked for a while, as it is in fact (Nasdaq, "Locked, crossed and barrel", 2025).
 *
 * <p>A quote is computed from the seed, the symbol, the date and its step alone, so every shard
 * knows the quotes of every moment. Times are nanoseconds from midnight UTC of the trade date;
 * prices are cents. Not thread-safe.
 */
public final class Quotes {
  /** Quotes an order event, about. */
  private static final int QUOTES_PER_EVENT = 10;

  /** Quotes that change at a step, about. */
  private static final int QUOTES_PER_STEP = 9;

  private static final int LEAST_STEPS = 7;

  /** An exchange changes sizes, and how far it is from the best, each so many steps. */
  private static final int[] STEPS_OF_EXCHANGE = {1, 1, 2, 2, 4, 4, 8, 8};

  private static final long BEFORE_OPEN_NANOS = 60_000_000_000L;

  /** Of so many quotes one has no offer. */
  private static final int ONE_SIDED = 512;

  /** Of so many quotes one comes late, by up to a second. */
  private static final int TARDY = 32;

  private static final int TARDY_FACTOR = 4_000;

  /** An exchange gives up one side up to twice as long after a step, and follows with the other. */
  private static final long FOLLOWS_NANOS = 1 << 18;

  /** So long after a step all exchanges have followed, but those that are tardy. */
  public static final long SETTLES_NANOS = 2 * FOLLOWS_NANOS;

  /** Of halts: there is none. */
  public static final long NEVER = Long.MAX_VALUE / 2;

  /** And those too. */
  public static final long LONGEST_NANOS = TARDY_FACTOR * FOLLOWS_NANOS + SETTLES_NANOS;

  /** So long before a halt and after it nobody trades, so that no report falls into it. */
  private static final long HALT_MARGIN_NANOS = 1_000_000_000L;

  /** Steps within which it is known when the price moves. */
  private static final int FARTHEST_MOVE = 64;

  private final TradingDay day;
  private final int exchanges;
  private final int symbols;
  private final long[] steps; // of a date, by symbol
  private final SymbolDate[][] dates; // by session and symbol
  private final SymbolPrices prices;

  // The best of the step that was computed last, and of the one before it.
  private int stepBid;
  private int stepAsk;
  private int bidBefore;
  private int askBefore;

  /** A quote or the best, as it was computed last: prices in cents, 0 for none. */
  public int bid;

  public int ask;
  public int bidSize;
  public int askSize;

  /**
   * The quotes of a date and of the next ones.
   *
   * @param dateNumber trading days of the workload before the date
   * @param events of a date, about
   */
  public Quotes(OrderChain.Shape shape, TradingDay day, int dateNumber, long seed, long events) {
    this.day = day;
    symbols = shape.symbols();
    exchanges = exchanges(shape);
    prices = new SymbolPrices(shape, day, dateNumber, seed);
    steps = new long[symbols];
    double sum = 0;
    for (int i = 0; i < symbols; i++) {
      sum += StrictMath.pow(i + 1, -shape.zipf());
    }
    for (int i = 0; i < symbols; i++) {
      double share = StrictMath.pow(i + 1, -shape.zipf()) / sum;
      steps[i] =
          Math.max(LEAST_STEPS, Math.round(share * events * QUOTES_PER_EVENT / QUOTES_PER_STEP));
    }
    dates = new SymbolDate[day.nights() + 1][];
  }

  /** Number of exchanges: so many of a market's venues, the first ones. */
  public static int exchanges(OrderChain.Shape shape) {
    return Math.min(shape.trading().exchanges(), shape.venues());
  }

  /** Number of the exchanges that quote. */
  public int exchanges() {
    return exchanges;
  }

  /** Computes the best bid and offer that all exchanges come to: what a router aims at. */
  public void settle(int symbol, long time) {
    SymbolDate of = symbolDate(symbol, day.session(time));
    computeStep(of, Math.max(0, stepAt(of, time)));
    bid = stepBid;
    ask = stepAsk;
  }

  /**
   * The time of the first step after another at which an order would stand alone at the best price:
   * the other ones of its side have gone back behind its limit. Of so many steps, if none is one,
   * the last; the close after the last one of the day.
   */
  public long moves(int symbol, long time, int limit, boolean isBuy) {
    SymbolDate of = symbolDate(symbol, day.session(time));
    int first = Math.max(0, stepAt(of, time) + 1);
    for (int step = first; step < of.steps; step++) {
      computeStep(of, step);
      boolean isAlone = isBuy ? stepBid < limit : stepAsk > limit;
      if (isAlone || step == first + FARTHEST_MOVE) {
        return timeOf(of, step);
      }
    }
    return Math.max(time, day.closeAfter(time));
  }

  /** By how many cents the middle rises until another time of the same session, twice. */
  public int rise(int symbol, long from, long to) {
    settle(symbol, from);
    int before = bid + ask;
    settle(symbol, Math.min(to, Math.max(from, day.closes(day.session(from)))));
    return bid + ask - before;
  }

  /**
   * When the trading of a symbol is halted on the day of a time: nobody trades, and exchanges
   * withdraw what they quote.
   *
   * @return begin of the halt; {@link #NEVER} for none
   */
  public long haltOf(int symbol, long time) {
    return symbolDate(symbol, day.session(time)).halt;
  }

  /** The end of the halt that begins at a time. */
  public static long haltEnds(long halt) {
    return halt == NEVER ? NEVER : halt + SymbolDate.HALT_NANOS;
  }

  /** True if nobody trades a symbol: its trading is halted, or begins or ends to be. */
  public boolean isHalted(int symbol, long time) {
    long halt = haltOf(symbol, time);
    return time >= halt - HALT_MARGIN_NANOS
        && time < halt + SymbolDate.HALT_NANOS + HALT_MARGIN_NANOS;
  }

  /**
   * True if an exchange is tardy with a better price than all come to: who takes would trade
   * through what it still protects.
   */
  public boolean isTardy(int symbol, long time) {
    SymbolDate of = symbolDate(symbol, day.session(time));
    int step = stepAt(of, time);
    for (int i = 0; step > 0 && i < exchanges; i++) {
      if (isTardy(drawn(of, step, 2 + i)) && time < timeOf(of, step, exchanges + i)) {
        computeSteps(of, step);
        quote(of, step, i, time);
        if (bid > stepBid || (ask > 0 && ask < stepAsk)) {
          return true;
        }
      }
    }
    return false;
  }

  /** A usual session's change of a symbol's price, as a share of it. */
  public double volatility(int symbol) {
    return prices.volatility(symbol);
  }

  /** A symbol's price in cents when the workload begins. */
  public double firstPrice(int symbol) {
    return prices.first(symbol);
  }

  /** Shares that are usually quoted at a price, at least a lot. */
  public int depth(int symbol) {
    return 100 * lots(prices.first(symbol));
  }

  /** Computes the best bid and offer of a moment: of each exchange the last quote until then. */
  public void best(int symbol, long time) {
    SymbolDate of = symbolDate(symbol, day.session(time));
    best(of, time);
  }

  private void best(SymbolDate of, long time) {
    bid = 0;
    ask = 0;
    int step = stepAt(of, time);
    if (step >= 0) {
      best(of, step, time);
    }
  }

  /** Computes the best of a moment, between a step and the next one. */
  void best(SymbolDate of, int step, long time) {
    int highest = 0;
    int lowest = 0;
    computeSteps(of, step);
    for (int i = 0; i < exchanges && !of.isHalted(time); i++) {
      quote(of, step, i, time);
      highest = Math.max(highest, bid);
      lowest = lower(lowest, ask);
    }
    bid = highest;
    ask = lowest;
  }

  private static int lower(int lowest, int ask) {
    return ask > 0 && (lowest == 0 || ask < lowest) ? ask : lowest;
  }

  /** Takes the best bid and offer, after each quote. */
  public interface BestTarget {
    void accept(int bid, int ask);
  }

  /** Puts out the best of a moment, and after each quote until another. */
  public void forEachBest(int symbol, long from, long to, BestTarget target) {
    SymbolDate of = symbolDate(symbol, day.session(to));
    best(of, from);
    target.accept(bid, ask);
    int last = stepAt(of, to);
    for (int step = Math.max(0, stepAt(of, from)); step <= last; step++) {
      for (int i = 0; i < 2 * exchanges; i++) {
        long time = timeOf(of, step, i);
        if (time > from && time <= to) {
          best(of, time);
          target.accept(bid, ask);
        }
      }
    }
    if (of.halt > from && of.halt <= to) {
      target.accept(0, 0);
    }
  }

  /** Takes quotes in order of their time. */
  public interface QuoteTarget<E extends Exception> {
    /** A quote, of which bid, ask and sizes are those that were computed last. */
    void accept(long time, int exchange) throws E;

    /** A step from which on exchanges change what they quote, and the best that all come to. */
    default void step(long time, int stepBid, int stepAsk) throws E {}
  }

  /** Puts out all quotes of a symbol on the date, of each exchange those that change something. */
  public <E extends Exception> void forEach(int symbol, QuoteTarget<E> target) throws E {
    SymbolDate of = symbolDate(symbol, 0);
    long[] prices = new long[exchanges];
    long[] sizes = new long[exchanges];
    for (int step = 0; step < of.steps; step++) {
      computeSteps(of, step);
      target.step(timeOf(of, step), stepBid, stepAsk);
      long time = Long.MIN_VALUE;
      for (int n = 0; n < 2 * exchanges; n++) {
        int next = nextChange(of, step, time);
        time = timeOf(of, step, next);
        int exchange = next % exchanges;
        quote(of, step, exchange, time);
        if (prices[exchange] != both(bid, ask) || sizes[exchange] != both(bidSize, askSize)) {
          prices[exchange] = both(bid, ask);
          sizes[exchange] = both(bidSize, askSize);
          target.accept(time, exchange);
        }
      }
    }
  }

  private static long both(int one, int other) {
    return (long) one << 32 | other;
  }

  /** The change of a step that is next after a time; no two have the same. */
  private int nextChange(SymbolDate of, int step, long after) {
    int next = -1;
    for (int i = 0; i < 2 * exchanges; i++) {
      long time = timeOf(of, step, i);
      if (time > after && (next < 0 || time < timeOf(of, step, next))) {
        next = i;
      }
    }
    return next;
  }

  SymbolDate symbolDate(int symbol, int session) {
    SymbolDate[] ofSession = dates[session];
    if (ofSession == null) {
      ofSession = new SymbolDate[symbols];
      dates[session] = ofSession;
    }
    SymbolDate of = ofSession[symbol];
    if (of == null) {
      of = prices.on(symbol, session, (int) Math.min(steps[symbol], 1 << 30));
      ofSession[symbol] = of;
    }
    return of;
  }

  long drawn(int symbol, long what) {
    return prices.drawn(symbol, what);
  }

  static long drawn(SymbolDate of, long step, int what) {
    return RandomSource.mix(of.key + step * 0x9e3779b97f4a7c15L + what * 0xbf58476d1ce4e5b9L);
  }

  /** Time of a step: each has a stretch of its own; the first is before the open. */
  long timeOf(SymbolDate of, int step) {
    if (step == 0) {
      return day.opens(of.session) - BEFORE_OPEN_NANOS;
    }
    double place = 0.1 + 0.8 * ((drawn(of, step, 1) >>> 11) * 0x1.0p-53);
    return day.at(of.session, (step - 1 + place) / (of.steps - 1));
  }

  /**
   * Time of a change in a step, before the next step.
   *
   * @param change the exchange that gives up a side, or, increased by the number of exchanges, that
   *     follows with the other
   */
  private long timeOf(SymbolDate of, int step, int change) {
    int exchange = change % exchanges;
    long time = timeOf(of, step);
    long drawn = drawn(of, step, 2 + exchange);
    long delay = drawn & FOLLOWS_NANOS - 1;
    long follows = isTardy(drawn) ? FOLLOWS_NANOS + delay * TARDY_FACTOR : FOLLOWS_NANOS;
    if (step + 1 < of.steps) {
      long most = (timeOf(of, step + 1) - time) / 4;
      delay = Math.min(delay, most);
      follows = Math.min(follows, most);
    }
    return time + delay / 16 * 16 + exchange + (change == exchange ? 0 : follows / 16 * 16);
  }

  private static boolean isTardy(long drawn) {
    return (drawn >>> 20) % TARDY == 0;
  }

  /** The last step of which the time is not after another; negative for none. */
  private int stepAt(SymbolDate of, long time) {
    if (time < timeOf(of, 0)) {
      return -1;
    }
    int step = (int) (day.share(of.session, time) * (of.steps - 1));
    step = Math.max(0, Math.min(of.steps - 1, step));
    while (step + 1 < of.steps && timeOf(of, step + 1) <= time) {
      step++;
    }
    while (step > 0 && timeOf(of, step) > time) {
      step--;
    }
    return step;
  }

  /** The best of a step; a spread stays for some steps, and is wider after the open. */
  private void computeStep(SymbolDate of, int step) {
    long time = timeOf(of, step);
    double clock = day.clock(of.session, time);
    double middle = of.price * exp(of.path.at(clock) + of.news(time));
    double wide = of.spread * (step == 0 ? 3 : 1 + 1.5 / (1 + 60 * clock));
    double place = (drawn(of, step >> 3, 0) >>> 11) * 0x1.0p-53;
    int ticks = Math.max(1, (int) (wide + place));
    stepBid = Math.max(1, (int) Math.rint(middle - ticks / 2.0));
    stepAsk = stepBid + ticks;
  }

  /** A power of e of a small number, the same on all machines. */
  private static double exp(double x) {
    return 1 + x * (1 + x / 2 * (1 + x / 3 * (1 + x / 4)));
  }

  /** Computes the best of a step and of the one before it. */
  private void computeSteps(SymbolDate of, int step) {
    if (step > 0) {
      computeStep(of, step - 1);
      bidBefore = stepBid;
      askBefore = stepAsk;
    }
    computeStep(of, step);
  }

  /** Computes a quote as it is some time after a step, of which the best was computed. */
  void quote(SymbolDate of, int step, int exchange, long time) {
    boolean hasGivenUp = time >= timeOf(of, step, exchange);
    if (hasGivenUp && (step == 0 || time >= timeOf(of, step, exchanges + exchange))) {
      quote(of, step, exchange, stepBid, stepAsk);
    } else if (step == 0) {
      bid = 0;
      ask = 0;
    } else {
      quote(of, step - 1, exchange, bidBefore, askBefore);
      if (hasGivenUp) {
        giveUpSide(of, step, exchange);
      }
    }
  }

  /** Computes what an exchange has between its two changes of a step. */
  private void giveUpSide(SymbolDate of, int step, int exchange) {
    int oldBid = bid;
    int oldBidSize = bidSize;
    int oldAsk = ask;
    int oldAskSize = askSize;
    quote(of, step, exchange, stepBid, stepAsk);
    boolean isTardy = isTardy(drawn(of, step, 2 + exchange));
    if (stepBid + stepAsk > bidBefore + askBefore) {
      bid = oldBid;
      bidSize = oldBidSize;
      ask = isTardy ? Math.min(ask, Math.max(oldAsk, stepBid)) : ask;
    } else {
      ask = oldAsk;
      askSize = oldAskSize;
      bid = isTardy ? Math.max(bid, Math.min(oldBid, stepAsk)) : bid;
    }
  }

  private void quote(SymbolDate of, int step, int exchange, int bestBid, int bestAsk) {
    long drawn = drawn(of, step / STEPS_OF_EXCHANGE[exchange], 10 + exchange);
    int unit = Math.max(1, (bestAsk - bestBid) / 3);
    boolean isFirst = exchange == 0;
    bid = Math.max(1, bestBid - (isFirst ? 0 : unit * away(drawn)));
    ask = bestAsk + (isFirst ? 0 : unit * away(drawn >>> 8));
    int lots = lots(of.price);
    bidSize = size(lots, drawn >>> 16);
    askSize = size(lots, drawn >>> 32);
    if (!isFirst && (drawn >>> 48) % ONE_SIDED == 0) {
      ask = 0;
      askSize = 0;
    }
  }

  private static int lots(double price) {
    return (int) Math.max(1, 20_000 / price);
  }

  /** How far an exchange is from the best. */
  private static int away(long drawn) {
    int of = (int) (drawn & 0xff);
    return of < 150 ? 0 : of < 215 ? 1 : of < 245 ? 2 : 4;
  }

  /** Shares, in lots: mostly few. */
  private static int size(int lots, long drawn) {
    double u = (drawn & 0xffff) * 0x1.0p-16;
    return 100 * (1 + (int) (3 * lots * u * u));
  }
}
