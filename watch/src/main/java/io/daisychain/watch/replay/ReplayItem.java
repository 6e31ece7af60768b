package io.daisychain.watch.replay;

/** Something to be sent. */
final class ReplayItem {
  /** In place of a time: that of the one before. */
  static final long NO_TIME = Long.MIN_VALUE;

  private final byte[] bytes;
  private final long time;
  private final String sender;
  private final boolean isOpen;

  /**
   * An item.
   *
   * @param bytes a message, a line of a file, or a tick
   * @param time its own, in nanoseconds since 1970, or {@link #NO_TIME}
   * @param sender SenderCompID (49) of a message; else empty
   * @param isOpen true for a piece of a line that goes on
   */
  ReplayItem(byte[] bytes, long time, String sender, boolean isOpen) {
    this.bytes = bytes;
    this.time = time;
    this.sender = sender;
    this.isOpen = isOpen;
  }

  byte[] bytes() {
    return bytes;
  }

  long time() {
    return time;
  }

  String sender() {
    return sender;
  }

  boolean isOpen() {
    return isOpen;
  }
}
