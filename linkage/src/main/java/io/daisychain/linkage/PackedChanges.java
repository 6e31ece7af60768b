package io.daisychain.linkage;

import io.daisychain.beam.BlockSink;
import io.daisychain.linkage.graph.RowChanges;
import io.daisychain.model.Family;
import io.daisychain.model.RowKey;
import io.daisychain.store.RangeWriters;
import io.daisychain.store.RowBatch;

/** Packs changes as rows of which every cell has the timestamp of the run. */
final class PackedChanges implements RowChanges {
  private final RangeWriters writers;
  private final long timestamp;
  private final byte[] key = new byte[RowKey.LENGTH];
  private RowBatch.Writer row;

  PackedChanges(LinkSettings settings, BlockSink blocks) {
    this.writers = new RangeWriters(settings.ranges(), blocks);
    this.timestamp = settings.linkRun().number();
  }

  @Override
  public void row(long high, long low) {
    RowKey.write(high, low, key, 0);
    row = writers.row(key);
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
    writers.flush();
  }
}
