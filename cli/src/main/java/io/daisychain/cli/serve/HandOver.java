package io.daisychain.cli.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A command that is handed over, as the launcher script sends it: items that end with NUL. The
 * folder it was given in, a number of variables and these, NAME=VALUE, a number of words and these.
 *
 * @param folder where the command was given: its relative paths are meant from there
 * @param variables of its environment, those that a command could depend on
 * @param words the command line
 */
record HandOver(String folder, Map<String, String> variables, List<String> words) {
  /** Together; a command line of Linux is no longer. */
  private static final int MOST_BYTES = 4 << 20;

  private static final int MOST_ITEMS = 100_000;

  /** Variables that say something of the terminal or a trace alone, and may differ each time. */
  private static final Set<String> OF_TERMINAL =
      Set.of("DAISYCHAIN_TTY", "DAISYCHAIN_ASK", "DAISYCHAIN_COLUMNS", "TRACEPARENT");

  /** Those that change the events of the store. */
  private static final Set<String> OF_STORE = Set.of("ingest", "link", "run", "drop");

  /** Commands whose work can be done elsewhere; whether it changes something. */
  private static final Map<String, Boolean> COMMANDS =
      Map.ofEntries(
          Map.entry("ingest", true),
          Map.entry("link", true),
          Map.entry("publish", true),
          Map.entry("run", true),
          Map.entry("drop", true),
          Map.entry("repair", false),
          Map.entry("feedback", false),
          Map.entry("days", false),
          Map.entry("row", false),
          Map.entry("tree", false),
          Map.entry("sql", false));

  HandOver {
    variables = Map.copyOf(variables);
    words = List.copyOf(words);
  }

  /**
   * Reads one.
   *
   * @throws IOException where it is none, or too long
   */
  static HandOver read(InputStream in) throws IOException {
    int[] left = {MOST_BYTES};
    String folder = item(in, left);
    Map<String, String> variables = new HashMap<>();
    for (int i = number(in, left); i > 0; i--) {
      String variable = item(in, left);
      int end = variable.indexOf('=');
      if (end < 0) {
        throw new IOException("a variable without a value");
      }
      variables.put(variable.substring(0, end), variable.substring(end + 1));
    }
    List<String> words = new ArrayList<>();
    for (int i = number(in, left); i > 0; i--) {
      words.add(item(in, left));
    }
    return new HandOver(folder, variables, words);
  }

  private static int number(InputStream in, int[] left) throws IOException {
    String text = item(in, left);
    if (!text.matches("[0-9]{1,6}") || Integer.parseInt(text) > MOST_ITEMS) {
      throw new IOException("no number of items");
    }
    return Integer.parseInt(text);
  }

  static String item(InputStream in, int[] left) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int b = in.read(); b != 0; b = in.read()) {
      if (b < 0) {
        throw new EOFException();
      }
      if (left[0]-- == 0) {
        throw new IOException("more than is allowed");
      }
      bytes.write(b);
    }
    return bytes.toString(UTF_8);
  }

  /**
   * Whether the command changes the store, the warehouse or files, so that a rest must be ended.
   */
  boolean isChanging() {
    return !words.isEmpty() && COMMANDS.getOrDefault(words.get(0), false);
  }

  /** Whether the command changes the events of the store. */
  boolean isOfStore() {
    return !words.isEmpty() && OF_STORE.contains(words.get(0));
  }

  /** What the terminal and a trace say, in the place of this process's own. */
  Map<String, String> ofTerminal() {
    Map<String, String> terminal = new HashMap<>(variables);
    terminal.keySet().retainAll(OF_TERMINAL);
    return terminal;
  }

  /**
   * Why this process cannot do what the command does alone; empty where it can.
   *
   * @param own this process's environment
   */
  String obstacle(Map<String, String> own) {
    if (words.isEmpty() || !COMMANDS.containsKey(words.get(0))) {
      return "it does no such command";
    }
    if (!isHere(folder)) {
      return "it stands in another folder";
    }
    for (Map.Entry<String, String> variable : variables.entrySet()) {
      String name = variable.getKey();
      if (!OF_TERMINAL.contains(name) && !own.getOrDefault(name, "").equals(variable.getValue())) {
        return "it was started with another " + name;
      }
    }
    for (String name : own.keySet()) {
      if (name.startsWith("DAISYCHAIN_")
          && !OF_TERMINAL.contains(name)
          && !variables.containsKey(name)) {
        return "it was started with " + name;
      }
    }
    for (String word : words) {
      if (word.equals("-") || word.matches("--[^=]*=(-|/(dev|proc)/.*)")) {
        return "it reads no pipes";
      }
    }
    boolean hasQuery =
        words.stream().skip(1).anyMatch(word -> !word.startsWith("-") || word.startsWith("--file="))
            || words.contains("--ddl");
    return words.get(0).equals("sql") && !hasQuery ? "it has no prompt" : "";
  }

  private static boolean isHere(String folder) {
    try {
      return Files.isSameFile(Path.of(folder), Path.of(""));
    } catch (IOException | InvalidPathException e) {
      return false;
    }
  }
}
