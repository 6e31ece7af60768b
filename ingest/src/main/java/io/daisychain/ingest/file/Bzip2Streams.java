package io.daisychain.ingest.file;

import java.io.IOException;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;

/** The uncompressed bytes of a bzip2 file: of all its streams, one after the other. */
final class Bzip2Streams extends UnpackedStream {
  private final StoredBytes stored;
  private BZip2CompressorInputStream in;

  Bzip2Streams(StoredBytes stored) {
    this.stored = stored;
  }

  @Override
  public int read(byte[] into, int offset, int room) throws IOException {
    try {
      if (in == null) {
        in = new BZip2CompressorInputStream(stored, true);
      }
      return in.read(into, offset, room);
    } catch (IOException | RuntimeException e) {
      throw new DamagedInputException("its compressed data is damaged: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() throws IOException {
    stored.close();
  }
}
