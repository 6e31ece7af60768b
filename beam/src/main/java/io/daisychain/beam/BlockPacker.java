package io.daisychain.beam;

import io.daisychain.model.PackedWriter;

/** Gathers records by number and hands them on in blocks, in bounded memory. */
public final class BlockPacker {
  private static final int BLOCK_BYTES = 256 << 10;
  private static final int ALL_BYTES = 48 << 20;

  private final PackedWriter[] writers;
  private final BlockSink blocks;
  private long gathered;
  private int lengthBefore;

  /**
   * Packs records.
   *
   * @param numbers number of numbers, from 0
   * @param blocks take what has gathered
   */
  public BlockPacker(int numbers, BlockSink blocks) {
    this.writers = new PackedWriter[numbers];
    this.blocks = blocks;
  }

  /** The writer to which the next record of {@code number} goes, to be followed by {@link #end}. */
  public PackedWriter begin(int number) {
    if (writers[number] == null) {
      writers[number] = new PackedWriter();
    }
    lengthBefore = writers[number].length();
    return writers[number];
  }

  /** Ends the record of {@code number}. */
  public void end(int number) {
    int length = writers[number].length();
    gathered += length - lengthBefore;
    if (length >= BLOCK_BYTES) {
      flush(number);
    } else if (gathered >= ALL_BYTES) {
      flush();
    }
  }

  /** Hands on whatever has gathered. */
  public void flush() {
    for (int number = 0; number < writers.length; number++) {
      flush(number);
    }
  }

  private void flush(int number) {
    if (writers[number] != null && writers[number].length() > 0) {
      gathered -= writers[number].length();
      blocks.accept(number, writers[number].buffer(), writers[number].length());
      writers[number].clear();
    }
  }
}
