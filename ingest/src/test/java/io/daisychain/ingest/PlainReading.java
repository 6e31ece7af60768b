package io.daisychain.ingest;

import java.util.Arrays;

/**
 * The first part of docs/input.md, read plainly from a whole file in memory: what messages, noise
 * lines and unframed lines it has, and which of them a reader must store, skip or reject. Slow,
 * byte after byte, and with nothing of the code that it is compared with.
 */
public final class PlainReading {
  /** What becomes of what was found. */
  public enum Kind {
    /** A line with neither 8=FIX nor SOH. */
    NOISE,
    /** A line with SOH and without 8=FIX. */
    UNFRAMED,
    /** A message that is not framed as FIX 4.2. */
    BROKEN,
    /** A framed message that is no event. */
    SKIPPED,
    /** A framed event: stored, or rejected if its identity cannot be read. */
    EVENT
  }

  private static final byte SOH = 1;
  private static final byte[] START = {'8', '=', 'F', 'I', 'X'};
  private static final byte[] FIX_42 = {'F', 'I', 'X', '.', '4', '.', '2'};
  private static final int LONGEST = 1 << 20;
  private static final int NONE = -1;

  private byte[] bytes = {};
  private int length;
  private int count;
  private Kind[] kinds = new Kind[64];
  private int[] froms = new int[64];
  private int[] tos = new int[64];
  private int[] lines = new int[64];

  // Of the message that is being read: fields so far, and where some of them are.
  private int fields;
  private int thirdField;
  private int lastField;
  private boolean ended;
  private int transType;
  private final int[] lengthAt = new int[500];

  public PlainReading read(byte[] file, int size) {
    bytes = file;
    length = size;
    count = 0;
    int line = 0;
    for (int from = 0, to; from < length; from = to + 1) {
      to = indexOf((byte) '\n', from, length);
      to = to == NONE ? length : to;
      line++;
      readLine(line, from, to > from && bytes[to - 1] == '\r' ? to - 1 : to);
    }
    return this;
  }

  private void readLine(int line, int from, int to) {
    int start = findStart(from, to);
    if (start == NONE) {
      add(indexOf(SOH, from, to) == NONE ? Kind.NOISE : Kind.UNFRAMED, line, from, to);
    }
    while (start != NONE) {
      int end = messageEnd(start, to);
      add(kindOf(start, end), line, start, end);
      start = findStart(end, to);
    }
  }

  private void add(Kind kind, int line, int from, int to) {
    if (count == kinds.length) {
      kinds = Arrays.copyOf(kinds, 2 * count);
      froms = Arrays.copyOf(froms, 2 * count);
      tos = Arrays.copyOf(tos, 2 * count);
      lines = Arrays.copyOf(lines, 2 * count);
    }
    kinds[count] = kind;
    lines[count] = line;
    froms[count] = from;
    tos[count++] = to;
  }

  /** Walks from field to field. */
  private int messageEnd(int start, int to) {
    fields = 0;
    ended = false;
    transType = NONE;
    Arrays.fill(lengthAt, NONE);
    int before = 0;
    int valueBefore = NONE;
    int field = start;
    while (field < to) {
      if (field > start && startsAt(field, to)) {
        return field;
      }
      int soh = indexOf(SOH, field, to);
      int tag = tag(field, soh == NONE ? to : soh);
      lastField = field;
      thirdField = ++fields == 3 ? field : thirdField;
      if (soh == NONE) {
        return to;
      }
      if (tag == 10) {
        ended = true;
        return soh + 1;
      }
      int value = field + digits(tag) + 1;
      if (lengthTag(tag) > 0) {
        int told = before == lengthTag(tag) ? valueBefore : lengthAt[lengthTag(tag)];
        soh = dataEnd(told, value, soh, to);
      } else if (tag > 0 && tag < lengthAt.length && soh > value && lengthAt[tag] == NONE) {
        lengthAt[tag] = value;
        transType = tag == 20 ? value : transType;
      }
      before = tag;
      valueBefore = value;
      field = soh + 1;
    }
    return to;
  }

  /** An SOH is data's if the length says so, an SOH ends them, and no message begins in them. */
  private int dataEnd(int lengthValue, int value, int soh, int to) {
    long told = lengthValue == NONE ? NONE : integer(lengthValue, indexOf(SOH, lengthValue, to));
    if (told <= soh - value || told >= to - value || bytes[value + (int) told] != SOH) {
      return soh;
    }
    int end = value + (int) told;
    for (int at = soh; at < end; at++) {
      if (bytes[at] == SOH && startsAt(at + 1, to)) {
        return soh;
      }
    }
    return end;
  }

  private static int lengthTag(int tag) {
    return switch (tag) {
      case 89 -> 93;
      case 91, 96, 213, 349, 351, 353, 355, 357, 359, 361, 363, 365, 446 -> tag - 1;
      default -> 0;
    };
  }

  private Kind kindOf(int from, int to) {
    if (!isFramed(from, to)) {
      return Kind.BROKEN;
    }
    int type = thirdField + 3;
    boolean single = bytes[type + 1] == SOH;
    if (bytes[type] == 'A' && bytes[type + 1] == 'S' && bytes[type + 2] == SOH) {
      return Kind.EVENT;
    }
    int allocation = bytes[type] == 'J' ? lengthAt[71] : NONE;
    if (allocation != NONE
        && bytes[allocation] >= '3'
        && bytes[allocation] <= '6'
        && bytes[allocation + 1] == SOH) {
      return Kind.SKIPPED;
    }
    boolean status =
        bytes[type] == '8'
            && transType != NONE
            && bytes[transType] == '3'
            && bytes[transType + 1] == SOH;
    return single && "DEFG89JP".indexOf(bytes[type]) >= 0 && !status ? Kind.EVENT : Kind.SKIPPED;
  }

  private boolean isFramed(int from, int to) {
    int second = indexOf(SOH, from, to) + 1;
    boolean begins =
        fields > 3
            && second - from == 3 + FIX_42.length
            && Arrays.equals(bytes, from + 2, second - 1, FIX_42, 0, FIX_42.length)
            && tag(second, to) == 9
            && tag(thirdField, to) == 35
            && bytes[thirdField + 3] != SOH;
    if (!begins || !ended || to - from > LONGEST || to - lastField != 7) {
      return false;
    }
    int sum = 0;
    for (int at = from; at < lastField; at++) {
      sum += bytes[at] & 0xff;
    }
    sum &= 0xff;
    return integer(second + 2, thirdField - 1) == lastField - thirdField
        && bytes[lastField + 3] == '0' + sum / 100
        && bytes[lastField + 4] == '0' + sum / 10 % 10
        && bytes[lastField + 5] == '0' + sum % 10;
  }

  /** Number before the = of a field; 0 for anything but one to three digits without zero first. */
  private int tag(int from, int to) {
    int value = 0;
    for (int at = from; at < to && at < from + 4; at++) {
      if (bytes[at] == '=') {
        return value;
      }
      if (bytes[at] < '0' || bytes[at] > '9' || (at == from && bytes[at] == '0')) {
        return 0;
      }
      value = 10 * value + bytes[at] - '0';
    }
    return 0;
  }

  private static int digits(int tag) {
    return tag < 10 ? 1 : tag < 100 ? 2 : 3;
  }

  /** Digits, in the range of a Java int; or below zero. */
  private long integer(int from, int to) {
    long value = from < to ? 0 : NONE;
    for (int at = from; at < to; at++) {
      if (bytes[at] < '0' || bytes[at] > '9') {
        return NONE;
      }
      value = Math.min(10 * value + bytes[at] - '0', Integer.MAX_VALUE + 1L);
    }
    return value > Integer.MAX_VALUE ? NONE : value;
  }

  private int findStart(int from, int to) {
    for (int at = from; at + START.length <= to; at++) {
      if (startsAt(at, to)) {
        return at;
      }
    }
    return NONE;
  }

  private boolean startsAt(int at, int to) {
    return at + START.length <= to
        && bytes[at] == '8'
        && bytes[at + 1] == '='
        && bytes[at + 2] == 'F'
        && bytes[at + 3] == 'I'
        && bytes[at + 4] == 'X';
  }

  private int indexOf(byte wanted, int from, int to) {
    for (int at = from; at < to; at++) {
      if (bytes[at] == wanted) {
        return at;
      }
    }
    return NONE;
  }

  public int count() {
    return count;
  }

  public int count(Kind kind) {
    int sum = 0;
    for (int i = 0; i < count; i++) {
      sum += kinds[i] == kind ? 1 : 0;
    }
    return sum;
  }

  public Kind kind(int index) {
    return kinds[index];
  }

  /** Number of the line, from 1. */
  public int line(int index) {
    return lines[index];
  }

  public int from(int index) {
    return froms[index];
  }

  public int to(int index) {
    return tos[index];
  }
}
