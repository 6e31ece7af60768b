package io.daisychain.ingest;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.daisychain.beam.BlockSink;
import io.daisychain.model.CheckResult;
import io.daisychain.model.ContentHash;
import io.daisychain.model.ErrorStatus;
import io.daisychain.model.EventCell;
import io.daisychain.model.Family;
import io.daisychain.model.OrderEvent;
import io.daisychain.model.OriginCell;
import io.daisychain.model.PackedWriter;
import io.daisychain.model.ParentReferenceCell;
import io.daisychain.model.RowKey;
import io.daisychain.model.TableSchema;
import io.daisychain.model.ValidationFlags;
import io.daisychain.store.DateTables;
import io.daisychain.store.RangeWriters;
import io.daisychain.store.RowBatch;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** Packs events as rows. */
final class RowPacker {
  private static final byte[] FALSE = TableSchema.FALSE.getBytes(US_ASCII);
  private static final byte[] REPORTER_ID_VALID = TableSchema.REPORTER_ID_VALID.getBytes(US_ASCII);
  private static final byte[] CUSTOMER_ID_VALID = TableSchema.CUSTOMER_ID_VALID.getBytes(US_ASCII);
  private static final byte[] SYMBOL_VALID = TableSchema.SYMBOL_VALID.getBytes(US_ASCII);
  private static final byte[] STATUS = TableSchema.STATUS.getBytes(US_ASCII);

  /** Trade dates whose rows are gathered at a time. */
  private static final int MOST_OPEN = 16;

  private final DateTables tables;
  private final BlockSink blocks;
  private final Map<Integer, RangeWriters> writers = new HashMap<>();
  private RangeWriters open;
  private int openDate;
  private final long file;
  private final long rangeStart;
  private final byte[] key = new byte[RowKey.LENGTH];
  private final PackedWriter cell = new PackedWriter();

  /**
   * Packs the events of a range of input.
   *
   * @param file number of the file
   * @param rangeStart offset at which the range begins
   */
  RowPacker(DateTables tables, BlockSink blocks, long file, long rangeStart) {
    this.tables = tables;
    this.blocks = blocks;
    this.file = file;
    this.rangeStart = rangeStart;
  }

  /**
   * Adds an event.
   *
   * @param line in the range, from 1
   */
  void add(
      OrderEvent event, ValidationFlags flags, PackedWriter content, ContentHash hash, long line)
      throws IOException {
    RowKey.write(event.high(), event.low(), key, 0);
    RowBatch.Writer row = writersOf(event.tradeDate()).row(key);
    long timestamp = TableSchema.contentTimestamp(event.sendingTime());
    EventCell.write(event, flags, content, cell.clear());
    put(row, Family.DATA, TableSchema.EVENT_PREFIX, hash, event, timestamp);
    ParentReferenceCell.write(event, flags, cell.clear());
    put(row, Family.LINK, TableSchema.REFERENCES_PREFIX, hash, event, timestamp);
    addOrigin(row, hash, (int) Math.min(line, Integer.MAX_VALUE));
    addFlags(row, flags);
  }

  private void addOrigin(RowBatch.Writer row, ContentHash hash, int line) {
    OriginCell.write(file, rangeStart, line, cell.clear());
    byte[] qualifier = TableSchema.originQualifier(hash.high(), hash.low());
    long timestamp = TableSchema.originTimestamp(file, rangeStart, line);
    row.put(
        Family.DATA, qualifier, 0, qualifier.length, timestamp, cell.buffer(), 0, cell.length());
  }

  private RangeWriters writersOf(int date) throws IOException {
    if (open == null || date != openDate) {
      if (writers.size() >= MOST_OPEN && !writers.containsKey(date)) {
        flush();
        writers.clear(); // a file of very many dates must not hold a buffer for each
      }
      open = writers.get(date);
      if (open == null) {
        open = new RangeWriters(date, tables.ranges(date).orElseThrow(), blocks);
        writers.put(date, open);
      }
      openDate = date;
    }
    return open;
  }

  /** Hands on whatever has gathered. */
  void flush() {
    writers.values().forEach(RangeWriters::flush);
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
