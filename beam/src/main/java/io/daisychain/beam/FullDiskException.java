package io.daisychain.beam;

import java.io.IOException;

/** A disk is full, and which file or folder lies on it. */
public final class FullDiskException extends IOException {
  /** The system's own words, which Java passes on and HBase's client wraps. */
  private static final String NO_SPACE = "No space left on device";

  private static final int MOST_CAUSES = 30;

  private FullDiskException(Object path, Throwable cause) {
    super("cannot write " + path + ": the disk is full", cause);
  }

  /**
   * What says which file or folder could not be written, where a disk is full; else the failure.
   */
  public static IOException named(Object path, IOException failure) {
    return isCauseOf(failure) && !(failure instanceof FullDiskException)
        ? new FullDiskException(path, failure)
        : failure;
  }

  /** True for a failure that has a full disk at its bottom. */
  public static boolean isCauseOf(Throwable failure) {
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < MOST_CAUSES; depth++) {
      if (cause instanceof FullDiskException
          || (cause.getMessage() != null && cause.getMessage().contains(NO_SPACE))) {
        return true;
      }
      cause = cause.getCause();
    }
    return false;
  }
}
