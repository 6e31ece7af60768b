package io.daisychain.watch;

/** A message on its way to the store. */
final class PendingMessage {
  private final byte[] block;
  private final MessageSource source;
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
  PendingMessage(byte[] block, MessageSource source, long number, long read, long checked) {
    this.block = block;
    this.source = source;
    this.number = number;
    this.read = read;
    this.checked = checked;
  }

  byte[] block() {
    return block;
  }

  /** Bytes of its row. */
  int length() {
    return block == null ? 0 : block.length;
  }

  MessageSource source() {
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
