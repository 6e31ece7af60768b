package io.daisychain.cli.terminal;

/**
 * A command that this process, which stays and does others' commands, is not to do: whoever handed
 * it over does it in a process of its own. Nothing was changed yet.
 */
public final class LargeWorkException extends RuntimeException {
  /** What a command that ended so returns; no command that ends otherwise does. */
  public static final int EXIT_CODE = 3;

  private static final long serialVersionUID = 1;

  LargeWorkException(String why) {
    super(why);
  }
}
