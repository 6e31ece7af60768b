package io.daisychain.cli.terminal;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Consumer;

/**
 * Masks secrets in what is printed, logged and reported.
 *
 * <p>A secret is the value of a setting whose name has one of {@link #WORDS} in it, however it is
 * written: {@code --name=value} and {@code --name value}, {@code ?name=value&name=value} of an
 * address, {@code name=value} of a list, {@code name: value} at the start of a line, JSON, an HTTP
 * header; besides these a password in a URL and a private key in PEM. Values that the command line
 * and the environment have under such a name are masked wherever they appear ({@link #learn}).
 *
 * <p>Costs one pass over the text.
 */
public final class Secrets {
  /** Stands in the place of a secret. */
  public static final String MASK = "****";

  /** A name with one of these in it, in whatever case, is a secret's. */
  private static final List<String> WORDS =
      List.of("auth", "key", "token", "password", "passwd", "passphrase", "secret", "credential");

  /** Shorter values could be any word: they are masked behind their names alone. */
  private static final int SHORTEST_KNOWN = 6;

  private static final Set<String> SCHEMES = Set.of("bearer", "basic", "digest", "negotiate");
  private static final String PEM_BEGIN = "-----BEGIN";
  private static final String PEM_END = "-----END";
  private static final String PEM_DASHES = "-----";

  /** The longest first: one may be a part of another. */
  private static final Set<String> KNOWN =
      new ConcurrentSkipListSet<>(
          Comparator.comparingInt(String::length).reversed().thenComparing(value -> value));

  private Secrets() {}

  /** Whether a setting of this name is a secret. */
  public static boolean isSecret(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return WORDS.stream().anyMatch(lower::contains);
  }

  /**
   * Remembers the secrets among what a program was started with, so that they are found wherever
   * somebody quotes them. A value that is a file's name is none.
   */
  public static void learn(Iterable<String> arguments, Map<String, String> environment) {
    List<String> values = new ArrayList<>();
    boolean next = false;
    for (String argument : arguments) {
      if (next && !argument.startsWith("-")) {
        values.add(argument);
      }
      next = argument.startsWith("--") && !argument.contains("=") && isSecret(argument);
      int at = argument.indexOf('=');
      if (argument.startsWith("--") && at > 0 && isSecret(argument.substring(0, at))) {
        values.add(argument.substring(at + 1));
      } else {
        learnSettings(argument, values);
        scan(argument, values::add, text -> {});
      }
    }
    environment.forEach(
        (name, value) -> {
          if (isSecret(name)) {
            values.add(value);
          }
        });
    values.stream()
        .filter(value -> value.length() >= SHORTEST_KNOWN && !isFile(value))
        .forEach(KNOWN::add);
  }

  public static String masked(String text) {
    String rest = text;
    for (String value : KNOWN) {
      rest = rest.replace(value, MASK);
    }
    StringBuilder shown = new StringBuilder(rest.length());
    scan(rest, secret -> shown.append(MASK), shown::append);
    return shown.toString();
  }

  /** The value of a setting, masked as a whole if its name says so. */
  public static String masked(String name, String value) {
    return isSecret(name) ? MASK : masked(value);
  }

  /** A command line without its secrets. */
  public static List<String> masked(List<String> arguments) {
    List<String> shown = new ArrayList<>(arguments.size());
    boolean next = false;
    for (String argument : arguments) {
      int at = argument.indexOf('=');
      if (next && !argument.startsWith("-")) {
        shown.add(MASK);
      } else if (argument.startsWith("--") && at > 0 && isSecret(argument.substring(0, at))) {
        shown.add(argument.substring(0, at + 1) + MASK);
      } else {
        shown.add(masked(argument));
      }
      next = argument.startsWith("--") && at < 0 && isSecret(argument);
    }
    return shown;
  }

  /** What stands behind an address's question mark may have blanks and quotes in its values. */
  private static void learnSettings(String address, List<String> values) {
    int query = address.indexOf('?');
    if (query < 0) {
      return;
    }
    for (String setting : address.substring(query + 1).split("&", -1)) {
      int at = setting.indexOf('=');
      if (at > 0 && isSecret(setting.substring(0, at))) {
        values.add(setting.substring(at + 1));
      }
    }
  }

  private static boolean isFile(String value) {
    try {
      return Files.exists(Path.of(value));
    } catch (InvalidPathException e) {
      return false;
    }
  }

  /** A secret's place in a text. */
  private record Span(int start, int end) {}

  /** Goes over a text once and tells its secrets and, in between, the rest. */
  private static void scan(String text, Consumer<String> secret, Consumer<String> rest) {
    int told = 0;
    int i = 0;
    while (i < text.length()) {
      Span span = secretAt(text, i, told);
      if (span != null && span.end > span.start) {
        rest.accept(text.substring(told, span.start));
        secret.accept(text.substring(span.start, span.end));
        told = span.end;
        i = span.end;
      } else {
        i++;
      }
    }
    rest.accept(text.substring(told));
  }

  /** The secret that the character at {@code i} announces; null if it announces none. */
  private static Span secretAt(String text, int i, int from) {
    return switch (text.charAt(i)) {
      case '=' -> behindName(text, i, from);
      case ':' -> text.startsWith("://", i) ? userInfo(text, i + 3) : behindName(text, i, from);
      case ' ' -> behindOption(text, i, from);
      case '-' -> text.startsWith(PEM_BEGIN, i) ? new Span(i, pemEnd(text, i)) : null;
      default -> null;
    };
  }

  /** The value behind {@code name=} or {@code name:}. */
  private static Span behindName(String text, int separator, int from) {
    int end = separator;
    while (end > from && text.charAt(end - 1) == ' ') {
      end--;
    }
    int quotes = end;
    while (quotes > from && (isQuote(text.charAt(quotes - 1)) || text.charAt(quotes - 1) == '\\')) {
      quotes--;
    }
    int start = nameStart(text, quotes, from);
    String name = text.substring(start, quotes);
    if (!isSecret(name)) {
      return null;
    }
    if (text.charAt(separator) == ':') {
      // A colon follows many a word of a sentence, and an exception's name its message.
      boolean meant = quotes < end || isHeader(name) || startsLine(text, start);
      if (!meant || name.endsWith("Exception") || name.endsWith("Error")) {
        return null;
      }
    }
    return value(text, skipBlanks(text, separator + 1));
  }

  private static boolean isHeader(String name) {
    return name.toLowerCase(Locale.ROOT).endsWith("authorization");
  }

  /** The value behind {@code --name} and a blank. */
  private static Span behindOption(String text, int blank, int from) {
    int start = nameStart(text, blank, from);
    if (!text.startsWith("--", start) || !isSecret(text.substring(start, blank))) {
      return null;
    }
    int value = skipBlanks(text, blank);
    return value < text.length() && text.charAt(value) != '-' ? value(text, value) : null;
  }

  /** The password in {@code //user:password@host}. */
  private static Span userInfo(String text, int start) {
    int colon = -1;
    for (int i = start; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '@') {
        return colon < 0 ? null : new Span(colon + 1, i);
      }
      if (c == '/' || Character.isWhitespace(c)) {
        return null;
      }
      if (c == ':' && colon < 0) {
        colon = i;
      }
    }
    return null;
  }

  private static int nameStart(String text, int end, int from) {
    int start = end;
    while (start > from && isNamePart(text.charAt(start - 1))) {
      start--;
    }
    return start;
  }

  private static boolean startsLine(String text, int start) {
    int i = start;
    while (i > 0 && (text.charAt(i - 1) == ' ' || text.charAt(i - 1) == '\t')) {
      i--;
    }
    return i == 0 || text.charAt(i - 1) == '\n' || text.charAt(i - 1) == '\r';
  }

  /** A value: what is in quotes or brackets, else a word. */
  private static Span value(String text, int start) {
    int first = start;
    while (first < text.length() && text.charAt(first) == '\\') {
      first++;
    }
    if (first == text.length()) {
      return null;
    }
    char c = text.charAt(first);
    if (isQuote(c)) {
      return new Span(first + 1, quotedEnd(text, first, first - start));
    }
    if (c == '{' || c == '[') {
      return new Span(start, bracketEnd(text, first));
    }
    int end = wordEnd(text, start);
    if (SCHEMES.contains(text.substring(start, end).toLowerCase(Locale.ROOT))) {
      end = wordEnd(text, skipBlanks(text, end));
    }
    return new Span(start, end);
  }

  private static int pemEnd(String text, int start) {
    int end = text.indexOf(PEM_END, start);
    int closing = end < 0 ? -1 : text.indexOf(PEM_DASHES, end + PEM_END.length());
    return closing < 0 ? text.length() : closing + PEM_DASHES.length();
  }

  /**
   * The end of what is in quotes.
   *
   * @param escapes backslashes before the opening quote, and so before the closing one
   */
  private static int quotedEnd(String text, int quote, int escapes) {
    int backslashes = 0;
    for (int i = quote + 1; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == text.charAt(quote) && backslashes == escapes) {
        return i - escapes;
      }
      backslashes = c == '\\' ? backslashes + 1 : 0;
    }
    return text.length();
  }

  private static int bracketEnd(String text, int start) {
    int depth = 0;
    for (int i = start; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '{' || c == '[') {
        depth++;
      } else if (c == '}' || c == ']') {
        depth--;
        if (depth == 0) {
          return i + 1;
        }
      }
    }
    return text.length();
  }

  private static int wordEnd(String text, int start) {
    int end = start;
    while (end < text.length() && !isWordEnd(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private static boolean isWordEnd(char c) {
    return Character.isWhitespace(c) || isQuote(c) || ",;&)]}<>".indexOf(c) >= 0;
  }

  private static int skipBlanks(String text, int start) {
    int i = start;
    while (i < text.length() && text.charAt(i) == ' ') {
      i++;
    }
    return i;
  }

  private static boolean isNamePart(char c) {
    return Character.isLetterOrDigit(c) || c == '_' || c == '-' || c == '.';
  }

  private static boolean isQuote(char c) {
    return c == '"' || c == '\'';
  }
}
