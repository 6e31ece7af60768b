package io.daisychain.watch;

import java.io.IOException;
import java.util.function.Consumer;

/** What all threads end for. Safe for several threads. */
final class WatchFailure {
  private final Consumer<Throwable> listener;
  private volatile Throwable cause;

  WatchFailure(Consumer<Throwable> listener) {
    this.listener = listener;
  }

  /** The first cause is the one that counts. */
  void set(Throwable why) {
    if (cause == null) {
      cause = why;
    }
    listener.accept(cause);
  }

  boolean isSet() {
    return cause != null;
  }

  void check() throws IOException {
    if (cause != null) {
      throw new IOException("the store has failed: " + cause.getMessage(), cause);
    }
  }

  /** Throws it as it is. */
  void rethrow() throws IOException {
    if (cause != null) {
      throw new IOException(String.valueOf(cause.getMessage()), cause);
    }
  }
}
