package io.daisychain.warehouse;

import java.util.ArrayList;
import java.util.List;

/**
 * SQL as a person or a file gives it, cut where statements end: at semicolons that are neither in
 * quotes, {@code $tag$} quotes among them, nor in comments.
 */
public final class SqlText {
  private final String text;
  private final List<String> statements = new ArrayList<>();
  private int at;
  private boolean open;

  private SqlText(String text) {
    this.text = text;
  }

  /** The statements of a text, without semicolons; the last one needs none. */
  public static List<String> statements(String text) {
    SqlText cut = new SqlText(text);
    cut.cut();
    return cut.statements;
  }

  /** True when the text ends with the semicolon of a statement, blanks and comments aside. */
  public static boolean isComplete(String text) {
    SqlText cut = new SqlText(text);
    cut.cut();
    return !cut.open;
  }

  private void cut() {
    int start = 0;
    boolean blank = true;
    while (at < text.length()) {
      int from = at;
      if (isComment()) {
        continue;
      }
      char c = text.charAt(from);
      if (c == ';') {
        add(start, from, blank);
        at++;
        start = at;
        blank = true;
        continue;
      }
      blank &= Character.isWhitespace(c);
      skipToken(c);
    }
    open = open || !blank;
    add(start, text.length(), blank);
  }

  private void add(int start, int end, boolean blank) {
    if (!blank) {
      statements.add(text.substring(start, end).strip());
    }
  }

  /** Passes over a comment, if one begins here. */
  private boolean isComment() {
    if (text.startsWith("--", at)) {
      int end = text.indexOf('\n', at);
      at = end < 0 ? text.length() : end + 1;
      return true;
    }
    if (!text.startsWith("/*", at)) {
      return false;
    }
    int depth = 0;
    do { // they nest
      if (text.startsWith("/*", at)) {
        depth++;
        at += 2;
      } else if (text.startsWith("*/", at)) {
        depth--;
        at += 2;
      } else {
        at++;
      }
    } while (depth > 0 && at < text.length());
    open |= depth > 0;
    return true;
  }

  private void skipToken(char c) {
    if (c == '\'' || c == '"') {
      boolean escapes = c == '\'' && at > 0 && isEscapePrefix();
      skipQuoted(c, escapes);
    } else if (c == '$') {
      skipDollarQuoted();
    } else {
      at++;
    }
  }

  /** True behind the E of {@code E'it\'s'}. */
  private boolean isEscapePrefix() {
    char before = text.charAt(at - 1);
    boolean letter = before == 'e' || before == 'E';
    return letter && (at < 2 || !Character.isLetterOrDigit(text.charAt(at - 2)));
  }

  /** A doubled quote ends one quote and begins the next, which comes to the same. */
  private void skipQuoted(char quote, boolean escapes) {
    at++;
    while (at < text.length() && text.charAt(at) != quote) {
      at += escapes && text.charAt(at) == '\\' ? 2 : 1;
    }
    open |= at >= text.length();
    at = Math.min(at + 1, text.length());
  }

  private void skipDollarQuoted() {
    int end = at + 1;
    while (end < text.length()
        && Character.isJavaIdentifierPart(text.charAt(end))
        && text.charAt(end) != '$') {
      end++;
    }
    boolean begins = end < text.length() && text.charAt(end) == '$';
    boolean tagged = end == at + 1 || !Character.isDigit(text.charAt(at + 1));
    if (!begins || !tagged) {
      at++;
      return;
    }
    String mark = text.substring(at, end + 1);
    int close = text.indexOf(mark, end + 1);
    open |= close < 0;
    at = close < 0 ? text.length() : close + mark.length();
  }
}
