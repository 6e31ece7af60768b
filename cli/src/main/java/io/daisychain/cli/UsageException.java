package io.daisychain.cli;

/** What the user asked for cannot be done as asked: one clear line, exit code 2. */
final class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1;

  UsageException(String message) {
    super(message);
  }

  UsageException(String message, Throwable cause) {
    super(message, cause);
  }
}
