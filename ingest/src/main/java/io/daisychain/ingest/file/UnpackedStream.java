package io.daisychain.ingest.file;

import java.io.IOException;
import java.io.InputStream;

/** The uncompressed bytes of a file, which are read many at a time. */
abstract class UnpackedStream extends InputStream {
  @Override
  public final int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public abstract int read(byte[] into, int offset, int room) throws IOException;
}
