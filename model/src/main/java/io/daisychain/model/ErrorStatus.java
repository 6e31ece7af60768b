package io.daisychain.model;

/**
 * What is wrong with a stored event (docs/checks.md), in the order it is published.
 *
 * <p>A row carries any number of them, as a mask of {@link #bit} in its cells and as words joined
 * by semicolons in the column {@code Error:status}.
 */
public enum ErrorStatus {
  STRUCTURE(0),
  UNKNOWN_REPORTER(1),
  UNKNOWN_CUSTOMER(2),
  UNKNOWN_SYMBOL(3),
  DEPRECATED_SYMBOL(4),
  ORPHAN(5),
  CYCLE(6),
  SYMBOL_MISMATCH(7),
  SIDE_MISMATCH(8),
  DUPLICATE_KEY(9),
  OUT_OF_SEQUENCE(10),
  LATE(11),
  OVERFILL(12),
  UNACCEPTED(13);

  private static final ErrorStatus[] VALUES = values();

  private final int bit;

  ErrorStatus(int position) {
    bit = 1 << position;
  }

  /** This status' bit in a stored mask; it never changes. */
  public int bit() {
    return bit;
  }

  /** True when {@code mask} carries this status. */
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
