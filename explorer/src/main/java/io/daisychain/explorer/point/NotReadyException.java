package io.daisychain.explorer.point;

import java.io.IOException;

/** Something is not ready yet, and will be. */
public final class NotReadyException extends IOException {
  public NotReadyException(String message) {
    super(message);
  }
}
