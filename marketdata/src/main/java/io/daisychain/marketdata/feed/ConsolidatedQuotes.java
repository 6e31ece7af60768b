package io.daisychain.marketdata.feed;

import io.daisychain.warehouse.column.ColumnSpec;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * Tells a consolidated feed, which has the best bid and offer and the exchange of each, as quotes
 * of exchanges: the one that was best withdraws its side when another is. So the best bid and offer
 * that they make are those of the feed. What stands at an exchange beside the best is not known.
 */
final class ConsolidatedQuotes {
  private static final int NOBODY = ColumnSpec.NO_TEXT;

  private final RecordSink sink;

  /** By symbol the exchanges that are best, of the bid and the offer. */
  private final Map<Integer, int[]> best = new HashMap<>();

  ConsolidatedQuotes(RecordSink sink) {
    this.sink = sink;
  }

  /**
   * Tells a record of the feed.
   *
   * @param bid in ten thousandths; 0, or a size of 0, where there is none, {@code ColumnSpec.NULL}
   *     where it is as before
   */
  void quote(
      int symbol,
      long time,
      int bidExchange,
      long bid,
      long bidSize,
      int askExchange,
      long ask,
      long askSize,
      int condition)
      throws IOException {
    int[] before = best.computeIfAbsent(symbol, none -> new int[] {NOBODY, NOBODY});
    int bidder = before[0];
    int asker = before[1];
    before[0] = exchange(bidder, bidExchange, bid, bidSize);
    before[1] = exchange(asker, askExchange, ask, askSize);
    int[] exchanges = {bidder, asker, before[0], before[1]};
    for (int i = 0; i < exchanges.length; i++) {
      int exchange = exchanges[i];
      boolean isFirst = exchange != NOBODY;
      for (int k = 0; k < i; k++) {
        isFirst &= exchanges[k] != exchange;
      }
      if (isFirst) {
        boolean bids = exchange == before[0];
        boolean asks = exchange == before[1];
        long told = bids ? bid : exchange == bidder ? 0 : ColumnSpec.NULL;
        long toldAsk = asks ? ask : exchange == asker ? 0 : ColumnSpec.NULL;
        if (told != ColumnSpec.NULL || toldAsk != ColumnSpec.NULL) {
          sink.quote(
              symbol,
              time,
              exchange,
              told,
              bids ? bidSize : told,
              toldAsk,
              asks ? askSize : toldAsk,
              condition);
        }
      }
    }
  }

  private static int exchange(int before, int exchange, long price, long size) {
    if (price == ColumnSpec.NULL) {
      return before;
    }
    return price == 0 || size == 0 ? NOBODY : exchange;
  }
}
