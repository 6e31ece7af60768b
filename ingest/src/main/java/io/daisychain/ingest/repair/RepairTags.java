package io.daisychain.ingest.repair;

import io.daisychain.fix.FixTag;
import io.daisychain.fix.MessageDraft;

/** What repairs know of tags. */
final class RepairTags {
  /** Status of an action on an event that its reporter never reported as new. */
  static final String UNKNOWN_ORIGINAL = "UNKNOWN_ORIGINAL";

  private RepairTags() {}

  /** True when another value of a tag would make another event of a message. */
  static boolean isIdentity(MessageDraft message, int tag) {
    if (message.find(FixTag.EVENT_ID) >= 0) {
      return tag == FixTag.EVENT_ID;
    }
    String type = message.valueOf(FixTag.MSG_TYPE);
    return switch (tag) {
      case FixTag.SENDER_COMP_ID -> true;
      case FixTag.EXEC_ID -> type.equals("8");
      case FixTag.CL_ORD_ID -> !type.equals("8");
      case FixTag.ON_BEHALF_OF_COMP_ID, FixTag.DELIVER_TO_COMP_ID ->
          !type.equals("8") && !type.equals("9");
      default -> false;
    };
  }

  /** True when two messages are about the same event as far as their own fields say it. */
  static boolean isSameEvent(MessageDraft a, MessageDraft b) {
    int[] tags = {
      FixTag.MSG_TYPE,
      FixTag.SENDER_COMP_ID,
      FixTag.TARGET_COMP_ID,
      FixTag.CL_ORD_ID,
      FixTag.EXEC_ID,
      FixTag.ON_BEHALF_OF_COMP_ID,
      FixTag.DELIVER_TO_COMP_ID,
      FixTag.EVENT_ID
    };
    for (int tag : tags) {
      if (!a.valueOf(tag).equals(b.valueOf(tag))) {
        return false;
      }
    }
    return day(a).equals(day(b));
  }

  private static String day(MessageDraft message) {
    String time = message.valueOf(FixTag.TRANSACT_TIME);
    return time.length() < 8 ? time : time.substring(0, 8);
  }
}
