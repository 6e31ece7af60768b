package io.daisychain.cli.provenance;

import io.daisychain.model.RowKey;
import io.daisychain.warehouse.ColumnType;
import io.daisychain.warehouse.SqlRows;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is published of a lifecycle; rows by column, in text as it is published, nulls as null.
 *
 * @param events in order of time
 * @param links edges to parents, reported or not
 * @param versions of events that were corrected, deleted or reported with several contents
 * @param faults with their ends
 */
public record PublishedLifecycle(
    List<Map<String, String>> events,
    List<Map<String, String>> links,
    List<Map<String, String>> versions,
    List<Map<String, String>> faults) {
  private static final List<String> EVENTS =
      List.of(
          "id",
          "tradeDate",
          "eventType",
          "ReporterId",
          "EventId",
          "timestamp",
          "sendingTime",
          "symbol",
          "side",
          "quantity",
          "price",
          "lastShares",
          "lastPx",
          "clOrdId",
          "origClOrdId",
          "orderId",
          "CustomerId",
          "source",
          "destination",
          "lastMkt",
          "errorStatus",
          "version",
          "format",
          "GrandParent",
          "LifecycleId");
  private static final List<String> LINKS = List.of("parent", "child", "relation", "tradeDate");
  private static final List<String> VERSIONS =
      List.of(
          "id", "version", "action", "sentTime", "ReporterId", "standing", "changed", "tradeDate");
  private static final List<String> FAULTS =
      List.of(
          "id", "tradeDate", "ReporterId", "role", "status", "firstSeen", "repaired", "repairedBy");

  /** Rows of a lifecycle's events alone, all of one trade date or of several. */
  private static final String OF_LIFECYCLE =
      " WHERE %s IN (SELECT id FROM events WHERE id = CAST(? AS $uuid)"
          + " OR LifecycleId IN (SELECT LifecycleId FROM events WHERE id = CAST(? AS $uuid)))"
          + " ORDER BY %s";

  /**
   * Reads the lifecycle of an event.
   *
   * @return without events if there is no such event
   */
  public static PublishedLifecycle read(SqlRows warehouse, RowKey id) throws IOException {
    return new PublishedLifecycle(
        rows(warehouse, "events", EVENTS, "id", "timestamp, id, tradeDate", id),
        rows(warehouse, "links", LINKS, "child", "child, parent, tradeDate", id),
        rows(warehouse, "history", VERSIONS, "id", "id, tradeDate, version", id),
        rows(warehouse, "errors", FAULTS, "id", "id, tradeDate, firstSeen, status", id));
  }

  private static List<Map<String, String>> rows(
      SqlRows warehouse, String table, List<String> columns, String key, String order, RowKey id)
      throws IOException {
    List<String> quoted =
        columns.stream().map(column -> warehouse.dialect().quoted(column)).toList();
    String sql =
        ("SELECT " + String.join(", ", quoted) + " FROM " + table)
            + OF_LIFECYCLE
                .formatted(key, order)
                .replace("$uuid", warehouse.dialect().typeOf(ColumnType.UUID));
    List<Map<String, String>> rows = new ArrayList<>();
    for (String[] row : warehouse.rows(sql, id.toString(), id.toString())) {
      Map<String, String> values = new LinkedHashMap<>();
      for (int i = 0; i < row.length; i++) {
        values.put(columns.get(i), row[i]);
      }
      rows.add(values);
    }
    return rows;
  }

  /** Id of the lifecycle: that of its oldest root. */
  String id() {
    String lifecycle = events.get(0).get("LifecycleId");
    return lifecycle == null ? events.get(0).get("id") : lifecycle;
  }
}
