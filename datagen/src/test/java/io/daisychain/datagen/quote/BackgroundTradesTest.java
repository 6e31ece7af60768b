package io.daisychain.datagen.quote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.datagen.chain.OrderChain;
import io.daisychain.datagen.chain.TradingDay;
import io.daisychain.datagen.quote.BackgroundTrades.Trade;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Trades of the background beside the quotes that are written, and beside what is published. */
class BackgroundTradesTest {
  private static final long SEED = 20_261_125;
  private static final int SYMBOLS = 300;
  private static final int EXCHANGES = 8;
  private static final int VENUES = 12;
  private static final OrderChain.Shape SHAPE =
      new OrderChain.Shape(SYMBOLS, 0, 0.95, 10, 0.8, VENUES, 100, 0, 0, OrderChain.Trading.USUAL);
  private static final OrderChain.Day HOURS =
      new OrderChain.Day(
          ZoneId.of("America/New_York"), LocalTime.of(9, 30), LocalTime.of(16, 0), 3.5);
  private static final TradingDay DAY = new TradingDay(HOURS, LocalDate.of(2026, 3, 16), 0);
  private static final Quotes QUOTES = new Quotes(SHAPE, DAY, 0, SEED, 200_000);

  private record Quote(long time, int exchange, int bid, int bidSize, int ask, int askSize) {}

  private static List<Trade> trades(int symbol) {
    List<Trade> trades = new ArrayList<>();
    new BackgroundTrades(SHAPE, DAY, QUOTES).forEach(symbol, trades::add);
    return trades;
  }

  private static List<Trade> continuous(int symbol) {
    List<Trade> trades = trades(symbol);
    trades.removeIf(Trade::isAuction);
    return trades;
  }

  @Test
  void eachIsAtWhatItsExchangeShowsAtTheBestOrInsideOfIt() {
    for (int symbol : new int[] {0, 1, 7, 120, SYMBOLS - 1}) {
      List<Quote> quotes = new ArrayList<>();
      QUOTES.forEach(
          symbol,
          (time, exchange) ->
              quotes.add(
                  new Quote(
                      time, exchange, QUOTES.bid, QUOTES.bidSize, QUOTES.ask, QUOTES.askSize)));
      Quote[] shown = new Quote[EXCHANGES];
      int next = 0;
      long before = 0;
      for (Trade trade : continuous(symbol)) {
        while (next < quotes.size() && quotes.get(next).time <= trade.time()) {
          shown[quotes.get(next).exchange] = quotes.get(next++);
        }
        assertTrue(trade.time() >= before, "in order of time");
        before = trade.time();
        check(trade, shown, "seed " + SEED + ", symbol " + symbol + ", " + trade);
      }
    }
  }

  private static void check(Trade trade, Quote[] shown, String what) {
    int bid = Arrays.stream(shown).mapToInt(Quote::bid).max().orElseThrow();
    int ask =
        Arrays.stream(shown).mapToInt(Quote::ask).filter(price -> price > 0).min().orElseThrow();
    assertTrue(bid < ask, what);
    assertTrue(trade.time() > DAY.opens(0) && trade.time() < DAY.closes(0), what);
    assertEquals(trade.size() < 100, trade.condition().endsWith("I"), what);
    assertTrue(trade.venue() < EXCHANGES || !trade.condition().startsWith("F"), what);
    if (trade.venue() >= EXCHANGES) {
      assertTrue(trade.venue() < VENUES, what);
      assertTrue(trade.price() >= 100 * bid && trade.price() <= 100 * ask, what);
      return;
    }
    Quote quote = shown[trade.venue()];
    boolean buys = trade.price() == 100 * ask;
    assertTrue(buys || trade.price() == 100 * bid, what);
    assertEquals(buys ? ask : bid, buys ? quote.ask : quote.bid, what);
    assertTrue(trade.size() <= (buys ? quote.askSize : quote.bidSize), what);
  }

  /** The limit up-limit down plan (SEC, NMS Plan 4-631): 5 % of the mean of five minutes, or 10. */
  @Test
  void aHaltFollowsAMoveToTheBandAndEndsWithAnAuction() {
    OrderChain.Trading usual = OrderChain.Trading.USUAL;
    OrderChain.Trading halted =
        new OrderChain.Trading(
            EXCHANGES, usual.hidden(), usual.sweeps(), usual.informed(), usual.ahead(), 1, 0.1, 0);
    OrderChain.Shape shape =
        new OrderChain.Shape(SYMBOLS, 0, 0.95, 10, 0.8, VENUES, 100, 0, 0, halted);
    Quotes quotes = new Quotes(shape, DAY, 0, SEED, 2_000_000);
    int rises = 0;
    for (int symbol = 0; symbol < SYMBOLS; symbol += 9) {
      List<Trade> trades = new ArrayList<>();
      new BackgroundTrades(shape, DAY, quotes).forEach(symbol, trades::add);
      String what = "seed " + SEED + ", symbol " + symbol;
      long halt = quotes.haltOf(symbol, 0);
      long reopens = Quotes.haltEnds(halt);
      Trade auction = trades.get(trades.size() - 3);
      assertEquals("5", auction.condition(), what);
      assertTrue(auction.time() >= reopens && auction.time() < reopens + 2_000_000, what);
      quotes.settle(symbol, reopens);
      assertEquals(50 * (quotes.bid + quotes.ask), auction.price(), 50, what);
      assertTrue(
          trades.stream().noneMatch(trade -> trade.time() >= halt && trade.time() < auction.time()),
          what);
      double all = trades.stream().mapToLong(Trade::size).sum();
      assertEquals(0.1, auction.size() / all, 0.005, what);

      quotes.settle(symbol, halt - 75_000_000_000L);
      double before = quotes.bid + quotes.ask;
      quotes.settle(symbol, halt - 1);
      double move = (quotes.bid + quotes.ask) / before - 1;
      assertEquals(symbol < SYMBOLS / 8 ? 0.05 : 0.1, Math.abs(move), 0.02, what);
      rises += move > 0 ? 1 : 0;
    }
    assertTrue(rises > 5 && rises < SYMBOLS / 9 - 5, "up and down: " + rises);
  }

  /** 7.5 % of volume at the close in 2018 (Bogousslavsky and Muravyev, 2023), less at the open. */
  @Test
  void theDayBeginsAndEndsWithAnAuction() {
    double opening = 0;
    double closing = 0;
    double all = 0;
    for (int symbol = 0; symbol < SYMBOLS; symbol++) {
      List<Trade> trades = trades(symbol);
      Trade open = trades.get(trades.size() - 2);
      Trade close = trades.get(trades.size() - 1);
      assertEquals("O", open.condition());
      assertEquals("6", close.condition());
      assertTrue(open.time() >= DAY.opens(0) && close.time() >= DAY.closes(0));
      assertTrue(trades.stream().allMatch(trade -> trade.time() >= open.time()), "the first");
      assertTrue(trades.stream().allMatch(trade -> trade.time() <= close.time()), "the last");
      assertTrue(open.venue() >= 0 && open.venue() < 3, "at a first exchange");
      assertEquals(open.venue(), close.venue(), "where it is listed");
      QUOTES.settle(symbol, DAY.closes(0));
      assertTrue(close.price() >= 100 * QUOTES.bid && close.price() < 100 * QUOTES.ask);
      opening += open.size();
      closing += close.size();
      all += trades.stream().mapToLong(Trade::size).sum();
    }
    assertEquals(0.075, closing / all, 0.005, "close");
    assertEquals(0.015, opening / all, 0.005, "open");
  }

  /** A U over the day (Jain and Joh, "The dependence between hourly prices and volume", 1988). */
  @Test
  void mostIsTradedAtTheEdgesOfTheDay() {
    long[] volumes = new long[13]; // half hours
    for (int symbol = 0; symbol < SYMBOLS; symbol++) {
      for (Trade trade : continuous(symbol)) {
        volumes[(int) (DAY.clock(0, trade.time()) * volumes.length)] += trade.size();
      }
    }
    String all = "seed " + SEED + ": " + Arrays.toString(volumes);
    assertTrue(volumes[0] > 1.8 * volumes[6] && volumes[0] < 3.5 * volumes[6], all);
    assertTrue(volumes[12] > 1.8 * volumes[6] && volumes[12] < 3.5 * volumes[6], all);
    assertTrue(volumes[3] < volumes[1] && volumes[9] < volumes[11], all);
  }

  /**
   * A quarter of volume away from exchanges (SEC release 34-61358, 2010), a quarter of the trades
   * are odd lots, more where prices are high (O'Hara, Yao and Ye, 2014).
   */
  @Test
  void aQuarterIsAwayFromExchangesAndAQuarterAreOddLots() {
    double off = 0;
    double odd = 0;
    double all = 0;
    double[] odds = new double[2];
    double[] counts = new double[2];
    for (int symbol = 0; symbol < SYMBOLS; symbol++) {
      for (Trade trade : continuous(symbol)) {
        int half = trade.price() < 470_000 ? 0 : 1;
        all++;
        counts[half]++;
        off += trade.venue() >= EXCHANGES ? 1 : 0;
        odd += trade.size() < 100 ? 1 : 0;
        odds[half] += trade.size() < 100 ? 1 : 0;
      }
    }
    String seed = "seed " + SEED + ", ";
    assertEquals(0.25, off / all, 0.02, seed + "off exchange");
    assertTrue(odd / all > 0.15 && odd / all < 0.4, seed + "odd lots " + odd / all);
    assertTrue(odds[1] / counts[1] > 1.2 * odds[0] / counts[0], seed + Arrays.toString(odds));
  }

  /** The sign of a trade says something of those long after (Lillo and Farmer, 2004). */
  @Test
  void sidesHaveALongMemory() {
    int[] lags = {1, 10, 50, 1_000};
    double[] sums = new double[lags.length];
    long count = 0;
    for (int symbol = 0; symbol < 10; symbol++) {
      int[] signs = signs(symbol);
      for (int i = 0; i + 1_000 < signs.length; i++) {
        for (int lag = 0; lag < lags.length; lag++) {
          sums[lag] += signs[i] * signs[i + lags[lag]];
        }
        count++;
      }
    }
    for (int lag = 0; lag < lags.length; lag++) {
      sums[lag] /= count;
    }
    String all = "seed " + SEED + ": " + Arrays.toString(sums) + " of " + count;
    assertTrue(sums[0] > 0.1 && sums[0] < 0.5, all);
    assertTrue(sums[1] > 0.03 && sums[1] < sums[0], all);
    assertTrue(sums[2] > 0.01 && sums[2] < sums[1], all);
    assertEquals(0, sums[3], 0.03, all);
  }

  private static int[] signs(int symbol) {
    List<Integer> signs = new ArrayList<>();
    for (Trade trade : continuous(symbol)) {
      QUOTES.best(symbol, trade.time());
      int doubleMid = 100 * (QUOTES.bid + QUOTES.ask);
      if (2 * trade.price() != doubleMid) {
        signs.add(2 * trade.price() > doubleMid ? 1 : -1);
      }
    }
    return signs.stream().mapToInt(sign -> sign).toArray();
  }

  /** Trades come in bursts (Engle and Russell, "Autoregressive conditional duration", 1998). */
  @Test
  void tradesComeInBurstsAfterThePriceHasMoved() {
    List<Trade> trades = continuous(0);
    SymbolDate of = QUOTES.symbolDate(0, 0);
    double sum = 0;
    double squares = 0;
    double soon = 0;
    int count = 0;
    int step = 0;
    for (int i = trades.size() / 3; i < 2 * trades.size() / 3; i++) {
      long time = trades.get(i).time();
      double wait = time - trades.get(i - 1).time();
      sum += wait;
      squares += wait * wait;
      count++;
      while (QUOTES.timeOf(of, step + 1) <= time) {
        step++;
      }
      soon += 2 * time < QUOTES.timeOf(of, step) + QUOTES.timeOf(of, step + 1) ? 1 : 0;
    }
    double deviation = Math.sqrt(squares / count - sum / count * (sum / count)) / (sum / count);
    assertTrue(deviation > 1.25, "seed " + SEED + ", deviation in means " + deviation);
    assertEquals(0.7, soon / count, 0.05, "seed " + SEED + ", in the first half");
  }

  /** Of round lots, those of ten lots or more are few but heavy (Gopikrishnan et al., 2000). */
  @Test
  void sizesHaveAHeavyTail() {
    int[] atLeast = new int[3]; // 1, 10 and 100 lots, away from exchanges
    for (int symbol = 0; symbol < SYMBOLS; symbol++) {
      for (Trade trade : continuous(symbol)) {
        if (trade.venue() >= EXCHANGES) {
          atLeast[0] += trade.size() >= 100 ? 1 : 0;
          atLeast[1] += trade.size() >= 1_000 ? 1 : 0;
          atLeast[2] += trade.size() >= 10_000 ? 1 : 0;
        }
      }
    }
    String all = "seed " + SEED + ": " + Arrays.toString(atLeast);
    assertEquals(-1.5, Math.log10((double) atLeast[1] / atLeast[0]), 0.1, all);
    assertEquals(-1.5, Math.log10((double) atLeast[2] / atLeast[1]), 0.3, all);
  }
}
