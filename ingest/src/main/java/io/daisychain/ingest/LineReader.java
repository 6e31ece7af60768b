package io.daisychain.ingest;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Cuts a stream into lines without copying them, in bounded memory.
 *
 * <p>A line longer than the window comes in pieces, cut before a message that begins in it, so that
 * messages stay whole. A stretch longer than the window in which no message begins comes in pieces
 * too, all but the first marked as {@link #isContinuation}; it is longer than any message may be.
 */
final class LineReader {
  /** Longest message in bytes (contract, section 1). */
  static final int MAX_MESSAGE = 1 << 20;

  private static final int DEFAULT_WINDOW = 4 * MAX_MESSAGE;

  /** What is read at once: as much as a processor's own memory holds until it is looked at. */
  private static final int READ_BYTES = 128 << 10;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long LINE_FEEDS = 0x0a0a0a0a0a0a0a0aL;
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGHS = 0x8080808080808080L;

  /** Bytes held back at a cut, since a beginning may lie across it: SOH and 8=FIX but for the X. */
  private static final int HELD_BACK = 5;

  private final InputStream in;
  private final byte[] buffer;
  private long bufferOffset;
  private int from;
  private int to;
  private int next;
  private int filled;
  private boolean ended;
  private boolean oversized;
  private boolean continuation;
  private boolean inMessage;
  private boolean lineBegins = true;
  private boolean beginsLine;
  private long lines;

  /**
   * Reads from where the stream stands.
   *
   * @param offset of the stream's next byte in the file
   */
  LineReader(InputStream in, long offset) {
    this(in, offset, DEFAULT_WINDOW);
  }

  /** With a window of its own size, for tests. */
  LineReader(InputStream in, long offset, int window) {
    this.in = in;
    this.bufferOffset = offset;
    this.buffer = new byte[window];
  }

  /** Goes on to the next line or piece of one; false at the stream's end. */
  boolean next() throws IOException {
    continuation = oversized;
    from = next;
    int searched = from;
    while (true) {
      int start = continuation ? findStart(Math.max(from, searched - HELD_BACK)) : -1;
      int feed = findLineFeed(searched, start < 0 ? filled : start);
      if (feed >= 0) {
        return piece(feed, feed + 1, true);
      }
      if (start >= 0) {
        return piece(start, start, false);
      }
      if (ended) {
        return from < filled && piece(filled, filled, true);
      }
      if (from == 0 && filled == buffer.length) {
        return cut();
      }
      searched = filled - from;
      fill();
    }
  }

  /** True when the piece is a line's first. */
  boolean beginsLine() {
    return beginsLine;
  }

  /** True when the piece goes on a stretch that is longer than any message may be. */
  boolean isContinuation() {
    return continuation;
  }

  /** True when the piece is part of a stretch that is longer than any message may be. */
  boolean isOversized() {
    return oversized || continuation;
  }

  /** True when the stretch goes on after this piece. */
  boolean isOpen() {
    return oversized;
  }

  /** The array that holds the piece until the next call of {@link #next}. */
  byte[] buffer() {
    return buffer;
  }

  int from() {
    return from;
  }

  /** Where the piece ends, its line feed excluded. */
  int to() {
    return to;
  }

  /** Offset in the file of an index of {@link #buffer}. */
  long fileOffset(int index) {
    return bufferOffset + index;
  }

  /** Lines begun so far, which is the number of the current one. */
  long lines() {
    return lines;
  }

  /** Counts from the next line on as if it were the first: the one before is another range's. */
  void forgetFirstLine() {
    lines--;
  }

  private boolean piece(int end, int following, boolean endsLine) {
    beginsLine = lineBegins;
    lines += beginsLine ? 1 : 0;
    lineBegins = endsLine;
    oversized = false;
    to = end;
    next = following;
    return true;
  }

  /** The window is full of one line. */
  private boolean cut() {
    if (!continuation) {
      for (int at = filled - HELD_BACK; at > 0; at--) {
        if (isStart(at) && buffer[at - 1] == 1) {
          return piece(at, at, false);
        }
      }
      inMessage = false;
      for (int at = 0; !inMessage && at <= filled - HELD_BACK; at++) {
        inMessage = isStart(at);
      }
    }
    piece(filled - HELD_BACK, filled - HELD_BACK, false);
    oversized = true;
    return true;
  }

  /**
   * Where the next message begins: behind an SOH, or anywhere if none has begun yet; -1 for none.
   */
  private int findStart(int begin) {
    for (int at = begin; at <= filled - HELD_BACK; at++) {
      if (buffer[at] == '8' && isStart(at)) {
        if (!inMessage || (at > 0 && buffer[at - 1] == 1)) {
          return at;
        }
      }
    }
    return -1;
  }

  private boolean isStart(int at) {
    return buffer[at] == '8'
        && buffer[at + 1] == '='
        && buffer[at + 2] == 'F'
        && buffer[at + 3] == 'I'
        && buffer[at + 4] == 'X';
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
