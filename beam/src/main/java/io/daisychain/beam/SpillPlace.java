package io.daisychain.beam;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;

/**
 * Bytes in a file of a spill.
 *
 * @param spill the spill's name
 * @param file number of its file
 * @param offset of the first byte
 * @param length number of bytes
 * @param sum CRC-32 of them
 */
record SpillPlace(String spill, int file, long offset, int length, int sum) {
  /** Reads them into {@code target}, from {@code at} on, and holds them against their sum. */
  void read(byte[] target, int at) throws IOException {
    SpillFiles.named(spill).read(file, offset, ByteBuffer.wrap(target, at, length));
    if (sumOf(target, at, length) != sum) {
      throw new IOException(
          "spilled bytes are damaged, "
              + offset
              + " to "
              + (offset + length - 1)
              + " of a file in the folder of --spillFolder: run the command again");
    }
  }

  static int sumOf(byte[] bytes, int from, int length) {
    CRC32 sum = new CRC32();
    sum.update(bytes, from, length);
    return (int) sum.getValue();
  }
}
