package io.daisychain.warehouse.column;

import java.io.IOException;

/** A file is encrypted by a key that is not at hand. */
public final class MissingKeyException extends IOException {
  private static final long serialVersionUID = 1L;

  MissingKeyException(String message) {
    super(message);
  }
}
