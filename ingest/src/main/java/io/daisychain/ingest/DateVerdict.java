package io.daisychain.ingest;

/** Whether messages of a trade date are stored. */
public enum DateVerdict {
  TAKEN("", ""),
  /** The date was dropped. */
  DROPPED(
      "dropped day",
      "its trade date was dropped from the store; 'days --reopen' lets messages of it in again"),
  /** The store has as many trade dates as it takes. */
  TOO_MANY(
      "too many days",
      "the store has as many trade dates as it takes: drop some, or give --mostDates");

  private final String kind;
  private final String text;

  DateVerdict(String kind, String text) {
    this.kind = kind;
    this.text = text;
  }

  /** Under what a rejected message is counted. */
  /** The word by which feedback names it. */
  public String kind() {
    return kind;
  }

  /** To the reporter. */
  String text() {
    return text;
  }
}
