package io.daisychain.publish;

import io.daisychain.warehouse.WarehouseView;
import java.util.List;

/** Queries that most users of the warehouse begin with. */
final class PublishedViews {
  private static final String ERROR_COLUMNS =
      "id, Parent, ReporterId, eventType, EventId, \"timestamp\", symbol, side, errorStatus,"
          + " errorReason, LifecycleId";

  static final List<WarehouseView> ALL =
      List.of(
          new WarehouseView(
              "v_lifecycle",
              "Events of a lifecycle in order: add WHERE LifecycleId = '...'.",
              "SELECT LifecycleId, depth, \"timestamp\", eventType, ReporterId, EventId, symbol, side,"
                  + " quantity, price, lastShares, lastPx, relation, Parent, id, errorStatus"
                  + " FROM events ORDER BY LifecycleId, \"timestamp\", depth, id"),
          withStatus("v_orphans", "Events with a parent that was never reported.", "ORPHAN"),
          withStatus(
              "v_mismatches",
              "Events that disagree with a parent or child in symbol or side.",
              "(SYMBOL|SIDE)_MISMATCH"),
          withStatus(
              "v_duplicates",
              "Events of which another content was reported under the same identity.",
              "DUPLICATE_KEY"),
          withStatus(
              "v_out_of_sequence",
              "Events earlier than one of their parents by more than the clock tolerance.",
              "OUT_OF_SEQUENCE"));

  private PublishedViews() {}

  private static WarehouseView withStatus(String name, String meaning, String status) {
    return new WarehouseView(
        name,
        meaning,
        "SELECT "
            + ERROR_COLUMNS
            + " FROM events WHERE regexp_matches(errorStatus, '(^|;)"
            + status
            + "(;|$)') ORDER BY \"timestamp\", id");
  }
}
