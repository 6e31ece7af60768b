package io.daisychain.ingest.file;

import java.io.IOException;

/** Bytes that are not what they ought to be, as against a file system that does not give them. */
public final class DamagedInputException extends IOException {
  public DamagedInputException(String message) {
    super(message);
  }

  public DamagedInputException(String message, Throwable cause) {
    super(message, cause);
  }
}
