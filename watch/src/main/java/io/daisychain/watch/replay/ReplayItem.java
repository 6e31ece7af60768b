package io.daisychain.watch.replay;

/** Something to be sent. */
final class ReplayItem {
  /**
   * What tells sessions of one acceptor apart: each version of a sender has one.
   *
   * @param sender SenderCompID (49)
   * @param begin BeginString (8)
   */
  record SessionName(String sender, String begin) {}

  /** In place of a time: that of the one before. */
  static final long NO_TIME = Long.MIN_VALUE;

  private final byte[] bytes;
  private final long time;
  private final SessionName session;
  private final boolean isOpen;

  /**
   * An item.
   *
   * @param bytes a message, a line of a file, or a tick
   * @param time its own, in nanoseconds since 1970, or {@link #NO_TIME}
   * @param session of a message that a session carries; else null
   * @param isOpen true for a piece of a line that goes on
   */
  ReplayItem(byte[] bytes, long time, SessionName session, boolean isOpen) {
    this.bytes = bytes;
    this.time = time;
    this.session = session;
    this.isOpen = isOpen;
  }

  byte[] bytes() {
    return bytes;
  }

  long time() {
    return time;
  }

  SessionName session() {
    return session;
  }

  boolean isOpen() {
    return isOpen;
  }
}
