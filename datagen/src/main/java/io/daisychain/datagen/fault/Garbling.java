package io.daisychain.datagen.fault;

import java.nio.charset.StandardCharsets;

/** Ways in which lines are damaged on purpose, as bytes, so that records stay small. */
public final class Garbling {
  public static final byte CHECK_SUM = 1;
  public static final byte LENGTH = 2;

  /** Only the first half of the message, and a line feed. */
  public static final byte CUT = 3;

  /** Number of ways; their numbers begin with 1. */
  static final int WAYS = 3;

  /** A line that is no message, as a FIX engine may log between messages. */
  public static final byte[] NOISE =
      "-- session restored, sequence continues --\n".getBytes(StandardCharsets.US_ASCII);

  private Garbling() {}
}
