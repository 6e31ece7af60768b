package io.daisychain.datagen;

import java.nio.charset.StandardCharsets;

/** How lines are broken on purpose. Constants, since records are full of bytes already. */
final class Garbling {
  static final byte CHECK_SUM = 1;
  static final byte LENGTH = 2;

  /** The first half of the message, and the line's end. */
  static final byte CUT = 3;

  /** Number of ways; they are numbered from 1. */
  static final int WAYS = 3;

  /** A line that is no message: what an engine says between its messages. */
  static final byte[] NOISE =
      "-- session restored, sequence continues --\n".getBytes(StandardCharsets.US_ASCII);

  private Garbling() {}
}
