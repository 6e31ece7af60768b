package io.daisychain.explorer;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.explorer.picture.Frame;
import io.daisychain.explorer.point.TimeAxis;
import io.daisychain.model.text.TextLines;
import io.daisychain.warehouse.SqlRows;
import java.io.IOException;

/** What the market of a symbol was: bid and ask in force, and what was traded. */
final class MarketQueries {
  /** Pixels of a candle. */
  static final int CANDLE = 9;

  private static final String NBBO =
      """
      SELECT (epoch_ns(time) - CAST(? AS BIGINT)) // CAST(? AS BIGINT) AS part,
        min(bid)::DOUBLE, max(ask)::DOUBLE,
        arg_max(bid, time)::DOUBLE, arg_max(ask, time)::DOUBLE
      FROM nbbo
      WHERE symbol = ? AND date BETWEEN CAST(? AS DATE) AND CAST(? AS DATE)
        AND epoch_ns(time) >= CAST(? AS BIGINT) AND epoch_ns(time) < CAST(? AS BIGINT)
      GROUP BY part
      ORDER BY part
      """;

  private static final String BEFORE =
      """
      SELECT bid::DOUBLE, ask::DOUBLE
      FROM nbbo
      WHERE symbol = ? AND date = CAST(? AS DATE) AND epoch_ns(time) < CAST(? AS BIGINT)
      ORDER BY time DESC
      LIMIT 1
      """;

  private static final String TRADES =
      """
      SELECT (epoch_ns(time) - CAST(? AS BIGINT)) // CAST(? AS BIGINT) AS part,
        arg_min(price, time)::DOUBLE, max(price)::DOUBLE, min(price)::DOUBLE,
        arg_max(price, time)::DOUBLE, sum(size)::BIGINT, count(*)
      FROM trades
      WHERE symbol = ? AND date BETWEEN CAST(? AS DATE) AND CAST(? AS DATE)
        AND epoch_ns(time) >= CAST(? AS BIGINT) AND epoch_ns(time) < CAST(? AS BIGINT)
      GROUP BY part
      ORDER BY part
      """;

  private MarketQueries() {}

  /** Whether the warehouse has quotes or trades. */
  static boolean isThere(SqlRows warehouse) throws IOException {
    return !warehouse
        .rows("SELECT 1 FROM duckdb_views() WHERE view_name = 'event_market'")
        .isEmpty();
  }

  /**
   * Bid and ask of a symbol over a frame: {@code [across, lowest bid, highest ask, last bid, last
   * ask]}, where across is a share of the width and null is no quote; and with {@code candles}
   * trades: {@code [across, width, open, high, low, close, size, trades]}.
   */
  static ObjectNode band(SqlRows warehouse, String symbol, Frame frame, boolean candles)
      throws IOException {
    ObjectNode node = Answer.object();
    PageApi.describe(frame, node);
    ArrayNode quotes = node.putArray("quotes");
    ArrayNode trades = node.putArray("trades");
    if (!isThere(warehouse)) {
      node.put("market", false);
      return node;
    }
    node.put("market", true);
    TimeAxis axis = frame.axis();
    for (int i = 0; i < axis.stretches(); i++) {
      long from = Math.max(frame.from(), axis.begin(i));
      long to = Math.min(frame.to(), axis.end(i));
      if (from < to) {
        quotes(warehouse, symbol, frame, from, to, quotes);
        if (candles) {
          trades(warehouse, symbol, frame, from, to, trades);
        }
      }
    }
    return node;
  }

  /** Nanoseconds of so many pixels. */
  static long part(Frame frame, long from, long to, int pixels) {
    double columns = (frame.across(to) - frame.across(from)) * frame.width() / pixels;
    return Math.max(1, (long) ((to - from) / Math.max(1, columns)));
  }

  /** The UTC days of a time, one before and after: trade dates may begin at another hour. */
  static String day(long nanos, int more) {
    return TextLines.timeText(Math.addExact(nanos, more * 86_400_000_000_000L)).substring(0, 10);
  }

  private static void quotes(
      SqlRows warehouse, String symbol, Frame frame, long from, long to, ArrayNode quotes)
      throws IOException {
    for (String[] row : warehouse.rows(BEFORE, symbol, day(from, 0), "" + from)) {
      ArrayNode quote = quotes.addArray().add(frame.across(from));
      number(quote, row[0]);
      number(quote, row[1]);
      number(quote, row[0]);
      number(quote, row[1]);
    }
    long part = part(frame, from, to, 1);
    for (String[] row :
        warehouse.rows(
            NBBO, "" + from, "" + part, symbol, day(from, -1), day(to, 1), "" + from, "" + to)) {
      ArrayNode quote = quotes.addArray();
      quote.add(frame.across(from + Long.parseLong(row[0]) * part));
      for (int i = 1; i <= 4; i++) {
        number(quote, row[i]);
      }
    }
    quotes.addArray().add(frame.across(to)); // the last one stands until here
  }

  private static void trades(
      SqlRows warehouse, String symbol, Frame frame, long from, long to, ArrayNode trades)
      throws IOException {
    long part = part(frame, from, to, CANDLE);
    for (String[] row :
        warehouse.rows(
            TRADES, "" + from, "" + part, symbol, day(from, -1), day(to, 1), "" + from, "" + to)) {
      long begins = from + Long.parseLong(row[0]) * part;
      ArrayNode candle = trades.addArray().add(frame.across(begins));
      candle.add(frame.across(Math.min(to, begins + part)) - frame.across(begins));
      for (int i = 1; i <= 6; i++) {
        number(candle, row[i]);
      }
    }
  }

  static void number(ArrayNode to, String text) {
    if (text == null) {
      to.addNull();
    } else {
      to.add(Double.parseDouble(text));
    }
  }
}
