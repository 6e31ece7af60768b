package io.daisychain.beam;

import java.io.IOException;

/** A file has a name that is to be written, and was not written by this program. */
public final class ForeignFileException extends IOException {
  /**
   * Names the file.
   *
   * @param file its path
   * @param what it would have to be, to be replaced
   */
  public ForeignFileException(Object file, String what) {
    super(file + " is there and is not " + what + ": move it away, or have this written elsewhere");
  }
}
