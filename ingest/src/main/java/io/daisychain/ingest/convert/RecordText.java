package io.daisychain.ingest.convert;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

/** The line of JSON of one record. */
final class RecordText {
  private final StringBuilder text = new StringBuilder(1024);

  RecordText begin() {
    text.setLength(0);
    text.append('{');
    return this;
  }

  byte[] end() {
    return text.append("}\n").toString().getBytes(ISO_8859_1);
  }

  /** A text; nothing where it is empty. */
  RecordText with(String name, String value) {
    if (!value.isEmpty()) {
      name(name);
      quoted(value);
    }
    return this;
  }

  RecordText with(String name, boolean value) {
    return raw(name, value ? "true" : "false");
  }

  /** A number of FIX; nothing where it is empty. */
  RecordText number(String name, String digits) {
    return digits.isEmpty() ? this : raw(name, plain(digits));
  }

  RecordText raw(String name, String json) {
    name(name);
    text.append(json);
    return this;
  }

  private void name(String name) {
    if (text.charAt(text.length() - 1) != '{') {
      text.append(',');
    }
    text.append('"').append(name).append("\":");
  }

  private void quoted(String value) {
    text.append(quote(value));
  }

  static String quote(String value) {
    StringBuilder quoted = new StringBuilder(value.length() + 2).append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c < ' ' || c > '~') {
        quoted.append("\\u00%02x".formatted((int) c));
      } else {
        if (c == '"' || c == '\\') {
          quoted.append('\\');
        }
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }

  /** FIX takes 007, 5. and .5, JSON does not. */
  static String plain(String digits) {
    boolean isNegative = digits.startsWith("-");
    int point = digits.indexOf('.');
    String whole = digits.substring(isNegative ? 1 : 0, point < 0 ? digits.length() : point);
    String fraction = point < 0 ? "" : digits.substring(point + 1);
    int zeros = 0;
    while (zeros < whole.length() - 1 && whole.charAt(zeros) == '0') {
      zeros++;
    }
    return (isNegative ? "-" : "")
        + (whole.isEmpty() ? "0" : whole.substring(zeros))
        + (fraction.isEmpty() ? "" : "." + fraction);
  }
}
