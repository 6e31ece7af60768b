package io.daisychain.linkage;

import io.daisychain.beam.ChunkSink;
import io.daisychain.model.PackedWriter;
import io.daisychain.reporting.WriteFeedback;
import java.util.HashMap;
import java.util.Map;

/** Gathers faults by {@link WriteFeedback#shardOf} their reporter and hands them on in chunks. */
final class LinkFaultChunks {
  private static final int CHUNK_BYTES = 256 << 10;

  private final ChunkSink sink;
  private final Map<Integer, PackedWriter> chunks = new HashMap<>();

  LinkFaultChunks(ChunkSink sink) {
    this.sink = sink;
  }

  void add(LinkFault fault) {
    int shard = WriteFeedback.shardOf(fault.line().reporter());
    PackedWriter chunk = chunks.computeIfAbsent(shard, s -> new PackedWriter());
    fault.write(chunk);
    if (chunk.length() >= CHUNK_BYTES) {
      send(shard, chunk);
    }
  }

  /** Hands on whatever has gathered. */
  void flush() {
    chunks.forEach(this::send);
  }

  private void send(int shard, PackedWriter chunk) {
    if (chunk.length() > 0) {
      sink.accept(shard, chunk.buffer(), chunk.length());
      chunk.clear();
    }
  }
}
