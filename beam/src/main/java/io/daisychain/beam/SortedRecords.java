package io.daisychain.beam;

import io.daisychain.model.PackedReader;
import java.io.IOException;

/** Records of one length, in the order of their bytes and in memory that does not grow. */
public final class SortedRecords {
  private SortedRecords() {}

  /** Takes records. */
  @FunctionalInterface
  public interface Visitor {
    /** Takes the next, which is all that there is to read. */
    void take(PackedReader record) throws IOException;
  }

  /**
   * Sorts all records of some blocks.
   *
   * @param length of each
   */
  public static void visit(Spill spill, Iterable<Block> blocks, int length, Visitor visitor)
      throws IOException {
    try (RecordSorter sorter = RecordSorter.beside(spill)) {
      for (Block block : blocks) {
        byte[] bytes = block.bytes();
        for (int at = 0; at < bytes.length; at += length) {
          sorter.add(bytes, at, length);
        }
      }
      PackedReader record = new PackedReader();
      sorter.drain((bytes, from, to) -> visitor.take(record.wrap(bytes, from, to - from)));
    }
  }
}
