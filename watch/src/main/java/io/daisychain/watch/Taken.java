package io.daisychain.watch;

import java.io.IOException;
import java.util.Map;

/** A message on its way to the store. */
final class Taken {
  private final byte[] block;
  private final Source source;
  private final long number;
  private final long read;
  private final long checked;
  private long durable;

  /**
   * A message.
   *
   * @param block its row; null where there is none, since it was skipped or rejected
   * @param source hears when it, and all before it, is durable
   * @param number of the message in its source
   * @param read when its bytes were read, in nanoseconds of this process's clock
   * @param checked when it was checked
   */
  Taken(byte[] block, Source source, long number, long read, long checked) {
    this.block = block;
    this.source = source;
    this.number = number;
    this.read = read;
    this.checked = checked;
  }

  /** Where messages come from. */
  interface Source {
    /** Which queue its messages wait in: of each one is taken in turn. */
    default Object queue() {
      return this;
    }

    /** Hears that a message, and all that the source has handed over before, are durable. */
    void durable(long number) throws IOException;

    /**
     * What is to be kept with messages up to one whose rows are durable, before the source hears of
     * them: texts by row and column of the meta table.
     */
    default Map<String, Map<String, String>> keep(long number) {
      return Map.of();
    }
  }

  byte[] block() {
    return block;
  }

  /** Bytes of its row. */
  int length() {
    return block == null ? 0 : block.length;
  }

  Source source() {
    return source;
  }

  long number() {
    return number;
  }

  long read() {
    return read;
  }

  /** When it was durable. */
  long durable() {
    return durable;
  }

  void durable(long now) {
    durable = now;
  }

  long checked() {
    return checked;
  }
}
