package io.daisychain.model;

/** How an event hangs on its parent (docs/input.md). Codes are stored. */
public enum Relation {
  /** The event names no parent. */
  NONE(0),
  MERGE(1),
  INTERNAL(2),
  ROUTE(3),
  ACCEPT(4),
  PRIOR(5),
  EXECUTION(6),
  BUST(7),
  CORRECT(8);

  private static final Relation[] VALUES = values();

  private final byte code;

  Relation(int code) {
    this.code = (byte) code;
  }

  /** The stored code. */
  public byte code() {
    return code;
  }

  /** The name as published; empty for {@link #NONE}. */
  public String published() {
    return this == NONE ? "" : name();
  }

  /** The relation stored as {@code code}; an unknown code is a corrupt row. */
  public static Relation ofCode(int code) {
    if (code < 0 || code >= VALUES.length) {
      throw new IllegalStateException("no relation has the code " + code);
    }
    return VALUES[code];
  }
}
