package io.daisychain.cli.terminal;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/** Suggests the known word that is nearest to a misspelled one. */
public final class Spelling {
  /** A word may differ in a letter of three, and in three at most. */
  private static final int LETTERS_PER_ERROR = 3;

  private static final int MOST_ERRORS = 3;

  private Spelling() {}

  /** The command nearest to what was typed; empty if none is near. */
  public static Optional<String> command(String typed, CommandSpec among) {
    return nearest(typed, among.subcommands().keySet());
  }

  /** The option, with its dashes, nearest to what was typed; empty if none is near. */
  public static Optional<String> option(String typed, CommandSpec among) {
    return nearest(typed, among.optionsMap().keySet());
  }

  /**
   * What is wrong with a command line, where it is an option that the command does not have.
   *
   * @param arguments as they were typed, the command among them
   */
  public static Optional<String> unknownOption(List<String> arguments, CommandSpec command) {
    List<String> known = new ArrayList<>(command.optionsMap().keySet());
    for (String argument : arguments) {
      int end = argument.indexOf('=');
      String name = end < 0 ? argument : argument.substring(0, end);
      if (name.startsWith("--") && !known.contains(name)) {
        Optional<String> meant = nearest(name, known);
        if (meant.isPresent()) {
          return Optional.of("there is no option " + name + didYouMean(meant));
        }
      }
    }
    return Optional.empty();
  }

  /** The suggestion to append to an error message; empty if there is none. */
  public static String didYouMean(Optional<String> meant) {
    return meant.map(word -> ": did you mean " + word + "?").orElse("");
  }

  /** The nearest of some words; empty if none is near. */
  public static Optional<String> nearest(String typed, Iterable<String> words) {
    List<String> near = new ArrayList<>();
    String lower = typed.toLowerCase(Locale.ROOT);
    for (String word : words) {
      if (distance(lower, word.toLowerCase(Locale.ROOT)) <= errors(typed)) {
        near.add(word);
      }
    }
    return near.stream()
        .min(
            Comparator.comparingInt((String word) -> distance(lower, word.toLowerCase(Locale.ROOT)))
                .thenComparing(word -> word));
  }

  private static int errors(String typed) {
    int letters = typed.replace("-", "").length();
    return Math.min(MOST_ERRORS, letters / LETTERS_PER_ERROR);
  }

  /** Damerau-Levenshtein distance: letters inserted, deleted, changed, or swapped with the next. */
  private static int distance(String a, String b) {
    int[][] steps = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          steps[i][j] = i + j;
          continue;
        }
        int changed = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        int least = Math.min(steps[i - 1][j], steps[i][j - 1]) + 1;
        least = Math.min(least, steps[i - 1][j - 1] + changed);
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          least = Math.min(least, steps[i - 2][j - 2] + 1);
        }
        steps[i][j] = least;
      }
    }
    return steps[a.length()][b.length()];
  }
}
