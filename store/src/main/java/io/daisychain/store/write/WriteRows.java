package io.daisychain.store.write;

import io.daisychain.beam.Block;
import io.daisychain.store.KeyRanges;
import io.daisychain.store.RowBatch;
import io.daisychain.store.StagingFolder;
import io.daisychain.store.StoreAddress;
import io.daisychain.store.StoreTable;
import java.util.UUID;
import org.apache.beam.sdk.transforms.GroupByKey;
import org.apache.beam.sdk.transforms.Impulse;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;

/**
 * Writes packed rows to a table, at least once: their timestamps make a second time harmless.
 *
 * <p>Elements are blocks of {@link RowBatch} under a number that {@link RangeWriters} gives to
 * parts of ranges of {@link KeyRanges}. The output is numbers of rows whose sum is what was
 * written; rows that come in several blocks count as often.
 *
 * <p>{@link #put} sends the rows to the store, where they are durable when a bundle ends. {@link
 * #bulk} writes sorted files per range and hands them over, at a fifth of the cost: nothing can be
 * read before the end, then everything can.
 */
public final class WriteRows
    extends PTransform<PCollection<KV<Integer, Block>>, PCollection<Long>> {
  /** Name of the progress counter of rows that were put, or written to files. */
  public static final String ROWS_WRITTEN = "rows written";

  private final StoreTable table;
  private final boolean files;
  private final SortedRunSize runSize;

  private WriteRows(StoreTable table, boolean files, SortedRunSize runSize) {
    this.table = table;
    this.files = files;
    this.runSize = runSize;
  }

  /** Puts rows; for any store, any ranges. */
  public static WriteRows put(StoreTable table) {
    return new WriteRows(table, false, SortedRunSize.OF_HEAP);
  }

  /**
   * Hands over files.
   *
   * @throws IllegalArgumentException for Bigtable, which takes none
   */
  public static WriteRows bulk(StoreTable table) {
    if (!table.store().takesHFiles()) {
      throw new IllegalArgumentException(
          table.store().address() + " takes no HFiles: rows must be put");
    }
    return new WriteRows(table, true, SortedRunSize.OF_HEAP);
  }

  /** {@link #bulk} with a new file whenever this many bytes of packed rows have gathered. */
  WriteRows withRunBytes(long bytes) {
    return new WriteRows(table, files, new SortedRunSize(bytes));
  }

  @Override
  public PCollection<Long> expand(PCollection<KV<Integer, Block>> blocks) {
    if (!files) {
      return blocks.apply("PutRows", ParDo.of(new PutRowsFn(table)));
    }
    StagingFolder staging =
        StagingFolder.ofThisProcess(
            table.store(),
            UUID.randomUUID(),
            blocks.getPipeline().getOptions().as(StagingOptions.class).getStaging());
    if (table.store().address() instanceof StoreAddress.HBase) {
      blocks
          .getPipeline()
          .apply(getName() + "/Start", Impulse.create())
          .apply(getName() + "/TryStaging", ParDo.of(new TryStagingFn(table, staging)));
    }
    return blocks
        .apply("GroupByRange", GroupByKey.create())
        .apply("WriteFiles", ParDo.of(new WriteFilesFn(table, staging, runSize)))
        .apply("GatherFiles", GroupByKey.create())
        .apply("LoadFiles", ParDo.of(new BulkLoadFn(table, staging)));
  }
}
