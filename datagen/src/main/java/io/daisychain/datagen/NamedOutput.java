package io.daisychain.datagen;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** Says which file could not be written; the system does not. */
final class NamedOutput extends FilterOutputStream {
  private final Object file;

  NamedOutput(OutputStream out, Object file) {
    super(out);
    this.file = file;
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    try {
      out.write(bytes, offset, length);
    } catch (IOException e) {
      throw named(e);
    }
  }

  @Override
  public void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public void close() throws IOException {
    try {
      out.close();
    } catch (IOException e) {
      throw named(e);
    }
  }

  private IOException named(IOException e) {
    String reason = e.getMessage();
    if (reason != null && reason.contains("No space left on device")) {
      reason = "the disk is full";
    }
    return new IOException("cannot write " + file + ": " + reason, e);
  }
}
