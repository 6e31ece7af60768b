package io.daisychain.fix;

import java.util.Arrays;

/**
 * Finds the messages on one line of a file, and indexes each.
 *
 * <p>How a line is read:
 *
 * <ul>
 *   <li>A carriage return at the line's end belongs to the line break.
 *   <li>The first {@code 8=FIX} begins the first message. Text before it, between two messages and
 *       after the last one, such as an engine's log prefix, is skipped, even with SOH in it.
 *   <li>{@link FixMessage} defines where a message ends. Inside of it an {@code 8=FIX} that does
 *       not follow an SOH is part of a value; one that does begins the next message, in a data
 *       field too.
 *   <li>A line with an SOH and no {@code 8=FIX} is {@link Found#UNFRAMED}, as a whole; one with
 *       neither, such as the empty line, is {@link Found#NOISE}. Every line is thus at least one of
 *       the three; fields after the end of a message are none.
 * </ul>
 *
 * <p>Reusable, without garbage, and not thread-safe.
 */
public final class MessageFinder {
  /** Results of {@link #next}. */
  public enum Found {
    /** A message, indexed; it may be cut or damaged. */
    MESSAGE,
    /** A line with fields, but without {@code 8=FIX}. */
    UNFRAMED,
    /** A line without FIX fields. */
    NOISE,
    /** The line's end. */
    END
  }

  private static final int START_LENGTH = 5;
  private static final long SOHS = Swar.repeat(1);

  // Boyer-Moore-Horspool: how far to skip from each byte that is not the X of 8=FIX.
  private static final byte[] STEPS = new byte[256];

  static {
    Arrays.fill(STEPS, (byte) START_LENGTH);
    STEPS['8'] = 4;
    STEPS['='] = 3;
    STEPS['F'] = 2;
    STEPS['I'] = 1;
  }

  private byte[] buffer = {};
  private int lineFrom;
  private int lineTo;
  private int position;
  private int from;
  private int to;

  /** Begins with the line in {@code [from, to)}, its line feed excluded. */
  public void line(byte[] buffer, int from, int to) {
    this.buffer = buffer;
    lineFrom = from;
    lineTo = to > from && buffer[to - 1] == '\r' ? to - 1 : to;
    position = from;
  }

  /**
   * Goes to the next find. {@link Found#UNFRAMED} and {@link Found#NOISE} are a line's only ones.
   *
   * @param message indexes the message, where one is found
   */
  public Found next(FixMessage message) {
    if (position > lineTo) {
      return Found.END;
    }
    int start = findStart(buffer, position, lineTo);
    if (start >= 0) {
      from = start;
      to = message.index(buffer, start, lineTo);
      position = to < lineTo ? to : lineTo + 1;
      return Found.MESSAGE;
    }
    boolean wholeLine = position == lineFrom;
    position = lineTo + 1;
    if (!wholeLine) {
      return Found.END;
    }
    from = lineFrom;
    to = lineTo;
    return hasSoh(buffer, from, to) ? Found.UNFRAMED : Found.NOISE;
  }

  /** Offset of the result. */
  public int from() {
    return from;
  }

  /** End of the result, exclusive. */
  public int to() {
    return to;
  }

  /** Offset of the first {@code 8=FIX} in {@code [from, to)}, or -1. */
  static int findStart(byte[] bytes, int from, int to) {
    int last = from + START_LENGTH - 1;
    while (last < to) {
      byte at = bytes[last];
      if (at != 'X') {
        last += STEPS[at & 0xFF];
      } else if (startsMessage(bytes, last - START_LENGTH + 1, to)) {
        return last - START_LENGTH + 1;
      } else {
        last += START_LENGTH;
      }
    }
    return -1;
  }

  /** Whether {@code 8=FIX} stands at {@code offset}, whole before {@code limit}. */
  static boolean startsMessage(byte[] bytes, int offset, int limit) {
    return offset + 5 <= limit
        && bytes[offset] == '8'
        && bytes[offset + 1] == '='
        && bytes[offset + 2] == 'F'
        && bytes[offset + 3] == 'I'
        && bytes[offset + 4] == 'X';
  }

  private static boolean hasSoh(byte[] bytes, int from, int to) {
    for (int at = from; at < to; at += 8) {
      if (Swar.matches(Swar.loadUpTo(bytes, at, to), SOHS) != 0) {
        return true;
      }
    }
    return false;
  }
}
