package io.daisychain.cli.terminal;

import java.util.function.Supplier;

/** What the user asked for cannot be done as asked: one clear line, exit code 2. */
public final class UsageException extends RuntimeException {
  /** Computes from what the user wrote: an argument that makes no sense is the user's. */
  public static <T> T checked(Supplier<T> computation) {
    try {
      return computation.get();
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage(), e);
    }
  }

  public UsageException(String message) {
    super(message);
  }

  public UsageException(String message, Throwable cause) {
    super(message, cause);
  }
}
