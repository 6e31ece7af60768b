package io.daisychain.marketdata.feed;

import java.io.IOException;

/** A file that cannot be read as what it should be; the message names it. */
public final class FeedException extends IOException {
  FeedException(String message) {
    super(message);
  }

  /** Of a file that broke while it was read. */
  public FeedException(String message, Throwable cause) {
    super(message, cause);
  }
}
