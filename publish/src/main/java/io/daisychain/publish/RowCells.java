package io.daisychain.publish;

import io.daisychain.model.ByteSlice;
import io.daisychain.model.EventCell;
import io.daisychain.model.LineageCell;
import io.daisychain.model.ParentReferenceCell;
import io.daisychain.model.RowKey;
import io.daisychain.model.TableSchema;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.apache.hadoop.hbase.Cell;

/**
 * The cells of one row that are published, and the choice among several contents.
 *
 * <p>Reusable; keeps the arrays of the cells added since {@link #clear}. Cells that this class does
 * not know, like the columns of children, are passed over.
 */
final class RowCells {
  private static final byte[] GRANDPARENT = ascii(TableSchema.GRANDPARENT);
  private static final byte[] LIFECYCLE = ascii(TableSchema.LIFECYCLE);

  private final List<Cell> events = new ArrayList<>();
  private final List<Cell> referenceCells = new ArrayList<>();
  private Cell eventCell;
  private EventCell event = new EventCell();
  private EventCell other = new EventCell();
  private final ParentReferenceCell references = new ParentReferenceCell();
  private final LineageCell lineage = new LineageCell();
  private Cell lineageCell;
  private Cell lifecycleCell;

  /** Begins a row. */
  void clear() {
    events.clear();
    referenceCells.clear();
    eventCell = null;
    lineageCell = null;
    lifecycleCell = null;
  }

  /** Adds a cell of the row. */
  void add(Cell cell) {
    int length = cell.getQualifierLength();
    if (length == 0) {
      return;
    }
    if (cell.getFamilyArray()[cell.getFamilyOffset()] == 'D') {
      if (isContent(TableSchema.EVENT_PREFIX, cell)) {
        events.add(cell);
      }
    } else if (isContent(TableSchema.REFERENCES_PREFIX, cell)) {
      referenceCells.add(cell);
    } else if (is(GRANDPARENT, cell)) {
      lineageCell = cell;
    } else if (is(LIFECYCLE, cell)) {
      lifecycleCell = cell;
    }
  }

  /**
   * Ends a row; now it can be asked.
   *
   * @return false if its event was never reported, that is, if only its children wrote to it
   * @throws IllegalStateException for an event without its claim
   */
  boolean end() {
    if (events.isEmpty()) {
      return false;
    }
    if (lineageCell != null) {
      lineage.read(
          lineageCell.getValueArray(), lineageCell.getValueOffset(), lineageCell.getValueLength());
    }
    choose();
    readReferences();
    return true;
  }

  private static boolean is(byte[] column, Cell cell) {
    return TableSchema.is(
        column, cell.getQualifierArray(), cell.getQualifierOffset(), cell.getQualifierLength());
  }

  /** What link chose; where it has not, the earliest sent, then the smallest bytes. */
  private void choose() {
    boolean linked = lineageCell != null && events.size() > 1 && hasLinkedContent();
    for (int i = 0; i < events.size(); i++) {
      Cell cell = events.get(i);
      if (linked && !isLinkedContent(cell)) {
        continue;
      }
      other.read(cell.getValueArray(), cell.getValueOffset(), cell.getValueLength());
      if (eventCell == null || compare(other, event) < 0) {
        EventCell better = other;
        other = event;
        event = better;
        eventCell = cell;
      }
    }
  }

  private boolean hasLinkedContent() {
    for (Cell cell : events) {
      if (isLinkedContent(cell)) {
        return true;
      }
    }
    return false;
  }

  private static int compare(EventCell a, EventCell b) {
    int bySendingTime = Long.compare(a.sendingTime(), b.sendingTime());
    if (bySendingTime != 0) {
      return bySendingTime;
    }
    ByteSlice left = a.contentBytes();
    ByteSlice right = b.contentBytes();
    return Arrays.compareUnsigned(
        left.buffer(),
        left.offset(),
        left.offset() + left.length(),
        right.buffer(),
        right.offset(),
        right.offset() + right.length());
  }

  /** The claim of the same content: its column differs in the first byte alone. */
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

  private static IllegalStateException withoutReferences(Cell event) {
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

  private static boolean isContent(byte prefix, Cell cell) {
    return TableSchema.isContent(
        prefix, cell.getQualifierArray(), cell.getQualifierOffset(), cell.getQualifierLength());
  }

  private static byte[] ascii(String name) {
    return name.getBytes(StandardCharsets.US_ASCII);
  }

  /** Array that holds the row key from {@link #keyAt} on. */
  byte[] keyArray() {
    return eventCell.getRowArray();
  }

  int keyAt() {
    return eventCell.getRowOffset();
  }

  /** The published content. */
  EventCell event() {
    return event;
  }

  /** True when several contents were reported under the key. */
  boolean isDuplicate() {
    for (Cell cell : events) {
      if (!isSame(cell, eventCell)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Shows each content that is not published, as it was sent first, in the order of columns.
   *
   * @param content takes its values, valid during the call
   */
  void forEachOther(BiConsumer<EventCell, ParentReferenceCell> content) {
    EventCell earliest = new EventCell();
    EventCell repeat = new EventCell();
    ParentReferenceCell itsReferences = new ParentReferenceCell();
    Map<ByteBuffer, Cell> referencesOf = new HashMap<>();
    for (Cell cell : referenceCells) {
      referencesOf.put(content(cell), cell);
    }
    for (int i = 0; i < events.size(); ) {
      int first = i;
      Cell cell = events.get(i);
      earliest.read(cell.getValueArray(), cell.getValueOffset(), cell.getValueLength());
      // Those of one content lie side by side.
      for (i++; i < events.size() && isSame(events.get(i), events.get(first)); i++) {
        Cell again = events.get(i);
        repeat.read(again.getValueArray(), again.getValueOffset(), again.getValueLength());
        if (repeat.sendingTime() < earliest.sendingTime()) {
          EventCell later = earliest;
          earliest = repeat;
          repeat = later;
          cell = again;
        }
      }
      if (!isSame(cell, eventCell)) {
        Cell found = referencesOf.get(content(cell));
        if (found == null) {
          throw withoutReferences(cell);
        }
        itsReferences.read(found.getValueArray(), found.getValueOffset(), found.getValueLength());
        content.accept(earliest, itsReferences);
      }
    }
  }

  /** What a qualifier says behind its first byte, equal for the event and the parent references. */
  private static ByteBuffer content(Cell cell) {
    return ByteBuffer.wrap(
        cell.getQualifierArray(), cell.getQualifierOffset() + 1, cell.getQualifierLength() - 1);
  }

  private static boolean isSame(Cell a, Cell b) {
    return TableSchema.isSameContent(
        a.getQualifierArray(),
        a.getQualifierOffset(),
        b.getQualifierArray(),
        b.getQualifierOffset());
  }

  /** True for that {@code Data:e<content>} whose content is published. */
  boolean isPublished(Cell cell) {
    return sameContent(cell);
  }

  /** What the published content claims. */
  ParentReferenceCell references() {
    return references;
  }

  /** True once link has seen the event; before, {@link #lineage} is not to be asked. */
  boolean isLinked() {
    return lineageCell != null;
  }

  LineageCell lineage() {
    return lineage;
  }

  /** Array in which the keys of {@link #lineage} lie. */
  byte[] lineageArray() {
    return lineageCell.getValueArray();
  }

  /** The lifecycle's sums where this row is its oldest root's, else null. */
  Cell lifecycleCell() {
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
