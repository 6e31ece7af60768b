package io.daisychain.reporting;

import java.util.HexFormat;

/** Fields of a CSV line. */
final class CsvField {
  private static final HexFormat HEX = HexFormat.of();

  private CsvField() {}

  /**
   * RFC 4180: quotes around what would break the line. Control characters, which a terminal would
   * obey, are written {@code \xHH}: those below 32, 127, and 128 to 159.
   */
  static void append(StringBuilder out, String value) {
    int start = out.length();
    boolean quote = false;
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (Character.isISOControl(c)) {
        out.append("\\x").append(HEX.toHexDigits((byte) c));
      } else if (c == '"') {
        out.append("\"\"");
        quote = true;
      } else {
        out.append(c);
        quote |= c == ',';
      }
    }
    if (quote) {
      out.insert(start, '"').append('"');
    }
  }
}
