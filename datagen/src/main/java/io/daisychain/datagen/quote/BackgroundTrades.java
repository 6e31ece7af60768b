package io.daisychain.datagen.quote;

import io.daisychain.datagen.chain.OrderChain;
import io.daisychain.datagen.chain.TradingDay;

/**
 * What firms that report nothing trade with one another, at what the exchanges quote. Each trade at
 * an exchange takes what that exchange shows at the best price, or a part of it; other venues trade
 * from the best up to the middle. Auctions, with which trading opens, opens again after a halt, and
 * closes, are at one price each. Computed, as the quotes, from the seed, the symbol, the date and
 * the step. Not thread-safe.
 */
public final class BackgroundTrades {
  /** Conditions of the consolidated tapes (CTA, UTP): none of them keeps a trade from VWAP. */
  public static final String ODD_LOT = "I";

  /** Of an intermarket sweep order (SEC Rule 611(b)(5)); what follows it is another condition. */
  public static final String SWEEP = "F";

  static final String OPENING = "O";
  static final String CLOSING = "6";
  static final String REOPENING = "5";
  private static final String REGULAR = "";

  private static final int ROUND_LOT = 100;

  /** No trade is larger, but auctions. */
  private static final int MOST_LOTS = 500;

  /**
   * Exponent of the sizes' tail (Gopikrishnan, Plerou, Gabaix and Stanley, "Statistical properties
   * of share volume traded in financial markets", 2000).
   */
  private static final double SIZES = 1.5;

  /**
   * Share of trades away from exchanges: a quarter of volume in September 2009 (SEC release
   * 34-61358, "Concept release on equity market structure", 2010).
   */
  private static final double OFF_EXCHANGE = 0.25;

  /**
   * Share of odd lots at five dollars, and what is added where the price is e times as high: a
   * quarter in the middle (O'Hara, Yao and Ye, "What's not there: odd lots and market data", 2014).
   */
  private static final double ODD_LOTS = 0.1;

  private static final double ODD_LOTS_BY_PRICE = 0.065;

  /** Auctions take up to so long; trading goes on after the one and ends before the other. */
  private static final long AUCTION_NANOS = 1 << 20;

  /** No symbol is listed at an exchange with a higher number. */
  private static final int LISTING = 3;

  /** Share of the trades of a spell that have its side. */
  private static final double SIDED = 0.8;

  /** Share of the spells of so many steps, to a power of two, among those that are no longer. */
  private static final double[] SPELLS = new double[11];

  static {
    double sum = 0;
    for (int i = 0; i < SPELLS.length; i++) {
      double weight = StrictMath.pow(2, -0.5 * i);
      sum += weight;
      SPELLS[i] = weight / sum;
    }
  }

  // What is drawn of a symbol or a step, beside what quotes are made of.
  private static final int LISTED = 4;
  private static final int COUNT = 30;
  private static final int SIDES = 64;
  private static final int TRADES = 128;
  private static final int DRAWN_OF_TRADE = 4;

  private final TradingDay day;
  private final Quotes quotes;
  private final OrderChain.Trading trading;
  private final int exchanges;
  private final int venues;

  /**
   * A trade.
   *
   * @param time nanoseconds from midnight UTC of the trade date
   * @param venue number, exchanges first
   * @param price in hundredths of a cent
   * @param size shares
   * @param condition empty for none
   */
  public record Trade(long time, int venue, int price, long size, String condition) {
    public boolean isAuction() {
      return condition.equals(OPENING) || condition.equals(CLOSING) || condition.equals(REOPENING);
    }
  }

  /** Takes trades. */
  public interface TradeTarget<E extends Exception> {
    void accept(Trade trade) throws E;
  }

  public BackgroundTrades(OrderChain.Shape shape, TradingDay day, Quotes quotes) {
    this.day = day;
    this.quotes = quotes;
    trading = shape.trading();
    exchanges = Quotes.exchanges(shape);
    venues = shape.venues();
  }

  /** Puts out the trades of a symbol on the date in order of their time, then its auctions. */
  public <E extends Exception> void forEach(int symbol, TradeTarget<E> target) throws E {
    SymbolDate of = quotes.symbolDate(symbol, 0);
    long opens = day.opens(0) + AUCTION_NANOS;
    long volume = 0;
    for (int step = 0; step < of.steps; step++) {
      boolean isLast = step + 1 == of.steps;
      long from = Math.max(opens, quotes.timeOf(of, step));
      long to = isLast ? day.closes(0) : quotes.timeOf(of, step + 1);
      int count = to > from ? count(Quotes.drawn(of, step, COUNT)) : 0;
      for (int i = 0; i < count; i++) {
        int what = TRADES + DRAWN_OF_TRADE * i;
        // More of them soon after the quotes have changed.
        double place = (i + unit(Quotes.drawn(of, step, what))) / count;
        Trade trade = trade(of, step, what, from + (long) (place * place * (to - from)));
        if (trade != null) {
          volume += trade.size;
          target.accept(trade);
        }
      }
    }
    int listed = (int) ((quotes.drawn(symbol, LISTED) >>> 1) % Math.min(LISTING, exchanges));
    boolean isHalted = of.halt < Quotes.NEVER;
    double all = volume / (1 - (isHalted ? 2 : 1) * trading.opening() - trading.closing());
    double opening = all * trading.opening();
    if (isHalted) {
      target.accept(auction(symbol, Quotes.haltEnds(of.halt), listed, opening, REOPENING));
    }
    target.accept(auction(symbol, day.opens(0), listed, opening, OPENING));
    target.accept(auction(symbol, day.closes(0), listed, all * trading.closing(), CLOSING));
  }

  /** Trades of a step: none at every other one, else two, or more. */
  private static int count(long drawn) {
    return (drawn & 1) == 0 ? 0 : 1 + Math.min(20, Long.numberOfTrailingZeros(drawn >>> 1));
  }

  /** All who come trade at one price, in the middle of what was quoted. */
  private Trade auction(int symbol, long at, int exchange, double shares, String condition) {
    quotes.settle(symbol, at);
    int price = (quotes.bid + quotes.ask) / 2;
    long drawn = quotes.drawn(symbol, LISTED) >>> 8;
    long time = at + drawn % AUCTION_NANOS;
    return new Trade(time, exchange, 100 * price, Math.max(ROUND_LOT, (long) shares), condition);
  }

  /** A trade, or null where the market is locked, crossed, halted or opens again. */
  private Trade trade(SymbolDate of, int step, int what, long time) {
    long reopens = Quotes.haltEnds(of.halt);
    if (time >= reopens && time < reopens + AUCTION_NANOS) {
      return null;
    }
    quotes.best(of, step, time);
    int bid = quotes.bid;
    int ask = quotes.ask;
    if (bid <= 0 || ask <= bid) {
      return null;
    }
    long drawn = Quotes.drawn(of, step, what + 1);
    long drawnSide = Quotes.drawn(of, step, what + 2);
    boolean buys = unit(drawnSide) < SIDED == buysMostly(of, step);
    long size = size(Quotes.drawn(of, step, what + 3), bid);
    if (venues > exchanges && unit(drawn) < OFF_EXCHANGE) {
      int venue = exchanges + (int) (((drawn & 0x3ff) * (venues - exchanges)) >>> 10);
      int price =
          100 * (buys ? ask : bid) + (buys ? -1 : 1) * improvement(drawnSide & 0x7ff, ask - bid);
      return new Trade(time, venue, price, size, condition(size, false));
    }
    int exchange = exchangeAt(of, step, time, (int) (drawn & 7) % exchanges, buys, bid, ask);
    long taken = Math.min(size, buys ? quotes.askSize : quotes.bidSize);
    boolean sweeps = (drawn >>> 3 & 0xff) < 256 * trading.sweeps();
    return new Trade(time, exchange, 100 * (buys ? ask : bid), taken, condition(taken, sweeps));
  }

  /** Finds an exchange that quotes the best, and computes its quote. */
  private int exchangeAt(
      SymbolDate of, int step, long time, int first, boolean buys, int bid, int ask) {
    int exchange = first;
    quotes.quote(of, step, exchange, time);
    while (buys ? quotes.ask != ask : quotes.bid != bid) {
      exchange = (exchange + 1) % exchanges;
      quotes.quote(of, step, exchange, time);
    }
    return exchange;
  }

  /** In hundredths of a cent: a third in the middle, the others a little inside the best. */
  private static int improvement(long drawn, int spread) {
    int middle = 50 * spread;
    return drawn % 3 == 0 ? middle : Math.min(middle, (int) (drawn % 40));
  }

  /**
   * Draws the side of a step's spell, of which there are many short and few long ones (Lillo and
   * Farmer, "The long memory of the efficient market", 2004).
   */
  private static boolean buysMostly(SymbolDate of, int step) {
    int length = SPELLS.length - 1;
    while (unit(Quotes.drawn(of, step >> length, SIDES + length)) > SPELLS[length]) {
      length--;
    }
    return (Quotes.drawn(of, step >> length, SIDES + length) & 1) == 0;
  }

  private static long size(long drawn, int price) {
    double odd = ODD_LOTS + ODD_LOTS_BY_PRICE * StrictMath.log(Math.max(1, price / 500.0));
    double place = (drawn & 0xffff) * 0x1.0p-16;
    return unit(drawn) < odd
        ? 1 + (long) (place * (ROUND_LOT - 1))
        : ROUND_LOT * (long) Math.min(MOST_LOTS, StrictMath.pow(1 - place, -1 / SIZES));
  }

  /** The condition of a trade in the market. */
  public static String condition(long size, boolean sweeps) {
    boolean isOdd = size < ROUND_LOT;
    return sweeps ? isOdd ? SWEEP + ODD_LOT : SWEEP : isOdd ? ODD_LOT : REGULAR;
  }

  private static double unit(long drawn) {
    return (drawn >>> 11) * 0x1.0p-53;
  }
}
