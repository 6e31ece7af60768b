package io.daisychain.store;

import io.daisychain.chunk.ChunkSink;

/**
 * Packs rows range by range and hands chunks on, as {@link WriteRows} takes them.
 *
 * <p>A chunk is handed on when its range has gathered enough or when all ranges together have: a
 * table of a hundred thousand ranges must not need a buffer of full size for each. Not thread-safe.
 */
public final class RangeWriters {
  private static final int CHUNK_BYTES = 256 << 10;
  private static final int ALL_BYTES = 48 << 20;

  private final KeyRanges ranges;
  private final RowBatch.Writer[] writers;
  private final ChunkSink chunks;
  private RowBatch.Writer open;
  private int openRange;
  private int sizeBefore;
  private long packed;

  /**
   * Packs rows of a table.
   *
   * @param ranges of the table
   * @param chunks takes each chunk with the number of its range
   */
  public RangeWriters(KeyRanges ranges, ChunkSink chunks) {
    this.ranges = ranges;
    this.chunks = chunks;
    this.writers = new RowBatch.Writer[ranges.count()];
  }

  /** Ends the row before and begins one; its cells go to the writer returned. */
  public RowBatch.Writer row(byte[] key) {
    endRow();
    openRange = ranges.indexOf(key, 0);
    if (writers[openRange] == null) {
      writers[openRange] = new RowBatch.Writer();
    }
    open = writers[openRange];
    sizeBefore = open.size();
    return open.row(key, 0);
  }

  /** Hands on whatever has gathered. */
  public void flush() {
    endRow();
    flushAll();
  }

  private void endRow() {
    if (open == null) {
      return;
    }
    packed += open.size() - sizeBefore;
    open = null;
    if (writers[openRange].size() >= CHUNK_BYTES) {
      flush(openRange);
    } else if (packed >= ALL_BYTES) {
      flushAll();
    }
  }

  private void flushAll() {
    for (int range = 0; range < writers.length; range++) {
      flush(range);
    }
  }

  private void flush(int range) {
    if (writers[range] != null && writers[range].size() > 0) {
      packed -= writers[range].size();
      writers[range].drain(range, chunks);
    }
  }
}
