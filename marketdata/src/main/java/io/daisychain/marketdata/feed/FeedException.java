package io.daisychain.marketdata.feed;

import java.io.EOFException;
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

  /** Of a compressed file that ends before its compression does. */
  public static FeedException cutOff(String name, EOFException cause) {
    return new FeedException(name + " is cut off: its compression has no end", cause);
  }
}
