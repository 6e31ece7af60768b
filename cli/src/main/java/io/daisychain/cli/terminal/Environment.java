package io.daisychain.cli.terminal;

import java.util.HashMap;
import java.util.Map;

/** Variables of the environment that commands read. */
public final class Environment {
  private static volatile Map<String, String> variables = System.getenv();

  private Environment() {}

  /** Value of a variable without blanks around it; empty where it is not set. */
  public static String get(String name) {
    return variables.getOrDefault(name, "").strip();
  }

  /**
   * Puts more variables in the place of the process's own, for those who run commands inside it.
   */
  public static void divert(Map<String, String> more) {
    Map<String, String> all = new HashMap<>(System.getenv());
    all.putAll(more);
    variables = Map.copyOf(all);
  }
}
