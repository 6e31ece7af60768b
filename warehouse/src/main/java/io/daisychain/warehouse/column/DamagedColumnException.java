package io.daisychain.warehouse.column;

/** A file's bytes are not what was written. */
final class DamagedColumnException extends RuntimeException {
  private static final long serialVersionUID = 1;

  DamagedColumnException(String what) {
    super(what);
  }
}
