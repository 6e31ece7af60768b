package io.daisychain.datagen.fault;

/** Kinds of repairs that can be put in; each has a rate ({@link RepairRates}). */
public enum RepairKind {
  /** An event is first reported with a value that is wrong, then corrected (10004=C). */
  CORRECTION,
  /** A route, or an order within a firm, first names another parent, then is corrected. */
  PARENT,
  /** A customer's order is deleted (10004=D): what hangs on it is orphaned. */
  DELETION,
  /**
   * An event with children is reported after the deadline, so that these are orphans until then.
   */
  ARRIVAL,
  /** A correction (10004=C) of an event that was never reported as new: UNKNOWN_ORIGINAL. */
  UNKNOWN,
  /** Share of the repairs that come after the third business day. */
  LATE,
  /** Share of the corrections and deletions that stand in their file before what they are about. */
  FIRST;

  /** True of rates that are shares of the repairs. */
  boolean isOfRepairs() {
    return this == LATE || this == FIRST;
  }
}
