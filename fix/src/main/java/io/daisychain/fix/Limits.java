package io.daisychain.fix;

/**
 * How long values may be. Each is far above what anybody sends in earnest, and keeps what one
 * message costs proportional to its bytes: numbers are added up, and names are repeated on the rows
 * of other events and in feedback. A longer value is a fault; the message is stored whole.
 */
public final class Limits {
  /** Most bytes of a number, sign, point and leading zeros included. A longer one is none. */
  public static final int LONGEST_NUMBER = 1_000;

  /**
   * Most bytes of a name or an id: those of orders, events, firms, customers, symbols and markets.
   * Of a longer one the key has all bytes, and everything else sees this many.
   */
  public static final int LONGEST_NAME = 1_000;

  private Limits() {}
}
