-- The market at each event, and what executions were worth beside it, where there are market data; in the
-- form of views.sql, with its parts.
-- D is 1 for buys (54 is 1 or 3), -1 for sales (2, 4, 5, 6), and null for others. Bid, ask and mid are
-- those in force at the fill, and null where the market was one-sided or crossed. Price and quantity
-- are of the fill as it stands, corrections included; its time is that of its first report.

-- part standing
-- v_standing_fills without parentDate, which is found on other dates.
SELECT id, Parent, LifecycleId, ReporterId, lastMkt AS venue, symbol, @traded{e} AS instrument, side,
  $DIRECTION(side) AS d,
  standingQuantity AS quantity, standingPrice AS price, timestampNanos AS nanos, counted,
  COALESCE(errorStatus, '') LIKE '%SYMBOL_MISMATCH%'
    OR COALESCE(errorStatus, '') LIKE '%INSTRUMENT_MISMATCH%' AS symbolInDoubt,
  tradeDate
FROM $events AS e
WHERE standingQuantity IS NOT NULL

-- view v_standing_fills: Each fill that stands, with price and quantity as corrected: a bust takes a fill away, and a CORRECT without a reported execution stands as its own.
--   instrument: What is traded, by which its market is found; null for orders of several legs as a whole.
--   d: 1 for buys, -1 for sales, null for others.
--   nanos: timestampNanos of the first report.
--   symbolInDoubt: Whether it disagrees with its order in the symbol or the instrument.
--   parentDate: Trade date of Parent.
SELECT f.id, f.Parent, f.LifecycleId, f.ReporterId, f.venue, f.symbol, f.instrument, f.side, f.d,
  f.quantity, f.price, f.nanos, f.counted, f.symbolInDoubt,
  COALESCE(x.parentDate, f.tradeDate) AS parentDate, f.tradeDate
FROM (
@standing
) AS f
LEFT JOIN (
@far_parents
) AS x
ON x.child = f.id AND x.tradeDate = f.tradeDate AND x.parent = f.Parent

-- view v_fair_market: event_market with bid, ask and mid null where the market was one-sided or crossed.
SELECT id, tradeDate,
  CASE WHEN bid <= ask THEN bid END AS bid,
  CASE WHEN bid <= ask THEN ask END AS ask,
  CASE WHEN bid <= ask THEN mid END AS mid,
  mid1s, mid1m, mid5m
FROM $event_market

-- view v_execution_quality: Each execution beside the market: a standing fill of an order that went no further, whose symbol is not in doubt. Spreads and price improvement are as SEC Rule 600(b) defines them for the reports of Rule 605.
--   venue: LastMkt (30) of the fill.
--   quantity: Shares of the fill, as corrected.
--   price: Price of the fill, as corrected.
--   quotedSpread: ask - bid at the fill.
--   effectiveSpread: 2 D (price - mid) with the mid at the fill.
--   effectiveSpread605: The same with the mid at the time of the order that was filled: average effective spread takes order receipt, SEC Rule 600(b).
--   effectiveToQuoted: effectiveSpread over quotedSpread; null where that is 0, the market locked.
--   realizedSpread1s: 2 D (price - mid a second later): average realized spread, SEC Rule 600(b).
--   realizedSpread1m: The same a minute later.
--   realizedSpread5m: The same five minutes later.
--   priceImprovement: D (touch - price) with the offer of a buy and the bid of a sale at the time of the order that was filled; negative where it was filled outside.
SELECT f.id, f.LifecycleId, f.ReporterId, f.venue, f.symbol, f.side, f.quantity, f.price,
  m.ask - m.bid AS quotedSpread,
  2 * f.d * (f.price - m.mid) AS effectiveSpread,
  2 * f.d * (f.price - p.mid) AS effectiveSpread605,
  CAST(2 * f.d * (f.price - m.mid) AS $DOUBLE)
    / CAST(NULLIF(m.ask - m.bid, 0) AS $DOUBLE) AS effectiveToQuoted,
  2 * f.d * (f.price - m.mid1s) AS realizedSpread1s,
  2 * f.d * (f.price - m.mid1m) AS realizedSpread1m,
  2 * f.d * (f.price - m.mid5m) AS realizedSpread5m,
  f.d * (CASE f.d WHEN 1 THEN p.ask WHEN -1 THEN p.bid END - f.price) AS priceImprovement,
  f.tradeDate
FROM $v_standing_fills AS f
LEFT JOIN $v_fair_market AS m ON m.id = f.id AND m.tradeDate = f.tradeDate
LEFT JOIN $v_fair_market AS p ON p.id = f.Parent AND p.tradeDate = f.parentDate
WHERE f.counted AND NOT f.symbolInDoubt

-- view v_trade_through: Executions at a price above the offer, or below the bid, of all that was in force at some moment of the second up to them, whatever their side: SEC Rule 611 with its look-back of one second, in part. The rule looks at each venue's own quote, and lets sweeps, auctions and average-price trades pass; here a trade of a condition that conditions.csv exempts does.
--   price: Price of the fill, as corrected.
--   best: The most lenient touch of that second: the highest offer, or the lowest bid where the price is below.
--   amount: How far price is beyond best.
WITH outside AS (
  SELECT f.id, f.instrument, f.price, f.quantity, f.nanos, f.tradeDate,
    CASE WHEN f.price > m.highAsk THEN m.highAsk ELSE m.lowBid END AS best
  FROM (
@standing
  ) AS f
  JOIN $v_market_at_event AS m ON m.id = f.id AND m.tradeDate = f.tradeDate
  WHERE f.counted AND NOT f.symbolInDoubt
    AND (f.price > m.highAsk OR f.price < m.lowBid))
SELECT o.id, o.price, o.best, ABS(o.price - o.best) AS amount, o.tradeDate
FROM outside AS o
WHERE NOT EXISTS (
  SELECT 1
  FROM $v_tape AS t
  WHERE (t.effects & 4) > 0 AND t.symbol = o.instrument AND t.date = o.tradeDate
    AND t.timeNanos = o.nanos AND t.price = o.price AND t.size = o.quantity)

-- view v_lifecycle_fills: The fills that lifecycles.filledQuantity counts, of those with the oldest root's instrument, added up by lifecycle.
--   instrument: What the oldest root trades; null for an order of several legs.
--   rootNanos: timestampNanos of the oldest root.
--   lastNanos: The same of the last fill.
SELECT id, symbol, instrument, firstDate, d, rootNanos, MAX(nanos) AS lastNanos,
  SUM(quantity) AS filledQuantity, $FSUM(worth) / NULLIF($FSUM(priced), 0) AS avgPrice
FROM (
  SELECT l.id, l.symbol, f.instrument, l.firstDate, $DIRECTION(r.side) AS d,
    r.timestampNanos AS rootNanos, f.nanos, f.quantity,
    CAST(f.quantity AS $DOUBLE) * CAST(f.price AS $DOUBLE) AS worth,
    CAST(CASE WHEN f.price IS NOT NULL THEN f.quantity END AS $DOUBLE) AS priced
  FROM (
@standing
  ) AS f
  JOIN $lifecycles AS l ON l.id = f.LifecycleId
  JOIN $events AS r ON r.id = l.id AND r.tradeDate = l.firstDate
    AND (@traded{r} = f.instrument OR r.multiLeg AND f.instrument IS NULL AND r.symbol = f.symbol)
  WHERE f.counted) AS fills
GROUP BY id, symbol, instrument, firstDate, d, rootNanos

-- view v_slippage: What each lifecycle paid beside the mid when its oldest root arrived: implementation shortfall of what was filled.
--   filledQuantity: Shares of the fills that lifecycles.filledQuantity counts, of those with the oldest root's instrument.
--   avgPrice: Their average price, weighted by shares.
--   arrivalMid: The mid at the oldest root.
--   slippage: D (avgPrice - arrivalMid): positive where it cost.
--   slippageBps: The same in hundredths of a percent of arrivalMid.
SELECT f.id AS LifecycleId, f.symbol, f.filledQuantity, f.avgPrice, m.mid AS arrivalMid,
  ROUND(f.d * (f.avgPrice - CAST(m.mid AS $DOUBLE)), 10) AS slippage,
  ROUND(f.d * (f.avgPrice - CAST(m.mid AS $DOUBLE)) / CAST(m.mid AS $DOUBLE) * 10000, 6)
    AS slippageBps,
  f.firstDate AS tradeDate
FROM $v_lifecycle_fills AS f
LEFT JOIN $v_fair_market AS m ON m.id = f.id AND m.tradeDate = f.firstDate

-- view v_vwap_slippage: What each lifecycle paid beside the average price of all trades of its symbol, weighted by size, from its oldest root to its last fill, both included; no row where nothing was traded.
--   filledQuantity: Shares of the fills that lifecycles.filledQuantity counts, of those with the oldest root's instrument.
--   avgPrice: Their average price, weighted by shares.
--   vwap: Average price of the symbol's trades that count for volume.
--   slippage: D (avgPrice - vwap): positive where it cost.
--   slippageBps: The same in hundredths of a percent of vwap.
-- One running sum over the trades, which count nothing of their own place, and the spans' ends: a span
-- begins before trades of its time (-1), and ends behind them (1).
WITH points AS (
  SELECT symbol AS instrument, timeNanos AS nanos, 0 AS place, size AS shares,
    price * size AS worth, NULL AS id, NULL AS symbol, NULL AS firstDate, NULL AS d,
    NULL AS filledQuantity, NULL AS avgPrice
  FROM $v_tape
  WHERE (effects & 2) = 0
  UNION ALL
  SELECT f.instrument, CASE WHEN e.place < 0 THEN f.rootNanos ELSE f.lastNanos END, e.place, 0, 0,
    f.id, f.symbol, f.firstDate, f.d, f.filledQuantity, f.avgPrice
  FROM $v_lifecycle_fills AS f
  CROSS JOIN (SELECT -1 AS place UNION ALL SELECT 1) AS e
  WHERE f.instrument IS NOT NULL AND f.lastNanos >= f.rootNanos),
prices AS (
  SELECT id, symbol, firstDate, d, filledQuantity, avgPrice,
    CAST(SUM(place * worth) AS $DOUBLE) / CAST(NULLIF(SUM(place * shares), 0) AS $DOUBLE) AS vwap
  FROM (
    SELECT id, symbol, firstDate, d, filledQuantity, avgPrice, place,
      SUM(shares) OVER running AS shares, SUM(worth) OVER running AS worth
    FROM points
    WINDOW running AS (PARTITION BY instrument ORDER BY nanos, place)) AS sums
  WHERE place <> 0
  GROUP BY id, symbol, firstDate, d, filledQuantity, avgPrice)
SELECT id AS LifecycleId, symbol, filledQuantity, avgPrice, vwap,
  ROUND(d * (avgPrice - vwap), 10) AS slippage,
  ROUND(d * (avgPrice - vwap) / vwap * 10000, 6) AS slippageBps,
  firstDate AS tradeDate
FROM prices
WHERE vwap IS NOT NULL

-- view v_window_forecast: Each window with a forecast beside the close of the next one of its symbol and set; no row where that one is not there.
--   nextTime: toTime of the next window.
--   nextClose: Its close, which the forecast is for.
--   error: forecast less nextClose.
--   stillError: close less nextClose: the error of who says that nothing changes.
SELECT symbol, value, length, slide, fit, outliers, number, toTime, close, vwap, forecast,
  nextTime, nextClose, forecast - nextClose AS error,
  CAST(close - nextClose AS $DOUBLE) AS stillError, date
FROM (
SELECT *, lead(number) OVER next AS nextNumber, lead(toTime) OVER next AS nextTime,
  lead(close) OVER next AS nextClose
FROM $windows
WINDOW next AS (PARTITION BY symbol, value, length, slide, fit, outliers, date ORDER BY number)
)
WHERE forecast IS NOT NULL AND nextNumber = number + 1
