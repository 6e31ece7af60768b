package io.daisychain.marketdata.load;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daisychain.warehouse.column.ColumnSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NbboBuilderTest {
  private static final long SEED = Long.getLong("test.seed", 1);
  private static final int MOST_EXCHANGES = 40;
  private static final long NULL = ColumnSpec.NULL;

  private record Quote(long time, int exchange, long bid, long bidSize, long ask, long askSize) {}

  private static List<String> built(List<Quote> quotes) throws IOException {
    List<String> rows = new ArrayList<>();
    NbboBuilder builder =
        new NbboBuilder(
            (time, bid, bidSize, bidExchange, ask, askSize, askExchange) ->
                rows.add(
                    List.of(time, bid, bidSize, bidExchange, ask, askSize, askExchange)
                        .toString()));
    builder.begin();
    for (Quote quote : quotes) {
      builder.quote(quote.time, quote.exchange, quote.bid, quote.bidSize, quote.ask, quote.askSize);
    }
    builder.end();
    return rows;
  }

  /** Price, size and age of one side by exchange, kept as plainly as can be. */
  private static long[] best(List<Quote> quotes, int upTo, boolean isBid) {
    long[] best = {NULL, NULL, ColumnSpec.NO_TEXT, 0};
    for (int exchange = 0; exchange < MOST_EXCHANGES; exchange++) {
      long price = NULL;
      long size = NULL;
      int since = -1;
      for (int i = 0; i < upTo; i++) {
        Quote quote = quotes.get(i);
        long newPrice = isBid ? quote.bid : quote.ask;
        long newSize = isBid ? quote.bidSize : quote.askSize;
        if (quote.exchange != exchange || newPrice == NULL) {
          continue;
        }
        if (newPrice == 0 || newSize == 0) {
          price = NULL;
          size = NULL;
          since = -1;
        } else if (newPrice != price || newSize != size) {
          price = newPrice;
          size = newSize;
          since = i;
        }
      }
      if (price == NULL) {
        continue;
      }
      long sign = isBid ? 1 : -1;
      boolean isBetter =
          best[0] == NULL
              || sign * price > sign * best[0]
              || (price == best[0] && size > best[1])
              || (price == best[0] && size == best[1] && since < best[3]);
      if (isBetter) {
        best = new long[] {price, size, exchange, since};
      }
    }
    return best;
  }

  private static List<String> bruteForce(List<Quote> quotes) {
    List<String> rows = new ArrayList<>();
    String last = List.of(NULL, NULL, -1, NULL, NULL, -1).toString();
    for (int i = 1; i <= quotes.size(); i++) {
      if (i < quotes.size() && quotes.get(i).time == quotes.get(i - 1).time) {
        continue;
      }
      long[] bid = best(quotes, i, true);
      long[] ask = best(quotes, i, false);
      String row = List.of(bid[0], bid[1], (int) bid[2], ask[0], ask[1], (int) ask[2]).toString();
      if (!row.equals(last)) {
        rows.add("[" + quotes.get(i - 1).time + ", " + row.substring(1));
        last = row;
      }
    }
    return rows;
  }

  @Test
  void rowsAreThoseOfBruteForce() throws IOException {
    for (int run = 0; run < 200; run++) {
      Random random = new Random(SEED + run);
      int exchanges = run % 2 == 0 ? 5 : MOST_EXCHANGES;
      List<Quote> quotes = new ArrayList<>();
      long time = 0;
      for (int i = 0; i < 12 * exchanges; i++) {
        time += random.nextInt(3) == 0 ? 0 : random.nextInt(4);
        boolean hasBid = random.nextInt(4) > 0;
        boolean hasAsk = !hasBid || random.nextInt(4) > 0;
        quotes.add(
            new Quote(
                time,
                random.nextInt(exchanges),
                hasBid ? random.nextInt(5) : NULL,
                hasBid ? random.nextInt(3) : NULL,
                hasAsk ? random.nextInt(5) : NULL,
                hasAsk ? random.nextInt(3) : NULL));
      }
      assertEquals(bruteForce(quotes), built(quotes), "seed " + (SEED + run));
    }
  }

  @Test
  void aSymbolBeginsWithoutQuotes() throws IOException {
    List<String> rows = new ArrayList<>();
    NbboBuilder builder =
        new NbboBuilder(
            (time, bid, bidSize, bidExchange, ask, askSize, askExchange) ->
                rows.add(time + " " + bid + " " + ask));
    builder.begin();
    builder.quote(1, 3, 10, 1, 11, 1);
    builder.end();
    builder.begin();
    builder.quote(2, 4, NULL, NULL, 12, 1);
    builder.end();

    assertEquals(List.of("1 10 11", "2 " + NULL + " 12"), rows);
  }
}
