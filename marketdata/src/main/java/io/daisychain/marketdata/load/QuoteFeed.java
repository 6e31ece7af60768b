package io.daisychain.marketdata.load;

import io.daisychain.marketdata.feed.Effects;
import io.daisychain.marketdata.feed.Feed;
import io.daisychain.marketdata.feed.RecordSink;
import io.daisychain.warehouse.column.ColumnSpec;
import io.daisychain.warehouse.column.TextCodes;
import java.io.IOException;
import java.io.InputStream;

/** Reads the quotes and trades of a file one by one, in its order, for those who send them on. */
public final class QuoteFeed implements RecordSink {
  private final TextCodes texts = new TextCodes();
  private final Taker taker;
  private final TradeTaker tradeTaker;
  private final Effects effects;
  private long skipped;
  private long rejected;

  /** Takes quotes. */
  public interface Taker {
    /**
     * A quote.
     *
     * @param symbol bytes in UTF-8, not to be changed
     * @param time in nanoseconds since 1970
     * @param exchange bytes in UTF-8, not to be changed
     * @param bid in ten thousandths; {@link #NONE} where the side is unchanged
     * @param bidSize in shares
     * @param ask as bid
     * @param askSize as bidSize
     * @param counts false where it is passed over when the best bid and offer are made
     */
    void quote(
        byte[] symbol,
        long time,
        byte[] exchange,
        long bid,
        long bidSize,
        long ask,
        long askSize,
        boolean counts)
        throws IOException;
  }

  /** Takes trades. */
  public interface TradeTaker {
    /**
     * A trade.
     *
     * @param symbol bytes in UTF-8, not to be changed
     * @param time in nanoseconds since 1970
     * @param exchange bytes in UTF-8, not to be changed
     * @param price in millionths
     * @param size in shares
     * @param counts false where it is no part of VWAP and windows
     */
    void trade(byte[] symbol, long time, byte[] exchange, long price, long size, boolean counts)
        throws IOException;
  }

  /** In place of price and size of a side that is unchanged. */
  public static final long NONE = ColumnSpec.NULL;

  /** In place of an exchange where nobody quotes. */
  public static final int NO_EXCHANGE = ColumnSpec.NO_TEXT;

  private QuoteFeed(Taker taker, TradeTaker tradeTaker, Effects effects) {
    this.taker = taker;
    this.tradeTaker = tradeTaker;
    this.effects = effects;
  }

  /**
   * Reads a file to its end; {@code conditions.csv} beside it says which do not count.
   *
   * @return what was read of it
   */
  public static Sums read(MarketFile file, Feed form, Taker taker, TradeTaker tradeTaker)
      throws IOException {
    QuoteFeed feed = new QuoteFeed(taker, tradeTaker, file.effects());
    try (InputStream in = file.open()) {
      form.read(in, file.name(), feed);
    }
    return new Sums(feed.skipped, feed.rejected);
  }

  /**
   * What was neither quote nor trade.
   *
   * @param skipped records that say nothing about these
   * @param rejected records that are wrong
   */
  public record Sums(long skipped, long rejected) {}

  @Override
  public TextCodes texts() {
    return texts;
  }

  @Override
  public void quote(
      int symbol,
      long time,
      int exchange,
      long bid,
      long bidSize,
      long ask,
      long askSize,
      int condition)
      throws IOException {
    boolean counts =
        condition == ColumnSpec.NO_TEXT
            || (effects.ofQuote(texts.text(condition)) & Effects.NO_NBBO) == 0;
    taker.quote(
        texts.bytes(symbol), time, texts.bytes(exchange), bid, bidSize, ask, askSize, counts);
  }

  @Override
  public void trade(
      int symbol, long time, int exchange, long price, long size, int condition, long match)
      throws IOException {
    boolean counts =
        condition == ColumnSpec.NO_TEXT
            || (effects.ofTrade(texts.text(condition)) & Effects.NO_VOLUME) == 0;
    tradeTaker.trade(texts.bytes(symbol), time, texts.bytes(exchange), price, size, counts);
  }

  @Override
  public void broken(long match) {
    skipped++;
  }

  @Override
  public void stored() {
    // They count where they are sent.
  }

  @Override
  public void skipped(String kind) {
    skipped++;
  }

  @Override
  public void rejected(long line, String reason, String text) {
    rejected++;
  }
}
