package io.daisychain.reporting;

import io.daisychain.beam.ChunkSink;
import io.daisychain.model.PackedWriter;

/** Packs faults, to be handed to {@link WriteFeedback}. Not thread-safe. */
public final class FaultChunks {
  private static final int CHUNK_BYTES = 256 << 10;

  private final ChunkSink sink;
  private final PackedWriter record = new PackedWriter();
  private final PackedWriter[] shards = new PackedWriter[WriteFeedback.SHARDS];

  /** Sends full chunks to {@code sink}, under the number of their reporters' shard. */
  public FaultChunks(ChunkSink sink) {
    this.sink = sink;
  }

  /** Adds a fault. */
  public void add(FaultLine fault) {
    int shard = WriteFeedback.shardOf(fault.reporter());
    if (shards[shard] == null) {
      shards[shard] = new PackedWriter();
    }
    PackedWriter chunk = shards[shard];
    fault.write(record.clear());
    chunk.text(record.buffer(), 0, record.length());
    if (chunk.length() >= CHUNK_BYTES) {
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
    PackedWriter chunk = shards[shard];
    sink.accept(shard, chunk.buffer(), chunk.length());
    chunk.clear();
  }
}
