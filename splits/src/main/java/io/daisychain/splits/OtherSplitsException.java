package io.daisychain.splits;

import java.io.IOException;

/** The table is there, cut at other keys than wanted. */
public final class OtherSplitsException extends IOException {
  private final int existing;
  private final int wanted;

  OtherSplitsException(String table, int existing, int wanted) {
    super(
        "table "
            + table
            + " exists with "
            + (existing == wanted
                ? existing + " splits at other keys"
                : existing + " splits, not " + wanted));
    this.existing = existing;
    this.wanted = wanted;
  }

  /** Splits that the table has. */
  public int existing() {
    return existing;
  }

  /** Splits that were asked for. */
  public int wanted() {
    return wanted;
  }
}
