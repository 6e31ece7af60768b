package io.daisychain.store;

import io.daisychain.chunk.Chunk;
import java.util.UUID;
import org.apache.beam.sdk.transforms.GroupByKey;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;

/**
 * Writes packed rows to a table, at least once: their timestamps make a second time harmless.
 *
 * <p>Elements are chunks of {@link RowBatch} under the number of the range of {@link KeyRanges}
 * that all of their rows belong to. The output is numbers of rows whose sum is what was written;
 * rows that come in several chunks count as often.
 *
 * <p>{@link #put} sends the rows to the store, where they are durable when a bundle ends. {@link
 * #bulk} writes sorted files per range and hands them over, at a fifth of the cost: nothing can be
 * read before the end, then everything can.
 */
public final class WriteRows
    extends PTransform<PCollection<KV<Integer, Chunk>>, PCollection<Long>> {
  /** Packed bytes that are sorted in memory for one file. */
  private static final long LARGEST_RUN_BYTES = 256L << 20;

  /** A run takes about twice its size, and two workers may have one each. */
  private static final int HEAP_PER_RUN_BYTES = 8;

  private final StoreConnector connector;
  private final String table;
  private final boolean files;
  private final long runBytes;

  private WriteRows(StoreConnector connector, String table, boolean files, long runBytes) {
    this.connector = connector;
    this.table = table;
    this.files = files;
    this.runBytes = runBytes;
  }

  /** Puts rows; for any store, any ranges. */
  public static WriteRows put(StoreConnector connector, String table) {
    return new WriteRows(connector, table, false, 0);
  }

  /**
   * Hands over files.
   *
   * @throws IllegalArgumentException for Bigtable, which takes none
   */
  public static WriteRows bulk(StoreConnector connector, String table) {
    if (!connector.takesHFiles()) {
      throw new IllegalArgumentException(
          connector.address() + " takes no HFiles: rows must be put");
    }
    long runBytes =
        Math.min(LARGEST_RUN_BYTES, Runtime.getRuntime().maxMemory() / HEAP_PER_RUN_BYTES);
    return new WriteRows(connector, table, true, runBytes);
  }

  /** {@link #bulk} with a new file whenever this many bytes of packed rows have gathered. */
  WriteRows withRunBytes(long bytes) {
    return new WriteRows(connector, table, files, bytes);
  }

  @Override
  public PCollection<Long> expand(PCollection<KV<Integer, Chunk>> chunks) {
    if (!files) {
      return chunks.apply("PutRows", ParDo.of(new PutRowsFn(connector, table)));
    }
    StagingFolder staging = StagingFolder.ofThisProcess(connector, UUID.randomUUID());
    return chunks
        .apply("GroupByRange", GroupByKey.create())
        .apply("WriteFiles", ParDo.of(new WriteFilesFn(connector, table, staging, runBytes)))
        .apply("GatherFiles", GroupByKey.create())
        .apply("LoadFiles", ParDo.of(new LoadFilesFn(connector, table, staging)));
  }
}
