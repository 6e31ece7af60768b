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
  public static final long NONE = io.daisychain.marketdata.load.QuoteFeed.NONE;
}
