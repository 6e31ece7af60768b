package io.daisychain.datagen.quote;

import io.daisychain.datagen.chain.OrderChain;
import io.daisychain.datagen.chain.RandomSource;
import io.daisychain.datagen.chain.TradingDay;

/** What symbols are worth, date by date: first price, changes, news and halts, usual spread. */
final class SymbolPrices {
  /** Standard deviation of the price from close to open, in that of a session. */
  private static final double OVERNIGHT = 0.5;

  private static final double LOWEST_PRICE = 500;

  /** Bands of stocks of the plan's first tier, about an eighth of all, and of the others. */
  private static final double[] BANDS = {0.05, 0.1};

  /** In the last 25 minutes, and the first 15, bands are wider. */
  private static final long HALT_EDGE_NANOS = 5 * SymbolDate.HALT_NANOS;

  /** Logarithm of the highest first price in the lowest. */
  private static final double PRICE_RANGE = 4.5;

  private final TradingDay day;
  private final int dateNumber;
  private final long seed;
  private final int symbols;
  private final double halts;

  /**
   * Of the symbols of a workload.
   *
   * @param day the first date and the next ones
   * @param dateNumber trading days of the workload before it
   */
  SymbolPrices(OrderChain.Shape shape, TradingDay day, int dateNumber, long seed) {
    this.day = day;
    this.dateNumber = dateNumber;
    this.seed = seed;
    this.symbols = shape.symbols();
    this.halts = shape.trading().halts();
  }

  /** A usual session's change of a symbol's price, as a share of it. */
  double volatility(int symbol) {
    return 0.018 * StrictMath.exp(0.3 * PricePath.normal(drawn(symbol, 2)));
  }

  /**
   * A symbol on the date of a session.
   *
   * @param steps of its price
   */
  SymbolDate on(int symbol, int session, int steps) {
    int number = dateNumber + session;
    double deviation = volatility(symbol);
    double first = 0;
    for (int i = 0; i < number; i++) {
      first += change(symbol, i, deviation) + news(symbol, i) + overnight(symbol, i + 1, deviation);
    }
    long key = drawn(symbol, 16 + 4L * number);
    double last = first + change(symbol, number, deviation);
    double price = first(symbol);
    double level = price * StrictMath.exp(first);
    PricePath path = new PricePath(key, 0, last - first, deviation * deviation);
    double news = news(symbol, number);
    return new SymbolDate(
        key,
        session,
        level,
        spread(symbol, level),
        path,
        steps,
        news == 0 ? Quotes.NEVER : halt(key, session),
        news);
  }

  /** Not where bands are wider. */
  private long halt(long key, int session) {
    long first = day.opens(session) + HALT_EDGE_NANOS;
    long last = day.closes(session) - HALT_EDGE_NANOS - SymbolDate.HALT_NANOS;
    return first + (long) ((RandomSource.mix(key) >>> 11) * 0x1.0p-53 * (last - first));
  }

  /** What the news of a date change the logarithm of the price by; 0 without any. */
  private double news(int symbol, int date) {
    long drawn = drawn(symbol, 19 + 4L * date);
    double band = BANDS[symbol < symbols / 8 ? 0 : 1];
    return (drawn >>> 11) * 0x1.0p-53 >= halts
        ? 0
        : StrictMath.log((drawn & 1) == 0 ? 1 + band : 1 - band);
  }

  private double change(int symbol, int date, double deviation) {
    return deviation * PricePath.normal(drawn(symbol, 17 + 4L * date));
  }

  private double overnight(int symbol, int date, double deviation) {
    return OVERNIGHT * deviation * PricePath.normal(drawn(symbol, 18 + 4L * date));
  }

  /** A symbol's price in cents when the workload begins. */
  double first(int symbol) {
    double share = (drawn(symbol, 1) >>> 11) * 0x1.0p-53;
    return LOWEST_PRICE * StrictMath.exp(PRICE_RANGE * share);
  }

  /**
   * The usual spread in cents: of the most traded symbol two basis points of the price, of the
   * least traded some thirty.
   */
  private double spread(int symbol, double price) {
    double rank = 20.0 * symbol / symbols;
    double points = 2 * StrictMath.pow(1 + rank, 0.9);
    return price * points / 1e4 * StrictMath.exp(0.3 * PricePath.normal(drawn(symbol, 3)));
  }

  long drawn(int symbol, long what) {
    return RandomSource.mix(
        RandomSource.mix(seed * 0x9e3779b97f4a7c15L + symbol) + what * 0xbf58476d1ce4e5b9L);
  }
}
