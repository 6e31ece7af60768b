package io.daisychain.reporting;

/** Why a firm gets a line of feedback. */
public enum FeedbackRole {
  /** It reported the message that the line is about. */
  REPORTER("reporter"),

  /** Another firm's event names it, or has the id of an event of its own. */
  NAMED("named");

  private final String word;

  FeedbackRole(String word) {
    this.word = word;
  }

  /** The byte that stands for it in packed lines, in the order in which a file has them. */
  int code() {
    return this == REPORTER ? 0 : 1;
  }

  static FeedbackRole ofCode(int code) {
    return code == 0 ? REPORTER : NAMED;
  }

  public String word() {
    return word;
  }
}
