package io.daisychain.ingest.repair;

import io.daisychain.fix.FixTag;
import io.daisychain.fix.MessageDraft;

/** What repairs know of tags. */
final class RepairTags {
  /** Status of an action on an event that its reporter never reported as new. */
  static final String UNKNOWN_ORIGINAL = "UNKNOWN_ORIGINAL";

  /** Where a reporter's own id of an event may stand. */
  static final int[] EVENT_IDS = {
    FixTag.CL_ORD_ID, FixTag.EXEC_ID, FixTag.ALLOC_ID, FixTag.REF_ALLOC_ID, FixTag.ALLOC_REPORT_ID
  };

  private RepairTags() {}

  /** True when another value of a tag would make another event of a message. */
  static boolean isIdentity(MessageDraft message, int tag) {
    if (message.find(FixTag.EVENT_ID) >= 0) {
      return tag == FixTag.EVENT_ID;
    }
    String type = message.valueOf(FixTag.MSG_TYPE);
    if (isOfAllocation(type) && tag != FixTag.SENDER_COMP_ID) {
      return isIdentityOfAllocation(message, type, tag);
    }
    return switch (tag) {
      case FixTag.SENDER_COMP_ID -> true;
      case FixTag.EXEC_ID -> type.equals("8");
      case FixTag.CL_ORD_ID -> !type.equals("8");
      case FixTag.ON_BEHALF_OF_COMP_ID, FixTag.DELIVER_TO_COMP_ID ->
          !type.equals("8") && !type.equals("9");
      default -> false;
    };
  }

  /** The reporter's own id of the event that a message reports. */
  static String eventId(MessageDraft message) {
    String type = message.valueOf(FixTag.MSG_TYPE);
    return switch (type) {
      case "8" -> message.valueOf(FixTag.EXEC_ID);
      case "J" -> message.valueOf(allocationId(message));
      case "P", "AS" -> {
        String own = message.valueOf(FixTag.ALLOC_REPORT_ID);
        yield own.isEmpty() ? message.valueOf(FixTag.ALLOC_ID) : own;
      }
      default -> message.valueOf(FixTag.CL_ORD_ID);
    };
  }

  private static boolean isOfAllocation(String type) {
    return type.equals("J") || type.equals("P") || type.equals("AS");
  }

  private static boolean isIdentityOfAllocation(MessageDraft message, String type, int tag) {
    if (type.equals("J")) {
      return tag == allocationId(message);
    }
    return message.valueOf(FixTag.ALLOC_REPORT_ID).isEmpty()
        ? tag == FixTag.ALLOC_ID || tag == FixTag.ALLOC_STATUS
        : tag == FixTag.ALLOC_REPORT_ID;
  }

  /** The tag of the allocation that a message J is about: 72 where it replaces or cancels one. */
  static int allocationId(MessageDraft message) {
    String transType = message.valueOf(FixTag.ALLOC_TRANS_TYPE);
    boolean isOfEarlier = transType.equals("1") || transType.equals("2");
    return isOfEarlier && !message.valueOf(FixTag.REF_ALLOC_ID).isEmpty()
        ? FixTag.REF_ALLOC_ID
        : FixTag.ALLOC_ID;
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
      FixTag.ALLOC_ID,
      FixTag.REF_ALLOC_ID,
      FixTag.ALLOC_TRANS_TYPE,
      FixTag.ALLOC_STATUS,
      FixTag.ALLOC_REPORT_ID,
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
