package io.daisychain.ingest.file;

import java.io.IOException;
import java.io.InputStream;

/** The bytes of a file as they are stored: what comes next can be seen before it is taken. */
final class StoredBytes extends InputStream {
  static final int BUFFER_BYTES = 64 << 10;

  private final InputStream in;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private long taken;
  private int at;
  private int filled;

  StoredBytes(InputStream in) {
    this.in = in;
  }

  /** Offset in the file of the next byte. */
  long offset() {
    return taken;
  }

  /**
   * Looks at the next bytes.
   *
   * @return how many of {@code wanted} there are, fewer only at the file's end; they begin at
   *     {@link #position} of {@link #buffer}
   */
  int see(int wanted) throws IOException {
    if (filled - at < wanted) {
      System.arraycopy(buffer, at, buffer, 0, filled - at);
      filled -= at;
      at = 0;
      // Filled to the brim, so that what comes of it does not depend on how the bytes arrive.
      filled += in.readNBytes(buffer, filled, buffer.length - filled);
    }
    return Math.min(wanted, filled - at);
  }

  /** As {@link #see}, whatever there is: at least one byte but at the file's end. */
  int see() throws IOException {
    if (at == filled) {
      see(1);
    }
    return filled - at;
  }

  byte[] buffer() {
    return buffer;
  }

  int position() {
    return at;
  }

  /** Takes bytes that have been seen. */
  void take(int count) {
    at += count;
    taken += count;
  }

  @Override
  public int read() throws IOException {
    if (see() == 0) {
      return -1;
    }
    int next = buffer[at] & 0xff;
    take(1);
    return next;
  }

  @Override
  public int read(byte[] into, int offset, int room) throws IOException {
    if (room == 0) {
      return 0;
    }
    if (at == filled && room >= BUFFER_BYTES) {
      int read = in.readNBytes(into, offset, room); // not how the bytes arrive: see above
      taken += read;
      return read == 0 ? -1 : read;
    }
    int count = Math.min(room, see());
    if (count == 0) {
      return -1;
    }
    System.arraycopy(buffer, at, into, offset, count);
    take(count);
    return count;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
