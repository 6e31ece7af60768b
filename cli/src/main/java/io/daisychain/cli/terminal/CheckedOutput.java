package io.daisychain.cli.terminal;

import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** Remembers that something could not be written, which a PrintStream keeps to itself. */
final class CheckedOutput extends FilterOutputStream {
  private IOException failure;

  CheckedOutput(OutputStream out) {
    super(new BufferedOutputStream(out));
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    refuse();
    try {
      out.write(bytes, offset, length);
    } catch (IOException e) {
      failure = e;
      throw e;
    }
  }

  @Override
  public void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public void flush() throws IOException {
    refuse();
    try {
      out.flush();
    } catch (IOException e) {
      failure = e;
      throw e;
    }
  }

  /** Nothing more is tried once something is lost. */
  private void refuse() throws IOException {
    if (failure != null) {
      throw new IOException(failure.getMessage(), failure);
    }
  }

  /**
   * Fails if anything was lost.
   *
   * @throws IOException with the reason
   */
  void check() throws IOException {
    if (failure != null) {
      throw new IOException("cannot write to standard output: " + failure.getMessage(), failure);
    }
  }
}
