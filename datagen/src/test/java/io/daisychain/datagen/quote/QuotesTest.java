package io.daisychain.datagen.quote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.datagen.chain.OrderChain;
import io.daisychain.datagen.chain.TradingDay;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Quotes beside a reading of them, and beside what is published of real ones. */
class QuotesTest {
  private static final long SEED = 20_261_124;
  private static final int SYMBOLS = 300;
  private static final int EXCHANGES = 8;
  private static final OrderChain.Shape SHAPE =
      new OrderChain.Shape(SYMBOLS, 0, 0.95, 10, 0.8, 12, 100, 0, 0, OrderChain.Trading.USUAL);
  private static final OrderChain.Day HOURS =
      new OrderChain.Day(
          ZoneId.of("America/New_York"), LocalTime.of(9, 30), LocalTime.of(16, 0), 3.5);
  private static final TradingDay DAY = new TradingDay(HOURS, LocalDate.of(2026, 3, 16), 1);

  private record Quote(long time, int exchange, int bid, int ask) {}

  private static Quotes quotes(long events) {
    return new Quotes(SHAPE, DAY, 0, SEED, events);
  }

  private static List<Quote> written(Quotes quotes, int symbol) {
    List<Quote> written = new ArrayList<>();
    quotes.forEach(
        symbol, (time, exchange) -> written.add(new Quote(time, exchange, quotes.bid, quotes.ask)));
    return written;
  }

  /** Takes quotes one after the other, as who reads the file does. */
  private static final class Book {
    final int[] bids = new int[EXCHANGES];
    final int[] asks = new int[EXCHANGES];

    void take(Quote quote) {
      bids[quote.exchange] = quote.bid;
      asks[quote.exchange] = quote.ask;
    }

    int bid() {
      int best = 0;
      for (int bid : bids) {
        best = Math.max(best, bid);
      }
      return best;
    }

    int ask() {
      int best = Integer.MAX_VALUE;
      for (int ask : asks) {
        best = ask == 0 ? best : Math.min(best, ask);
      }
      return best == Integer.MAX_VALUE ? 0 : best;
    }
  }

  @Test
  void theBestOfAnyMomentIsThatOfTheQuotesWritten() {
    Quotes quotes = quotes(40_000);
    Random random = new Random(SEED);
    for (int symbol : new int[] {0, 7, SYMBOLS - 1}) {
      List<Quote> written = written(quotes, symbol);
      Book book = new Book();
      for (int i = 0; i < written.size(); i++) {
        Quote quote = written.get(i);
        long next = i + 1 < written.size() ? written.get(i + 1).time : quote.time + 1_000_000_000;
        assertTrue(next > quote.time, "in order of time");
        book.take(quote);
        quotes.best(symbol, quote.time + random.nextLong(next - quote.time));
        String what = "seed " + SEED + ", symbol " + symbol + ", " + quote;
        assertEquals(book.bid(), quotes.bid, what);
        assertEquals(book.ask(), quotes.ask, what);
      }
    }
  }

  /**
   * For at most a hundredth of the time, where studies found 4 to 11 % (Shkilko, Van Ness and Van
   * Ness, 2008), before SEC Rule 610 told exchanges to avoid it.
   */
  @Test
  void marketsAreSeldomLockedAndCrossedAndAfterAStepNever() {
    Quotes quotes = quotes(100_000);
    long locked = 0;
    long crossed = 0;
    long all = 0;
    for (int symbol = 0; symbol < 20; symbol++) {
      Book book = new Book();
      long before = 0;
      for (Quote quote : written(quotes, symbol)) {
        long passed = before == 0 ? 0 : quote.time - before;
        locked += book.bid() == book.ask() ? passed : 0;
        crossed += book.ask() != 0 && book.bid() > book.ask() ? passed : 0;
        all += passed;
        before = quote.time;
        book.take(quote);
        quotes.settle(symbol, quote.time);
        assertTrue(quotes.bid < quotes.ask, quote::toString);
      }
    }
    double share = (double) (locked + crossed) / all;
    assertTrue(share > 0 && share < 0.01, "seed " + SEED + ", share " + share);
  }

  /**
   * Between two and seven basis points of the price for what is traded most, 14 to 45 for the least
   * (of six markets, index stocks have 5 to 14 and others 19 to 36: Journal of Financial Markets
   * 59, 2021, 100689, table 2).
   */
  @Test
  void spreadsAreWiderWhereLessIsTraded() {
    Quotes quotes = quotes(100_000);
    double most = spread(quotes, 0, 15);
    double least = spread(quotes, SYMBOLS - 100, SYMBOLS);
    assertTrue(most > 2 && most < 7, "seed " + SEED + ", most " + most);
    assertTrue(least > 14 && least < 45, "seed " + SEED + ", least " + least);
  }

  /** Mean spread of symbols at noon, in basis points, of those above 20 dollars. */
  private static double spread(Quotes quotes, int from, int to) {
    double sum = 0;
    int count = 0;
    for (int symbol = from; symbol < to; symbol++) {
      quotes.settle(symbol, DAY.at(0.5));
      if (quotes.bid > 2_000) {
        sum += 2e4 * (quotes.ask - quotes.bid) / (quotes.ask + quotes.bid);
        count++;
      }
    }
    return sum / count;
  }

  /** What Cont, "Empirical properties of asset returns" (2001), has as facts 1, 2, 6 and 7. */
  @Test
  void returnsHaveHeavyTailsAndSpellsButNoMemory() {
    int steps = 6 * 390; // ten seconds each
    double cube = 0;
    double square = 0;
    double lag = 0;
    double sizeLag = 0;
    double edges = 0;
    double noon = 0;
    int paths = 200;
    double usual = Math.sqrt(1.0 / steps);
    for (int path = 0; path < paths; path++) {
      PricePath prices = new PricePath(SEED + path * 977L, 0, 0, 1);
      double before = 0;
      for (int i = 0; i < steps; i++) {
        double change = (prices.at((i + 1.0) / steps) - prices.at((double) i / steps)) / usual;
        square += change * change;
        cube += change * change * change * change;
        lag += change * before;
        sizeLag += (Math.abs(change) - 0.7) * (Math.abs(before) - 0.7);
        edges += i < steps / 12 || i >= steps - steps / 12 ? change * change : 0;
        noon += Math.abs(i - steps / 2) < steps / 12 ? change * change : 0;
        before = change;
      }
    }
    double count = (double) paths * steps;
    double variance = square / count;
    double kurtosis = cube / count / (variance * variance);
    String seed = "seed " + SEED + ": ";
    assertEquals(1, variance, 0.15, seed + "variance");
    assertTrue(kurtosis > 5 && kurtosis < 40, seed + "kurtosis " + kurtosis);
    assertEquals(0, lag / square, 0.02, seed + "memory");
    assertTrue(sizeLag / count > 0.1, seed + "spells " + sizeLag / count);
    assertTrue(edges / noon > 1.8 && edges / noon < 3.5, seed + "U " + edges / noon);
  }

  @Test
  void aDateGoesOnWhereTheOneBeforeEnded() {
    Quotes first = quotes(1_000);
    Quotes second =
        new Quotes(SHAPE, new TradingDay(HOURS, LocalDate.of(2026, 3, 17), 0), 1, SEED, 1_000);
    for (int symbol = 0; symbol < SYMBOLS; symbol++) {
      first.settle(symbol, DAY.at(0, 1));
      int close = first.bid;
      long nextDay = DAY.at(1, 0.3);
      first.settle(symbol, nextDay);
      second.settle(symbol, nextDay - TradingDay.NANOS_PER_DAY);
      assertEquals(second.bid, first.bid, "another shard's date");
      assertEquals(1, (double) second.bid / close, 0.2, "symbol " + symbol);
    }
  }
}
