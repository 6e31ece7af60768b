package io.daisychain.beam;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Bytes in a file of a spill.
 *
 * @param spill the spill's name
 * @param file number of its file
 * @param offset of the first byte
 * @param length number of bytes
 */
record SpillPlace(String spill, int file, long offset, int length) {
  /** Reads them into {@code target}, from {@code at} on. */
  void read(byte[] target, int at) throws IOException {
    SpillFiles.named(spill).read(file, offset, ByteBuffer.wrap(target, at, length));
  }
}
