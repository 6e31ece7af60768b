package io.daisychain.ingest;

import io.daisychain.model.ErrorStatus;

/** Messages for the statuses that reference data and the clock decide, not the message alone. */
final class ReferenceErrorText {
  private ReferenceErrorText() {}

  /** What is wrong, for people. */
  static String text(ErrorStatus status, String value) {
    return switch (status) {
      case UNKNOWN_REPORTER -> "no participant " + value + " on the event's day";
      case UNKNOWN_CUSTOMER -> "no customer " + value + " on the event's day";
      case UNKNOWN_SYMBOL -> "no symbol " + value + " on the event's day";
      case DEPRECATED_SYMBOL -> "symbol " + value + " was no longer valid on the event's day";
      case LATE -> "sent after 08:00 New York time of the next business day";
      default -> status.name();
    };
  }
}
