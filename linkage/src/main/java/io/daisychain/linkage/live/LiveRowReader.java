package io.daisychain.linkage.live;

import io.daisychain.linkage.LinkRow;
import io.daisychain.linkage.RowRecorder;
import io.daisychain.linkage.graph.LinkRecord;
import io.daisychain.model.Family;
import io.daisychain.model.PackedWriter;
import io.daisychain.model.RowKey;
import io.daisychain.model.TableSchema;
import io.daisychain.model.cell.ParentReferenceCell;
import io.daisychain.store.RowBatch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;

/** Reads rows that have just been stored as the link job reads those of the table. */
final class LiveRowReader {
  /** Content, origin and references. */
  private static final int PLAIN_CELLS = 3;

  private final boolean needsEvents;
  private final LinkRow row = new LinkRow();
  private final LinkRecord record = new LinkRecord();
  private final ParentReferenceCell references = new ParentReferenceCell();
  private final PackedWriter packed = new PackedWriter();
  private final List<Cell> rowEvents = new ArrayList<>();
  private int rowCells;
  private boolean bearer;

  /**
   * A reader.
   *
   * @param needsEvents true where events themselves are looked at, not only what they refer to
   */
  LiveRowReader(boolean needsEvents) {
    this.needsEvents = needsEvents;
  }

  /** Reads the row of the block as link reads one of the table; true if it has an event. */
  boolean read(RowBatch.Reader reader) {
    row.clear(reader.date());
    rowEvents.clear();
    rowCells = 0;
    bearer = false;
    byte[] array = reader.array();
    byte[] key = Arrays.copyOfRange(array, reader.keyOffset(), reader.keyOffset() + RowKey.LENGTH);
    while (reader.nextCell()) {
      rowCells++;
      Family family = reader.family();
      byte first = array[reader.qualifierOffset()];
      bearer |= family == Family.LINK && first == TableSchema.BEARER_PREFIX;
      if (family == Family.DATA
          && (first == TableSchema.ORIGIN_PREFIX
              || (first == TableSchema.EVENT_PREFIX && !needsEvents))) {
        continue;
      }
      Cell cell =
          new KeyValue(
              key,
              0,
              key.length,
              family.bytes(),
              0,
              family.bytes().length,
              array,
              reader.qualifierOffset(),
              reader.qualifierLength(),
              reader.timestamp(),
              KeyValue.Type.Put,
              array,
              reader.valueOffset(),
              reader.valueLength());
      switch (family) {
        case LINK -> row.addLink(cell);
        case ERROR -> row.addError(cell);
        case DATA -> {
          if (RowRecorder.isEvent(cell)) {
            rowEvents.add(cell);
          } else {
            row.addFlag(cell);
          }
        }
      }
    }
    return row.isReported();
  }

  /** True for the row of a key, which names who bears it: the event's own row says it too. */
  boolean isBearer() {
    return bearer;
  }

  /**
   * True when the row that was read says nothing that is not known: the same content, sent later,
   * without flags, which would replace those of the first.
   */
  boolean isRepeat(LiveNode event) {
    Cell first = row.earliest();
    record.read(event.record, 0);
    references.read(record.buffer(), record.referencesAt(), record.referencesLength());
    int at = first.getQualifierOffset() + 1;
    boolean same =
        RowKey.high(first.getQualifierArray(), at) == record.contentHigh()
            && RowKey.low(first.getQualifierArray(), at) == record.contentLow();
    long sent = references.sendingTime();
    int statuses = references.statuses();
    return same
        && row.read(first).sendingTime() >= sent
        && row.read(first).statuses() == statuses
        && rowCells == PLAIN_CELLS;
  }

  /** The row that was read, as a {@link LinkRecord}. */
  byte[] record(RowRecorder recorder, RowKey key) throws IOException {
    packed.clear();
    recorder.record(key.toBytes(), row, rowEvents, packed, null);
    return packed.toBytes();
  }
}
