package io.daisychain.publish.row;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.daisychain.model.Action;
import io.daisychain.model.ByteSlice;
import io.daisychain.model.ErrorStatus;
import io.daisychain.model.EventVersions;
import io.daisychain.model.cell.EventCell;
import io.daisychain.model.cell.ParentReferenceCell;

/**
 * Lines of {@code duplicates}: the contents under a key that are not published in {@code events},
 * so that nothing vanishes that anybody reported.
 */
public final class DuplicateLines {
  private static final byte SOH = 1;

  private final CsvLines lines;
  private final ContentColumns content;
  private final byte[] tradeDate;

  /**
   * Lines of one trade date.
   *
   * @param tradeDate the date as it is published
   * @param lines gets them
   */
  public DuplicateLines(byte[] tradeDate, CsvLines lines) {
    this.tradeDate = tradeDate;
    this.lines = lines;
    content = new ContentColumns(lines);
  }

  public CsvLines lines() {
    return lines;
  }

  /** Adds a line for each content of the row but the published one. */
  public void add(RowCells row) {
    for (StoredVersion other : row.others()) {
      add(row, other);
    }
  }

  private void add(RowCells row, StoredVersion other) {
    EventCell event = other.event();
    ParentReferenceCell references = other.references();
    content.of(event, references);
    lines.key(row.keyArray(), row.keyAt());
    if (row.isLinked()) {
      lines.key(row.lineageArray(), row.lineage().lifecycleAt());
    } else {
      lines.empty();
    }
    lines.text(references.reporter());
    content.eventType();
    lines.text(references.eventId());
    lines.time(event.eventTime());
    lines.text(references.reporter());
    content.client();
    lines.check(event.customerValid());
    lines.text(references.side());
    lines.text(references.symbol());
    content.brokenTag();
    lines.check(event.reporterValid());
    lines.check(event.symbolValid());
    content.orderColumns();
    int statuses = statuses(row, other);
    lines.ascii(ErrorStatus.words(statuses).getBytes(US_ASCII));
    lines.text(event.reason());
    content.timeColumns();
    content.executionColumns();
    message(event.contentBytes());
    lines.ascii(tradeDate);
    lines.endLine();
  }

  /** Those of a correction are of its content, but LATE: that its reporter's first report says. */
  private static int statuses(RowCells row, StoredVersion other) {
    int statuses = other.event().statuses() | ErrorStatus.DUPLICATE_KEY.bit();
    if (other.version().action() == Action.NEW) {
      return statuses;
    }
    int first = row.choice().firstNew(row.versions().indexOf(other));
    return first == EventVersions.NONE
        ? statuses | ErrorStatus.UNKNOWN_ORIGINAL.bit()
        : statuses | (row.versions().get(first).event().statuses() & ErrorStatus.LATE.bit());
  }

  private void message(ByteSlice bytes) {
    byte[] message = new byte[bytes.length()];
    for (int i = 0; i < message.length; i++) {
      byte value = bytes.buffer()[bytes.offset() + i];
      message[i] = value == SOH ? (byte) '|' : value;
    }
    lines.text(message, 0, message.length);
  }
}
