package io.daisychain.flight;

import java.io.Closeable;
import java.io.IOException;

/** The rows of an answer, read from files a part at a time. */
interface AnswerRows extends Closeable {
  /**
   * Adds a part of the rows, of which there may be none; what it costs is bounded.
   *
   * @return false after the last
   */
  boolean next(ColumnBatch batch) throws IOException;
}
