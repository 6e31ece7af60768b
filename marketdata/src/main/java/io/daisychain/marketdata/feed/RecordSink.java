package io.daisychain.marketdata.feed;

import io.daisychain.warehouse.column.TextCodes;
import java.io.IOException;

/** Takes the records of files, and counts what became of each. */
public interface RecordSink {
  /** Digits after the point of the prices of quotes. */
  int QUOTE_SCALE = 4;

  /** Digits after the point of the prices of trades. */
  int TRADE_SCALE = 6;

  /** Tells no trade from another. */
  long NO_MATCH = -1;

  /** The codes of symbols, exchanges and conditions. */
  TextCodes texts();

  /**
   * A quote: prices in ten thousandths, sizes in shares; a side without both is unchanged.
   *
   * @param condition code, or {@code ColumnSpec.NO_TEXT}
   */
  void quote(
      int symbol,
      long time,
      int exchange,
      long bid,
      long bidSize,
      long ask,
      long askSize,
      int condition)
      throws IOException;

  /**
   * A trade: price in millionths, size in shares.
   *
   * @param condition code, or {@code ColumnSpec.NO_TEXT}
   * @param match the exchange's number of the trade in this file, {@link #NO_MATCH} for none
   */
  void trade(int symbol, long time, int exchange, long price, long size, int condition, long match)
      throws IOException;

  /** The exchange has broken a trade of this file. */
  void broken(long match);

  /** A record was read and is kept. */
  void stored();

  /** A record was read and says nothing that is kept. */
  void skipped(String kind);

  /**
   * A record was read and is wrong.
   *
   * @param line number of the record in its file, from 1
   * @param reason one word or a few, the same for the same fault
   * @param text the record, for people
   */
  void rejected(long line, String reason, String text) throws IOException;
}
