package io.daisychain.ingest;

import io.daisychain.fix.FixTag;
import io.daisychain.model.ErrorStatus;

/** Messages for the statuses that reference data and the clock decide, not the message alone. */
final class ReferenceErrorText {
  private ReferenceErrorText() {}

  /** The tag that a status is about, 0 for none. */
  static int tag(ErrorStatus status) {
    return switch (status) {
      case UNKNOWN_REPORTER -> FixTag.SENDER_COMP_ID;
      case UNKNOWN_CUSTOMER -> FixTag.CLIENT_ID;
      case UNKNOWN_SYMBOL, DEPRECATED_SYMBOL -> FixTag.SYMBOL;
      case LATE -> FixTag.SENDING_TIME;
      default -> 0;
    };
  }

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
