package io.daisychain.cli;

import java.util.function.Supplier;

/** What the user asked for cannot be done as asked: one clear line, exit code 2. */
final class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Computes from what the user wrote: an argument that makes no sense is the user's. */
  static <T> T checked(Supplier<T> computation) {
    try {
      return computation.get();
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage(), e);
    }
  }

  UsageException(String message) {
    super(message);
  }

  UsageException(String message, Throwable cause) {
    super(message, cause);
  }
}
