package io.daisychain.store.write;

import io.daisychain.beam.Block;
import io.daisychain.beam.Chunks;
import java.util.ArrayList;
import java.util.List;

/** Memory that blocks are read into, as many as are sorted at a time. Not thread-safe. */
final class BlockMemory {
  /** Of some 16 blocks. */
  private static final int CHUNK_BYTES = 4 << 20;

  private final Chunks chunks = new Chunks(CHUNK_BYTES);
  private final List<byte[]> used = new ArrayList<>();
  private byte[] array = {};
  private int from;
  private int to;

  /** Reads a block to a place where it stays until {@link #clear}. */
  void read(Block block) {
    from = to;
    if (array.length - from < block.length()) {
      array = chunks.take(block.length());
      used.add(array);
      from = 0;
    }
    to = from + block.length();
    block.copyTo(array, from);
  }

  /** The array that the block read last lies in. */
  byte[] array() {
    return array;
  }

  int from() {
    return from;
  }

  int to() {
    return to;
  }

  void clear() {
    chunks.giveBack(used);
    used.clear();
    array = new byte[0];
    to = 0;
  }
}
