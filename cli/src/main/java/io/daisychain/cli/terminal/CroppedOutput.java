package io.daisychain.cli.terminal;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Cuts the lines of UTF-8 text to a number of characters; a cut line ends with {@code …}. Closing
 * it leaves the stream behind it open.
 */
public final class CroppedOutput extends FilterOutputStream {
  private static final byte[] CUT = {(byte) 0xe2, (byte) 0x80, (byte) 0xa6};

  private final int width;
  private final byte[] last = new byte[4]; // the character that may have to make room for the mark
  private int lastLength;
  private int characters;

  /**
   * Cuts what is written to {@code out}.
   *
   * @param width characters that fit a line; 0 for no limit
   */
  public CroppedOutput(OutputStream out, int width) {
    super(out);
    this.width = width;
  }

  @Override
  public void write(byte[] bytes, int from, int count) throws IOException {
    if (width <= 0) {
      out.write(bytes, from, count);
      return;
    }
    for (int i = from; i < from + count; i++) {
      write(bytes[i]);
    }
  }

  @Override
  public void write(int b) throws IOException {
    if (width <= 0) {
      out.write(b);
    } else if (b == '\n') {
      out.write(last, 0, lastLength);
      out.write('\n');
      lastLength = 0;
      characters = 0;
    } else {
      character((byte) b);
    }
  }

  private void character(byte b) throws IOException {
    boolean begins = (b & 0xc0) != 0x80;
    characters += begins ? 1 : 0;
    if (characters < width) {
      out.write(b);
    } else if (characters == width) {
      lastLength = begins ? 0 : lastLength;
      last[lastLength++] = b;
    } else if (characters == width + 1 && begins) {
      System.arraycopy(CUT, 0, last, 0, CUT.length);
      lastLength = CUT.length;
    }
  }

  @Override
  public void flush() throws IOException {
    out.flush();
  }

  @Override
  public void close() throws IOException {
    out.write(last, 0, lastLength);
    lastLength = 0;
    out.flush();
  }
}
