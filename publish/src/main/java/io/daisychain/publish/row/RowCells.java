package io.daisychain.publish.row;

import io.daisychain.model.Action;
import io.daisychain.model.EventVersions;
import io.daisychain.model.RowKey;
import io.daisychain.model.TableSchema;
import io.daisychain.model.cell.EventCell;
import io.daisychain.model.cell.FaultsCell;
import io.daisychain.model.cell.LineageCell;
import io.daisychain.model.cell.ParentReferenceCell;
import io.daisychain.store.scan.StoredCells;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.hbase.Cell;

/**
 * The cells of one row that are published, and the choice among several contents.
 *
 * <p>Reusable; keeps the arrays of the cells added since {@link #clear}. Cells that this class does
 * not know, like the columns of children, are passed over.
 */
public final class RowCells {
  private static final byte[] GRANDPARENT = ascii(TableSchema.GRANDPARENT);
  private static final byte[] LIFECYCLE = ascii(TableSchema.LIFECYCLE);
  private static final byte[] FAULTS = ascii(TableSchema.FAULTS);

  private final List<Cell> events = new ArrayList<>();
  private final List<Cell> referenceCells = new ArrayList<>();
  private Cell eventCell;
  private EventCell event = new EventCell();
  private EventCell other = new EventCell();
  private final ParentReferenceCell references = new ParentReferenceCell();
  private final LineageCell lineage = new LineageCell();
  private Cell lineageCell;
  private Cell lifecycleCell;
  private Cell faultsCell;
  private final List<StoredVersion> versions = new ArrayList<>();
  private EventVersions choice;
  private int standing;

  public void clear() {
    events.clear();
    referenceCells.clear();
    eventCell = null;
    lineageCell = null;
    lifecycleCell = null;
    faultsCell = null;
    versions.clear();
    choice = null;
    standing = 0;
  }

  public void add(Cell cell) {
    int length = cell.getQualifierLength();
    if (length == 0) {
      return;
    }
    byte family = cell.getFamilyArray()[cell.getFamilyOffset()];
    if (family == 'E') {
      if (StoredCells.is(FAULTS, cell)) {
        faultsCell = cell;
      }
    } else if (family == 'D') {
      if (StoredCells.isContent(TableSchema.EVENT_PREFIX, cell)) {
        events.add(cell);
      }
    } else if (StoredCells.isContent(TableSchema.REFERENCES_PREFIX, cell)) {
      referenceCells.add(cell);
    } else if (StoredCells.is(GRANDPARENT, cell)) {
      lineageCell = cell;
    } else if (StoredCells.is(LIFECYCLE, cell)) {
      lifecycleCell = cell;
    }
  }

  /**
   * Ends a row; now it can be asked.
   *
   * @return false if its event was never reported, that is, if only its children wrote to it
   * @throws IllegalStateException for an event without its parent references
   */
  public boolean end() {
    if (events.isEmpty()) {
      return false;
    }
    if (lineageCell != null) {
      lineage.read(
          lineageCell.getValueArray(), lineageCell.getValueOffset(), lineageCell.getValueLength());
    }
    if (isPlain()) {
      choose();
      readReferences();
    } else {
      chooseVersion();
    }
    return true;
  }

  /** True for a row of one content that was reported as new: nearly all. */
  private boolean isPlain() {
    for (Cell cell : events) {
      if (!StoredCells.isSameContent(cell, events.get(0))) {
        return false;
      }
    }
    Cell cell = events.get(0);
    event.read(cell.getValueArray(), cell.getValueOffset(), cell.getValueLength());
    return event.action() == Action.NEW;
  }

  /** Of a content that was repeated, the earliest. */
  private void choose() {
    for (Cell cell : events) {
      other.read(cell.getValueArray(), cell.getValueOffset(), cell.getValueLength());
      if (eventCell == null || other.sendingTime() < event.sendingTime()) {
        EventCell better = other;
        other = event;
        event = better;
        eventCell = cell;
      }
    }
  }

  /** What link chose; where it has not, what the versions say. */
  private void chooseVersion() {
    versions.addAll(StoredVersion.inOrder(events, referenceCells));
    choice = new EventVersions(versions.stream().map(StoredVersion::version).toList());
    standing = choice.standing();
    for (int i = 0; i < versions.size() && lineageCell != null; i++) {
      if (isLinkedContent(versions.get(i).cell())) {
        standing = i;
      }
    }
    eventCell = versions.get(standing).cell();
    event = versions.get(standing).event();
    StoredCells.read(versions.get(standing).parentCell(), references::read);
  }

  /** The parent references of the same content: its column differs in the first byte alone. */
  private void readReferences() {
    for (int i = 0; i < referenceCells.size(); i++) {
      Cell cell = referenceCells.get(i);
      if (sameContent(cell)) {
        references.read(cell.getValueArray(), cell.getValueOffset(), cell.getValueLength());
        return;
      }
    }
    throw withoutReferences(eventCell);
  }

  static IllegalStateException withoutReferences(Cell event) {
    return new IllegalStateException(
        "row "
            + RowKey.read(event.getRowArray(), event.getRowOffset())
            + " has an event without its parent references: ingest did not end; run it again");
  }

  private boolean sameContent(Cell cell) {
    int at = cell.getQualifierOffset();
    int eventAt = eventCell.getQualifierOffset();
    return Arrays.equals(
        cell.getQualifierArray(),
        at + 1,
        at + cell.getQualifierLength(),
        eventCell.getQualifierArray(),
        eventAt + 1,
        eventAt + eventCell.getQualifierLength());
  }

  private boolean isLinkedContent(Cell cell) {
    return lineage.isOfContent(cell.getQualifierArray(), cell.getQualifierOffset());
  }

  private static byte[] ascii(String name) {
    return name.getBytes(StandardCharsets.US_ASCII);
  }

  /** Array that holds the row key from {@link #keyAt} on. */
  public byte[] keyArray() {
    return eventCell.getRowArray();
  }

  public int keyAt() {
    return eventCell.getRowOffset();
  }

  /** The published content. */
  public EventCell event() {
    return event;
  }

  /** The versions of the event, in their order; none where there is one that is new. */
  List<StoredVersion> versions() {
    return versions;
  }

  /** The version with a hash in its column; null where the row has one alone, which is new. */
  StoredVersion version(RowKey column) {
    return versions.stream()
        .filter(version -> version.column().equals(column))
        .findFirst()
        .orElse(null);
  }

  /** What the versions say together; null where there is one that is new. */
  EventVersions choice() {
    return choice;
  }

  /** Place among the versions of the one that stands. */
  public int standing() {
    return standing;
  }

  /** True where the version that stands deletes the event. */
  public boolean isDeleted() {
    return event.action() == Action.DELETION;
  }

  /** The further contents under the key, in order. */
  List<StoredVersion> others() {
    if (choice == null) {
      return List.of();
    }
    Set<Integer> others = new TreeSet<>(choice.others());
    if (choice.published() != EventVersions.NONE) {
      others.add(choice.published()); // where link has not seen it
    }
    others.remove(standing);
    return others.stream().map(versions::get).toList();
  }

  /** The life of the event's faults; null where there is none to tell of. */
  FaultsCell faults() {
    return faultsCell == null ? null : StoredCells.read(faultsCell, FaultsCell::read);
  }

  /** True for that {@code Data:e<content>} whose content is published. */
  boolean isPublished(Cell cell) {
    return sameContent(cell);
  }

  /** The parent references of the published content. */
  public ParentReferenceCell references() {
    return references;
  }

  /** True once link has seen the event; before, {@link #lineage} is not to be asked. */
  public boolean isLinked() {
    return lineageCell != null;
  }

  public LineageCell lineage() {
    return lineage;
  }

  /** Array in which the keys of {@link #lineage} lie. */
  public byte[] lineageArray() {
    return lineageCell.getValueArray();
  }

  /** The lifecycle's sums where this row is its oldest root's, else null. */
  public Cell lifecycleCell() {
    if (lifecycleCell == null || lineageCell == null) {
      return null;
    }
    // A lifecycle that joined another leaves its sums behind until link removes them.
    boolean own =
        Arrays.equals(
            keyArray(),
            keyAt(),
            keyAt() + RowKey.LENGTH,
            lineageArray(),
            lineage.lifecycleAt(),
            lineage.lifecycleAt() + RowKey.LENGTH);
    return own ? lifecycleCell : null;
  }
}
