package io.daisychain.warehouse.column;

/** A file's bytes are not what was written. */
final class DamagedColumnException extends RuntimeException {
  DamagedColumnException(String what) {
    super(what);
  }
}
