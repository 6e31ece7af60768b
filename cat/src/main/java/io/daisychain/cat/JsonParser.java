package io.daisychain.cat;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * Reads one object of JSON (RFC 8259) into nodes. Not thread-safe.
 *
 * <p>Nothing is deeper than a record of CAT needs, and no name comes twice in an object, but in the
 * outermost: of that {@link #isRepeated} says it, where its schema does not.
 */
final class JsonParser {
  /** Objects and arrays in one another: a record, an array of it, an element, and one more. */
  private static final int DEEPEST = 8;

  /** Names of an object that are compared with one another; those of more are kept. */
  private static final int FEW = 24;

  /** Bytes of a string that mean themselves. */
  private static final boolean[] IS_PLAIN = new boolean[256];

  static {
    for (int b = ' '; b < IS_PLAIN.length; b++) {
      IS_PLAIN[b] = b != '"' && b != '\\';
    }
  }

  private CatRecord into;
  private byte[] bytes;
  private int at;
  private int end;
  private String fault;
  private int stringFrom;

  /** Reads a record; what is wrong, null for nothing. */
  String parse(byte[] source, int from, int to, CatRecord record) {
    into = record;
    bytes = Arrays.copyOfRange(source, from, to);
    record.bytes = bytes;
    at = 0;
    end = bytes.length;
    fault = null;
    skipSpace();
    if (at == end || bytes[at] != '{') {
      return "no JSON object";
    }
    value(0, 0, 1);
    if (fault == null) {
      skipSpace();
      if (at != end) {
        fail("something behind the object");
      }
    }
    return fault;
  }

  private int fail(String words) {
    if (fault == null) {
      fault = "no JSON at byte " + at + " of the record: " + words;
    }
    return CatRecord.ABSENT;
  }

  private void skipSpace() {
    while (at < end
        && (bytes[at] == ' ' || bytes[at] == '\t' || bytes[at] == '\n' || bytes[at] == '\r')) {
      at++;
    }
  }

  private int value(int nameFrom, int nameTo, int depth) {
    if (at == end) {
      return fail("it ends in the middle");
    }
    return switch (bytes[at]) {
      case '{' -> object(nameFrom, nameTo, depth);
      case '[' -> array(nameFrom, nameTo, depth);
      case '"' -> {
        int node = into.add(CatRecord.STRING, nameFrom, nameTo, 0, 0);
        int length = string();
        into.from[node] = stringFrom;
        into.to[node] = stringFrom + Math.max(0, length);
        yield length < 0 ? CatRecord.ABSENT : node;
      }
      case 't' -> word("true", CatRecord.TRUE, nameFrom, nameTo);
      case 'f' -> word("false", CatRecord.FALSE, nameFrom, nameTo);
      case 'n' -> word("null", CatRecord.NULL, nameFrom, nameTo);
      default -> number(nameFrom, nameTo);
    };
  }

  private int word(String word, byte kind, int nameFrom, int nameTo) {
    for (int i = 0; i < word.length(); i++) {
      if (at + i >= end || bytes[at + i] != word.charAt(i)) {
        return fail("no value");
      }
    }
    int node = into.add(kind, nameFrom, nameTo, at, at + word.length());
    at += word.length();
    return node;
  }

  private int digits() {
    int from = at;
    while (at < end && bytes[at] >= '0' && bytes[at] <= '9') {
      at++;
    }
    return at - from;
  }

  private int number(int nameFrom, int nameTo) {
    int from = at;
    if (at < end && bytes[at] == '-') {
      at++;
    }
    boolean zero = at < end && bytes[at] == '0';
    int digits = digits();
    if (digits == 0 || (zero && digits > 1)) {
      return fail("no value");
    }
    if (at < end && bytes[at] == '.') {
      at++;
      if (digits() == 0) {
        return fail("a number ends with its point");
      }
    }
    if (at < end && (bytes[at] | 0x20) == 'e') {
      at++;
      if (at < end && (bytes[at] == '+' || bytes[at] == '-')) {
        at++;
      }
      if (digits() == 0) {
        return fail("an exponent without digits");
      }
    }
    return into.add(CatRecord.NUMBER, nameFrom, nameTo, from, at);
  }

  private int object(int nameFrom, int nameTo, int depth) {
    if (depth > DEEPEST) {
      return fail("nested deeper than " + DEEPEST);
    }
    int object = into.add(CatRecord.OBJECT, nameFrom, nameTo, at, at);
    at++;
    skipSpace();
    if (at < end && bytes[at] == '}') {
      at++;
      return closed(object);
    }
    Set<String> names = null;
    int members = 0;
    while (true) {
      skipSpace();
      if (at == end || bytes[at] != '"') {
        return fail("no name");
      }
      int length = string();
      if (length < 0) {
        return CatRecord.ABSENT;
      }
      int from = stringFrom;
      skipSpace();
      if (at == end || bytes[at] != ':') {
        return fail("no colon behind a name");
      }
      at++;
      skipSpace();
      int before = into.nodes;
      if (value(from, from + length, depth + 1) == CatRecord.ABSENT) {
        return CatRecord.ABSENT;
      }
      members++;
      if (depth > 1 && members <= FEW) {
        if (isRepeated(object, before)) {
          return fail("a name comes twice");
        }
      } else if (depth > 1) {
        if (names == null) {
          names = new HashSet<>();
          for (int node = object + 1; node < before; node = into.next[node]) {
            names.add(into.name(node));
          }
        }
        if (!names.add(into.name(before))) {
          return fail("a name comes twice");
        }
      }
      skipSpace();
      if (at < end && bytes[at] == ',') {
        at++;
      } else if (at < end && bytes[at] == '}') {
        at++;
        return closed(object);
      } else {
        return fail("an object does not end");
      }
    }
  }

  /** True where a name comes twice in the outermost object. */
  static boolean isRepeated(CatRecord record) {
    Set<String> names = new HashSet<>();
    boolean isRepeated = false;
    for (int node = record.first(0); node != CatRecord.ABSENT; node = record.following(node, 0)) {
      isRepeated |= !names.add(record.name(node));
    }
    return isRepeated;
  }

  private boolean isRepeated(int object, int last) {
    int from = into.nameFrom[last];
    int to = into.nameTo[last];
    for (int node = object + 1; node < last; node = into.next[node]) {
      if (Arrays.equals(bytes, from, to, bytes, into.nameFrom[node], into.nameTo[node])) {
        return true;
      }
    }
    return false;
  }

  private int array(int nameFrom, int nameTo, int depth) {
    if (depth > DEEPEST) {
      return fail("nested deeper than " + DEEPEST);
    }
    int array = into.add(CatRecord.ARRAY, nameFrom, nameTo, at, at);
    at++;
    skipSpace();
    if (at < end && bytes[at] == ']') {
      at++;
      return closed(array);
    }
    while (true) {
      skipSpace();
      if (value(0, 0, depth + 1) == CatRecord.ABSENT) {
        return CatRecord.ABSENT;
      }
      skipSpace();
      if (at < end && bytes[at] == ',') {
        at++;
      } else if (at < end && bytes[at] == ']') {
        at++;
        return closed(array);
      } else {
        return fail("an array does not end");
      }
    }
  }

  private int closed(int node) {
    into.next[node] = into.nodes;
    into.to[node] = at;
    return node;
  }

  /** Reads a string, whose escapes give way to what they mean; its length, -1 for a fault. */
  private int string() {
    at++;
    stringFrom = at;
    while (at < end && IS_PLAIN[bytes[at] & 0xff]) {
      at++;
    }
    int to = at;
    while (at < end) {
      int b = bytes[at] & 0xff;
      if (b == '"') {
        at++;
        return to - stringFrom;
      }
      if (b < ' ') {
        return fail("a control character in a string");
      }
      if (b != '\\') {
        bytes[to++] = (byte) b;
        at++;
      } else {
        to = escape(to);
        if (to < 0) {
          return -1;
        }
      }
    }
    return fail("a string does not end");
  }

  private int escape(int to) {
    int escaped = at + 1 < end ? bytes[at + 1] : 0;
    int plain = "\"\\/bfnrt".indexOf(escaped);
    if (plain >= 0 && escaped != 0) {
      bytes[to] = (byte) "\"\\/\b\f\n\r\t".charAt(plain);
      at += 2;
      return to + 1;
    }
    if (escaped != 'u' || at + 6 > end) {
      return fail("an escape that JSON does not have");
    }
    int code = 0;
    for (int i = at + 2; i < at + 6; i++) {
      int digit = Character.digit(bytes[i], 16);
      if (digit < 0) {
        return fail("an escape that JSON does not have");
      }
      code = code * 16 + digit;
    }
    at += 6;
    // UTF-8 of it takes three bytes at most, and the escape took six.
    int end3 = to;
    if (code < 0x80) {
      bytes[end3++] = (byte) code;
    } else if (code < 0x800) {
      bytes[end3++] = (byte) (0xc0 | code >> 6);
      bytes[end3++] = (byte) (0x80 | (code & 0x3f));
    } else {
      bytes[end3++] = (byte) (0xe0 | code >> 12);
      bytes[end3++] = (byte) (0x80 | (code >> 6 & 0x3f));
      bytes[end3++] = (byte) (0x80 | (code & 0x3f));
    }
    return end3;
  }
}
