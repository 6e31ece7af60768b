package io.daisychain.cat;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.regex.Pattern;

/**
 * Cuts a file of CAT into records, one after the other, with bounded memory. Not thread-safe.
 *
 * <p>A record longer than any may be, and all that is behind the fault of an array, comes in
 * pieces: {@link #isOversized}.
 */
public final class RecordStream {
  /** How a file has its records. */
  public enum Form {
    /** An object a line. */
    JSON_LINES,
    /** One array, over any lines. */
    JSON_ARRAY,
    /** A line a record. */
    CSV;

    /** True of both forms of JSON. */
    public boolean isJson() {
      return this != CSV;
    }
  }

  /** Longest record that is looked at, in bytes. */
  public static final int MAX_RECORD = 1 << 20;

  private static final int READ_BYTES = 128 << 10;
  private static final Pattern ACTION = Pattern.compile("NEW|COR|RPR|DEL");
  private static final Pattern TYPE = Pattern.compile("M[EOL][A-Z]{1,3}");

  private final InputStream in;
  private final Form form;

  /** Grows up to twice the longest record: most files are small, and there may be thousands. */
  private byte[] buffer = new byte[2 * READ_BYTES];

  private long bufferOffset;
  private int filled;
  private boolean ended;
  private int next;
  private int from;
  private int to;
  private long line = 1;
  private long lineOfRecord;
  private boolean open;
  private boolean continuation;
  private boolean begun;
  private boolean inArray;
  private boolean awaitsElement;
  private boolean done;
  private String broken;
  private boolean oversizedLine;

  /**
   * Reads from a file's beginning.
   *
   * @param form as {@link #formOf} says it
   */
  public RecordStream(InputStream in, Form form) {
    this.in = in;
    this.form = form;
  }

  /**
   * How a file has its records, told by its first bytes.
   *
   * @return null for a file that is none of CAT
   */
  public static Form formOf(byte[] head) {
    int at = contentAt(head);
    if (at == head.length) {
      return null;
    }
    String start = new String(head, at, head.length - at, ISO_8859_1);
    int feed = start.indexOf('\n');
    String first = feed < 0 ? start : start.substring(0, feed);
    if (first.startsWith("{") || first.startsWith("[")) {
      // A log of FIX may begin its lines with a bracket.
      return first.contains("8=FIX")
          ? null
          : first.startsWith("{") ? Form.JSON_LINES : Form.JSON_ARRAY;
    }
    String[] values = first.split(",", 5);
    return values.length > 3
            && ACTION.matcher(values[0]).matches()
            && TYPE.matcher(values[3].strip()).matches()
        ? Form.CSV
        : null;
  }

  /** Where a file begins behind its byte order mark and blanks. */
  private static int contentAt(byte[] head) {
    int at = 0;
    if (head.length >= 3
        && (head[0] & 0xff) == 0xef
        && (head[1] & 0xff) == 0xbb
        && (head[2] & 0xff) == 0xbf) {
      at = 3;
    }
    while (at < head.length && isSpace(head[at])) {
      at++;
    }
    return at;
  }

  private static boolean isSpace(byte b) {
    return b == ' ' || b == '\t' || b == '\n' || b == '\r';
  }

  /** The array that holds the record. */
  public byte[] buffer() {
    return buffer;
  }

  public int from() {
    return from;
  }

  public int to() {
    return to;
  }

  /** Number of the line on which the record begins, from 1. */
  public long line() {
    return lineOfRecord;
  }

  /** Lines that have begun so far. */
  public long lines() {
    return line;
  }

  /** Offset in the file of an index of {@link #buffer}. */
  public long fileOffset(int index) {
    return bufferOffset + index;
  }

  /** True for a piece of what is no record, but longer than one, or behind a fault. */
  public boolean isOversized() {
    return open || continuation;
  }

  public boolean isContinuation() {
    return continuation;
  }

  /** True when further pieces follow. */
  public boolean isOpen() {
    return open;
  }

  /** True when nothing follows the record, not even the end of its line. */
  public boolean isAtEnd() {
    return ended && next == filled && (filled == 0 || buffer[filled - 1] != '\n');
  }

  /** Why the rest of the file is no record; null where nothing is wrong. */
  public String broken() {
    return broken;
  }

  /** Goes on to the next record, or piece; false at the file's end. */
  public boolean next() throws IOException {
    continuation = open;
    if (!begun) {
      begun = true;
      begin();
    }
    if (broken != null) {
      return rest();
    }
    return form == Form.JSON_ARRAY ? nextElement() : nextLine();
  }

  private void begin() throws IOException {
    while (filled < 3 && !ended) {
      fill();
    }
    boolean marked =
        filled >= 3
            && (buffer[0] & 0xff) == 0xef
            && (buffer[1] & 0xff) == 0xbb
            && (buffer[2] & 0xff) == 0xbf;
    next = marked ? 3 : 0;
  }

  private void fill() throws IOException {
    if (next > 0) {
      System.arraycopy(buffer, next, buffer, 0, filled - next);
      bufferOffset += next;
      filled -= next;
      next = 0;
    }
    if (buffer.length - filled < READ_BYTES) {
      buffer = Arrays.copyOf(buffer, Math.min(2 * buffer.length, 2 * MAX_RECORD));
    }
    int read = in.read(buffer, filled, Math.min(READ_BYTES, buffer.length - filled));
    if (read < 0) {
      ended = true;
    } else {
      filled += read;
    }
  }

  private boolean nextLine() throws IOException {
    while (true) {
      int at = next;
      while (true) {
        while (at < filled && buffer[at] != '\n') {
          at++;
        }
        if (at < filled || ended || at - next > MAX_RECORD) {
          break;
        }
        at -= next;
        fill();
        // What was looked at has moved to the front.
        at += next;
      }
      boolean isEnd = at < filled || ended;
      lineOfRecord = line;
      from = next;
      to = at;
      next = Math.min(filled, at < filled && isEnd ? at + 1 : at);
      if (at < filled && isEnd) {
        line++;
      }
      if (!isEnd) {
        open = true;
        return true;
      }
      if (continuation) {
        open = false;
        return true;
      }
      open = false;
      while (to > from && isSpace(buffer[to - 1])) {
        to--;
      }
      int blank = from;
      while (blank < to && isSpace(buffer[blank])) {
        blank++;
      }
      if (blank < to) {
        from = form == Form.JSON_LINES ? blank : from;
        oversizedLine = to - from > MAX_RECORD;
        return true;
      }
      if (next == filled && ended) {
        return false;
      }
    }
  }

  /** True for a record longer than any may be that is here as a whole. */
  public boolean isTooLong() {
    return oversizedLine;
  }

  /** The next byte that is no blank; -1 at the file's end. It stays. */
  private int peek() throws IOException {
    while (true) {
      while (next < filled) {
        byte b = buffer[next];
        if (!isSpace(b)) {
          return b & 0xff;
        }
        line += b == '\n' ? 1 : 0;
        next++;
      }
      if (ended) {
        return -1;
      }
      fill();
    }
  }

  private boolean nextElement() throws IOException {
    if (done) {
      return false;
    }
    int b = peek();
    if (!inArray) {
      if (b != '[') {
        return breakOff("no array begins");
      }
      inArray = true;
      awaitsElement = true;
      next++;
      b = peek();
      if (b == ']') {
        return endArray();
      }
    }
    if (!awaitsElement) {
      if (b == ']') {
        return endArray();
      }
      if (b != ',') {
        return breakOff(b < 0 ? "the array does not end" : "no comma behind a record");
      }
      next++;
      b = peek();
    }
    if (b != '{') {
      return breakOff(b < 0 ? "the array does not end" : "an element of the array is no object");
    }
    awaitsElement = false;
    return element();
  }

  private boolean endArray() throws IOException {
    next++;
    done = true;
    return peek() >= 0 && breakOff("something behind the array");
  }

  private boolean element() throws IOException {
    int at = next;
    int depth = 0;
    boolean inString = false;
    boolean escaped = false;
    lineOfRecord = line;
    long feeds = 0;
    while (true) {
      for (; at < filled; at++) {
        byte b = buffer[at];
        feeds += b == '\n' ? 1 : 0;
        if (inString) {
          if (escaped) {
            escaped = false;
          } else if (b == '\\') {
            escaped = true;
          } else if (b == '"') {
            inString = false;
          }
        } else if (b == '"') {
          inString = true;
        } else if (b == '{') {
          depth++;
        } else if (b == '}' && --depth == 0) {
          from = next;
          to = at + 1;
          next = to;
          line += feeds;
          return true;
        }
      }
      if (at - next > MAX_RECORD) {
        return breakOff("a record of more than 1 MB");
      }
      if (ended) {
        return breakOff("a record does not end");
      }
      at -= next;
      fill();
      at += next;
    }
  }

  /** From here on nothing is read, but handed over. */
  private boolean breakOff(String why) {
    broken = why;
    lineOfRecord = line;
    done = true;
    from = next;
    to = filled;
    next = filled;
    open = !ended;
    return true;
  }

  private boolean rest() throws IOException {
    if (!open) {
      return false;
    }
    next = filled;
    fill();
    from = next;
    to = filled;
    next = filled;
    open = !ended;
    return true;
  }
}
