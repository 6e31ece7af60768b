package io.daisychain.listen;

import java.io.IOException;

/** A connection is not served, for what the message says. */
public final class RefusedException extends IOException {
  /** Says why. */
  public RefusedException(String message) {
    super(message);
  }
}
