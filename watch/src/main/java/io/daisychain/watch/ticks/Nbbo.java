package io.daisychain.watch.ticks;

/**
 * The best bid and offer of all exchanges. Prices are in ten thousandths, sizes in shares; {@link
 * #NONE} and an empty exchange where nobody quotes the side.
 *
 * @param symbol whose
 * @param time of the quote that made it, in nanoseconds since 1970
 */
public record Nbbo(
    String symbol,
    long time,
    long bid,
    long bidSize,
    String bidExchange,
    long ask,
    long askSize,
    String askExchange) {
  /** In place of a price or size. */
  public static final long NONE = io.daisychain.marketdata.QuoteFeed.NONE;

  /**
   * True where a price is outside of it: lower than the bid or higher than the offer (SEC Rule
   * 600(b), trade-through). No price is where the market is crossed (Rule 611(b)(4)).
   *
   * @param price in ten thousandths
   */
  public boolean isOutside(java.math.BigDecimal price) {
    boolean isCrossed = bid != NONE && ask != NONE && bid > ask;
    return !isCrossed
        && ((bid != NONE && price.compareTo(java.math.BigDecimal.valueOf(bid, 4)) < 0)
            || (ask != NONE && price.compareTo(java.math.BigDecimal.valueOf(ask, 4)) > 0));
  }
}
