package io.daisychain.explorer.live;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;

/** Lines of another program, of which too long ones are passed over: they are never held. */
final class BoundedLines {
  /** Bytes of a line. */
  static final int LONGEST = 64 << 10;

  private final InputStream in;

  BoundedLines(InputStream in) {
    this.in = new BufferedInputStream(in);
  }

  /** The next line, empty for one that is too long; null at the end. */
  String next() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    boolean isLong = false;
    int b = in.read();
    if (b < 0) {
      return null;
    }
    for (; b >= 0 && b != '\n'; b = in.read()) {
      isLong |= line.size() == LONGEST;
      if (!isLong) {
        line.write(b);
      }
    }
    return isLong ? "" : line.toString(UTF_8);
  }
}
