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
 * @param claims its parent references, {@code Link:p<content>}
 * @param version what it says of itself
 */
record StoredVersion(Cell cell, EventCell event, Cell claims, EventVersions.Version version) {
  private static final Comparator<StoredVersion> ORDER =
      Comparator.comparingLong((StoredVersion stored) -> stored.event.sendingTime())
          .thenComparing(stored -> stored.event.contentBytes().toString()) // a character a byte
          .thenComparing(stored -> stored.event.action());

  /**
   * Puts a row's versions in order.
   *
   * @param events cells {@code Data:e<content>}
   * @param claims cells {@code Link:p<content>}
   * @throws IllegalStateException for a version without parent references
   */
  static List<StoredVersion> inOrder(List<Cell> events, List<Cell> claims) {
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
    Map<RowKey, Cell> claimOf = new HashMap<>();
    ParentReferenceCell references = new ParentReferenceCell();
    for (Cell cell : claims) {
      long time =
          references
              .read(cell.getValueArray(), cell.getValueOffset(), cell.getValueLength())
              .sendingTime();
      RowKey column = column(cell);
      if (sent.containsKey(column) && time == sent.get(column)) {
        claimOf.put(column, cell);
      }
    }
    List<StoredVersion> versions = new ArrayList<>();
    earliest.forEach(
        (column, cell) -> {
          Cell claim = claimOf.get(column);
          if (claim == null) {
            throw RowCells.withoutReferences(cell);
          }
          versions.add(of(column, cell, claim));
        });
    versions.sort(ORDER);
    return versions;
  }

  private static StoredVersion of(RowKey column, Cell cell, Cell claim) {
    EventCell event =
        new EventCell().read(cell.getValueArray(), cell.getValueOffset(), cell.getValueLength());
    ParentReferenceCell references =
        new ParentReferenceCell()
            .read(claim.getValueArray(), claim.getValueOffset(), claim.getValueLength());
    EventVersions.Version version =
        new EventVersions.Version(
            event.action(),
            event.sendingTime(),
            references.reporter().toString(),
            new RowKey(references.contentHigh(column.high()), references.contentLow(column.low())));
    return new StoredVersion(cell, event, claim, version);
  }

  private static RowKey column(Cell cell) {
    return RowKey.read(cell.getQualifierArray(), cell.getQualifierOffset() + 1);
  }

  /** The hash in its column. */
  RowKey column() {
    return column(cell);
  }

  /** Its parent references. */
  ParentReferenceCell references() {
    return new ParentReferenceCell()
        .read(claims.getValueArray(), claims.getValueOffset(), claims.getValueLength());
  }
}
