-- Queries that most users of the warehouse begin with, written once for all dialects (SqlDialect has the
-- words $NAME). Durations are differences of timestampNanos: BigQuery's moments are microseconds. They
-- are wide, since the clocks of two reporters may be centuries apart.
--
-- view NAME: MEANING, then "--   COLUMN: MEANING" for each column that the tables do not have.
-- part NAME: what later texts take in as @NAME or @NAME{...}{...}, with @1 and @2 for what is in braces.
-- Blank lines part one from the next.

-- view v_lifecycle_dates: The dates on which a lifecycle with events on tradeDate may have others, itself one of them; no row for a lifecycle within one date.
--   alsoOn: A date between the lifecycle's first and last.
-- How views join rows by id over trade dates. An id that is reported on two dates is an event of each,
-- so no id alone is a key. Nearly all lifecycles lie within a date, where the date is the second half of
-- the key: a filter by date then reaches both sides of a join, and the files of that date alone are
-- read. What hangs together over dates is joined beside that, for the lifecycles alone of which the
-- counts say that they go on elsewhere, and on the dates alone on which they can.
-- The tables do not say on which date a parent or a root lies. A parent lies on its child's own date
-- where that has an event of the id, which is where link looks first; else on the latest earlier date on
-- which the child's lifecycle has one, else on the earliest later one. An event is of the lifecycle of
-- its LifecycleId that began on its own date, else of the one that began last before, else of the one
-- that began first after it.
-- A zone's trade date may be one day before UTC's, and with a day roll two days after it.
SELECT DISTINCT here.LifecycleId, d.tradeDate AS alsoOn, here.tradeDate
FROM (
  SELECT LifecycleId, tradeDate, COUNT(*) AS events
  FROM $events
  WHERE LifecycleId IS NOT NULL
  GROUP BY LifecycleId, tradeDate) AS here
LEFT JOIN $lifecycles AS own
ON own.id = here.LifecycleId AND own.firstDate = here.tradeDate
JOIN $lifecycles AS l ON l.id = here.LifecycleId
JOIN $days AS d
ON d.tradeDate >= CAST(l.firstTime AS DATE) - 1
  AND d.tradeDate <= CAST(l.lastTime AS DATE) + 2
WHERE own.id IS NULL OR own.events <> here.events

-- part far_parents
-- Edges to parents on other dates, with the date. The few edges without a parent on their own date come
-- out of a query of their own: joined in one with the events of their lifecycles, an optimizer may pair
-- all events of a lifecycle first. DISTINCT keeps lifecycles and links apart until there are events:
-- DuckDB else pairs them by trade date alone.
SELECT f.parent, f.child, f.relation, f.LifecycleId,
  COALESCE(MAX(CASE WHEN p.tradeDate < f.tradeDate THEN p.tradeDate END), MIN(p.tradeDate))
    AS parentDate,
  f.tradeDate
FROM (
  SELECT l.parent, l.child, l.relation, c.LifecycleId, l.tradeDate
  FROM (
    SELECT DISTINCT e.id, e.LifecycleId, e.tradeDate
    FROM $v_lifecycle_dates AS d
    JOIN $events AS e ON e.LifecycleId = d.LifecycleId AND e.tradeDate = d.tradeDate) AS c
  JOIN $links AS l ON l.child = c.id AND l.tradeDate = c.tradeDate
  LEFT JOIN $events AS own ON own.id = l.parent AND own.tradeDate = l.tradeDate
  WHERE own.id IS NULL) AS f
JOIN $events AS p ON p.id = f.parent AND p.LifecycleId = f.LifecycleId
JOIN $v_lifecycle_dates AS d
ON d.LifecycleId = f.LifecycleId AND d.tradeDate = f.tradeDate AND d.alsoOn = p.tradeDate
GROUP BY f.parent, f.child, f.relation, f.LifecycleId, f.tradeDate

-- view v_parents: One row an edge to a parent that was reported, with the date on which that lies: join events on id and tradeDate.
--   parentDate: Trade date of the parent.
SELECT l.parent, l.child, l.relation, l.tradeDate AS parentDate, l.tradeDate
FROM $links AS l
JOIN $events AS p ON p.id = l.parent AND p.tradeDate = l.tradeDate
UNION ALL
SELECT parent, child, relation, parentDate, tradeDate
FROM (
@far_parents
) AS far

-- view v_lifecycle: Events of a lifecycle in order: add WHERE LifecycleId = '...'.
--   nanosSinceRoot: Nanoseconds since the lifecycle's oldest root; negative where clocks differ.
--   nanosSinceParent: Nanoseconds since Parent; null if that was not reported.
SELECT e.LifecycleId, e.depth, e.timestamp,
  CAST(e.timestampNanos AS $WIDE)
    - CAST(COALESCE(r.timestampNanos, farRoot.nanos) AS $WIDE) AS nanosSinceRoot,
  CAST(e.timestampNanos AS $WIDE)
    - CAST(COALESCE(p.timestampNanos, farParent.nanos) AS $WIDE) AS nanosSinceParent,
  e.eventType, e.ReporterId, e.EventId, e.source, e.destination, e.lastMkt, e.symbol,
  e.side, e.quantity, e.price, e.lastShares, e.lastPx, e.relation, e.Parent, e.id,
  e.errorStatus, e.tradeDate
FROM $events AS e
LEFT JOIN $events AS r
ON r.id = e.LifecycleId AND r.LifecycleId = e.LifecycleId AND r.depth = 0
  AND r.tradeDate = e.tradeDate
LEFT JOIN (
  SELECT d.LifecycleId, d.tradeDate,
    COALESCE(
      MAX_BY(q.timestampNanos, CASE WHEN q.tradeDate < d.tradeDate THEN q.tradeDate END),
      MIN_BY(q.timestampNanos, q.tradeDate)) AS nanos
  FROM $v_lifecycle_dates AS d
  JOIN $events AS q
  ON q.id = d.LifecycleId AND q.LifecycleId = d.LifecycleId AND q.tradeDate = d.alsoOn
  WHERE d.alsoOn <> d.tradeDate AND q.depth = 0
  GROUP BY d.LifecycleId, d.tradeDate) AS farRoot
ON farRoot.LifecycleId = e.LifecycleId AND farRoot.tradeDate = e.tradeDate
LEFT JOIN $events AS p ON p.id = e.Parent AND p.tradeDate = e.tradeDate
LEFT JOIN (
  SELECT f.LifecycleId, f.child, f.parent, f.tradeDate, q.timestampNanos AS nanos
  FROM (
@far_parents
) AS f
  JOIN $events AS q ON q.id = f.parent AND q.tradeDate = f.parentDate) AS farParent
ON farParent.LifecycleId = e.LifecycleId AND farParent.child = e.id
  AND farParent.parent = e.Parent AND farParent.tradeDate = e.tradeDate
ORDER BY e.LifecycleId, e.timestamp, e.depth, e.id

-- part with_status
SELECT id, Parent, ReporterId, eventType, EventId, timestamp, symbol, side, errorStatus,
  errorReason, LifecycleId, tradeDate
FROM $events
WHERE errorStatus IS NOT NULL AND (@1)
ORDER BY timestamp, id

-- view v_orphans: Events with a parent that was never reported.
@with_status{CONCAT(';', errorStatus, ';') LIKE '%;ORPHAN;%'}

-- part members
-- The events of each lifecycle on all dates: @1 columns without LifecycleId, @2 a condition on them.
SELECT LifecycleId, tradeDate AS firstDate, @1
FROM $events
WHERE @2
UNION ALL
SELECT g.LifecycleId, g.firstDate, @1
FROM (
  SELECT d.LifecycleId, d.tradeDate AS firstDate, d.alsoOn
  FROM $v_lifecycle_dates AS d
  JOIN $lifecycles AS l ON l.id = d.LifecycleId
  WHERE d.alsoOn <> d.tradeDate
  GROUP BY d.LifecycleId, d.tradeDate, d.alsoOn
  HAVING d.tradeDate
    = COALESCE(MAX(CASE WHEN l.firstDate <= d.alsoOn THEN l.firstDate END), MIN(l.firstDate)))
  AS g
JOIN $events AS e ON e.LifecycleId = g.LifecycleId AND e.tradeDate = g.alsoOn
WHERE @2

-- view v_broken_chains: Lifecycles with a gap: a parent never reported, a circle, or a route nobody accepted.
--   orphans: Events with a parent that was never reported.
--   cycleEvents: Members of circles.
--   unacceptedRoutes: Routes that the receiver never reported.
SELECT l.id AS LifecycleId, l.symbol, l.firstTime, l.lastTime, l.events, l.firms,
  b.orphans, b.cycleEvents, b.unacceptedRoutes, l.finalState,
  l.firstDate
FROM (
  SELECT LifecycleId, firstDate,
    COUNT(CASE WHEN status LIKE '%;ORPHAN;%' THEN 1 END) AS orphans,
    COUNT(CASE WHEN status LIKE '%;CYCLE;%' THEN 1 END) AS cycleEvents,
    COUNT(CASE WHEN status LIKE '%;UNACCEPTED;%' THEN 1 END) AS unacceptedRoutes
  FROM (
@members{CONCAT(';', errorStatus, ';') AS status}{errorStatus IS NOT NULL}
) AS broken
  GROUP BY LifecycleId, firstDate) AS b
JOIN $lifecycles AS l ON l.id = b.LifecycleId AND l.firstDate = b.firstDate
WHERE b.orphans + b.cycleEvents + b.unacceptedRoutes > 0
ORDER BY l.firstTime, l.id, l.firstDate

-- view v_mismatches: Events that disagree with a parent or child in symbol, instrument or side.
@with_status{CONCAT(';', errorStatus, ';') LIKE '%_MISMATCH;%'}

-- view v_duplicates: Events of which another content was reported under the same identity.
@with_status{CONCAT(';', errorStatus, ';') LIKE '%;DUPLICATE_KEY;%'}

-- view v_out_of_sequence: Events earlier than one of their parents by more than the clock tolerance.
@with_status{CONCAT(';', errorStatus, ';') LIKE '%;OUT_OF_SEQUENCE;%'}

-- part is_order
eventType IN ('NEW', 'AGGREGATE', 'INTERNAL', 'ROUTE', 'ACCEPT')

-- view v_fill_ratio: How much of each lifecycle's order was filled.
--   rootOrders: Orders that the lifecycle began with; several if merged.
--   fillRatio: filledQuantity over orderedQuantity; over 1 for an overfill. Null for several rootOrders: orderedQuantity is the oldest's alone, and the fills of an aggregated order are of all that it was made of, in parts that nobody reports.
SELECT l.id AS LifecycleId, l.symbol, l.firstTime, l.firms, COALESCE(o.rootOrders, 0)
  AS rootOrders, l.orderedQuantity, l.filledQuantity, l.bustedQuantity,
  CASE WHEN COALESCE(o.rootOrders, 0) <= 1 THEN
    CAST(l.filledQuantity AS $DOUBLE)
      / CAST(NULLIF(l.orderedQuantity, 0) AS $DOUBLE) END AS fillRatio,
  l.finalState, l.firstDate
FROM $lifecycles AS l
LEFT JOIN (
  SELECT LifecycleId, firstDate, COUNT(*) AS rootOrders
  FROM (
@members{eventType}{depth = 0 AND @is_order}
) AS roots
  GROUP BY LifecycleId, firstDate) AS o
ON o.LifecycleId = l.id AND o.firstDate = l.firstDate
ORDER BY l.firstTime, l.id, l.firstDate

-- view v_time_to_first_fill: Time from each lifecycle's oldest order to its first fill; without one it is not here.
--   orderTime: timestamp of the oldest root.
--   firstFillTime: timestamp of the lifecycle's first fill, at whichever firm.
--   nanosToFirstFill: Nanoseconds between them; negative where clocks differ.
SELECT o.LifecycleId, o.symbol, o.ReporterId, o.EventId, o.timestamp AS orderTime,
  f.firstFillTime,
  CAST(f.firstFillNanos AS $WIDE) - CAST(o.timestampNanos AS $WIDE) AS nanosToFirstFill,
  o.tradeDate
FROM $events AS o
JOIN (
  SELECT LifecycleId, firstDate, MIN(timestamp) AS firstFillTime,
    MIN(timestampNanos) AS firstFillNanos
  FROM (
@members{timestamp, timestampNanos}{eventType IN ('PARTIAL_FILL', 'FILL') AND COALESCE(ordStatus, '') <> '7'}
) AS fills
  GROUP BY LifecycleId, firstDate) AS f
ON f.LifecycleId = o.LifecycleId AND f.firstDate = o.tradeDate
WHERE o.id = o.LifecycleId AND o.depth = 0 AND o.eventType IN ('NEW', 'AGGREGATE', 'INTERNAL', 'ROUTE', 'ACCEPT')
ORDER BY o.timestamp, o.id

-- part far_routes
-- Routes of lifecycles over several dates, with each other date on which ACCEPTs may lie.
SELECT r.id, r.LifecycleId, d.alsoOn, r.tradeDate
FROM $v_lifecycle_dates AS d
JOIN $events AS r ON r.LifecycleId = d.LifecycleId AND r.tradeDate = d.tradeDate
WHERE r.eventType = 'ROUTE' AND d.alsoOn <> d.tradeDate

-- view v_route_latency: Each route and how long its receiver took to accept it.
--   routeTime: timestamp of the ROUTE.
--   acceptTime: timestamp of its first ACCEPT; null if none came.
--   accepts: Number of ACCEPTs: 0 or 1 unless somebody erred.
--   nanosToAccept: Nanoseconds between them; negative where clocks differ.
SELECT r.id, r.LifecycleId, r.symbol, r.ReporterId, r.destination,
  r.timestamp AS routeTime, a.acceptTime, COALESCE(a.accepts, 0) AS accepts,
  CAST(a.acceptNanos AS $WIDE) - CAST(r.timestampNanos AS $WIDE) AS nanosToAccept,
  r.errorStatus, r.tradeDate
FROM $events AS r
LEFT JOIN (
  SELECT Parent, routeDate, MIN(timestamp) AS acceptTime,
    MIN(timestampNanos) AS acceptNanos, COUNT(*) AS accepts
  FROM (
    SELECT Parent, tradeDate AS routeDate, timestamp, timestampNanos
    FROM $events
    WHERE eventType = 'ACCEPT'
    UNION ALL
    SELECT c.Parent, f.tradeDate AS routeDate, c.timestamp, c.timestampNanos
    FROM (
@far_routes
) AS f
    JOIN $events AS c
    ON c.Parent = f.id AND c.LifecycleId = f.LifecycleId AND c.tradeDate = f.alsoOn
    LEFT JOIN (
      SELECT o.id, o.tradeDate, o.alsoOn
      FROM (
@far_routes
) AS o
      JOIN $events AS q
      ON q.id = o.id AND q.LifecycleId = o.LifecycleId AND q.tradeDate = o.alsoOn)
      AS other
    ON other.id = f.id AND other.tradeDate = f.tradeDate
      AND (other.alsoOn = c.tradeDate
        OR other.alsoOn > f.tradeDate AND other.alsoOn < c.tradeDate
        OR c.tradeDate < f.tradeDate AND other.alsoOn < f.tradeDate)
    WHERE c.eventType = 'ACCEPT' AND other.id IS NULL) AS accepted
  GROUP BY Parent, routeDate) AS a
ON a.Parent = r.id AND a.routeDate = r.tradeDate
WHERE r.eventType = 'ROUTE'
ORDER BY r.timestamp, r.id

-- part own_status
-- The statuses of an event that are somebody's fault: not that a parent's day was dropped.
CASE WHEN errorReason LIKE '%lies on a dropped day%'
  THEN NULLIF(REPLACE(CONCAT(';', errorStatus, ';'), ';ORPHAN;', ';'), ';')
  WHEN errorStatus IS NOT NULL THEN CONCAT(';', errorStatus, ';') END

-- part lives
-- What became of the faults of a reporter's events of a day.
LEFT JOIN (
  SELECT tradeDate AS faultDate, ReporterId AS firm,
    COUNT(DISTINCT id) AS faultyBefore,
    COUNT(DISTINCT CASE WHEN repaired IS NULL THEN id END) AS faultyAfter,
    COUNT(CASE WHEN inTime THEN 1 END) AS repairsInTime,
    COUNT(CASE WHEN NOT inTime THEN 1 END) AS repairsLate
  FROM $errors
  WHERE role = 'reporter'
  GROUP BY tradeDate, ReporterId) AS lives
ON faultDate = tradeDate AND firm = ReporterId
ORDER BY tradeDate, ReporterId

-- view v_reporter_scorecard: What each reporter got wrong on each day, as counts and as rates from 0 to 1; rejected messages are not in the warehouse but in the reporter's feedback.
--   events: Events that the reporter reported.
--   errors: Those with an error status, but where a parent's day was dropped.
--   errorRate: errors over events.
--   structureErrors: Events with STRUCTURE; their rate is over events.
--   referenceErrors: Events with an unknown reporter, customer or symbol or a deprecated symbol; over events.
--   late: Events with LATE; over events.
--   intraFirmLinks: Events that name a parent at the same reporter.
--   intraFirmUnlinked: Those with a parent that was never reported.
--   received: ACCEPTs: orders received from other firms.
--   receivedUnlinked: Those whose sender never reported the route.
--   sent: ROUTEs: orders sent to other firms.
--   sentUnaccepted: Those that the receiver never reported.
--   mismatches: Events with SYMBOL_MISMATCH, INSTRUMENT_MISMATCH or SIDE_MISMATCH.
--   outOfSequence: Events with OUT_OF_SEQUENCE.
--   duplicates: Events with DUPLICATE_KEY.
--   overfills: Events with OVERFILL.
--   faultyBefore: Events with a fault that was not gone by the deadline of reports, repaired or not; LATE is none.
--   errorRateBefore: faultyBefore over events.
--   faultyAfter: Those with one that is open.
--   errorRateAfter: faultyAfter over events.
--   repairsInTime: Faults that were repaired in time.
--   repairsLate: Faults that were repaired later.
--   repairsLateRate: repairsLate over all faults that were repaired.
-- The error rates of CAT's compliance reports: overall, late, links within the firm, and links between
-- firms, seen from either side.
SELECT tradeDate, ReporterId, events, errors, errors / events AS errorRate,
  structureErrors, structureErrors / events AS structureErrorRate,
  referenceErrors, referenceErrors / events AS referenceErrorRate,
  late, late / events AS lateRate,
  intraFirmLinks, intraFirmUnlinked,
  intraFirmUnlinked / NULLIF(intraFirmLinks, 0) AS intraFirmUnlinkedRate,
  received, receivedUnlinked,
  receivedUnlinked / NULLIF(received, 0) AS receivedUnlinkedRate,
  sent, sentUnaccepted,
  sentUnaccepted / NULLIF(sent, 0) AS sentUnacceptedRate,
  mismatches, outOfSequence, duplicates, overfills,
  COALESCE(faultyBefore, 0) AS faultyBefore,
  COALESCE(faultyBefore, 0) / events AS errorRateBefore,
  COALESCE(faultyAfter, 0) AS faultyAfter,
  COALESCE(faultyAfter, 0) / events AS errorRateAfter,
  COALESCE(repairsInTime, 0) AS repairsInTime,
  COALESCE(repairsLate, 0) AS repairsLate,
  repairsLate / NULLIF(repairsInTime + repairsLate, 0) AS repairsLateRate
FROM (
  SELECT tradeDate, ReporterId, COUNT(*) AS events,
    COUNT(status) AS errors,
    COUNT(CASE WHEN status LIKE '%;STRUCTURE;%' THEN 1 END) AS structureErrors,
    COUNT(CASE WHEN status LIKE '%;UNKNOWN_REPORTER;%'
        OR status LIKE '%;UNKNOWN_CUSTOMER;%' OR status LIKE '%;UNKNOWN_SYMBOL;%'
        OR status LIKE '%;DEPRECATED_%' THEN 1 END)
      AS referenceErrors,
    COUNT(CASE WHEN status LIKE '%;LATE;%' THEN 1 END) AS late,
    COUNT(CASE WHEN Parent IS NOT NULL AND relation <> 'ACCEPT' THEN 1 END)
      AS intraFirmLinks,
    COUNT(CASE WHEN relation <> 'ACCEPT' AND status LIKE '%;ORPHAN;%' THEN 1 END)
      AS intraFirmUnlinked,
    COUNT(CASE WHEN relation = 'ACCEPT' THEN 1 END) AS received,
    COUNT(CASE WHEN relation = 'ACCEPT' AND status LIKE '%;ORPHAN;%' THEN 1 END)
      AS receivedUnlinked,
    COUNT(CASE WHEN eventType = 'ROUTE' THEN 1 END) AS sent,
    COUNT(CASE WHEN eventType = 'ROUTE' AND status LIKE '%;UNACCEPTED;%' THEN 1 END)
      AS sentUnaccepted,
    COUNT(CASE WHEN status LIKE '%_MISMATCH;%' THEN 1 END) AS mismatches,
    COUNT(CASE WHEN status LIKE '%;OUT_OF_SEQUENCE;%' THEN 1 END) AS outOfSequence,
    COUNT(CASE WHEN status LIKE '%;DUPLICATE_KEY;%' THEN 1 END) AS duplicates,
    COUNT(CASE WHEN status LIKE '%;OVERFILL;%' THEN 1 END) AS overfills
  FROM (
    SELECT tradeDate, ReporterId, eventType, relation, Parent,
      @own_status AS status
    FROM $events) AS found
  GROUP BY tradeDate, ReporterId) AS counted
@lives

-- view v_reporter_trend: The error rate of each reporter by day, beside its day before and the mean of its 20 days before; days on which it reported nothing are none. A day is compared with those before it, so that the counts of all days are made.
--   events: Events that the reporter reported.
--   errors: Those with an error status, but where a parent's day was dropped.
--   errorRate: errors over events.
--   sinceDayBefore: errorRate less that of the reporter's day before.
--   meanOf20Days: Mean errorRate of the reporter's up to 20 days before this one.
--   aboveMean: errorRate less meanOf20Days.
--   errorRateBefore: Events with a fault that was not gone by the deadline of reports, repaired or not, over events.
--   errorRateAfter: Those with one that is open, over events.
--   repairsLateRate: Faults that were not repaired in time over all that were repaired.
SELECT tradeDate, ReporterId, events, errors, errorRate,
  errorRate - LAG(errorRate) OVER (PARTITION BY ReporterId ORDER BY tradeDate)
    AS sinceDayBefore,
  AVG(errorRate) OVER (PARTITION BY ReporterId ORDER BY tradeDate
    ROWS BETWEEN 20 PRECEDING AND 1 PRECEDING) AS meanOf20Days,
  errorRate - AVG(errorRate) OVER (PARTITION BY ReporterId ORDER BY tradeDate
    ROWS BETWEEN 20 PRECEDING AND 1 PRECEDING) AS aboveMean,
  COALESCE(faultyBefore, 0) / events AS errorRateBefore,
  COALESCE(faultyAfter, 0) / events AS errorRateAfter,
  repairsLate / NULLIF(repairsInTime + repairsLate, 0) AS repairsLateRate
FROM (
  SELECT tradeDate, ReporterId, COUNT(*) AS events, COUNT(@own_status) AS errors,
    COUNT(@own_status) / COUNT(*) AS errorRate
  FROM $events
  GROUP BY tradeDate, ReporterId) AS counted
@lives

-- part faults
SELECT f.ReporterId, f.role, f.tradeDate, f.id, e.eventType, e.EventId, e.symbol, f.status,
  f.reason, f.tag, f.firstSeen@1
FROM $errors AS f
LEFT JOIN $events AS e ON e.id = f.id AND e.tradeDate = f.tradeDate
WHERE f.repaired IS @2
ORDER BY f.ReporterId, f.tradeDate, f.firstSeen, f.id, f.status

-- view v_open_errors: Faults that nobody has repaired, of each firm; of a deleted event no type, id and symbol.
@faults{}{NULL}

-- view v_repairs: Faults that were repaired, by what, and whether in time.
@faults{, f.repaired, f.repairedBy, f.inTime}{NOT NULL}

-- part vwap
-- Average LastPx weighted by LastShares of px and shares.
ROUND(SUM(CAST(shares AS $DOUBLE) * CAST(px AS $DOUBLE))
    / NULLIF(SUM(CASE WHEN px IS NOT NULL THEN CAST(shares AS $DOUBLE) END), 0), 6) AS vwap

-- part traded
-- What the price of an event of @1 is of: only prices of the same are comparable. An order of several
-- legs as a whole has a price of all legs together, which is of nothing that has a market, whatever
-- its Symbol says; an option is its own, not its symbol's.
CASE WHEN NOT COALESCE(@1.multiLeg, FALSE) THEN @1.instrument END

-- part named
-- What an event of @1 trades, for people: one name for what @traded tells apart.
CASE WHEN COALESCE(@1.multiLeg, FALSE) THEN CONCAT(@1.symbol, ' (legs)')
  ELSE COALESCE(@1.instrument, @1.symbol) END

-- view v_symbol_minute: What happened in each instrument of each symbol in each minute; a trade counts once, where the order went no further, as first reported.
--   instrument: What is traded; null for orders of several legs as a whole, which have no prices here, and where the message has half of an option.
--   minute: The minute's beginning in UTC.
--   events: Events reported, of all kinds.
--   orders: NEW and AGGREGATE.
--   routes: ROUTE.
--   replaces: REPLACE.
--   cancels: CANCEL.
--   trades: Fills of orders and routes of which no version has a ROUTE, ACCEPT, INTERNAL or MERGE child; later busts and corrections change nothing.
--   volume: Sum of their LastShares.
--   openPx: LastPx of the earliest of them.
--   highPx: Their highest LastPx.
--   lowPx: Their lowest LastPx.
--   closePx: LastPx of the latest of them.
--   vwap: Their average LastPx weighted by LastShares, rounded to 6 digits.
--   busts: BUST.
--   corrections: CORRECT.
--   errors: Events with an error status.
-- A trade is reported by every firm that the order passed through. It is counted where the order went
-- no further: no version of the order or route that was filled has a ROUTE, ACCEPT, INTERNAL or MERGE
-- child. That is how filledQuantity counts, except that the tape is shown as it ran: a trade stays in
-- its minute with its first quantity and price, busted or corrected later or not. The first and the
-- last trade of a minute are told by their time and then their id, as text that sorts like both.
WITH marked AS (
  SELECT symbol, @traded{e} AS instrument, $MINUTE(timestamp) AS minute, eventType,
    errorStatus, eventType IN ('PARTIAL_FILL', 'FILL') AND COALESCE(counted, FALSE) AS trade,
    lastShares, CASE WHEN @traded{e} IS NOT NULL THEN lastPx END AS lastPx, timestampNanos, id,
    tradeDate
  FROM $events AS e),
priced AS (
  SELECT symbol, instrument, minute, eventType, errorStatus, tradeDate,
    CASE WHEN trade THEN lastShares END AS shares,
    CASE WHEN trade THEN lastPx END AS px,
    CASE WHEN trade AND lastPx IS NOT NULL THEN
      CONCAT(LPAD(CAST(CAST(timestampNanos AS $WIDE) + CAST('9223372036854775808' AS $WIDE)
        AS $TEXT), 20, '0'), CAST(id AS $TEXT)) END AS moment
  FROM marked)
SELECT symbol, instrument, minute,
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
  @vwap,
  COUNT(CASE WHEN eventType = 'BUST' THEN 1 END) AS busts,
  COUNT(CASE WHEN eventType = 'CORRECT' THEN 1 END) AS corrections,
  COUNT(errorStatus) AS errors,
  tradeDate
FROM priced
GROUP BY symbol, instrument, minute, tradeDate
ORDER BY symbol, instrument, minute, tradeDate

-- view v_fill_price: Each report of a fill beside the order's limit and the instrument's average price of the minute, as first reported: add WHERE beyondLimit > 0.
--   limitPrice: The limit in force: Price (44) of the version of the order that the fill names (11), else the fill's own; null at the market, and of a leg.
--   beyondLimit: By how much lastPx is above the limit of a buy or below that of a sale, 0 if it is not; null without a limit, or if fill and order differ in side.
--   instrument: What is traded; null for orders of several legs as a whole, and where the message has half of an option.
--   minuteVwap: vwap of the instrument in the fill's minute, as in v_symbol_minute, this fill included if it is a trade; null where instrument is.
--   deviationBps: lastPx above (negative: below) minuteVwap, in hundredths of a percent, rounded to 2 digits.
--   trade: Whether the order went no further, so that this report counts as the trade; else it is a report of it by a firm further up.
-- The limit in force is that of the version of the order or route that the report names with its ClOrdID
-- (11), which is its parent; where that was not reported or has no price, the report's own Price (44).
-- A report whose side is not its order's cannot be compared with a limit. Differences are of
-- floating-point numbers, since those of two decimals of 38 digits may have 39; whether a price is
-- beyond the limit at all is told by the decimals.
WITH elsewhere AS (
@far_parents
),
fills AS (
  SELECT e.id, e.LifecycleId, e.timestamp, e.eventType, e.ReporterId, e.EventId, e.source,
    e.destination, e.lastMkt, e.symbol, @traded{e} AS instrument, e.side, e.lastShares,
    e.lastPx, e.tradeDate, $MINUTE(e.timestamp) AS minute, COALESCE(e.counted, FALSE) AS trade,
    CASE WHEN e.legRefId IS NULL AND COALESCE(o.ordType, e.ordType, '') <> '1'
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
  SELECT instrument, minute, tradeDate,
    @vwap
  FROM (
    SELECT instrument, minute, tradeDate, lastShares AS shares, lastPx AS px
    FROM fills
    WHERE trade) AS trades
  GROUP BY instrument, minute, tradeDate)
SELECT f.id, f.LifecycleId, f.timestamp, f.eventType, f.ReporterId, f.EventId, f.source,
  f.destination, f.lastMkt, f.symbol, f.instrument, f.side, f.lastShares, f.lastPx,
  f.limitPrice,
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
ON m.instrument = f.instrument AND m.minute = f.minute AND m.tradeDate = f.tradeDate
ORDER BY f.timestamp, f.id
