package io.daisychain.store.write;

import io.daisychain.beam.BlockSink;
import io.daisychain.store.KeyRanges;
import io.daisychain.store.RowBatch;

/**
 * Packs rows range by range and hands blocks on, as {@link WriteRows} takes them.
 *
 * <p>A block is handed on when its range has gathered enough or when all ranges together have: a
 * table of a hundred thousand ranges must not need a buffer of full size for each.
 *
 * <p>Its number is that of its range. A range that gets more than a quarter of all rows, since the
 * table has few or keys are not spread evenly (UUID version 7), is dealt in turn into several
 * groups, so that no worker has to sort all of it: numbers from the count of ranges on are further
 * groups of the same ranges. Not thread-safe.
 */
public final class RangeWriters {
  private static final int BLOCK_BYTES = 256 << 10;
  private static final int ALL_BYTES = 48 << 20;

  /** Bytes of a crowded range after which the next group gets its rows. */
  private static final int GROUP_BYTES = 4 << 20;

  private static final int CROWDED = 4;
  private static final int LEAST_GROUPS = 8;
  private static final int MOST_GROUPS = 64;

  private final int date;
  private final KeyRanges ranges;
  private final RowBatch.Writer[] writers;
  private final BlockSink blocks;

  /** By range, bytes handed on. */
  private final long[] handedOn;

  private final int groups;
  private long allHandedOn;
  private RowBatch.Writer open;
  private int openRange;
  private int sizeBefore;
  private long packed;

  /**
   * Packs rows of a table.
   *
   * @param date trade date of the table, days since 1970-01-01
   * @param ranges of the table
   * @param blocks takes each block with its number
   */
  public RangeWriters(int date, KeyRanges ranges, BlockSink blocks) {
    this.date = date;
    this.ranges = ranges;
    this.blocks = blocks;
    this.writers = new RowBatch.Writer[ranges.count()];
    this.handedOn = new long[ranges.count()];
    // A table of many regions is one of many machines.
    this.groups = Math.max(LEAST_GROUPS, Math.min(MOST_GROUPS, ranges.count() / LEAST_GROUPS));
  }

  /** Ends the row before and begins one; its cells go to the writer returned. */
  public RowBatch.Writer row(byte[] key) {
    endRow();
    openRange = ranges.indexOf(key, 0);
    if (writers[openRange] == null) {
      writers[openRange] = new RowBatch.Writer(date);
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
    if (writers[openRange].size() >= BLOCK_BYTES) {
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
      int size = writers[range].size();
      packed -= size;
      writers[range].drain(range + group(range) * ranges.count(), blocks);
      handedOn[range] += size;
      allHandedOn += size;
    }
  }

  private int group(int range) {
    boolean crowded = CROWDED * handedOn[range] > allHandedOn;
    return crowded ? (int) (handedOn[range] / GROUP_BYTES % groups) : 0;
  }
}
