package io.daisychain.publish.table;

import io.daisychain.warehouse.WarehouseView;
import io.daisychain.warehouse.WarehouseView.Column;
import java.util.List;

/**
 * How views join rows by id over trade dates.
 *
 * <p>An id that is reported on two dates is an event of each, so no id alone is a key. Nearly all
 * lifecycles lie within a date, where the date is the second half of the key: a filter by date then
 * reaches both sides of a join, and the files of that date alone are read. What hangs together over
 * dates is joined beside that, for the lifecycles alone of which the counts say that they go on
 * elsewhere, and on the dates alone on which they can.
 *
 * <p>The tables do not say on which date a parent or a root lies. A parent lies on its child's own
 * date where that has an event of the id, which is where link looks first; else on the latest
 * earlier date on which the child's lifecycle has one, else on the earliest later one. An event is
 * of the lifecycle of its LifecycleId that began on its own date, else of the one that began last
 * before, else of the one that began first after it.
 */
final class LifecycleDates {
  /** A zone's trade date may be one day before UTC's, and with a day roll two days after it. */
  private static final String DATES =
      """
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
      """;

  static final WarehouseView DATES_VIEW =
      new WarehouseView(
          "v_lifecycle_dates",
          "The dates on which a lifecycle with events on tradeDate may have others, itself one of"
              + " them; no row for a lifecycle within one date.",
          DATES,
          List.of(new Column("alsoOn", "A date between the lifecycle's first and last.")));

  /**
   * Edges to parents on other dates, with the date. The few edges without a parent on their own
   * date come out of a query of their own: joined in one with the events of their lifecycles, an
   * optimizer may pair all events of a lifecycle first.
   */
  static final String FAR_PARENTS =
      """
      SELECT f.parent, f.child, f.relation, f.LifecycleId,
        COALESCE(MAX(CASE WHEN p.tradeDate < f.tradeDate THEN p.tradeDate END), MIN(p.tradeDate))
          AS parentDate,
        f.tradeDate
      FROM (
        SELECT DISTINCT l.parent, l.child, l.relation, c.LifecycleId, l.tradeDate
        FROM $v_lifecycle_dates AS d
        JOIN $events AS c ON c.LifecycleId = d.LifecycleId AND c.tradeDate = d.tradeDate
        JOIN $links AS l ON l.child = c.id AND l.tradeDate = c.tradeDate
        LEFT JOIN $events AS own ON own.id = l.parent AND own.tradeDate = l.tradeDate
        WHERE own.id IS NULL) AS f
      JOIN $events AS p ON p.id = f.parent AND p.LifecycleId = f.LifecycleId
      JOIN $v_lifecycle_dates AS d
      ON d.LifecycleId = f.LifecycleId AND d.tradeDate = f.tradeDate AND d.alsoOn = p.tradeDate
      GROUP BY f.parent, f.child, f.relation, f.LifecycleId, f.tradeDate
      """;

  private static final String PARENTS =
      """
      SELECT l.parent, l.child, l.relation, l.tradeDate AS parentDate, l.tradeDate
      FROM $links AS l
      JOIN $events AS p ON p.id = l.parent AND p.tradeDate = l.tradeDate
      UNION ALL
      SELECT parent, child, relation, parentDate, tradeDate
      FROM (
      %s) AS far
      """
          .replace("%s", FAR_PARENTS);

  static final WarehouseView PARENTS_VIEW =
      new WarehouseView(
          "v_parents",
          "One row an edge to a parent that was reported, with the date on which that lies: join"
              + " events on id and tradeDate.",
          PARENTS,
          List.of(new Column("parentDate", "Trade date of the parent.")));

  private LifecycleDates() {}

  /**
   * A query of the events of each lifecycle, on all dates.
   *
   * @param columns of {@code events}, without LifecycleId
   * @param condition on them
   * @return gives LifecycleId, the lifecycle's firstDate, and the columns
   */
  static String members(String columns, String condition) {
    return """
    SELECT LifecycleId, tradeDate AS firstDate, %columns
    FROM $events
    WHERE %condition
    UNION ALL
    SELECT g.LifecycleId, g.firstDate, %columns
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
    WHERE %condition
    """
        .replace("%columns", columns)
        .replace("%condition", condition);
  }
}
