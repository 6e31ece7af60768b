package io.daisychain.watch;

import java.io.IOException;
import java.util.Map;

/** Where messages come from. */
interface MessageSource {
  /** Which queue its messages wait in: of each one is taken in turn. */
  default Object queue() {
    return this;
  }

  /** Hears that a message, and all that it has handed over before, are durable. */
  void durable(long number) throws IOException;

  /**
   * What is to be kept with messages up to one whose rows are durable, before the source hears of
   * them: texts by row and column of the meta table.
   */
  default Map<String, Map<String, String>> keep(long number) {
    return Map.of();
  }
}
