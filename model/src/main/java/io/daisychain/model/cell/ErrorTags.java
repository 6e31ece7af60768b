package io.daisychain.model.cell;

import io.daisychain.fix.FixTag;
import io.daisychain.model.ErrorStatus;

/** Tags in error. */
public final class ErrorTags {
  private ErrorTags() {}

  /**
   * The tag that makes the event's identity its own: of a DUPLICATE_KEY; its message alone tells.
   */
  public static int identity(EventCell event) {
    if (event.isCat()) {
      return 0;
    }
    if (event.content().find(FixTag.EVENT_ID) >= 0) {
      return FixTag.EVENT_ID;
    }
    return event.type().isOfAllocation()
        ? FixTag.ALLOC_ID
        : event.type().isReport() ? FixTag.EXEC_ID : FixTag.CL_ORD_ID;
  }

  /** The tag of a status that reference data or the clock decide; 0 for others. */
  public static int of(ErrorStatus status) {
    return switch (status) {
      case UNKNOWN_REPORTER -> FixTag.SENDER_COMP_ID;
      case UNKNOWN_CUSTOMER -> FixTag.CLIENT_ID;
      case UNKNOWN_SYMBOL, DEPRECATED_SYMBOL -> FixTag.SYMBOL;
      case LATE -> FixTag.SENDING_TIME;
      default -> 0;
    };
  }
}
