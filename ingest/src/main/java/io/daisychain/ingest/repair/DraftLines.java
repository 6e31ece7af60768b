package io.daisychain.ingest.repair;

import io.daisychain.fix.FixMessage;
import io.daisychain.fix.MessageDraft;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** A draft, read line by line: a message each, which data fields cannot hold a line feed of. */
final class DraftLines implements Closeable {
  private final InputStream in;
  private final FixMessage indexed = new FixMessage();
  private long number;
  private MessageDraft message;

  private DraftLines(InputStream in) {
    this.in = in;
  }

  static DraftLines open(Path file) throws IOException {
    return new DraftLines(new BufferedInputStream(Files.newInputStream(file)));
  }

  /** Goes on to the next line that is not empty; false at the end. */
  boolean next() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    while (true) {
      int read = in.read();
      if (read >= 0 && read != '\n') {
        line.write(read);
        continue;
      }
      number++;
      byte[] bytes = line.toByteArray();
      int length = bytes.length;
      if (length > 0 && bytes[length - 1] == '\r') {
        length--;
      }
      if (length > 0) {
        indexed.index(bytes, 0, length);
        message = MessageDraft.of(indexed);
        return true;
      }
      if (read < 0) {
        return false;
      }
      line.reset();
    }
  }

  /** Number of the line, from 1. */
  long number() {
    return number;
  }

  /** The line's message. */
  MessageDraft message() {
    return message;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
