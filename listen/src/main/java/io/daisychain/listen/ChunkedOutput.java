package io.daisychain.listen;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * An answer whose length nobody knows before its end, in pieces that say theirs (RFC 9112, 7.1):
 * one that breaks off has no last piece, so that its reader knows.
 */
final class ChunkedOutput extends FilterOutputStream {
  private static final int PIECE = 32 << 10;

  private final byte[] piece = new byte[PIECE];
  private int size;
  private boolean hasEnded;

  ChunkedOutput(OutputStream out) {
    super(out);
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    int from = offset;
    for (int left = length; left > 0; ) {
      int now = Math.min(left, PIECE - size);
      System.arraycopy(bytes, from, piece, size, now);
      size += now;
      from += now;
      left -= now;
      if (size == PIECE) {
        send();
      }
    }
  }

  private void send() throws IOException {
    if (size > 0) { // one of nothing would be the last
      out.write((Integer.toHexString(size) + "\r\n").getBytes(US_ASCII));
      out.write(piece, 0, size);
      out.write("\r\n".getBytes(US_ASCII));
      size = 0;
    }
  }

  @Override
  public void flush() throws IOException {
    send();
    out.flush();
  }

  /** Writes the last piece, once. */
  void end() throws IOException {
    if (hasEnded) {
      return;
    }
    hasEnded = true;
    send();
    out.write("0\r\n\r\n".getBytes(US_ASCII));
    out.flush();
  }
}
