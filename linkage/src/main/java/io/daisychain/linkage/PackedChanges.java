package io.daisychain.linkage;

import io.daisychain.model.RowKey;
import io.daisychain.store.Family;
import io.daisychain.store.KeyRanges;
import io.daisychain.store.RowBatch;
import java.util.function.BiConsumer;

/** Packs changes range by range, and hands chunks on in bounded memory. */
final class PackedChanges implements RowChanges {
  private static final int CHUNK_BYTES = 256 << 10;
  private static final int ALL_BYTES = 48 << 20;

  private final KeyRanges ranges;
  private final RowBatch.Writer[] writers;
  private final BiConsumer<Integer, byte[]> chunks;
  private final long timestamp;
  private final byte[] key = new byte[RowKey.LENGTH];
  private RowBatch.Writer row;
  private int rowRange;
  private int sizeBefore;
  private long packed;

  /**
   * Packs for a table.
   *
   * @param timestamp of every cell
   */
  PackedChanges(KeyRanges ranges, long timestamp, BiConsumer<Integer, byte[]> chunks) {
    this.ranges = ranges;
    this.timestamp = timestamp;
    this.chunks = chunks;
    this.writers = new RowBatch.Writer[ranges.count()];
  }

  @Override
  public void row(long high, long low) {
    endRow();
    RowKey.write(high, low, key, 0);
    rowRange = ranges.indexOf(key, 0);
    if (writers[rowRange] == null) {
      writers[rowRange] = new RowBatch.Writer();
    }
    row = writers[rowRange];
    sizeBefore = row.size();
    row.row(key, 0);
  }

  @Override
  public void put(Family family, byte[] qualifier, byte[] value, int length) {
    row.put(family, qualifier, 0, qualifier.length, timestamp, value, 0, length);
  }

  @Override
  public void delete(Family family, byte[] qualifier) {
    row.deleteColumn(family, qualifier, timestamp);
  }

  /** Hands on whatever has gathered. */
  void flush() {
    endRow();
    for (int range = 0; range < writers.length; range++) {
      flush(range);
    }
  }

  private void endRow() {
    if (row == null) {
      return;
    }
    packed += row.size() - sizeBefore;
    row = null;
    if (writers[rowRange].size() >= CHUNK_BYTES) {
      flush(rowRange);
    } else if (packed >= ALL_BYTES) {
      for (int range = 0; range < writers.length; range++) {
        flush(range);
      }
    }
  }

  private void flush(int range) {
    if (writers[range] != null && writers[range].size() > 0) {
      packed -= writers[range].size();
      chunks.accept(range, writers[range].take());
    }
  }
}
