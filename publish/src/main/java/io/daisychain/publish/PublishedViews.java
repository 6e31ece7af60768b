package io.daisychain.publish;

import io.daisychain.warehouse.WarehouseView;
import io.daisychain.warehouse.WarehouseView.Column;
import java.util.List;

/**
 * Queries that most users of the warehouse begin with, written once for all dialects.
 *
 * <p>Durations are differences of {@code timestampNanos}: BigQuery's moments are microseconds. They
 * are wide, since the clocks of two reporters may be centuries apart.
 */
final class PublishedViews {
  private static final WarehouseView LIFECYCLE =
      new WarehouseView(
          "v_lifecycle",
          "Events of a lifecycle in order: add WHERE LifecycleId = '...'.",
          """
          SELECT e.LifecycleId, e.depth, e.timestamp,
            CAST(e.timestampNanos AS $WIDE) - CAST(r.timestampNanos AS $WIDE) AS nanosSinceRoot,
            CAST(e.timestampNanos AS $WIDE) - CAST(p.timestampNanos AS $WIDE) AS nanosSinceParent,
            e.eventType, e.ReporterId, e.EventId, e.source, e.destination, e.lastMkt, e.symbol,
            e.side, e.quantity, e.price, e.lastShares, e.lastPx, e.relation, e.Parent, e.id,
            e.errorStatus, e.tradeDate
          FROM $events AS e
          LEFT JOIN $events AS r ON r.id = e.LifecycleId
          LEFT JOIN $events AS p ON p.id = e.Parent
          ORDER BY e.LifecycleId, e.timestamp, e.depth, e.id
          """,
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
            SELECT LifecycleId,
              COUNT(CASE WHEN status LIKE '%;ORPHAN;%' THEN 1 END) AS orphans,
              COUNT(CASE WHEN status LIKE '%;CYCLE;%' THEN 1 END) AS cycleEvents,
              COUNT(CASE WHEN status LIKE '%;UNACCEPTED;%' THEN 1 END) AS unacceptedRoutes
            FROM (
              SELECT LifecycleId, CONCAT(';', errorStatus, ';') AS status
              FROM $events
              WHERE errorStatus IS NOT NULL) AS broken
            GROUP BY LifecycleId) AS b
          JOIN $lifecycles AS l ON l.id = b.LifecycleId
          WHERE b.orphans + b.cycleEvents + b.unacceptedRoutes > 0
          ORDER BY l.firstTime, l.id
          """,
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
            SELECT LifecycleId, COUNT(*) AS rootOrders
            FROM $events
            WHERE depth = 0
              AND eventType IN ('NEW', 'AGGREGATE', 'INTERNAL', 'ROUTE', 'ACCEPT')
            GROUP BY LifecycleId) AS o
          ON o.LifecycleId = l.id
          ORDER BY l.firstTime, l.id
          """,
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
            SELECT LifecycleId, MIN(timestamp) AS firstFillTime,
              MIN(timestampNanos) AS firstFillNanos
            FROM $events
            WHERE eventType IN ('PARTIAL_FILL', 'FILL') AND COALESCE(ordStatus, '') <> '7'
            GROUP BY LifecycleId) AS f
          ON f.LifecycleId = o.LifecycleId
          WHERE o.id = o.LifecycleId
            AND o.eventType IN ('NEW', 'AGGREGATE', 'INTERNAL', 'ROUTE', 'ACCEPT')
          ORDER BY o.timestamp, o.id
          """,
          List.of(
              new Column("orderTime", "timestamp of the oldest root."),
              new Column(
                  "firstFillTime", "timestamp of the lifecycle's first fill, at whichever firm."),
              new Column(
                  "nanosToFirstFill", "Nanoseconds between them; negative where clocks differ.")));

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
            SELECT Parent, MIN(timestamp) AS acceptTime, MIN(timestampNanos) AS acceptNanos,
              COUNT(*) AS accepts
            FROM $events
            WHERE eventType = 'ACCEPT'
            GROUP BY Parent) AS a
          ON a.Parent = r.id
          WHERE r.eventType = 'ROUTE'
          ORDER BY r.timestamp, r.id
          """,
          List.of(
              new Column("routeTime", "timestamp of the ROUTE."),
              new Column("acceptTime", "timestamp of its first ACCEPT; null if none came."),
              new Column("accepts", "Number of ACCEPTs: 0 or 1 unless somebody erred."),
              new Column(
                  "nanosToAccept", "Nanoseconds between them; negative where clocks differ.")));

  static final List<WarehouseView> ALL =
      List.of(
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
