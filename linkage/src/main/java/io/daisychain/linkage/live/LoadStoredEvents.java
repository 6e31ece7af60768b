package io.daisychain.linkage.live;

import io.daisychain.model.Family;
import io.daisychain.model.RowKey;
import io.daisychain.model.TableSchema;
import io.daisychain.model.cell.LifecycleCell;
import io.daisychain.model.cell.LineageCell;
import io.daisychain.store.ConnectionLease;
import io.daisychain.store.StoreTable;
import io.daisychain.store.dates.Dates;
import io.daisychain.store.dates.OpenReferences;
import io.daisychain.store.dates.StoredDate;
import io.daisychain.store.scan.RangeScan;
import io.daisychain.store.scan.StoredCells;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;

/** Reads what a store has when live linking begins. */
final class LoadStoredEvents {
  private LoadStoredEvents() {}

  /** Notes which keys the store has, and tells of its events. */
  static void load(
      StoreTable table,
      Dates dates,
      ConnectionLease lease,
      LiveKeys keys,
      LiveLink.StoredEvents stored)
      throws IOException {
    for (StoredDate date : dates.list()) {
      String name = table.ofDate(date.epochDay());
      byte[] all = {};
      try (RangeScan scan = RangeScan.open(lease.connection(), name, all, all, Family.LINK)) {
        byte[] key = null;
        List<Cell> named = new ArrayList<>();
        Cell lineage = null;
        Cell lifecycle = null;
        boolean more = scan.next();
        while (more || key != null) {
          if (key != null && (!more || scan.startsRow())) {
            if (key.length == RowKey.LENGTH) {
              keys.addStored(RowKey.high(key, 0), RowKey.low(key, 0));
              if (!named.isEmpty()) {
                tell(date.epochDay(), RowKey.read(key, 0), named, lineage, lifecycle, stored);
              }
            }
            named.clear();
            lineage = null;
            lifecycle = null;
            key = null;
          }
          if (more) {
            key = scan.row();
            Cell cell = scan.cell();
            switch (cell.getQualifierArray()[cell.getQualifierOffset()]) {
              case TableSchema.REFERENCES_PREFIX -> named.add(cell);
              case 'G' -> lineage = cell;
              case 'L' -> lifecycle = cell;
              default -> {}
            }
            more = scan.next();
          }
        }
      }
      try (OpenReferences open = new OpenReferences(table)) {
        open.scan(date.epochDay(), (parent, child) -> keys.addStored(parent.high(), parent.low()));
      }
    }
  }

  private static void tell(
      int date,
      RowKey key,
      List<Cell> named,
      Cell lineage,
      Cell lifecycle,
      LiveLink.StoredEvents stored) {
    RowKey id = null;
    int statuses = 0;
    Cell published = named.get(0);
    if (lineage != null) {
      byte[] array = lineage.getValueArray();
      var view = new LineageCell().read(array, lineage.getValueOffset(), lineage.getValueLength());
      if (view.isDeleted()) {
        return; // it is in no table
      }
      id = RowKey.read(array, view.lifecycleAt());
      statuses = view.statuses();
      for (Cell cell : named) {
        if (view.isOfContent(cell.getQualifierArray(), cell.getQualifierOffset())) {
          published = cell;
        }
      }
    }
    LifecycleCell sums =
        lifecycle == null ? null : StoredCells.read(lifecycle, LifecycleCell::read);
    stored.accept(date, key, StoredCells.references(published), id, statuses, sums);
  }
}
