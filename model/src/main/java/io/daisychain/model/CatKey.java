package io.daisychain.model;

/** Words about the keys by which records of CAT name one another. */
public final class CatKey {
  /** The route is to an exchange, or the order from one. */
  public static final int EXCHANGE = 1;

  /** Nobody is to report that he accepted the route. */
  public static final int NEVER_ACCEPTED = 2;

  /** Other routes may bear the key too: the record says so. */
  public static final int SHARED = 4;

  /** The trade is canceled. */
  public static final int CANCELED = 8;

  /**
   * Beside the code of a relation: the reference counts where the one before it is not found, whose
   * symbol it lacks.
   */
  public static final int WITHOUT_SYMBOL = 0x80;

  /** Kinds of keys. The codes are stored. */
  public enum Kind {
    NONE(0),
    ORDER(1),
    TRADE(2),
    FULFILLMENT(3),
    ALLOCATION(4),
    QUOTE(5),
    /** As a route of FIX has it for its identity. */
    ROUTE(6);

    private static final Kind[] VALUES = values();

    private final byte code;

    Kind(int code) {
      this.code = (byte) code;
    }

    /** The stored code. */
    public byte code() {
      return code;
    }

    /** The kind stored as {@code code}; an unknown code is a corrupt row. */
    public static Kind ofCode(int code) {
      if (code < 0 || code >= VALUES.length) {
        throw new IllegalStateException("no kind of key has the code " + code);
      }
      return VALUES[code];
    }
  }

  private CatKey() {}
}
