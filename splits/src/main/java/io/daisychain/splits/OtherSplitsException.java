package io.daisychain.splits;

import java.io.IOException;

/** The table is there, cut at other keys than wanted, or others are kept for tables to come. */
public final class OtherSplitsException extends IOException {
  private final int existing;
  private final int wanted;

  private OtherSplitsException(String what, int existing, int wanted) {
    super(
        what
            + (existing == wanted
                ? existing + " splits at other keys"
                : existing + " splits, not " + wanted));
    this.existing = existing;
    this.wanted = wanted;
  }

  static OtherSplitsException ofTable(String table, int existing, int wanted) {
    return new OtherSplitsException("table " + table + " exists with ", existing, wanted);
  }

  /** Of what the store keeps for further trade dates of a table. */
  static OtherSplitsException kept(String table, int existing, int wanted) {
    return new OtherSplitsException(
        "the store makes the tables of further trade dates of " + table + " with ",
        existing,
        wanted);
  }

  /** Splits that the table has, or is to get. */
  public int existing() {
    return existing;
  }

  public int wanted() {
    return wanted;
  }
}
