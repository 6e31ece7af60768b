package io.daisychain.ingest;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.daisychain.model.CheckResult;
import io.daisychain.model.ErrorStatus;
import io.daisychain.model.Family;
import io.daisychain.model.OrderEvent;
import io.daisychain.model.PackedWriter;
import io.daisychain.model.TableSchema;
import io.daisychain.model.ValidationFlags;
import io.daisychain.model.cell.ContentHash;
import io.daisychain.model.cell.EventCell;
import io.daisychain.model.cell.OriginCell;
import io.daisychain.model.cell.ParentReferenceCell;
import io.daisychain.store.RowBatch;

/** Packs the cells that ingest writes of an event. Reusable, not thread-safe. */
public final class EventRow {
  private static final byte[] FALSE = TableSchema.FALSE.getBytes(US_ASCII);
  private static final byte[] REPORTER_ID_VALID = TableSchema.REPORTER_ID_VALID.getBytes(US_ASCII);
  private static final byte[] CUSTOMER_ID_VALID = TableSchema.CUSTOMER_ID_VALID.getBytes(US_ASCII);
  private static final byte[] SYMBOL_VALID = TableSchema.SYMBOL_VALID.getBytes(US_ASCII);
  private static final byte[] STATUS = TableSchema.STATUS.getBytes(US_ASCII);

  private final PackedWriter cell = new PackedWriter();

  /**
   * Adds an event's cells to its row.
   *
   * @param row begun with the event's key
   * @param file number of the file in which it was read
   * @param rangeStart offset of the range in the file
   * @param line in the range, from 1
   */
  public void write(
      RowBatch.Writer row,
      OrderEvent event,
      ValidationFlags flags,
      PackedWriter content,
      ContentHash hash,
      long file,
      long rangeStart,
      long line) {
    long timestamp = TableSchema.contentTimestamp(event.sendingTime());
    EventCell.write(event, flags, content, cell.clear());
    put(row, Family.DATA, TableSchema.EVENT_PREFIX, hash, event, timestamp);
    ParentReferenceCell.write(event, flags, hash, cell.clear());
    put(row, Family.LINK, TableSchema.REFERENCES_PREFIX, hash, event, timestamp);
    addOrigin(row, hash, file, rangeStart, (int) Math.min(line, Integer.MAX_VALUE));
    addFlags(row, flags);
  }

  /** Adds the cell by which the row of a key names the event that bears it. */
  static void writeBearer(RowBatch.Writer row, OrderEvent event) {
    byte[] column =
        TableSchema.bearerQualifier(event.high(), event.low(), event.tradeDate(), event.keyDate);
    byte[] kind = {event.keyKind().code()};
    row.put(Family.LINK, column, TableSchema.INGEST_TIMESTAMP, kind);
  }

  private void addOrigin(
      RowBatch.Writer row, ContentHash hash, long file, long rangeStart, int line) {
    OriginCell.write(file, rangeStart, line, cell.clear());
    byte[] qualifier = TableSchema.originQualifier(hash.high(), hash.low());
    long timestamp = TableSchema.originTimestamp(file, rangeStart, line);
    row.put(
        Family.DATA, qualifier, 0, qualifier.length, timestamp, cell.buffer(), 0, cell.length());
  }

  private void put(
      RowBatch.Writer row,
      Family family,
      byte prefix,
      ContentHash hash,
      OrderEvent event,
      long timestamp) {
    byte[] qualifier =
        TableSchema.contentQualifier(prefix, hash.high(), hash.low(), event.sendingTime());
    row.put(family, qualifier, 0, qualifier.length, timestamp, cell.buffer(), 0, cell.length());
  }

  /** Only what a column filter looks for is a column of its own. */
  private static void addFlags(RowBatch.Writer row, ValidationFlags flags) {
    flag(row, flags.reporterValid(), REPORTER_ID_VALID);
    flag(row, flags.customerValid(), CUSTOMER_ID_VALID);
    flag(row, flags.symbolValid(), SYMBOL_VALID);
    if (flags.statuses() != 0) {
      byte[] words = ErrorStatus.words(flags.statuses()).getBytes(US_ASCII);
      row.put(Family.ERROR, STATUS, TableSchema.INGEST_TIMESTAMP, words);
    }
  }

  private static void flag(RowBatch.Writer row, CheckResult check, byte[] column) {
    if (check == CheckResult.FAILED) {
      row.put(Family.DATA, column, TableSchema.INGEST_TIMESTAMP, FALSE);
    }
  }
}
