package io.daisychain.linkage;

import io.daisychain.beam.ChunkSink;
import io.daisychain.model.PackedWriter;

/** Gathers records by number and hands them on in chunks, in bounded memory. */
final class Chunks {
  private static final int CHUNK_BYTES = 256 << 10;
  private static final int ALL_BYTES = 48 << 20;

  private final PackedWriter[] writers;
  private final ChunkSink chunks;
  private long gathered;
  private int lengthBefore;

  Chunks(int numbers, ChunkSink chunks) {
    this.writers = new PackedWriter[numbers];
    this.chunks = chunks;
  }

  /** The writer to which the next record of {@code number} goes, to be followed by {@link #end}. */
  PackedWriter begin(int number) {
    if (writers[number] == null) {
      writers[number] = new PackedWriter();
    }
    lengthBefore = writers[number].length();
    return writers[number];
  }

  /** Ends the record of {@code number}. */
  void end(int number) {
    int length = writers[number].length();
    gathered += length - lengthBefore;
    if (length >= CHUNK_BYTES) {
      flush(number);
    } else if (gathered >= ALL_BYTES) {
      flush();
    }
  }

  /** Hands on whatever has gathered. */
  void flush() {
    for (int number = 0; number < writers.length; number++) {
      flush(number);
    }
  }

  private void flush(int number) {
    if (writers[number] != null && writers[number].length() > 0) {
      gathered -= writers[number].length();
      chunks.accept(number, writers[number].buffer(), writers[number].length());
      writers[number].clear();
    }
  }
}
