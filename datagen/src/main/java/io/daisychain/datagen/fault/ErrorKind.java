package io.daisychain.datagen.fault;

/**
 * Kinds of errors that can be put in on purpose: each status of docs/checks.md, and errors of
 * files.
 *
 * <p>Each kind has a rate ({@link ErrorRates}). The errors that were put in are listed in {@code
 * injected-*.csv}, the statuses that must be found in {@code truth-*.csv}.
 */
public enum ErrorKind {
  /** A lifecycle's first broker is not in the reference data, or no longer valid. */
  UNKNOWN_REPORTER(0),
  /** A lifecycle has a symbol that is not in the reference data. */
  UNKNOWN_SYMBOL(1),
  /** A lifecycle has a symbol that is no longer valid. */
  DEPRECATED_SYMBOL(2),
  /** A field has a value that FIX 4.2 does not define. */
  STRUCTURE(3),
  /** An order's customer is not in the reference data, or its account was closed. */
  UNKNOWN_CUSTOMER(4),
  /** An event with children is not reported. */
  ORPHAN(5),
  /** An order within a firm names its own child as its parent. */
  CYCLE(6),
  /** One event of a lifecycle has another symbol. */
  SYMBOL_MISMATCH(7),
  /** One event of a lifecycle has the other side. */
  SIDE_MISMATCH(8),
  /** The same identity is reported again with other contents. */
  DUPLICATE_KEY(9),
  /** An event's time is before that of its parents. */
  OUT_OF_SEQUENCE(10),
  /** A message is sent after the deadline, in the file of late messages. */
  LATE(11),
  /** The execution that fills an order is reported again under another ExecID. */
  OVERFILL(12),
  /** The receiver of a route does not report it. */
  UNACCEPTED(13),
  /** A message is cut, or its BodyLength or CheckSum is wrong: it must be rejected. */
  GARBLED(14),
  /** A line that is no message stands before the message: it must be skipped. */
  NOISE(15),
  /** The same message is sent again later, a quarter of them after the deadline. */
  REPEAT(16),
  /** A message stands in its file as if sent up to a minute later. */
  SHUFFLE(17),
  /** A fill of an order with a limit is reported at a price beyond it. */
  BEYOND_LIMIT(18),
  /** One event of a lifecycle has another option on its symbol. */
  INSTRUMENT_MISMATCH(19),
  /** An allocation gives its accounts more than was executed of its orders. */
  OVERALLOCATION(20),
  /** An allocation names an account twice, with different quantities. */
  ACCOUNT_TWICE(21),
  /** The execution of a leg that fills an order is reported again under another ExecID. */
  LEG_OVERFILL(22);

  /** Number of kinds. */
  public static final int COUNT = values().length;

  /** Number of the first kinds, which befall every market. */
  static final int USUAL = BEYOND_LIMIT.position + 1;

  private final int position;

  ErrorKind(int position) {
    this.position = position;
  }

  /** Its bit in a mask of kinds. */
  public int bit() {
    return 1 << position;
  }

  /** True if one draw decides for a whole lifecycle. */
  boolean isOfLifecycle() {
    return this == UNKNOWN_REPORTER || this == UNKNOWN_SYMBOL || this == DEPRECATED_SYMBOL;
  }
}
