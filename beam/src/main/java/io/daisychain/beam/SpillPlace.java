package io.daisychain.beam;

import java.io.IOException;

/**
 * Bytes in a file of a spill.
 *
 * @param spill the spill's name
 * @param file number of its file
 * @param offset of the first byte
 * @param length number of bytes
 */
record SpillPlace(String spill, int file, long offset, int length) {
  byte[] read() throws IOException {
    return SpillFiles.named(spill).read(file, offset, length);
  }
}
