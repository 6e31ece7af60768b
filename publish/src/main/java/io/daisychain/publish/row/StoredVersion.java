package io.daisychain.publish.row;

import io.daisychain.model.EventVersions;
import io.daisychain.model.RowKey;
import io.daisychain.model.cell.EventCell;
import io.daisychain.model.cell.ParentReferenceCell;
import java.util.ArrayList;
import java.util.Comparator;
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
  private static final Comparator<StoredVersion> ORDER =
      Comparator.comparingLong((StoredVersion stored) -> stored.event.sendingTime())
          .thenComparing(stored -> stored.event.contentBytes().toString()) // a character a byte
          .thenComparing(stored -> stored.event.action());

  /**
   * Puts a row's versions in order.
   *
   * @param events cells {@code Data:e<content>}
   * @param parentCells cells {@code Link:p<content>}
   * @throws IllegalStateException for a version without parent references
   */
  static List<StoredVersion> inOrder(List<Cell> events, List<Cell> parentCells) {
    Map<RowKey, Cell> earliest = new HashMap<>();
    EventCell view = new EventCell();
    Map<RowKey, Long> sent = new HashMap<>();
    for (Cell cell : events) {
      long time =
          view.read(cell.getValueArray(), cell.getValueOffset(), cell.getValueLength())
              .sendingTime();
      RowKey column = column(cell);
      if (!sent.containsKey(column) || time < sent.get(column)) {
        sent.put(column, time);
        earliest.put(column, cell);
      }
    }
    Map<RowKey, Cell> parentsOf = new HashMap<>();
    ParentReferenceCell references = new ParentReferenceCell();
    for (Cell cell : parentCells) {
      long time =
          references
              .read(cell.getValueArray(), cell.getValueOffset(), cell.getValueLength())
              .sendingTime();
      RowKey column = column(cell);
      if (sent.containsKey(column) && time == sent.get(column)) {
        parentsOf.put(column, cell);
      }
    }
    List<StoredVersion> versions = new ArrayList<>();
    earliest.forEach(
        (column, cell) -> {
          Cell parentReferences = parentsOf.get(column);
          if (parentReferences == null) {
            throw RowCells.withoutReferences(cell);
          }
          versions.add(of(column, cell, parentReferences));
        });
    versions.sort(ORDER);
    return versions;
  }

  private static StoredVersion of(RowKey column, Cell cell, Cell parentReferences) {
    EventCell event =
        new EventCell().read(cell.getValueArray(), cell.getValueOffset(), cell.getValueLength());
    ParentReferenceCell references =
        new ParentReferenceCell()
            .read(
                parentReferences.getValueArray(),
                parentReferences.getValueOffset(),
                parentReferences.getValueLength());
    EventVersions.Version version =
        new EventVersions.Version(
            event.action(),
            event.sendingTime(),
            references.reporter().toString(),
            new RowKey(references.contentHigh(column.high()), references.contentLow(column.low())));
    return new StoredVersion(cell, event, parentReferences, version);
  }

  private static RowKey column(Cell cell) {
    return RowKey.read(cell.getQualifierArray(), cell.getQualifierOffset() + 1);
  }

  RowKey column() {
    return column(cell);
  }

  ParentReferenceCell references() {
    return new ParentReferenceCell()
        .read(parentCell.getValueArray(), parentCell.getValueOffset(), parentCell.getValueLength());
  }
}
