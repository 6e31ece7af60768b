package io.daisychain.linkage;

import io.daisychain.beam.BlockSink;
import io.daisychain.linkage.graph.RowChanges;
import io.daisychain.linkage.plan.LinkSettings;
import io.daisychain.model.Family;
import io.daisychain.model.RowKey;
import io.daisychain.store.RowBatch;
import io.daisychain.store.write.RangeWriters;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;

/**
 * Packs changes as rows of which every cell has the timestamp of the run: those of dates that are
 * scanned for the job's way of writing, those of other dates, which are few, to be put.
 */
public final class PackedChanges implements RowChanges {
  private final LinkSettings settings;
  private final BlockSink scanned;
  private final BlockSink others;
  private final Map<Integer, RangeWriters> writers = new HashMap<>();
  private final byte[] key = new byte[RowKey.LENGTH];
  private RowBatch.Writer row;

  public PackedChanges(LinkSettings settings, BlockSink scanned, BlockSink others) {
    this.settings = settings;
    this.scanned = scanned;
    this.others = others;
  }

  @Override
  public void row(int date, long high, long low) {
    RowKey.write(high, low, key, 0);
    RangeWriters ofDate = writers.get(date);
    if (ofDate == null) {
      try {
        ofDate =
            new RangeWriters(
                date, settings.rangesOf(date), settings.isScanned(date) ? scanned : others);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      writers.put(date, ofDate);
    }
    row = ofDate.row(key);
  }

  @Override
  public void put(Family family, byte[] qualifier, byte[] value, int length) {
    row.put(family, qualifier, 0, qualifier.length, settings.linkRun().number(), value, 0, length);
  }

  @Override
  public void delete(Family family, byte[] qualifier) {
    row.deleteColumn(family, qualifier, settings.linkRun().number());
  }

  /** Hands on whatever has gathered. */
  public void flush() {
    writers.values().forEach(RangeWriters::flush);
  }
}
