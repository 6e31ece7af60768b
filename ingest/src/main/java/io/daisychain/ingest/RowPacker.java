package io.daisychain.ingest;

import io.daisychain.beam.BlockSink;
import io.daisychain.model.CatKey;
import io.daisychain.model.OrderEvent;
import io.daisychain.model.PackedWriter;
import io.daisychain.model.RowKey;
import io.daisychain.model.ValidationFlags;
import io.daisychain.model.cell.ContentHash;
import io.daisychain.store.RowBatch;
import io.daisychain.store.dates.DateTables;
import io.daisychain.store.write.RangeWriters;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** Packs events as rows. */
final class RowPacker {
  /** Trade dates whose rows are gathered at a time. */
  private static final int MOST_OPEN = 16;

  private final DateTables tables;
  private final BlockSink blocks;
  private final Map<Integer, RangeWriters> writers = new HashMap<>();
  private RangeWriters open;
  private int openDate;
  private long file;
  private long rangeStart;
  private final byte[] key = new byte[RowKey.LENGTH];
  private final EventRow cells = new EventRow();

  RowPacker(DateTables tables, BlockSink blocks) {
    this.tables = tables;
    this.blocks = blocks;
  }

  /**
   * Goes on with the events of a range of input.
   *
   * @param ofFile number of the file
   * @param start offset at which the range begins
   */
  void begin(long ofFile, long start) {
    file = ofFile;
    rangeStart = start;
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
    cells.write(row, event, flags, content, hash, file, rangeStart, line);
    if (event.keyKind() != CatKey.Kind.NONE && tables.ranges(event.keyDate).isPresent()) {
      RowKey.write(event.keyHigh, event.keyLow, key, 0);
      EventRow.writeBearer(writersOf(event.keyDate).row(key), event);
    }
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
}
