package io.daisychain.warehouse;

import java.io.IOException;

/** New tables that no reader sees yet; closing this uncommitted discards them. */
public interface PreparedLoad extends AutoCloseable {
  /** Puts the new tables in the place of the old ones, all at once. */
  void commit() throws IOException;

  @Override
  void close() throws IOException;
}
