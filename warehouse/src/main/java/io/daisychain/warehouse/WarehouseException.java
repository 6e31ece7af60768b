package io.daisychain.warehouse;

import java.io.IOException;

/** What went wrong with a warehouse, in words for the user: no stack trace is needed to see it. */
public final class WarehouseException extends IOException {
  public WarehouseException(String message) {
    super(message);
  }

  public WarehouseException(String message, Throwable cause) {
    super(message, cause);
  }
}
