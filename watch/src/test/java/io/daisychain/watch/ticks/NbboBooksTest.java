package io.daisychain.watch.ticks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.marketdata.LookBack;
import io.daisychain.marketdata.window.WindowShape;
import io.daisychain.marketdata.window.WindowStream;
import io.daisychain.marketdata.window.WindowValue;
import io.daisychain.model.LongBytes;
import io.daisychain.model.TradeDates;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NbboBooksTest {
  private final NbboBooks books = new NbboBooks(TickRoom.ofHeap());
  private final TickPlant plant = new TickPlant(books, TickRoom.ofHeap());

  @Test
  void takesTheBestOfAllExchanges() {
    quote("AAPL", "X", 10_0000, 10_1000, true);
    quote("AAPL", "Y", 10_0100, 10_2000, true);
    quote("AAPL", "Z", 10_0500, 10_0600, false);

    assertEquals(
        List.of(new Nbbo("AAPL", 7, 10_0100, 5, "Y", 10_1000, 6, "X")), books.takeChanged());
    assertEquals(List.of(), books.takeChanged());
  }

  @Test
  void aTradeThroughIsOutsideOfTheSecondUpToIt() {
    long second = 1_000_000_000L;
    at(0, 10_0000, 10_1000);
    at(2 * second, 10_0500, 10_2000);

    // Both were in force: the first at the beginning of that second.
    long moment = 3 * second - 1;
    assertFalse(books.isTradedThrough("AAPL", new BigDecimal("10.2"), moment));
    assertTrue(books.isTradedThrough("AAPL", new BigDecimal("10.20001"), moment));
    assertFalse(books.isTradedThrough("AAPL", new BigDecimal("10"), moment));
    assertTrue(books.isTradedThrough("AAPL", new BigDecimal("9.9999"), moment));
    // A second after the change only what it was changed to is.
    assertTrue(books.isTradedThrough("AAPL", new BigDecimal("10.04"), 3 * second));
    // What comes after it is not in force yet.
    assertFalse(books.isTradedThrough("AAPL", new BigDecimal("10.04"), 2 * second - 1));
    // Before a second of quotes nothing is said.
    assertFalse(books.isTradedThrough("AAPL", new BigDecimal("99"), second - 1));
    assertFalse(books.isTradedThrough("MSFT", new BigDecimal("99"), moment));
  }

  private void at(long nanos, long bid, long ask) {
    byte[] tick = new byte[QuoteTick.LENGTH];
    QuoteTick.write(
        tick, 0, number("AAPL"), 1, nanos, number("X"), true, bid, 5, true, ask, 6, true);
    plant.take(tick, 0, 1);
  }

  @Test
  void aSideThatIsWithdrawnIsNone() {
    quote("AAPL", "X", 10_0000, 10_1000, true);
    quote("AAPL", "X", 0, 10_1000, true);

    Nbbo nbbo = books.of("AAPL");
    assertEquals(new Nbbo("AAPL", 7, Nbbo.NONE, Nbbo.NONE, "", 10_1000, 6, "X"), nbbo);
    assertFalse(books.isTradedThrough("AAPL", BigDecimal.ONE, 7 + LookBack.SPAN));
    assertFalse(books.isTradedThrough("AAPL", BigDecimal.TEN, 7 + LookBack.SPAN), "a side lacks");
  }

  @Test
  void nothingIsOutsideOfACrossedMarket() {
    quote("AAPL", "X", 10_2000, 10_1000, true);
    long moment = 7 + LookBack.SPAN;
    assertFalse(books.isTradedThrough("AAPL", new BigDecimal("10.15"), moment));
    assertFalse(books.isTradedThrough("AAPL", new BigDecimal("20"), moment));
  }

  @Test
  void otherTicksAreNoQuotes() {
    byte[] tick = new byte[QuoteTick.LENGTH];
    LongBytes.write(number("AAPL"), tick, 0);
    plant.take(tick, 0, 1);
    tick[QuoteTick.KIND] = 'Q';
    plant.take(tick, 0, 1); // its exchange is no text
    assertEquals(null, books.of("AAPL"));
    assertEquals(1, plant.symbols());
  }

  @Test
  void tradesThatCountMakeWindows() {
    List<Double> averages = new ArrayList<>();
    WindowStream windows =
        new WindowStream(
            new WindowStream.Settings(
                Set.of(WindowValue.PRICE), WindowShape.parse("2/1"), 0, null, TradeDates.UTC, 1),
            1 << 20,
            (symbol, value, rows) -> {
              for (int i = 0; i < rows.count(); i++) {
                averages.add(Double.valueOf(rows.fields(i, value.scale()).get(7)));
              }
            });
    TickPlant taking = new TickPlant(new NbboBooks(TickRoom.ofHeap(), windows), TickRoom.ofHeap());
    long[][] trades = {{10_000_000, 100, 1}, {99_000_000, 100, 0}, {11_000_000, 300, 1}, {1, 1, 1}};
    byte[] tick = new byte[QuoteTick.LENGTH];
    long time = 1_773_619_200_000_000_000L;
    for (long[] trade : trades) {
      time += 1_000;
      QuoteTick.writeTrade(
          tick, 0, number("A"), 1, time, number("X"), trade[0], trade[1], trade[2] == 1);
      taking.take(tick, 0, 1);
    }
    assertEquals(List.of(10.75), averages);
    assertEquals(0, windows.refused());
  }

  private void quote(String symbol, String exchange, long bid, long ask, boolean counts) {
    byte[] tick = new byte[QuoteTick.LENGTH];
    QuoteTick.write(
        tick, 0, number(symbol), 1, 7, number(exchange), true, bid, 5, true, ask, 6, counts);
    plant.take(tick, 0, 1);
  }

  private static long number(String text) {
    return QuoteTick.number(text.getBytes(StandardCharsets.US_ASCII));
  }
}
