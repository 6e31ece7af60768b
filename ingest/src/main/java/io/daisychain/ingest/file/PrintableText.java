package io.daisychain.ingest.file;

/** Text of others, fit to be shown: what a terminal would obey is written as {@code \xHH}. */
final class PrintableText {
  private PrintableText() {}

  static String text(String given) {
    StringBuilder shown = new StringBuilder(given.length());
    for (int i = 0; i < given.length(); i++) {
      char next = given.charAt(i);
      if (Character.isISOControl(next)) {
        shown.append(String.format("\\x%02x", (int) next));
      } else {
        shown.append(next);
      }
    }
    return shown.toString();
  }
}
