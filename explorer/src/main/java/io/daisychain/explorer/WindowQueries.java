package io.daisychain.explorer;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.explorer.picture.Frame;
import io.daisychain.explorer.point.TimeAxis;
import io.daisychain.warehouse.SqlRows;
import java.io.IOException;
import java.util.List;

/** Windows of a symbol's prices that a warehouse has, with what a fit says of them. */
final class WindowQueries {
  /** A set of windows, in words. */
  private static final String NAME =
      "value || ' ' || length || '/' || slide || CASE WHEN fit > 0 THEN ' fit ' || fit ELSE '' END"
          + " || COALESCE(' outliers ' || outliers, '')";

  private static final String OF =
      " FROM windows WHERE symbol = ? AND date BETWEEN CAST(? AS DATE) AND CAST(? AS DATE)";

  private static final String SETS =
      "SELECT DISTINCT " + NAME + " AS name" + OF + " AND value NOT LIKE '%Size' ORDER BY name";

  /** Of those that end within the pixels of a candle the last. */
  private static final String ROWS =
      """
      SELECT epoch_ns(fromTime), epoch_ns(toTime), open::DOUBLE, high::DOUBLE, low::DOUBLE,
        close::DOUBLE, CASE WHEN nextNumber = number + 1 THEN epoch_ns(nextTime) END, forecast,
        c0, c1, c2, c3, c4, c5
      FROM (SELECT *, lead(number) OVER next AS nextNumber, lead(toTime) OVER next AS nextTime
        $OF AND $NAME = ? WINDOW next AS (PARTITION BY date ORDER BY number))
      WHERE epoch_ns(toTime) >= CAST(? AS BIGINT) AND epoch_ns(toTime) < CAST(? AS BIGINT)
      QUALIFY row_number() OVER (
        PARTITION BY (epoch_ns(toTime) - CAST(? AS BIGINT)) // CAST(? AS BIGINT)
        ORDER BY date DESC, number DESC) = 1
      ORDER BY date, number
      """
          .replace("$OF", OF)
          .replace("$NAME", NAME);

  private WindowQueries() {}

  /** Whether the warehouse has any. */
  static boolean areThere(SqlRows warehouse) throws IOException {
    return !warehouse.rows("SELECT 1 FROM duckdb_views() WHERE view_name = 'windows'").isEmpty()
        && !warehouse.rows("SELECT 1 FROM windows LIMIT 1").isEmpty();
  }

  /**
   * Adds the names of the symbol's sets, and of one of them windows, of which none begins before
   * the last has ended: {@code [from, to, open, high, low, close, end of the next, forecast,
   * coefficients ...]}, where times are shares of the width and null is none.
   *
   * @param wanted name of the set; of another word the first
   */
  static void add(ObjectNode node, SqlRows warehouse, String symbol, Frame frame, String wanted)
      throws IOException {
    ArrayNode names = node.putArray("sets");
    ArrayNode windows = node.putArray("windows");
    if (!areThere(warehouse)) {
      return;
    }
    String first = MarketQueries.day(frame.from(), -1);
    String last = MarketQueries.day(frame.to(), 1);
    List<String> sets =
        warehouse.rows(SETS, symbol, first, last).stream().map(row -> row[0]).toList();
    sets.forEach(names::add);
    if (sets.isEmpty()) {
      return;
    }
    String set = sets.contains(wanted) ? wanted : sets.get(0);
    node.put("set", set);
    TimeAxis axis = frame.axis();
    for (int i = 0; i < axis.stretches(); i++) {
      long from = Math.max(frame.from(), axis.begin(i));
      long to = Math.min(frame.to(), axis.end(i));
      if (from < to) {
        long part = MarketQueries.part(frame, from, to, MarketQueries.CANDLE);
        String[] asked = {symbol, first, last, set, "" + from, "" + to, "" + from, "" + part};
        add(warehouse.rows(ROWS, asked), frame, windows);
      }
    }
  }

  private static void add(List<String[]> rows, Frame frame, ArrayNode windows) {
    long end = Long.MIN_VALUE;
    for (String[] row : rows) {
      long from = Long.parseLong(row[0]);
      if (from < end) {
        continue;
      }
      end = Long.parseLong(row[1]);
      ArrayNode window = windows.addArray();
      window.add(frame.across(from)).add(frame.across(end));
      for (int i = 2; i < row.length; i++) {
        if (i == 6 && row[i] != null) {
          window.add(frame.across(Long.parseLong(row[i])));
        } else {
          MarketQueries.number(window, row[i]);
        }
      }
    }
  }
}
