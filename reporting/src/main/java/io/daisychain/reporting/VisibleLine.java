package io.daisychain.reporting;

import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * Text of which each line of a file can hold any. Control characters, which a terminal would obey,
 * are written {@code \xHH}: those below 32, 127, and 128 to 159.
 */
final class VisibleLine {
  private static final HexFormat HEX = HexFormat.of();
  private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}|[\\x80-\\x9f]");

  private VisibleLine() {}

  static String of(String value) {
    return CONTROL
        .matcher(value)
        .replaceAll(found -> "\\\\x" + HEX.toHexDigits((byte) found.group().charAt(0)));
  }
}
