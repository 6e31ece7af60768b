package io.daisychain.datagen.market;

import io.daisychain.datagen.chain.OrderChain;
import io.daisychain.datagen.chain.RandomSource;
import io.daisychain.datagen.file.ByteSink;
import io.daisychain.datagen.lifecycle.Market;
import io.daisychain.datagen.lifecycle.TradingDay;
import java.io.IOException;

/**
 * What exchanges quote in a generated market: for each symbol one quote after the other, in turn by
 * exchange, around the price that orders are executed at.
 *
 * <p>A quote is computed from the seed, the symbol, the date and its number alone, so every shard
 * knows the best bid and offer of every moment. On purpose, some exchanges quote the same price on
 * both sides, so that the market is locked and executions trade through it; some repeat an old
 * price; and some have no offer.
 */
public final class QuoteStream {
  /** Quotes an order event. */
  static final int QUOTES_PER_EVENT = 10;

  private static final int LEAST_QUOTES = 64;
  private static final int MOST_EXCHANGES = 8;
  private static final long BEFORE_OPEN_NANOS = 60_000_000_000L;
  private static final long AFTER_CLOSE_NANOS = 7_200_000_000_000L;

  // Of so many quotes one is such.
  private static final int LOCKED = 97;
  private static final int STALE = 61;
  private static final int ONE_SIDED = 53;

  private final Market market;
  private final long seed;
  private final int exchanges;
  private final long[] counts; // by symbol
  private final long start; // nanoseconds from midnight UTC of the date
  private final long length;

  // The quote that was computed last.
  long time;
  int bid; // cents; 0 for none
  int bidSize;
  int ask;
  int askSize;

  // The best that was computed last, in cents; 0 for none.
  int bestBid;
  int bestAsk;

  /**
   * The quotes of the dates of a workload.
   *
   * @param events of a date, about
   */
  public QuoteStream(
      Market market, OrderChain.Shape shape, TradingDay day, long seed, long events) {
    this.market = market;
    this.seed = seed;
    exchanges = Math.min(MOST_EXCHANGES, market.venues);
    start = day.opens(0) - BEFORE_OPEN_NANOS;
    length = Math.min(day.closes(0) + AFTER_CLOSE_NANOS, TradingDay.NANOS_PER_DAY - 1) - start;
    counts = new long[market.symbols];
    double sum = 0;
    for (int i = 0; i < counts.length; i++) {
      sum += StrictMath.pow(i + 1, -shape.zipf());
    }
    for (int i = 0; i < counts.length; i++) {
      double share = StrictMath.pow(i + 1, -shape.zipf()) / sum;
      counts[i] = Math.max(LEAST_QUOTES, Math.round(share * events * QUOTES_PER_EVENT));
    }
  }

  /** Name of the exchange of a quote. */
  byte[] exchange(long number) {
    return market.firmNames[market.brokers + (int) (number % exchanges)];
  }

  private long mixed(int symbol, int date, long number) {
    long of = RandomSource.mix(seed * 0x9e3779b97f4a7c15L + ((long) date << 32) + symbol);
    return RandomSource.mix(of + number * 0xbf58476d1ce4e5b9L);
  }

  private long period(int symbol) {
    return length / counts[symbol];
  }

  /**
   * Time of a quote, in nanoseconds from midnight UTC of its date: each has a stretch of its own.
   */
  private long timeOf(int symbol, int date, long number) {
    long period = period(symbol);
    return start + number * period + Long.remainderUnsigned(mixed(symbol, date, number), period);
  }

  /**
   * Computes a quote.
   *
   * @param date counted from 1970-01-01
   * @param number of the quote, from 0
   */
  void compute(int symbol, int date, long number) {
    long drawn = RandomSource.mix(mixed(symbol, date, number));
    time = timeOf(symbol, date, number);
    boolean isStale = Long.remainderUnsigned(drawn, STALE) == 0 && number >= 4L * exchanges;
    long seen = isStale ? timeOf(symbol, date, number - 4L * exchanges) : time;
    int middle = market.middle(symbol, seen);
    boolean isLocked = Long.remainderUnsigned(drawn, LOCKED) == 0;
    bid = Math.max(1, middle - (isLocked ? 0 : 1 + (int) (drawn >>> 40 & 1)));
    ask = isLocked ? bid : middle + 1 + (int) (drawn >>> 41 & 1);
    bidSize = 100 * (1 + (int) (drawn >>> 48 & 7));
    askSize = 100 * (1 + (int) (drawn >>> 52 & 7));
    if (Long.remainderUnsigned(drawn >>> 8, ONE_SIDED) == 0) {
      ask = 0;
      askSize = 0;
    }
  }

  /** The number of the last quote that is not after a moment; negative for none. */
  long lastNotAfter(int symbol, int date, long moment) {
    if (moment < start) {
      return -1;
    }
    long number = Math.min(counts[symbol] - 1, (moment - start) / period(symbol));
    return timeOf(symbol, date, number) <= moment ? number : number - 1;
  }

  /** Computes the best bid and offer after a quote: of each exchange its last one counts. */
  void best(int symbol, int date, long number) {
    int highest = 0;
    int lowest = 0;
    for (long i = number; i >= 0 && i > number - exchanges; i--) {
      compute(symbol, date, i);
      highest = Math.max(highest, bid);
      if (ask > 0 && (lowest == 0 || ask < lowest)) {
        lowest = ask;
      }
    }
    bestBid = highest;
    bestAsk = lowest;
  }

  /** Writes all quotes of a symbol on a date, as lines of CSV. */
  public void write(int symbol, int date, ByteSink sink) throws IOException {
    for (long number = 0; number < counts[symbol]; number++) {
      compute(symbol, date, number);
      sink.makeRoom();
      sink.put(market.symbolNames[symbol]);
      sink.put(',');
      sink.number(date * TradingDay.NANOS_PER_DAY + time);
      sink.put(',');
      sink.put(exchange(number));
      sink.put(',');
      cents(bid, sink);
      sink.put(',');
      sink.number(bidSize);
      sink.put(',');
      cents(ask, sink);
      sink.put(',');
      sink.number(askSize);
      sink.put('\n');
    }
  }

  /** A price in dollars. */
  static void cents(long cents, ByteSink sink) {
    if (cents < 0) {
      sink.put('-');
    }
    sink.number(Math.abs(cents) / 100);
    sink.put('.');
    sink.pair((int) (Math.abs(cents) % 100));
  }
}
