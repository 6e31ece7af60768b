package io.daisychain.model;

/** What a message does to the event of its identity: tag 10004. */
public enum Action {
  /** Reports the event: {@code N}, or no tag 10004. */
  NEW('N'),
  /** Says what the event's content is from now on. */
  CORRECTION('C'),
  /** Says that the event should not have been reported. */
  DELETION('D'),
  /**
   * A repair of CAT (RPR): corrects what is stored of the event, and reports it where nothing is.
   */
  REPAIR('R');

  private final char code;

  Action(char code) {
    this.code = code;
  }

  /** The value of tag 10004, stored and published. */
  public char code() {
    return code;
  }

  /** The action of a value of tag 10004 of one byte; {@link #NEW} for every other. */
  public static Action ofValue(int value) {
    return switch (value) {
      case 'C' -> CORRECTION;
      case 'D' -> DELETION;
      default -> NEW;
    };
  }

  /** The action of a stored code. */
  public static Action ofCode(int code) {
    for (Action action : values()) {
      if (action.code == code) {
        return action;
      }
    }
    throw new IllegalStateException("no action has the code " + code);
  }
}
