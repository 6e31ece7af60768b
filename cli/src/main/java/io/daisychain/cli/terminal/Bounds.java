package io.daisychain.cli.terminal;

import java.util.Locale;

/**
 * What a command may take on in this process. One of its own has no bounds; one that stays does
 * small news alone, so that it needs the memory of small news and nobody waits long behind another.
 */
public final class Bounds {
  /** That a command may read as a whole, of files or of dates; few that changed do not count. */
  static final long MOST_EVENTS = 250_000;

  private static volatile boolean bounded;
  private static volatile String exceeded = "";

  private Bounds() {}

  /** Whether there are bounds for the command that begins. */
  public static void set(boolean on) {
    bounded = on;
    exceeded = "";
  }

  /** Why the command was not done; empty where it was. */
  public static String exceeded() {
    return exceeded;
  }

  /**
   * Says how much a command is about to read.
   *
   * @throws LargeWorkException where that is more than this process takes on
   */
  public static void requireEvents(double events) {
    require(
        events <= MOST_EVENTS,
        String.format(Locale.ROOT, "about %,.0f events are read as a whole", events));
  }

  /**
   * Fails where a command needs what only a process of its own has.
   *
   * @throws LargeWorkException then, in a process that stays
   */
  public static void require(boolean fits, String otherwise) {
    if (bounded && !fits) {
      exceeded = otherwise;
      throw new LargeWorkException(otherwise);
    }
  }
}
