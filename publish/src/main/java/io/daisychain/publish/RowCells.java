package io.daisychain.publish;

import io.daisychain.model.ClaimCell;
import io.daisychain.model.EventCell;
import io.daisychain.model.LineageCell;
import io.daisychain.model.RowKey;
import io.daisychain.model.TableSchema;
import io.daisychain.model.Text;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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

  /** Lengths of {@code e<content>}: the longer one has the nanoseconds of SendingTime. */
  private static final int CONTENT_LENGTH = 9;

  private static final int LONG_CONTENT_LENGTH = 11;

  private final List<Cell> events = new ArrayList<>();
  private final List<Cell> claims = new ArrayList<>();
  private Cell eventCell;
  private EventCell event = new EventCell();
  private EventCell other = new EventCell();
  private final ClaimCell claim = new ClaimCell();
  private final LineageCell lineage = new LineageCell();
  private Cell lineageCell;
  private Cell lifecycleCell;

  /** Begins a row. */
  void clear() {
    events.clear();
    claims.clear();
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
    byte first = cell.getQualifierArray()[cell.getQualifierOffset()];
    boolean content = length == CONTENT_LENGTH || length == LONG_CONTENT_LENGTH;
    if (cell.getFamilyArray()[cell.getFamilyOffset()] == 'D') {
      if (content && first == TableSchema.EVENT_PREFIX) {
        events.add(cell);
      }
    } else if (content && first == TableSchema.CLAIM_PREFIX) {
      claims.add(cell);
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
    readClaim();
    return true;
  }

  private static boolean is(byte[] column, Cell cell) {
    return TableSchema.is(
        column, cell.getQualifierArray(), cell.getQualifierOffset(), cell.getQualifierLength());
  }

  /** What link chose; where it has not, the earliest sent, then the smallest bytes. */
  private void choose() {
    boolean linked = lineageCell != null && events.size() > 1 && hasContent(lineage.contentHash());
    for (int i = 0; i < events.size(); i++) {
      Cell cell = events.get(i);
      if (linked && contentHash(cell) != lineage.contentHash()) {
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

  private boolean hasContent(long hash) {
    for (Cell cell : events) {
      if (contentHash(cell) == hash) {
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
    Text left = a.contentBytes();
    Text right = b.contentBytes();
    return Arrays.compareUnsigned(
        left.buffer(),
        left.offset(),
        left.offset() + left.length(),
        right.buffer(),
        right.offset(),
        right.offset() + right.length());
  }

  /** The claim of the same content: its column differs in the first byte alone. */
  private void readClaim() {
    for (int i = 0; i < claims.size(); i++) {
      Cell cell = claims.get(i);
      if (sameContent(cell)) {
        claim.read(cell.getValueArray(), cell.getValueOffset(), cell.getValueLength());
        return;
      }
    }
    throw new IllegalStateException(
        "row "
            + RowKey.read(eventCell.getRowArray(), eventCell.getRowOffset())
            + " has an event without its claim: ingest did not end; run it again");
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

  private static long contentHash(Cell cell) {
    return TableSchema.contentHash(cell.getQualifierArray(), cell.getQualifierOffset());
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

  /** True for that {@code Data:e<content>} whose content is published. */
  boolean isPublished(Cell cell) {
    return sameContent(cell);
  }

  /** What the published content claims. */
  ClaimCell claim() {
    return claim;
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
