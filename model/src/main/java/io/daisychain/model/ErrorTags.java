package io.daisychain.model;

import io.daisychain.fix.FixTag;

/** Tags in error that only an event's message tells. */
public final class ErrorTags {
  private ErrorTags() {}

  /** The tag that makes the event's identity its own: of a DUPLICATE_KEY. */
  public static int identity(EventCell event) {
    if (event.content().find(FixTag.EVENT_ID) >= 0) {
      return FixTag.EVENT_ID;
    }
    return event.type().isReport() ? FixTag.EXEC_ID : FixTag.CL_ORD_ID;
  }

  /** The tag of a reference to a parent that cannot be read: of an ORPHAN. */
  public static int unreadableParent(EventCell event) {
    boolean version = event.type() == EventType.REPLACE || event.type() == EventType.CANCEL;
    if (version && event.content().find(FixTag.ORIG_CL_ORD_ID) < 0) {
      return FixTag.ORIG_CL_ORD_ID;
    }
    return event.content().find(FixTag.PARENT_TRADE_DATE) >= 0
        ? FixTag.PARENT_TRADE_DATE
        : FixTag.PARENT_EVENT_ID;
  }
}
