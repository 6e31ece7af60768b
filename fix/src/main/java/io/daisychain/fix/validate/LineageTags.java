package io.daisychain.fix.validate;

import io.daisychain.fix.FixTag;

/** The user-defined tags that carry lineage and actions, which are checked; all others pass. */
final class LineageTags {
  private LineageTags() {}

  static String name(int tag) {
    return switch (tag) {
      case FixTag.EVENT_ID -> "EventID";
      case FixTag.PARENT_EVENT_ID -> "ParentEventID";
      case FixTag.ACTION -> "Action";
      case FixTag.NO_PARENTS -> "NoParents";
      case FixTag.PARENT_FIRM -> "ParentFirm";
      case FixTag.PARENT_TRADE_DATE -> "ParentTradeDate";
      case FixTag.PARENT_CL_ORD_ID -> "ParentClOrdID";
      case FixTag.PARENT_QTY -> "ParentQty";
      default -> null;
    };
  }

  /** Format of a user-defined tag; text where it is not one of ours. */
  static int format(int tag) {
    return switch (tag) {
      case FixTag.EVENT_ID, FixTag.PARENT_EVENT_ID -> Format.UUID;
      case FixTag.ACTION -> Format.ACTION;
      case FixTag.NO_PARENTS -> Format.POSITIVE;
      case FixTag.PARENT_TRADE_DATE -> Format.DATE;
      case FixTag.PARENT_QTY -> Format.QUANTITY;
      default -> Format.TEXT;
    };
  }

  /** Whether {@code tag} belongs into the instances of NoParents, where that is there. */
  static boolean isGroupMember(int tag) {
    return startsInstance(tag)
        || tag == FixTag.PARENT_FIRM
        || tag == FixTag.PARENT_TRADE_DATE
        || tag == FixTag.PARENT_QTY;
  }

  /** Whether an instance of NoParents begins with {@code tag}. */
  static boolean startsInstance(int tag) {
    return tag == FixTag.PARENT_CL_ORD_ID || tag == FixTag.PARENT_EVENT_ID;
  }
}
