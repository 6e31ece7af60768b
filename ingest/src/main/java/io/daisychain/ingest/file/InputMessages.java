package io.daisychain.ingest.file;

import io.daisychain.fix.FixMessage;
import io.daisychain.fix.MessageFinder;
import java.io.Closeable;
import java.io.IOException;

/**
 * The messages of one input file, plain or packed, one after the other: for those who look for a
 * few of them by where they stand. Not thread-safe.
 */
public final class InputMessages implements Closeable {
  private final InputFile file;
  private final LineReader lines;
  private final MessageFinder finder = new MessageFinder();
  private final FixMessage message = new FixMessage();
  private MessageFinder.Found found = MessageFinder.Found.END;
  private boolean oversized;

  private InputMessages(InputFile file) {
    this.file = file;
    lines = new LineReader(file, 0);
  }

  /**
   * Opens a file.
   *
   * @param path as Beam's file systems name it
   */
  public static InputMessages open(String path) throws IOException {
    return new InputMessages(InputFile.open(path));
  }

  /** Goes on to the next message, or line that has something else; false at the end. */
  public boolean next() throws IOException {
    if (!oversized && found != MessageFinder.Found.END) {
      found = finder.next(message);
    }
    while (oversized || found == MessageFinder.Found.END) {
      if (!lines.next()) {
        return false;
      }
      oversized = lines.isOversized();
      if (oversized) {
        return true;
      }
      finder.line(lines.buffer(), lines.from(), lines.to());
      found = finder.next(message);
    }
    return true;
  }

  /** Number of the line, from 1. */
  public long line() {
    return lines.lines();
  }

  /** Where it begins in the uncompressed file, in bytes. */
  public long offset() {
    return lines.fileOffset(oversized ? lines.from() : finder.from());
  }

  /** True of a line that is longer than any message may be. */
  public boolean isOversized() {
    return oversized;
  }

  /** True where {@link #message} has what was found. */
  public boolean isMessage() {
    return !oversized && found == MessageFinder.Found.MESSAGE;
  }

  /** True of fields that have no BeginString before them. */
  public boolean isUnframed() {
    return !oversized && found == MessageFinder.Found.UNFRAMED;
  }

  /** The message, valid until the next. */
  public FixMessage message() {
    return message;
  }

  /** The bytes of what was found, as they stand in the file. */
  public byte[] bytes() {
    byte[] bytes = new byte[finder.to() - finder.from()];
    System.arraycopy(lines.buffer(), finder.from(), bytes, 0, bytes.length);
    return bytes;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
