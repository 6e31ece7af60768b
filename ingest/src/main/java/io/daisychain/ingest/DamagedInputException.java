package io.daisychain.ingest;

import java.io.IOException;

/** Bytes that are not what they ought to be, as against a file system that does not give them. */
final class DamagedInputException extends IOException {
  private static final long serialVersionUID = 1;

  DamagedInputException(String message) {
    super(message);
  }

  DamagedInputException(String message, Throwable cause) {
    super(message, cause);
  }
}
