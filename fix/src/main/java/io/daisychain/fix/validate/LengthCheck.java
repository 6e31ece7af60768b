package io.daisychain.fix.validate;

import io.daisychain.fix.FixMessage;
import io.daisychain.fix.FixTag;
import io.daisychain.fix.Limits;

/**
 * Names and ids of more than {@link Limits#LONGEST_NAME} bytes, with reason 5. Numbers have their
 * limit in their format. Other texts, such as Text (58), may be as long as a message.
 */
final class LengthCheck {
  private LengthCheck() {}

  static void check(FixMessage message, ValidationResult result) {
    if (message.length() <= Limits.LONGEST_NAME) {
      return; // nearly always
    }
    for (int i = 0; i < message.fieldCount(); i++) {
      if (message.valueLength(i) > Limits.LONGEST_NAME && isName(message.tag(i))) {
        result.add(Reason.INCORRECT_VALUE, message, i);
      }
    }
  }

  private static boolean isName(int tag) {
    return switch (tag) {
      case FixTag.CL_ORD_ID,
          FixTag.EXEC_ID,
          FixTag.EXEC_REF_ID,
          FixTag.LAST_MKT,
          FixTag.ORDER_ID,
          FixTag.ORIG_CL_ORD_ID,
          FixTag.SENDER_COMP_ID,
          FixTag.SYMBOL,
          FixTag.TARGET_COMP_ID,
          FixTag.CLIENT_ID,
          FixTag.ON_BEHALF_OF_COMP_ID,
          FixTag.DELIVER_TO_COMP_ID,
          FixTag.PARENT_FIRM,
          FixTag.PARENT_CL_ORD_ID ->
          true;
      default -> false;
    };
  }
}
