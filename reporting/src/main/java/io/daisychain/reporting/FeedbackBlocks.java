package io.daisychain.reporting;

import io.daisychain.beam.BlockSink;
import io.daisychain.model.PackedWriter;
import io.daisychain.model.RowKey;

/** Packs errors, to be handed to {@link WriteFeedback}. Not thread-safe. */
public final class FeedbackBlocks {
  private static final int BLOCK_BYTES = 256 << 10;

  private final BlockSink sink;
  private final PackedWriter record = new PackedWriter();
  private final PackedWriter[] shards = new PackedWriter[2 * WriteFeedback.SHARDS];

  /**
   * Sends full blocks to {@code sink}, under the number of their reporters' shard; what CAT has a
   * code for also under that of its file, behind all of these.
   */
  public FeedbackBlocks(BlockSink sink) {
    this.sink = sink;
  }

  public void add(FeedbackLine error) {
    error.write(record.clear());
    send(error);
  }

  /** Adds an error of link, about a row of a trade date. */
  public void add(FeedbackLine error, int date, RowKey row) {
    error.write(record.clear());
    record.i32(date).key(row);
    send(error);
  }

  private void send(FeedbackLine error) {
    add(WriteFeedback.shardOf(error.reporter()));
    if (RecordErrorsFile.takes(error)) {
      String name = RecordErrorsFile.baseName(error.file());
      add(WriteFeedback.SHARDS + WriteFeedback.shardOf(name));
    }
  }

  private void add(int shard) {
    if (shards[shard] == null) {
      shards[shard] = new PackedWriter();
    }
    PackedWriter block = shards[shard];
    block.text(record.buffer(), 0, record.length());
    if (block.length() >= BLOCK_BYTES) {
      send(shard);
    }
  }

  /** Sends what is left. */
  public void flush() {
    for (int shard = 0; shard < shards.length; shard++) {
      if (shards[shard] != null && shards[shard].length() > 0) {
        send(shard);
      }
    }
  }

  private void send(int shard) {
    PackedWriter block = shards[shard];
    sink.accept(shard, block.buffer(), block.length());
    block.clear();
  }
}
