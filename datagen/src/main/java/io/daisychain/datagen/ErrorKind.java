package io.daisychain.datagen;

/**
 * What can be put wrong on purpose: each status of docs/checks.md, and faults of the files.
 *
 * <p>Each has a rate, the share of what it can befall ({@link ErrorRates}). What must be found
 * afterwards is in the truth; what was done is in {@code injected-*.csv}.
 */
public enum ErrorKind {
  /** A lifecycle's first broker is one that nobody knows, or that has left. */
  UNKNOWN_REPORTER(0),
  /** A lifecycle trades a symbol that nobody knows. */
  UNKNOWN_SYMBOL(1),
  /** A lifecycle trades a symbol that is no longer valid. */
  DEPRECATED_SYMBOL(2),
  /** A field has a value that FIX does not know. */
  STRUCTURE(3),
  /** An order comes from a customer that nobody knows, or whose account was closed. */
  UNKNOWN_CUSTOMER(4),
  /** An event with children is not reported. */
  ORPHAN(5),
  /** An order within a firm names its own child as its parent. */
  CYCLE(6),
  /** One event of a lifecycle names another symbol. */
  SYMBOL_MISMATCH(7),
  /** One event of a lifecycle names the other side. */
  SIDE_MISMATCH(8),
  /** The same identity is reported again with other contents. */
  DUPLICATE_KEY(9),
  /** An event claims to be older than its parents. */
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
  /** The same message is handed in again, sent later, some of them after the deadline. */
  REPEAT(16),
  /** A message stands up to a minute of sending later in its file. */
  SHUFFLE(17),
  /** A fill of an order with a limit is reported at a price beyond it. */
  BEYOND_LIMIT(18);

  private static final ErrorKind[] VALUES = values();

  /** Number of kinds. */
  static final int COUNT = VALUES.length;

  private final int position;

  ErrorKind(int position) {
    this.position = position;
  }

  /** The kind of a position in a mask. */
  static ErrorKind of(int position) {
    return VALUES[position];
  }

  /** Its bit in a mask of kinds. */
  int bit() {
    return 1 << position;
  }

  /** True where one draw decides for a whole lifecycle. */
  boolean isOfLifecycle() {
    return this == UNKNOWN_REPORTER || this == UNKNOWN_SYMBOL || this == DEPRECATED_SYMBOL;
  }
}
