package io.daisychain.ingest.file;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.List;

/** What text looks like that has no FIX message: a guess from its first bytes. */
public final class InputLook {
  private static final int SHOWN = 60;

  private InputLook() {}

  /** In words; empty where it may be FIX, or like nothing that is known. */
  public static String of(byte[] head) {
    String text = new String(head, ISO_8859_1);
    if (text.contains("8=FIX") || text.isBlank()) {
      return "";
    }
    if (isBinary(head)) {
      return "binary data of an unknown kind";
    }
    String mark = "\u00ef\u00bb\u00bf"; // a byte order mark of UTF-8
    String start = (text.startsWith(mark) ? text.substring(mark.length()) : text).stripLeading();
    if (start.startsWith("{") || start.startsWith("[")) {
      return "JSON";
    }
    if (start.startsWith("<")) {
      return start.contains("FIXML") ? "FIXML" : "XML or HTML";
    }
    List<String> lines = start.lines().limit(3).toList();
    for (char separator : new char[] {',', ';', '\t', '|'}) {
      long columns = count(lines.get(0), separator);
      if (columns > 0 && (lines.size() == 1 || count(lines.get(1), separator) == columns)) {
        String first = lines.get(0);
        String shown = first.length() > SHOWN ? first.substring(0, SHOWN) + "..." : first;
        return "CSV, its first line is " + PrintableText.text(shown);
      }
    }
    return "";
  }

  private static long count(String line, char wanted) {
    return line.chars().filter(c -> c == wanted).count();
  }

  /** Text has no control characters but those of lines and, in FIX, SOH. */
  private static boolean isBinary(byte[] head) {
    int controls = 0;
    for (byte b : head) {
      controls += b >= 0 && b < ' ' && b != 1 && b != '\t' && b != '\n' && b != '\r' ? 1 : 0;
    }
    return controls > head.length / 20;
  }
}
