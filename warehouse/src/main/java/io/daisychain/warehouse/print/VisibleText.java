package io.daisychain.warehouse.print;

/**
 * Text that comes from messages and files, made safe for a terminal: what a terminal or a viewer
 * would obey (escape sequences, line ends, a change of the writing direction) or not show at all is
 * replaced, one character for one.
 */
public final class VisibleText {
  /** Stands for what was replaced; Unicode's own character for that. */
  public static final char REPLACEMENT = '\ufffd';

  private VisibleText() {}

  /** The text as one line. */
  public static String line(String text) {
    return visible(text, false);
  }

  /** The text, its line ends and tabs kept. */
  public static String lines(String text) {
    return visible(text, true);
  }

  /** Whether a terminal would obey or hide this character. */
  public static boolean isHidden(char c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL, // C0 with ESC, DEL, C1 with CSI
          Character.FORMAT, // direction overrides and isolates, zero-width characters, BOM
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> false;
    };
  }

  private static String visible(String text, boolean keepsLines) {
    StringBuilder shown = null;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if ((isHidden(c) && !(keepsLines && (c == '\n' || c == '\t'))) || isLone(text, i)) {
        if (shown == null) {
          shown = new StringBuilder(text);
        }
        shown.setCharAt(i, REPLACEMENT);
      }
    }
    return shown == null ? text : shown.toString();
  }

  /** Half of a pair of surrogates: it would be written as a question mark. */
  private static boolean isLone(String text, int i) {
    char c = text.charAt(i);
    if (Character.isHighSurrogate(c)) {
      return i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1));
    }
    return Character.isLowSurrogate(c)
        && (i == 0 || !Character.isHighSurrogate(text.charAt(i - 1)));
  }
}
