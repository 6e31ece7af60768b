package io.daisychain.datagen.instrument;

import io.daisychain.datagen.chain.OrderChain.Instruments;
import io.daisychain.datagen.chain.RandomSource;
import io.daisychain.datagen.chain.TradingDay;
import io.daisychain.datagen.instrument.Spread.Leg;
import io.daisychain.datagen.quote.Quotes;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The options on the symbols of a market: of each symbol a chain of calls and puts, with
 * expirations on third Fridays from the next month on, and strikes around its first price.
 *
 * <p>Which orders are in an option is drawn by a random source of its own: without options the
 * market is the same whatever a model says of them.
 */
public final class OptionChains {
  private static final long SALT = 0x6f7074696f6e732fL;
  private static final double CENTS = 100;
  private static final int THOUSANDTHS = 1_000;

  /** Of a contract. */
  private static final int SHARES = 100;

  /** Weekdays in a week. */
  private static final double TRADED = 5.0 / 7;

  private final Instruments instruments;
  private final Quotes quotes;
  private final LocalDate tradeDate;
  private final long seed;
  private final int shard;
  private final RandomSource random = new RandomSource();
  private final Map<Integer, OptionContract[]> bySymbol = new HashMap<>();

  /** The chains on a shard's trade date. */
  public OptionChains(
      Instruments instruments, Quotes quotes, TradingDay day, long seed, int shard) {
    this.instruments = instruments;
    this.quotes = quotes;
    tradeDate = LocalDate.ofEpochDay(day.epochDay());
    this.seed = seed;
    this.shard = shard;
  }

  /** The contract that a customer's order is in; null for one in something else. */
  public OptionContract draw(int symbol, long lifecycle) {
    if (instruments.options() == 0 || place(lifecycle) >= instruments.options()) {
      return null;
    }
    OptionContract[] chain = bySymbol.computeIfAbsent(symbol, this::chain);
    return chain[random.below(chain.length)];
  }

  /** What a customer's order of several legs trades; null for one of something else. */
  public Spread drawSpread(int symbol, long lifecycle) {
    double options = instruments.options();
    if (instruments.spreads() == 0) {
      return null;
    }
    double place = place(lifecycle);
    if (place < options || place >= options + instruments.spreads()) {
      return null;
    }
    int strikes = instruments.strikes();
    OptionContract[] chain = bySymbol.computeIfAbsent(symbol, this::chain);
    int first = 2 * strikes * random.below(instruments.expiries()); // of the expiry, then by strike
    int low = random.below(strikes - 1);
    int high = low + 1 + random.below(strikes - 1 - low);
    OptionContract lowCall = chain[first + 2 * low];
    OptionContract highCall = chain[first + 2 * high];
    OptionContract lowPut = chain[first + 2 * low + 1];
    return new Spread(
        switch (random.below(4)) {
          case 0 -> List.of(new Leg(lowCall, true, 1), new Leg(highCall, false, 1));
          case 1 -> List.of(new Leg(null, true, SHARES), new Leg(highCall, false, 1));
          case 2 -> List.of(new Leg(lowCall, true, 2), new Leg(highCall, false, 1));
          default ->
              List.of(
                  new Leg(lowCall, true, 1),
                  new Leg(highCall, false, 1),
                  new Leg(lowPut, false, 1));
        });
  }

  /** Which part of the orders a lifecycle is in. */
  private double place(long lifecycle) {
    random.reset(seed ^ SALT, shard, lifecycle);
    return random.unit();
  }

  private OptionContract[] chain(int symbol) {
    double price = quotes.firstPrice(symbol) / CENTS; // dollars
    int step = price < 25 ? 1 : price < 200 ? 5 : 10;
    long middle = Math.round(price / step);
    OptionContract[] chain = new OptionContract[2 * instruments.expiries() * instruments.strikes()];
    int i = 0;
    for (int month = 1; month <= instruments.expiries(); month++) {
      LocalDate expiry = thirdFriday(tradeDate.plusMonths(month));
      double days = Math.max(1, TRADED * ChronoUnit.DAYS.between(tradeDate, expiry));
      double deviation = CENTS * price * quotes.volatility(symbol) * StrictMath.sqrt(days);
      for (int s = 0; s < instruments.strikes(); s++) {
        long steps = Math.max(1, middle + s - instruments.strikes() / 2);
        int strike = Math.toIntExact(steps * step * THOUSANDTHS);
        chain[i++] = new OptionContract(expiry, false, strike, deviation);
        chain[i++] = new OptionContract(expiry, true, strike, deviation);
      }
    }
    return chain;
  }

  private static LocalDate thirdFriday(LocalDate month) {
    return month.with(TemporalAdjusters.dayOfWeekInMonth(3, DayOfWeek.FRIDAY));
  }
}
