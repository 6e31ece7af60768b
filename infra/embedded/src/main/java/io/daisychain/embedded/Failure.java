package io.daisychain.embedded;

import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;

/** What went wrong, in the words that help. */
final class Failure {
  /** The system's words, in English as Java's library of files gives them. */
  private static final String NO_SPACE = "No space left on device";

  private static final int MOST_CAUSES = 30;

  private Failure() {}

  /** True where a disk is full. */
  static boolean isDiskFull(Throwable failure) {
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < MOST_CAUSES; depth++) {
      if (cause.getMessage() != null && cause.getMessage().contains(NO_SPACE)) {
        return true;
      }
      cause = cause.getCause();
    }
    return false;
  }

  /** Java's own messages of files have the path alone. */
  private static String words(Throwable cause) {
    if (cause instanceof AccessDeniedException) {
      return "permission denied (" + cause.getMessage() + ")";
    }
    if (cause instanceof FileAlreadyExistsException) {
      return "it is no folder (" + cause.getMessage() + ")";
    }
    return cause instanceof FileSystemException
        ? cause.getClass().getSimpleName() + ": " + cause.getMessage()
        : cause.getMessage();
  }

  /** The innermost message of a failure, or that its disk is full. */
  static String words(String message, Throwable failure) {
    if (isDiskFull(failure)) {
      return "its disk is full";
    }
    String words = message;
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < MOST_CAUSES; depth++) {
      if (cause.getMessage() != null && !cause.getMessage().isBlank()) {
        words = words(cause);
      }
      cause = cause.getCause();
    }
    return words == null
        ? failure.getClass().getSimpleName()
        : words.lines().findFirst().orElse("");
  }
}
