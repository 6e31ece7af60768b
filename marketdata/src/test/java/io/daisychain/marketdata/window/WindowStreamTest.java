package io.daisychain.marketdata.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.marketdata.LoadedMarket;
import io.daisychain.marketdata.MarketText;
import io.daisychain.model.TradeDates;
import io.daisychain.warehouse.column.ColumnSpec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WindowStreamTest {
  private static final long SEED = Long.getLong("test.seed", 1);
  private static final long MIDNIGHT = 1_773_619_200_000_000_000L; // 2026-03-16
  private static final long SECOND = 1_000_000_000L;
  private static final long LATE = 2 * SECOND;
  private static final long NULL = ColumnSpec.NULL;

  private static final Set<WindowValue> ALL = EnumSet.allOf(WindowValue.class);

  /** In place of an exchange: price in millionths and size stand in place of bid and ask. */
  private static final int TRADE = -1;

  @TempDir private Path folder;

  record Quote(String symbol, long time, int exchange, long bid, long ask) {}

  private record Arrival(Quote quote, long moment, long sequence) {}

  /** Two dates of some symbols, some quotes at the same time, sides that stay and are withdrawn. */
  static List<Quote> quotes(Random random) {
    List<Quote> quotes = new ArrayList<>();
    for (String symbol : List.of("A", "B,", "C")) {
      long time = MIDNIGHT + 86_000 * SECOND;
      for (int i = 0; i < 1_500; i++) {
        time +=
            random.nextInt(3) == 0
                ? 0
                : random.nextInt(20) == 0 ? 9 * SECOND : random.nextLong(SECOND / 2);
        int side = random.nextInt(10);
        if (random.nextInt(5) == 0) {
          long price = 100_000_000L + random.nextInt(random.nextInt(30) == 0 ? 9_000_000 : 200_000);
          quotes.add(new Quote(symbol, time, TRADE, price, 100L * random.nextInt(5)));
          continue;
        }
        int wild = random.nextInt(30) == 0 ? 20_000 : 2_000;
        long bid = side == 0 ? NULL : side == 1 ? 0 : 1_002_000 - random.nextInt(wild);
        long ask = side == 2 ? NULL : side == 3 ? 0 : 1_002_000 + random.nextInt(wild);
        quotes.add(new Quote(symbol, time, random.nextInt(4), bid, ask));
      }
    }
    quotes.sort(Comparator.comparingLong(Quote::time));
    return quotes;
  }

  static String csv(List<Quote> quotes) {
    StringBuilder text = new StringBuilder("symbol,time,exchange,bid,bidSize,ask,askSize\n");
    for (Quote quote : quotes) {
      if (quote.exchange == TRADE) {
        continue;
      }
      text.append(quote.symbol.contains(",") ? '"' + quote.symbol + '"' : quote.symbol);
      text.append(',').append(quote.time).append(",X").append(quote.exchange);
      for (long price : new long[] {quote.bid, quote.ask}) {
        text.append(
            price == NULL
                ? ",,"
                : ",%d.%04d,%d".formatted(price / 10_000, price % 10_000, size(price)));
      }
      text.append('\n');
    }
    return text.toString();
  }

  static String tradesCsv(List<Quote> quotes) {
    StringBuilder text = new StringBuilder("symbol,time,exchange,price,size,condition\n");
    for (Quote trade : quotes) {
      if (trade.exchange == TRADE) {
        text.append(trade.symbol.contains(",") ? '"' + trade.symbol + '"' : trade.symbol);
        text.append(',').append(trade.time).append(",X,").append(trade.bid / 1_000_000);
        text.append(".%06d,%d,%n".formatted(trade.bid % 1_000_000, trade.ask));
      }
    }
    return text.toString();
  }

  /** As they might come: up to so long after others of their symbol, and some of them twice. */
  private static List<Arrival> arrivals(List<Quote> quotes, Random random) {
    Map<Long, Long> delays = new HashMap<>();
    List<Arrival> arrivals = new ArrayList<>();
    for (Quote quote : quotes) {
      // Those of one time stay in their order.
      long moment = quote.time + delays.computeIfAbsent(quote.time, none -> random.nextLong(LATE));
      Arrival arrival = new Arrival(quote, moment, arrivals.size());
      arrivals.add(arrival);
      if (random.nextInt(10) == 0) {
        arrivals.add(new Arrival(quote, moment + random.nextLong(3 * LATE), arrival.sequence));
      }
    }
    arrivals.sort(Comparator.comparingLong(Arrival::moment));
    return arrivals;
  }

  private static long size(long price) {
    return price == NULL ? NULL : 100 + price % 7;
  }

  private static void put(WindowStream stream, Arrival arrival) {
    Quote quote = arrival.quote;
    if (quote.exchange == TRADE) {
      stream.trade(quote.symbol, arrival.sequence, quote.time, 0, quote.bid, quote.ask);
      return;
    }
    stream.quote(
        quote.symbol,
        arrival.sequence,
        quote.time,
        quote.exchange,
        quote.bid,
        size(quote.bid),
        quote.ask,
        size(quote.ask));
  }

  @ParameterizedTest
  @CsvSource({
    "100,25,3,",
    "64,64,2,",
    "30,7,5,",
    "10,40,1,",
    "3,1,0,",
    "4,2,4,",
    "60s,10s,3,",
    "7s,3s,5,",
    "1s,5s,2,",
    "1s,250ms,0,",
    "100,25,3,2/40/0",
    "10,40,1,1.5/20",
    "60s,10s,3,2/100/0"
  })
  void rowsAreThoseOfTheStoredDay(String window, String slide, int fit, String rule)
      throws IOException {
    check(window, slide, fit, rule, LATE);
  }

  @Test
  void rowsThatAreMadeTogetherAreThoseOfTheStoredDay() throws IOException {
    check("5", "1", 1, null, 800 * SECOND);
    check("2s", "1s", 1, "2/40/0", 800 * SECOND);
  }

  private void check(String window, String slide, int fit, String rule, long wait)
      throws IOException {
    OutlierRule outliers = rule == null ? null : OutlierRule.parse(rule);
    Random random = new Random(SEED);
    List<Quote> quotes = quotes(random);
    LoadedMarket market = new LoadedMarket(folder);
    market.write("q.csv", csv(quotes)).load("q.csv");
    market.write("t.csv", tradesCsv(quotes)).load("t.csv");
    WindowShape shape = WindowShape.parse(window, slide);
    Map<WindowValue, Map<String, MarketText>> streamed = new EnumMap<>(WindowValue.class);
    WindowStream stream =
        new WindowStream(
            new WindowStream.Settings(ALL, shape, fit, outliers, TradeDates.UTC, wait),
            1 << 24,
            (symbol, value, rows) ->
                rows.print(
                    symbol.getBytes(StandardCharsets.UTF_8),
                    value.scale(),
                    streamed
                        .computeIfAbsent(value, none -> new TreeMap<>())
                        .computeIfAbsent(symbol, none -> new MarketText())));
    Map<String, Long> latest = new HashMap<>();
    long late = 0;
    for (Arrival arrival : arrivals(quotes, random)) {
      Quote quote = arrival.quote;
      put(stream, arrival);
      long last = latest.merge(quote.symbol, quote.time, Math::max);
      if (random.nextInt(20) == 0) {
        long tooLate = last - wait - 1 - random.nextInt(1_000);
        put(stream, new Arrival(new Quote(quote.symbol, tooLate, 1, 1, 2), 0, -1));
        late++;
      }
    }
    for (String symbol : latest.keySet()) { // what is held leaves
      put(stream, new Arrival(new Quote(symbol, MIDNIGHT + 864_000 * SECOND, 1, 1, 2), 0, -1));
    }

    long leftOut = 0;
    for (WindowValue value : ALL) {
      ByteArrayOutputStream stored = new ByteArrayOutputStream();
      leftOut +=
          new WindowRequest(Set.of(), value, shape, fit, outliers, true)
              .write(market.folder(), stored, 2)
              .outliers();
      StringBuilder lines = new StringBuilder(WindowRows.header(fit) + "\n");
      for (MarketText text : streamed.get(value).values()) {
        lines.append(new String(text.buffer(), 0, text.length(), StandardCharsets.UTF_8));
      }
      assertEquals(stored.toString(StandardCharsets.UTF_8), lines.toString(), "seed " + SEED);
      assertTrue(stored.size() > 1_000, "there are windows");
      long withVwap =
          lines.toString().lines().filter(line -> !line.split(",", -1)[8].isEmpty()).count();
      assertTrue(withVwap > 3, () -> withVwap + " windows of " + value + " with VWAP");
    }
    assertEquals(leftOut, stream.outliers());
    assertEquals(rule != null, leftOut > 100, leftOut + " outliers");
    assertTrue(stream.late() >= late && stream.repeated() > 10, "some of those that come again");
    assertEquals(0, stream.refused());
  }

  @Test
  void afterAnotherStartRowsAreThoseOfTheNextStoredDate() throws IOException {
    Random random = new Random(SEED);
    List<Quote> quotes = quotes(random);
    LoadedMarket market = new LoadedMarket(folder);
    market.write("q.csv", csv(quotes)).load("q.csv");
    market.write("t.csv", tradesCsv(quotes)).load("t.csv");
    OutlierRule rule = OutlierRule.parse("1.5/20/0");
    for (String each : List.of("10/3", "5s/2s")) {
      WindowShape shape = WindowShape.parse(each);
      Map<String, MarketText> streamed = new TreeMap<>();
      WindowStream stream =
          new WindowStream(
              new WindowStream.Settings(
                  Set.of(WindowValue.BID), shape, 2, rule, TradeDates.UTC, LATE),
              1 << 24,
              (symbol, value, rows) ->
                  rows.print(
                      symbol.getBytes(StandardCharsets.UTF_8),
                      value.scale(),
                      streamed.computeIfAbsent(symbol, none -> new MarketText())));
      for (Arrival arrival : arrivals(quotes, random)) {
        if (arrival.quote.time > MIDNIGHT + 86_200 * SECOND) { // before, another was there
          put(stream, arrival);
        }
      }
      for (String symbol : Set.copyOf(streamed.keySet())) {
        put(stream, new Arrival(new Quote(symbol, MIDNIGHT + 864_000 * SECOND, 1, 1, 2), 0, -1));
      }
      ByteArrayOutputStream stored = new ByteArrayOutputStream();
      new WindowRequest(Set.of(), WindowValue.BID, shape, 2, rule, true)
          .write(market.folder(), stored, 1);
      StringBuilder lines = new StringBuilder();
      for (MarketText text : streamed.values()) {
        lines.append(new String(text.buffer(), 0, text.length(), StandardCharsets.UTF_8));
      }
      List<String> expected = ofTheLastDate(stored.toString(StandardCharsets.UTF_8));
      assertEquals(expected, ofTheLastDate(lines.toString()), "seed " + SEED);
      assertTrue(expected.size() > 100, () -> expected.size() + " windows");
    }
  }

  private static List<String> ofTheLastDate(String lines) {
    return lines.lines().filter(line -> line.contains(",2026-03-17T")).toList();
  }

  @Test
  void memoryIsGivenBackAndWhatHasNoRoomIsCounted() {
    AtomicLong told = new AtomicLong();
    WindowStream stream = small(SECOND, told);
    increasing(stream);
    assertEquals((10_000 - 11 - 10) / 5 + 1, told.get(), "but of the last second");
    assertEquals(0, stream.refused());
    for (int i = 0; i < 100; i++) {
      put(stream, new Arrival(new Quote("S" + i, MIDNIGHT, 0, 1, 2), 0, i));
    }
    assertEquals(100, stream.refused());
    put(stream, new Arrival(new Quote("S", MIDNIGHT * 3, 0, 1, 2), 0, 0));
    assertEquals(101, stream.refused(), "no time of market data");
  }

  @Test
  void whereThereIsNoRoomNothingIsHeldAndWindowsGoOn() {
    AtomicLong told = new AtomicLong();
    WindowStream stream = small(3_600 * SECOND, told);
    increasing(stream);
    assertTrue(told.get() > 1_900, () -> told + " windows");
    assertEquals(0, stream.refused());
  }

  /** With room for one symbol and some quotes. */
  private static WindowStream small(long late, AtomicLong told) {
    return new WindowStream(
        new WindowStream.Settings(
            Set.of(WindowValue.MID), WindowShape.parse("10", "5"), 1, null, TradeDates.UTC, late),
        20_000,
        (symbol, value, rows) -> told.addAndGet(rows.count()));
  }

  /** Ten quotes a second, each of which changes the middle. */
  private static void increasing(WindowStream stream) {
    for (int i = 0; i < 10_000; i++) {
      long time = MIDNIGHT + i * SECOND / 10;
      put(stream, new Arrival(new Quote("A", time, 0, 10_000 + i % 7, 20_000), 0, i));
    }
  }
}
