package io.daisychain.publish.table;

import io.daisychain.warehouse.WarehouseView;
import io.daisychain.warehouse.WarehouseView.Column;
import java.util.List;

/**
 * Queries that most users of the warehouse begin with, written once for all dialects.
 *
 * <p>Durations are differences of {@code timestampNanos}: BigQuery's moments are microseconds. They
 * are wide, since the clocks of two reporters may be centuries apart.
 */
public final class PublishedViews {
  private static final String IS_ORDER =
      "eventType IN ('NEW', 'AGGREGATE', 'INTERNAL', 'ROUTE', 'ACCEPT')";

  private static final WarehouseView LIFECYCLE =
      new WarehouseView(
          "v_lifecycle",
          "Events of a lifecycle in order: add WHERE LifecycleId = '...'.",
          """
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
          %s) AS f
            JOIN $events AS q ON q.id = f.parent AND q.tradeDate = f.parentDate) AS farParent
          ON farParent.LifecycleId = e.LifecycleId AND farParent.child = e.id
            AND farParent.parent = e.Parent AND farParent.tradeDate = e.tradeDate
          ORDER BY e.LifecycleId, e.timestamp, e.depth, e.id
          """
              .replace("%s", LifecycleDates.FAR_PARENTS),
          List.of(
              new Column(
                  "nanosSinceRoot",
                  "Nanoseconds since the lifecycle's oldest root; negative where clocks differ."),
              new Column(
                  "nanosSinceParent", "Nanoseconds since Parent; null if that was not reported.")));

  private static final WarehouseView BROKEN_CHAINS =
      new WarehouseView(
          "v_broken_chains",
          "Lifecycles with a gap: a parent never reported, a circle, or a route nobody accepted.",
          """
          SELECT l.id AS LifecycleId, l.symbol, l.firstTime, l.lastTime, l.events, l.firms,
            b.orphans, b.cycleEvents, b.unacceptedRoutes, l.finalState,
            l.firstDate
          FROM (
            SELECT LifecycleId, firstDate,
              COUNT(CASE WHEN status LIKE '%;ORPHAN;%' THEN 1 END) AS orphans,
              COUNT(CASE WHEN status LIKE '%;CYCLE;%' THEN 1 END) AS cycleEvents,
              COUNT(CASE WHEN status LIKE '%;UNACCEPTED;%' THEN 1 END) AS unacceptedRoutes
            FROM (
          %s) AS broken
            GROUP BY LifecycleId, firstDate) AS b
          JOIN $lifecycles AS l ON l.id = b.LifecycleId AND l.firstDate = b.firstDate
          WHERE b.orphans + b.cycleEvents + b.unacceptedRoutes > 0
          ORDER BY l.firstTime, l.id, l.firstDate
          """
              .replace(
                  "%s",
                  LifecycleDates.members(
                      "CONCAT(';', errorStatus, ';') AS status", "errorStatus IS NOT NULL")),
          List.of(
              new Column("orphans", "Events with a parent that was never reported."),
              new Column("cycleEvents", "Members of circles."),
              new Column("unacceptedRoutes", "Routes that the receiver never reported.")));

  private static final WarehouseView FILL_RATIO =
      new WarehouseView(
          "v_fill_ratio",
          "How much of each lifecycle's order was filled.",
          """
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
          %s) AS roots
            GROUP BY LifecycleId, firstDate) AS o
          ON o.LifecycleId = l.id AND o.firstDate = l.firstDate
          ORDER BY l.firstTime, l.id, l.firstDate
          """
              .replace("%s", LifecycleDates.members("eventType", "depth = 0 AND " + IS_ORDER)),
          List.of(
              new Column("rootOrders", "Orders that the lifecycle began with; several if merged."),
              new Column(
                  "fillRatio",
                  "filledQuantity over orderedQuantity; over 1 for an overfill. Null for several"
                      + " rootOrders: orderedQuantity is the oldest's alone, and the fills of an"
                      + " aggregated order are of all that it was made of, in parts that nobody"
                      + " reports.")));

  private static final WarehouseView TIME_TO_FIRST_FILL =
      new WarehouseView(
          "v_time_to_first_fill",
          "Time from each lifecycle's oldest order to its first fill; without one it is not here.",
          """
          SELECT o.LifecycleId, o.symbol, o.ReporterId, o.EventId, o.timestamp AS orderTime,
            f.firstFillTime,
            CAST(f.firstFillNanos AS $WIDE) - CAST(o.timestampNanos AS $WIDE) AS nanosToFirstFill,
            o.tradeDate
          FROM $events AS o
          JOIN (
            SELECT LifecycleId, firstDate, MIN(timestamp) AS firstFillTime,
              MIN(timestampNanos) AS firstFillNanos
            FROM (
          %s) AS fills
            GROUP BY LifecycleId, firstDate) AS f
          ON f.LifecycleId = o.LifecycleId AND f.firstDate = o.tradeDate
          WHERE o.id = o.LifecycleId AND o.depth = 0 AND o.%order
          ORDER BY o.timestamp, o.id
          """
              .replace(
                  "%s",
                  LifecycleDates.members(
                      "timestamp, timestampNanos",
                      "eventType IN ('PARTIAL_FILL', 'FILL') AND COALESCE(ordStatus, '') <> '7'"))
              .replace("%order", IS_ORDER),
          List.of(
              new Column("orderTime", "timestamp of the oldest root."),
              new Column(
                  "firstFillTime", "timestamp of the lifecycle's first fill, at whichever firm."),
              new Column(
                  "nanosToFirstFill", "Nanoseconds between them; negative where clocks differ.")));

  /** Routes of lifecycles over several dates, with each other date on which ACCEPTs may lie. */
  private static final String FAR_ROUTES =
      """
      SELECT r.id, r.LifecycleId, d.alsoOn, r.tradeDate
      FROM $v_lifecycle_dates AS d
      JOIN $events AS r ON r.LifecycleId = d.LifecycleId AND r.tradeDate = d.tradeDate
      WHERE r.eventType = 'ROUTE' AND d.alsoOn <> d.tradeDate
      """;

  private static final WarehouseView ROUTE_LATENCY =
      new WarehouseView(
          "v_route_latency",
          "Each route and how long its receiver took to accept it.",
          """
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
          %far) AS f
              JOIN $events AS c
              ON c.Parent = f.id AND c.LifecycleId = f.LifecycleId AND c.tradeDate = f.alsoOn
              LEFT JOIN (
                SELECT o.id, o.tradeDate, o.alsoOn
                FROM (
          %far) AS o
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
          """
              .replace("%far", FAR_ROUTES),
          List.of(
              new Column("routeTime", "timestamp of the ROUTE."),
              new Column("acceptTime", "timestamp of its first ACCEPT; null if none came."),
              new Column("accepts", "Number of ACCEPTs: 0 or 1 unless somebody erred."),
              new Column(
                  "nanosToAccept", "Nanoseconds between them; negative where clocks differ.")));

  private static final String FAULTS =
      """
      SELECT f.ReporterId, f.role, f.tradeDate, f.id, e.eventType, e.EventId, e.symbol, f.status,
        f.reason, f.tag, f.firstSeen%s
      FROM $errors AS f
      LEFT JOIN $events AS e ON e.id = f.id AND e.tradeDate = f.tradeDate
      WHERE f.repaired IS %s
      ORDER BY f.ReporterId, f.tradeDate, f.firstSeen, f.id, f.status
      """;

  private static final WarehouseView OPEN_ERRORS =
      new WarehouseView(
          "v_open_errors",
          "Faults that nobody has repaired, of each firm; of a deleted event no type, id and symbol.",
          FAULTS.formatted("", "NULL"),
          List.of());

  private static final WarehouseView REPAIRS =
      new WarehouseView(
          "v_repairs",
          "Faults that were repaired, by what, and whether in time.",
          FAULTS.formatted(", f.repaired, f.repairedBy, f.inTime", "NOT NULL"),
          List.of());

  public static final List<WarehouseView> ALL =
      List.of(
          LifecycleDates.DATES_VIEW,
          LifecycleDates.PARENTS_VIEW,
          LIFECYCLE,
          withStatus("v_orphans", "Events with a parent that was never reported.", "ORPHAN"),
          BROKEN_CHAINS,
          withStatus(
              "v_mismatches",
              "Events that disagree with a parent or child in symbol or side.",
              "SYMBOL_MISMATCH",
              "SIDE_MISMATCH"),
          withStatus(
              "v_duplicates",
              "Events of which another content was reported under the same identity.",
              "DUPLICATE_KEY"),
          withStatus(
              "v_out_of_sequence",
              "Events earlier than one of their parents by more than the clock tolerance.",
              "OUT_OF_SEQUENCE"),
          FILL_RATIO,
          TIME_TO_FIRST_FILL,
          ROUTE_LATENCY,
          ReporterScorecard.VIEW,
          ReporterScorecard.TREND_VIEW,
          OPEN_ERRORS,
          REPAIRS,
          SymbolMinute.VIEW,
          FillPrice.VIEW);

  private PublishedViews() {}

  private static WarehouseView withStatus(String name, String meaning, String... statuses) {
    StringBuilder condition = new StringBuilder();
    for (String status : statuses) {
      condition.append(condition.isEmpty() ? "" : " OR ");
      condition.append("CONCAT(';', errorStatus, ';') LIKE '%;").append(status).append(";%'");
    }
    return new WarehouseView(
        name,
        meaning,
        """
        SELECT id, Parent, ReporterId, eventType, EventId, timestamp, symbol, side, errorStatus,
          errorReason, LifecycleId, tradeDate
        FROM $events
        WHERE errorStatus IS NOT NULL AND (%s)
        ORDER BY timestamp, id
        """
            .replace("%s", condition));
  }
}
