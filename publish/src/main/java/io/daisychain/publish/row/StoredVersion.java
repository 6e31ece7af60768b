package io.daisychain.publish.row;

import io.daisychain.model.EventVersions;
import io.daisychain.model.RowKey;
import io.daisychain.model.cell.EventCell;
import io.daisychain.model.cell.ParentReferenceCell;
import io.daisychain.store.scan.StoredCells;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.Cell;

/**
 * A version of a row's event.
 *
 * @param cell its message, {@code Data:e<content>}, as it was sent first
 * @param event what is in it
 * @param parentCell its parent references, {@code Link:p<content>}
 * @param version what it says of itself
 */
record StoredVersion(Cell cell, EventCell event, Cell parentCell, EventVersions.Version version) {

  /**
   * Puts a row's versions in order.
   *
   * @param events cells {@code Data:e<content>}
   * @param parentCells cells {@code Link:p<content>}
   * @throws IllegalStateException for a version without parent references
   */
  static List<StoredVersion> inOrder(List<Cell> events, List<Cell> parentCells) {
    Map<RowKey, Cell> earliest = new HashMap<>();
    Map<RowKey, Long> sent = new HashMap<>();
    for (Cell cell : events) {
      long time = StoredCells.event(cell).sendingTime();
      RowKey column = StoredCells.content(cell);
      if (!sent.containsKey(column) || time < sent.get(column)) {
        sent.put(column, time);
        earliest.put(column, cell);
      }
    }
    Map<RowKey, Cell> parentsOf = new HashMap<>();
    for (Cell cell : parentCells) {
      RowKey column = StoredCells.content(cell);
      Long time = sent.get(column);
      if (time != null && time == StoredCells.references(cell).sendingTime()) {
        parentsOf.put(column, cell);
      }
    }
    List<StoredVersion> versions = new ArrayList<>();
    earliest.forEach(
        (column, cell) -> {
          Cell parents = parentsOf.get(column);
          if (parents == null) {
            throw RowCells.withoutReferences(cell);
          }
          versions.add(
              new StoredVersion(
                  cell, StoredCells.event(cell), parents, StoredCells.version(parents)));
        });
    versions.sort(
        EventVersions.order(
            StoredVersion::version, stored -> stored.event.contentBytes().toString()));
    return versions;
  }

  RowKey column() {
    return StoredCells.content(cell);
  }

  ParentReferenceCell references() {
    return StoredCells.references(parentCell);
  }
}
