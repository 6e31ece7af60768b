package io.daisychain.model;

/**
 * Errors of stored events (docs/checks.md), in the order in which they are published.
 *
 * <p>A row has any number of them: as a mask of {@link #bit} in its cells, and as words joined by
 * semicolons in the column {@code Error:status}.
 */
public enum ErrorStatus {
  /** The message breaks the rules of FIX 4.2. */
  STRUCTURE(0),
  /** The reporter is no participant on the event's day. */
  UNKNOWN_REPORTER(1),
  /** The customer is not valid on the event's day. */
  UNKNOWN_CUSTOMER(2),
  /** The symbol is not valid on the event's day, and was not before. */
  UNKNOWN_SYMBOL(3),
  /** The symbol was valid before the event's day only. */
  DEPRECATED_SYMBOL(4),
  /** A parent was not reported. */
  ORPHAN(5),
  /** The event is its own ancestor. */
  CYCLE(6),
  /** A parent or child has another symbol. */
  SYMBOL_MISMATCH(7),
  /** A parent or child with the same symbol has another instrument. */
  INSTRUMENT_MISMATCH(15),
  /** A parent or child is on another side. */
  SIDE_MISMATCH(8),
  /** Two contents were reported under the event's key. */
  DUPLICATE_KEY(9),
  /** The event is earlier than a parent. */
  OUT_OF_SEQUENCE(10),
  /** The message was sent after the deadline. */
  LATE(11),
  /** More was executed than ordered. */
  OVERFILL(12),
  /** The receiver did not report the route. */
  UNACCEPTED(13),
  /** The reporter corrects or deletes an event that it has not reported. */
  UNKNOWN_ORIGINAL(14),
  /** More of an order is allocated than was executed. */
  OVERALLOCATION(16);

  private static final ErrorStatus[] VALUES = values();

  /** Two bytes of a single status hold bits up to 15; above them stands the bit's place. */
  private static final int BEYOND_TWO_BYTES = 0x8000;

  private final int position;
  private final int bit;

  ErrorStatus(int position) {
    this.position = position;
    bit = 1 << position;
  }

  /** This status' bit in a stored mask; it never changes. */
  public int bit() {
    return bit;
  }

  /** Two bytes in which this status alone is stored; they never change. */
  public int code() {
    return position < 16 ? bit : BEYOND_TWO_BYTES | position;
  }

  /**
   * The status of a code.
   *
   * @throws IllegalArgumentException if no status has it
   */
  public static ErrorStatus ofCode(int code) {
    for (ErrorStatus status : VALUES) {
      if (status.code() == code) {
        return status;
      }
    }
    throw new IllegalArgumentException("no status has the code " + code);
  }

  /** True if {@code mask} has this status. */
  public boolean isIn(int mask) {
    return (mask & bit()) != 0;
  }

  /** The words of a mask joined by semicolons, as published; empty for none. */
  public static String words(int mask) {
    if (mask == 0) {
      return "";
    }
    StringBuilder words = new StringBuilder();
    for (ErrorStatus status : VALUES) {
      if (status.isIn(mask)) {
        words.append(words.length() == 0 ? "" : ";").append(status.name());
      }
    }
    return words.toString();
  }
}
