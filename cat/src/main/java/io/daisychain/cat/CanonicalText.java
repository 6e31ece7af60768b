package io.daisychain.cat;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Arrays;

/**
 * A record as it is kept: the same of JSON and of CSV. Reusable.
 *
 * <p>Values by position, as CSV has them, each number without zeros that say nothing, and last what
 * the schema does not know, as {@code name=value}. Bytes that separate values, and all that are not
 * printable ASCII, are {@code %} and two digits of 16. What the record does to the event, and
 * errorROEID, are no content.
 */
public final class CanonicalText {
  private static final String HEX = "0123456789ABCDEF";

  private byte[] bytes = new byte[256];
  private int length;

  public byte[] bytes() {
    return bytes;
  }

  public int length() {
    return length;
  }

  /** A number as it is kept; a text, or nothing, where the value is none. */
  public static String number(CatRecord record, int node) {
    CanonicalText text = new CanonicalText();
    if (node != CatRecord.ABSENT) {
      text.value(record, node);
    }
    return new String(text.bytes, 0, text.length, ISO_8859_1);
  }

  /**
   * A value of a record that is kept, by the schema of its type on its date as CAT has announced
   * it; empty where it has none.
   *
   * @param eventTime nanoseconds since 1970
   */
  public static String valueOf(String type, long eventTime, String kept, String field) {
    EventSchema schema =
        CatSchemas.schema(CatSchemas.Versions.ANNOUNCED, NewYorkTime.day(eventTime), type);
    int place = schema == null ? -1 : schema.position(field) - 2;
    String[] values = place < 0 ? new String[0] : kept.split(",", place + 2);
    return place >= 0 && place < values.length ? values[place] : "";
  }

  /** A text without the escapes in which it is kept. */
  public static String plain(String kept) {
    StringBuilder text = new StringBuilder(kept.length());
    for (int i = 0; i < kept.length(); i++) {
      if (kept.charAt(i) == '%' && i + 2 < kept.length()) {
        text.append((char) Integer.parseInt(kept.substring(i + 1, i + 3), 16));
        i += 2;
      } else {
        text.append(kept.charAt(i));
      }
    }
    return text.toString();
  }

  /** Replaces what is here by a record. */
  public CanonicalText of(CatRecord record) {
    length = 0;
    EventSchema schema = record.schema;
    int last = 0;
    for (int i = 2; i < schema.fields().size(); i++) {
      if (record.slots[i] != CatRecord.ABSENT) {
        for (; last < i; last++) {
          if (last >= 2) {
            put(',');
          }
        }
        value(record, record.slots[i]);
      }
    }
    for (int i = 0; i < record.unknowns; i++) {
      put(',');
      named(record, record.unknown[i]);
    }
    return this;
  }

  private void put(int b) {
    if (length == bytes.length) {
      bytes = Arrays.copyOf(bytes, 2 * length);
    }
    bytes[length++] = (byte) b;
  }

  private void named(CatRecord record, int node) {
    text(record.bytes, record.nameFrom[node], record.nameTo[node]);
    if (record.kind[node] != CatRecord.TRUE) {
      put('=');
      value(record, node);
    }
  }

  private void value(CatRecord record, int node) {
    switch (record.kind[node]) {
      case CatRecord.TRUE -> word("true");
      case CatRecord.FALSE -> word("false");
      case CatRecord.NULL -> {}
      case CatRecord.NUMBER -> number(record.bytes, record.from[node], record.to[node]);
      case CatRecord.OBJECT -> {
        for (int inner = record.first(node); inner != CatRecord.ABSENT; ) {
          named(record, inner);
          inner = record.following(inner, node);
          if (inner != CatRecord.ABSENT) {
            put('|');
          }
        }
      }
      case CatRecord.ARRAY -> array(record, node);
      default -> text(record.bytes, record.from[node], record.to[node]);
    }
  }

  private void array(CatRecord record, int array) {
    for (int element = record.first(array); element != CatRecord.ABSENT; ) {
      if (record.kind[element] == CatRecord.OBJECT) {
        for (int inner = record.first(element); inner != CatRecord.ABSENT; ) {
          // By name: JSON has an element's fields in any order, and CSV none that is empty.
          text(record.bytes, record.nameFrom[inner], record.nameTo[inner]);
          put('=');
          value(record, inner);
          inner = record.following(inner, element);
          if (inner != CatRecord.ABSENT) {
            put('@');
          }
        }
      } else {
        value(record, element);
      }
      element = record.following(element, array);
      if (element != CatRecord.ABSENT) {
        put('|');
      }
    }
  }

  private void word(String word) {
    for (int i = 0; i < word.length(); i++) {
      put(word.charAt(i));
    }
  }

  private void number(byte[] from, int start, int end) {
    int first = start;
    int last = end;
    boolean point = false;
    for (int i = start; i < end; i++) {
      point |= from[i] == '.';
      if ((from[i] | 0x20) == 'e') {
        text(from, start, end);
        return;
      }
    }
    if (from[first] == '-') {
      put('-');
      first++;
    }
    while (first < last - 1 && from[first] == '0' && from[first + 1] != '.') {
      first++;
    }
    while (point && from[last - 1] == '0') {
      last--;
    }
    if (point && from[last - 1] == '.') {
      last--;
    }
    if (first < last && from[first] == '.') {
      put('0');
    }
    for (int i = first; i < last; i++) {
      put(from[i]);
    }
  }

  private void text(byte[] from, int start, int end) {
    int most = length + 3 * (end - start);
    if (most > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(most, 2 * length));
    }
    for (int i = start; i < end; i++) {
      byte b = from[i];
      if (b < ' ' || b > '~' || b == ',' || b == '|' || b == '@' || b == '=' || b == '%') {
        bytes[length++] = '%';
        bytes[length++] = (byte) HEX.charAt(b >> 4 & 15);
        bytes[length++] = (byte) HEX.charAt(b & 15);
      } else {
        bytes[length++] = b;
      }
    }
  }
}
