package io.daisychain.fix;

/**
 * Longest values. The limits are far above the lengths of real values. They keep the cost of a
 * message proportional to its length, since numbers are added up and names are repeated on the rows
 * of other events and in feedback. A longer value is an error; the message is stored as it is.
 */
public final class Limits {
  /** Most bytes of a number with sign, point and leading zeros. A longer one is invalid. */
  public static final int LONGEST_NUMBER = 1_000;

  /**
   * Most bytes of a name or an id: those of orders, events, firms, customers, symbols and markets.
   * The row key is computed from all bytes of a longer one; elsewhere it is cut to this length.
   */
  public static final int LONGEST_NAME = 1_000;

  /** Most digits of a quantity before its point, leading zeros aside: those of CAT's quantities. */
  public static final int QUANTITY_INTEGER_DIGITS = 12;

  /** Most digits of a quantity after its point, zeros at the end aside. */
  public static final int QUANTITY_FRACTION_DIGITS = 6;

  /** Most digits of a price before its point, leading zeros aside: those of CAT's prices. */
  public static final int PRICE_INTEGER_DIGITS = 10;

  /** Most digits of a price after its point, zeros at the end aside. */
  public static final int PRICE_FRACTION_DIGITS = 8;

  private Limits() {}
}
