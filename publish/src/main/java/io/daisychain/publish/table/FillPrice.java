package io.daisychain.publish.table;

import io.daisychain.warehouse.WarehouseView;
import io.daisychain.warehouse.WarehouseView.Column;
import java.util.List;

/**
 * Each report of a fill beside what its price can be held against: the limit of the order and what
 * others paid in the same minute.
 *
 * <p>The limit in force is that of the version of the order or route that the report names with its
 * ClOrdID (11), which is its parent; where that was not reported or has no price, the report's own
 * Price (44). A report whose side is not its order's cannot be compared with a limit. Differences
 * are of floating-point numbers, since those of two decimals of 38 digits may have 39; whether a
 * price is beyond the limit at all is told by the decimals.
 */
final class FillPrice {
  private static final String TEMPLATE =
      """
      WITH elsewhere AS (
      %far),
      fills AS (
        SELECT e.id, e.LifecycleId, e.timestamp, e.eventType, e.ReporterId, e.EventId, e.source,
          e.destination, e.lastMkt, e.symbol, e.side, e.lastShares, e.lastPx,
          e.tradeDate, $MINUTE(e.timestamp) AS minute, COALESCE(e.counted, FALSE) AS trade,
          CASE WHEN COALESCE(o.ordType, e.ordType, '') <> '1'
            THEN COALESCE(o.price, e.price) END AS limitPrice,
          CASE WHEN o.side IS NULL OR $DIRECTION(o.side) = $DIRECTION(e.side)
            THEN $DIRECTION(e.side) END AS direction
        FROM $events AS e
        LEFT JOIN elsewhere AS x
        ON x.child = e.id AND x.tradeDate = e.tradeDate AND x.parent = e.Parent
        LEFT JOIN $events AS o
        ON o.id = e.Parent AND o.tradeDate = COALESCE(x.parentDate, e.tradeDate)
        WHERE e.eventType IN ('PARTIAL_FILL', 'FILL')),
      minutes AS (
        SELECT symbol, minute, tradeDate,
          %s
        FROM (
          SELECT symbol, minute, tradeDate, lastShares AS shares, lastPx AS px
          FROM fills
          WHERE trade) AS trades
        GROUP BY symbol, minute, tradeDate)
      SELECT f.id, f.LifecycleId, f.timestamp, f.eventType, f.ReporterId, f.EventId, f.source,
        f.destination, f.lastMkt, f.symbol, f.side, f.lastShares, f.lastPx, f.limitPrice,
        CASE
          WHEN f.direction = 1 AND f.lastPx > f.limitPrice
            OR f.direction = -1 AND f.lastPx < f.limitPrice
            THEN ROUND(ABS(CAST(f.lastPx AS $DOUBLE) - CAST(f.limitPrice AS $DOUBLE)), 10)
          WHEN f.direction IS NOT NULL AND f.lastPx IS NOT NULL AND f.limitPrice IS NOT NULL
            THEN 0 END AS beyondLimit,
        m.vwap AS minuteVwap,
        ROUND((CAST(f.lastPx AS $DOUBLE) - m.vwap) / NULLIF(m.vwap, 0) * 10000, 2) AS deviationBps,
        f.trade, f.tradeDate
      FROM fills AS f
      LEFT JOIN minutes AS m
      ON m.symbol = f.symbol AND m.minute = f.minute AND m.tradeDate = f.tradeDate
      ORDER BY f.timestamp, f.id
      """
          .replace("%s", SymbolMinute.VWAP)
          .replace("%far", LifecycleDates.FAR_PARENTS);

  static final WarehouseView VIEW =
      new WarehouseView(
          "v_fill_price",
          "Each report of a fill beside the order's limit and the symbol's average price of the"
              + " minute, as first reported: add WHERE beyondLimit > 0.",
          TEMPLATE,
          List.of(
              new Column(
                  "limitPrice",
                  "The limit in force: Price (44) of the version of the order that the fill names"
                      + " (11), else the fill's own; null at the market."),
              new Column(
                  "beyondLimit",
                  "By how much lastPx is above the limit of a buy or below that of a sale, 0 if it"
                      + " is not; null without a limit, or if fill and order differ in side."),
              new Column(
                  "minuteVwap",
                  "vwap of the symbol in the fill's minute, as in v_symbol_minute, this fill"
                      + " included if it is a trade."),
              new Column(
                  "deviationBps",
                  "lastPx above (negative: below) minuteVwap, in hundredths of a percent, rounded to"
                      + " 2 digits."),
              new Column(
                  "trade",
                  "Whether the order went no further, so that this report counts as the trade;"
                      + " else it is a report of it by a firm further up.")));

  private FillPrice() {}
}
