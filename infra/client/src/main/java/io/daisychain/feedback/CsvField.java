package io.daisychain.feedback;

/** Fields of a CSV line. */
final class CsvField {
  private CsvField() {}

  /** RFC 4180: quotes around what would break the line. */
  static void append(StringBuilder out, String value) {
    boolean quote = false;
    for (int i = 0; i < value.length() && !quote; i++) {
      char c = value.charAt(i);
      quote = c == ',' || c == '"' || c == '\r' || c == '\n';
    }
    if (quote) {
      out.append('"').append(value.replace("\"", "\"\"")).append('"');
    } else {
      out.append(value);
    }
  }
}
