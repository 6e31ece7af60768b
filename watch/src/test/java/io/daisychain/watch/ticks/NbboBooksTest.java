package io.daisychain.watch.ticks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
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
    Nbbo nbbo = books.of("AAPL");
    assertFalse(nbbo.isOutside(new BigDecimal("10.01")));
    assertFalse(nbbo.isOutside(new BigDecimal("10.1")));
    assertTrue(nbbo.isOutside(new BigDecimal("10.0099")));
    assertTrue(nbbo.isOutside(new BigDecimal("10.10001")));
  }

  @Test
  void aSideThatIsWithdrawnIsNone() {
    quote("AAPL", "X", 10_0000, 10_1000, true);
    quote("AAPL", "X", 0, 10_1000, true);

    Nbbo nbbo = books.of("AAPL");
    assertEquals(new Nbbo("AAPL", 7, Nbbo.NONE, Nbbo.NONE, "", 10_1000, 6, "X"), nbbo);
    assertFalse(nbbo.isOutside(BigDecimal.ONE));
    assertTrue(nbbo.isOutside(new BigDecimal("11")));
  }

  @Test
  void nothingIsOutsideOfACrossedMarket() {
    quote("AAPL", "X", 10_2000, 10_1000, true);
    assertFalse(books.of("AAPL").isOutside(new BigDecimal("10.15")));
    assertFalse(books.of("AAPL").isOutside(new BigDecimal("20")));
  }

  @Test
  void otherTicksAreNoQuotes() {
    byte[] tick = new byte[QuoteTick.LENGTH];
    QuoteTick.LONGS.set(tick, 0, number("AAPL"));
    plant.take(tick, 0, 1);
    tick[QuoteTick.KIND] = 'Q';
    plant.take(tick, 0, 1); // its exchange is no text
    assertEquals(null, books.of("AAPL"));
    assertEquals(1, plant.symbols());
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
