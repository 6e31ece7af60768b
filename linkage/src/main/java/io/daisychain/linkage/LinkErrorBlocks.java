package io.daisychain.linkage;

import io.daisychain.beam.BlockSink;
import io.daisychain.model.ErrorStatus;
import io.daisychain.model.PackedWriter;
import io.daisychain.model.RowKey;
import io.daisychain.model.cell.FeedbackCell;

/**
 * Gathers errors and hands them on in blocks, of all reporters together: who locates their messages
 * asks for hundreds at once.
 */
final class LinkErrorBlocks {
  private static final int BLOCK_BYTES = 256 << 10;

  private final BlockSink sink;
  private final PackedWriter block = new PackedWriter();

  LinkErrorBlocks(BlockSink sink) {
    this.sink = sink;
  }

  /**
   * Adds what link found of the event of a row; of contents that share its key, and of actions
   * without an original, the row itself has to tell.
   *
   * @return true when there are such
   */
  boolean add(int date, RowKey row, FeedbackCell cell) {
    int order = 0;
    boolean shared = false;
    for (FeedbackCell.Found error : cell.errors()) {
      if ((error.status() == ErrorStatus.DUPLICATE_KEY && error.text().isEmpty())
          || error.status() == ErrorStatus.UNKNOWN_ORIGINAL) {
        shared = true;
      } else {
        add(LinkError.of(date, row, cell, error, order++));
      }
    }
    return shared;
  }

  void add(LinkError error) {
    error.write(block);
    if (block.length() >= BLOCK_BYTES) {
      flush();
    }
  }

  /** Hands on whatever has gathered. */
  void flush() {
    if (block.length() > 0) {
      sink.accept(0, block.buffer(), block.length());
      block.clear();
    }
  }
}
