package io.daisychain.ingest.file;

import io.daisychain.fix.FixMessage;
import io.daisychain.fix.MessageFinder;
import io.daisychain.fix.MessageFinder.Found;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Cuts a stream into lines without copying them, in bounded memory.
 *
 * <p>A line longer than the window comes in pieces, each but the first beginning with a message and
 * none ending within one, so that {@link MessageFinder} finds in the pieces what it would find in
 * the line. Words that would have to make a piece of their own are left out: those before the
 * line's first message, and those after the last that fits.
 *
 * <p>What no window can hold is a stretch, which comes byte for byte in pieces of its own, all but
 * the first marked as {@link #isContinuation}: a message longer than the window, which is longer
 * than any may be, or as much of a line that has SOH and no message, until one begins after all.
 * Two things are not seen in a stretch: an SOH within a data field, so that the message ends early
 * and the rest is words; and what came more than a window before the line's first SOH.
 */
public final class LineReader implements InputLine {
  /** Longest message in bytes. */
  public static final int MAX_MESSAGE = 1 << 20;

  private static final int DEFAULT_WINDOW = 4 * MAX_MESSAGE;

  /** What is read at once: as much as a processor's own memory holds until it is looked at. */
  private static final int READ_BYTES = 128 << 10;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long LINE_FEEDS = 0x0a0a0a0a0a0a0a0aL;
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGHS = 0x8080808080808080L;

  private static final byte SOH = 1;
  private static final byte[] START = {'8', '=', 'F', 'I', 'X'};
  private static final byte[] CHECK_SUM = {'1', '0', '='};

  /** Bytes at a window's end that may begin a message without showing it. */
  private static final int HELD_BACK = START.length - 1;

  /** Where in a line the next byte stands. */
  private enum Place {
    /** At the line's front, or where a message begins. */
    FRONT,
    /** Behind the last message of a piece. */
    WORDS,
    /** In a message longer than the window. */
    LONG_MESSAGE,
    /** In fields longer than the window, of a line without a message so far. */
    LONG_FIELDS
  }

  private final InputStream in;
  private final byte[] buffer;
  private final MessageFinder finder = new MessageFinder();
  private final FixMessage message = new FixMessage();
  private Place place = Place.FRONT;
  private long bufferOffset;
  private long lineOffset;
  private int from;
  private int to;
  private int next;
  private int filled;
  private boolean ended;
  private boolean open;
  private boolean continuation;
  private boolean inCheckSum;
  private boolean lineBegins = true;
  private boolean beginsLine;
  private long lines;

  /**
   * Reads from where the stream stands.
   *
   * @param offset of the stream's next byte in the file
   */
  public LineReader(InputStream in, long offset) {
    this(in, offset, window());
  }

  /**
   * With a window of the caller's.
   *
   * @param window overwritten; messages up to a quarter of it are found wherever they stand
   */
  public LineReader(InputStream in, long offset, byte[] window) {
    this.in = in;
    this.bufferOffset = offset;
    this.buffer = window;
  }

  /** A window in which every message is found, for those who read one stream after the other. */
  public static byte[] window() {
    return new byte[DEFAULT_WINDOW];
  }

  /** Goes on to the next line or piece of one; false at the stream's end. */
  public boolean next() throws IOException {
    continuation = open;
    from = next;
    if (open) {
      return goOn();
    }
    if (place == Place.WORDS && !skipWords()) {
      return false;
    }
    if (lineBegins) {
      lineOffset = bufferOffset + from;
    }
    int searched = from;
    while (true) {
      int feed = findLineFeed(searched, filled);
      if (feed >= 0) {
        return piece(feed, feed + 1, true);
      }
      if (ended) {
        return from < filled && piece(filled, filled, true);
      }
      if (from == 0 && filled == buffer.length && cut()) {
        return true;
      }
      searched = filled - from;
      fill();
    }
  }

  /** True when the piece is a line's first. */
  public boolean beginsLine() {
    return beginsLine;
  }

  /** True when the piece goes on a stretch that is longer than any message may be. */
  @Override
  public boolean isContinuation() {
    return continuation;
  }

  /** True when the piece is part of a stretch that is longer than any message may be. */
  @Override
  public boolean isOversized() {
    return open || continuation;
  }

  /** True when the stretch goes on after this piece. */
  @Override
  public boolean isOpen() {
    return open;
  }

  /** The array that holds the piece until the next call of {@link #next}. */
  @Override
  public byte[] buffer() {
    return buffer;
  }

  @Override
  public int from() {
    return from;
  }

  /** Where the piece ends, its line feed excluded. */
  @Override
  public int to() {
    return to;
  }

  /** Offset in the file of an index of {@link #buffer}. */
  @Override
  public long fileOffset(int index) {
    return bufferOffset + index;
  }

  /** Offset in the file at which the line of the piece begins. */
  public long lineOffset() {
    return lineOffset;
  }

  /** Lines begun so far, which is the number of the current one. */
  @Override
  public long lines() {
    return lines;
  }

  /** Counts from the next line on as if it were the first: the one before is another range's. */
  public void forgetFirstLine() {
    lines--;
  }

  private boolean piece(int end, int following, boolean endsLine) {
    beginsLine = lineBegins;
    lines += beginsLine ? 1 : 0;
    lineBegins = endsLine;
    open = false;
    place = Place.FRONT;
    to = end;
    next = following;
    return true;
  }

  /** Makes a piece of the stretch {@code where}, which goes on behind it. */
  private boolean openPiece(int end, Place where) {
    piece(end, end, false);
    open = true;
    place = where;
    return true;
  }

  /**
   * Makes a piece of a window that is full of one line; false where it only drops words, so that
   * there is room for more.
   *
   * <p>Messages that begin in the first three quarters are whole, or longer than any may be. So the
   * first that begins later begins the next piece.
   */
  private boolean cut() {
    int horizon = filled - filled / 4;
    int first = -1;
    int last = -1;
    finder.line(buffer, 0, filled);
    Found found = finder.next(message);
    if (found != Found.MESSAGE) {
      return cutWords();
    }
    while (found == Found.MESSAGE && finder.from() <= horizon) {
      last = finder.from();
      first = first < 0 ? last : first;
      found = finder.next(message);
    }
    if (found == Found.MESSAGE) {
      return first < 0 ? dropTo(finder.from()) : piece(finder.from(), finder.from(), false);
    }
    if (message.endsWithCheckSum()) {
      int end = Math.max(message.end(), filled - HELD_BACK);
      piece(end, end, false);
      place = Place.WORDS;
      return true;
    }
    if (last > 0) {
      return last == first ? dropTo(last) : piece(last, last, false);
    }
    inCheckSum = false;
    int soh = filled - 1;
    while (soh > 0 && buffer[soh] != SOH) {
      soh--;
    }
    return openPiece(soh > 0 ? soh : filled - 1, Place.LONG_MESSAGE);
  }

  /** No message begins in the window. */
  private boolean cutWords() {
    int end = filled - HELD_BACK;
    for (int at = 0; at < end; at++) {
      if (buffer[at] == SOH) {
        return openPiece(end, Place.LONG_FIELDS);
      }
    }
    return dropTo(end);
  }

  private boolean dropTo(int index) {
    from = index;
    return false;
  }

  /** The next piece of an open stretch. */
  private boolean goOn() throws IOException {
    int at = from;
    while (true) {
      for (; at < filled; at++) {
        if (buffer[at] == '\n') {
          return piece(withoutReturn(at), at + 1, true);
        }
        if (place == Place.LONG_MESSAGE && buffer[at] == SOH) {
          if (inCheckSum) {
            piece(at + 1, at + 1, false);
            place = Place.WORDS;
            return true;
          }
          if (!ended && at + START.length >= filled) {
            break;
          }
          if (stands(START, at + 1)) {
            return piece(at + 1, at + 1, false);
          }
          inCheckSum = stands(CHECK_SUM, at + 1);
        } else if (place == Place.LONG_FIELDS && buffer[at] == '8') {
          if (!ended && at + HELD_BACK >= filled) {
            break;
          }
          if (stands(START, at)) {
            return piece(at, at, false);
          }
        }
      }
      if (ended) {
        return piece(withoutReturn(filled), filled, true);
      }
      if (from == 0 && filled == buffer.length) {
        // One byte stays, so that a carriage return is in the piece with its line's end.
        return openPiece(Math.min(at, filled - 1), place);
      }
      at -= from;
      fill();
    }
  }

  /** Goes to the next message of the line, or else to the next line; false at the stream's end. */
  private boolean skipWords() throws IOException {
    while (true) {
      for (; from < filled; from++) {
        if (buffer[from] == '\n') {
          from++;
          lineBegins = true;
          return true;
        }
        if (buffer[from] == '8') {
          if (!ended && from + HELD_BACK >= filled) {
            break;
          }
          if (stands(START, from)) {
            return true;
          }
        }
      }
      if (ended) {
        return false;
      }
      fill();
    }
  }

  private int withoutReturn(int end) {
    return end > from && buffer[end - 1] == '\r' ? end - 1 : end;
  }

  private boolean stands(byte[] text, int at) {
    if (at + text.length > filled) {
      return false;
    }
    for (int i = 0; i < text.length; i++) {
      if (buffer[at + i] != text[i]) {
        return false;
      }
    }
    return true;
  }

  private void fill() throws IOException {
    if (from > 0) {
      System.arraycopy(buffer, from, buffer, 0, filled - from);
      bufferOffset += from;
      filled -= from;
      from = 0;
    }
    int read = in.read(buffer, filled, Math.min(READ_BYTES, buffer.length - filled));
    if (read < 0) {
      ended = true;
    } else {
      filled += read;
    }
  }

  /**
   * Eight bytes at a time: a byte that equals the line feed is the only zero after the exclusive
   * or.
   */
  private int findLineFeed(int begin, int end) {
    int at = begin;
    for (; at <= end - 8; at += 8) {
      long word = (long) LONGS.get(buffer, at) ^ LINE_FEEDS;
      long zeros = (word - ONES) & ~word & HIGHS;
      if (zeros != 0) {
        return at + (Long.numberOfTrailingZeros(zeros) >>> 3);
      }
    }
    for (; at < end; at++) {
      if (buffer[at] == '\n') {
        return at;
      }
    }
    return -1;
  }
}
