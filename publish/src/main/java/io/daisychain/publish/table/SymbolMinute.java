package io.daisychain.publish.table;

import io.daisychain.warehouse.WarehouseView;
import io.daisychain.warehouse.WarehouseView.Column;
import java.util.List;

/**
 * The market's day: what happened in each symbol in each minute.
 *
 * <p>A trade is reported by every firm that the order passed through. It is counted where the order
 * went no further: no version of the order or route that was filled has a ROUTE, ACCEPT, INTERNAL
 * or MERGE child. That is how {@code filledQuantity} counts, except that the tape is shown as it
 * ran: a trade stays in its minute with its first quantity and price, busted or corrected later or
 * not. The first and the last trade of a minute are told by their time and then their id, as text
 * that sorts like both.
 */
final class SymbolMinute {
  /** Average LastPx weighted by LastShares of {@code px} and {@code shares}. */
  static final String VWAP =
      """
      ROUND(SUM(CAST(shares AS $DOUBLE) * CAST(px AS $DOUBLE))
          / NULLIF(SUM(CASE WHEN px IS NOT NULL THEN CAST(shares AS $DOUBLE) END), 0), 6) AS vwap""";

  private static final String TEMPLATE =
      """
      WITH marked AS (
        SELECT symbol, $MINUTE(timestamp) AS minute, eventType, errorStatus,
          eventType IN ('PARTIAL_FILL', 'FILL') AND COALESCE(counted, FALSE) AS trade,
          lastShares, lastPx, timestampNanos, id, tradeDate
        FROM $events),
      priced AS (
        SELECT symbol, minute, eventType, errorStatus, tradeDate,
          CASE WHEN trade THEN lastShares END AS shares,
          CASE WHEN trade THEN lastPx END AS px,
          CASE WHEN trade AND lastPx IS NOT NULL THEN
            CONCAT(LPAD(CAST(CAST(timestampNanos AS $WIDE) + CAST('9223372036854775808' AS $WIDE)
              AS $TEXT), 20, '0'), CAST(id AS $TEXT)) END AS moment
        FROM marked)
      SELECT symbol, minute,
        COUNT(*) AS events,
        COUNT(CASE WHEN eventType IN ('NEW', 'AGGREGATE') THEN 1 END) AS orders,
        COUNT(CASE WHEN eventType = 'ROUTE' THEN 1 END) AS routes,
        COUNT(CASE WHEN eventType = 'REPLACE' THEN 1 END) AS replaces,
        COUNT(CASE WHEN eventType = 'CANCEL' THEN 1 END) AS cancels,
        COUNT(shares) AS trades,
        SUM(shares) AS volume,
        MIN_BY(px, moment) AS openPx,
        MAX(px) AS highPx,
        MIN(px) AS lowPx,
        MAX_BY(px, moment) AS closePx,
        %s,
        COUNT(CASE WHEN eventType = 'BUST' THEN 1 END) AS busts,
        COUNT(CASE WHEN eventType = 'CORRECT' THEN 1 END) AS corrections,
        COUNT(errorStatus) AS errors,
        tradeDate
      FROM priced
      GROUP BY symbol, minute, tradeDate
      ORDER BY symbol, minute, tradeDate
      """
          .replace("%s", VWAP);

  static final WarehouseView VIEW =
      new WarehouseView(
          "v_symbol_minute",
          "What happened in each symbol in each minute; a trade counts once, where the order went"
              + " no further, as first reported.",
          TEMPLATE,
          List.of(
              new Column("minute", "The minute's beginning in UTC."),
              new Column("events", "Events reported, of all kinds."),
              new Column("orders", "NEW and AGGREGATE."),
              new Column("routes", "ROUTE."),
              new Column("replaces", "REPLACE."),
              new Column("cancels", "CANCEL."),
              new Column(
                  "trades",
                  "Fills of orders and routes of which no version has a ROUTE, ACCEPT, INTERNAL or"
                      + " MERGE child; later busts and corrections change nothing."),
              new Column("volume", "Sum of their LastShares."),
              new Column("openPx", "LastPx of the earliest of them."),
              new Column("highPx", "Their highest LastPx."),
              new Column("lowPx", "Their lowest LastPx."),
              new Column("closePx", "LastPx of the latest of them."),
              new Column(
                  "vwap", "Their average LastPx weighted by LastShares, rounded to 6 digits."),
              new Column("busts", "BUST."),
              new Column("corrections", "CORRECT."),
              new Column("errors", "Events with an error status.")));

  private SymbolMinute() {}
}
