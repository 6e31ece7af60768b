package io.daisychain.listen;

import java.io.Closeable;
import java.io.IOException;
import java.util.Map;
import java.util.function.Supplier;

/** Hears of sessions: who was let in, from where and for what, before anything is answered. */
@FunctionalInterface
public interface SessionLog {
  /** Keeps nothing. */
  SessionLog NONE = (kind, about, atEnd) -> () -> {};

  /**
   * A session begins.
   *
   * @param kind as whom it speaks to this program: {@code fix}, {@code subscribe}
   * @param about who it is, and what it wants; no secrets
   * @param atEnd what there is to say when it has ended
   * @return closed when it has ended
   * @throws IOException where that cannot be noted: the session must not be served
   */
  Closeable begin(String kind, Map<String, String> about, Supplier<Map<String, String>> atEnd)
      throws IOException;

  /** A session of which there is nothing to say when it has ended. */
  default Closeable begin(String kind, Map<String, String> about) throws IOException {
    return begin(kind, about, Map::of);
  }
}
