package io.daisychain.model;

/** Outcome of a check that may not have been made: published as true, false or empty. */
public enum CheckResult {
  /** The check was not made: there was nothing to compare with. */
  NOT_MADE(0),
  /** The check was made and found nothing. */
  PASSED(1),
  /** The check was made and failed. */
  FAILED(2);

  private static final CheckResult[] VALUES = values();

  private final int code;

  CheckResult(int code) {
    this.code = code;
  }

  /** The stored code, of two bits. */
  public int code() {
    return code;
  }

  /** Refuses a mask of {@code count} codes, two bits each, with a code that does not exist. */
  public static void requireKnown(int mask, int count) {
    int both = mask & (mask >>> 1) & 0x55555555 & ((1 << (2 * count)) - 1);
    if (both != 0) {
      throw new IllegalStateException("no result of a check has the code 3");
    }
  }

  public static CheckResult ofCode(int code) {
    return VALUES[code];
  }

  /** {@code true}, {@code false} or empty. */
  public String published() {
    return switch (this) {
      case NOT_MADE -> "";
      case PASSED -> "true";
      case FAILED -> "false";
    };
  }

  /** Both outcomes as one: failed if either failed, not made if neither was made. */
  public CheckResult and(CheckResult other) {
    return code > other.code ? this : other;
  }

  /** {@code PASSED} for true, {@code FAILED} for false. */
  public static CheckResult of(boolean passed) {
    return passed ? PASSED : FAILED;
  }
}
