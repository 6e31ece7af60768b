package io.daisychain.validate;

import io.daisychain.fix.FixMessage;
import io.daisychain.fix.FixTag;
import io.daisychain.fix.FixValue;

/**
 * Rules between fields that the dictionary cannot express: only those that FIX 4.2, volume 1,
 * states for the message without a way around.
 *
 * <p>Missing, with reason 1:
 *
 * <ul>
 *   <li>Price (44) on D and G with OrdType 2, 4 or B, the limit types.
 *   <li>StopPx (99) on D and G with OrdType 3 or 4, the stop types.
 *   <li>ExpireDate (432) or ExpireTime (126) on D and G with TimeInForce 6, good till date.
 *   <li>ExecRefID (19) on 8 with ExecTransType 1 or 2, cancel and correct.
 * </ul>
 *
 * Contradictory, with reason CONSISTENCY:
 *
 * <ul>
 *   <li>LeavesQty (151) above zero on an 8 with ExecTransType 0 and OrdStatus 0 or 1, so that with
 *       CumQty (14) it is more than OrderQty (38): in these states LeavesQty is OrderQty less
 *       CumQty. Less than that passes, and so does a CumQty over OrderQty: shares can be sold
 *       twice, which is an overfill and no fault of the message.
 * </ul>
 *
 * Deliberately not here: OrderQty or CashOrderQty on D, which FIX 4.2 asks for in a comment and
 * engines leave out; LastShares and LastPx on fills, and AvgPx against them.
 */
final class CrossFieldCheck {
  // Digits after the point that quantities are compared with.
  private static final int SCALE = 6;

  private CrossFieldCheck() {}

  static void check(FixMessage message, byte type, Faults faults) {
    if (type == 'D' || type == 'G') {
      checkOrder(message, faults);
    } else if (type == '8') {
      checkReport(message, faults);
    }
  }

  private static void checkOrder(FixMessage message, Faults faults) {
    int ordType = message.find(FixTag.ORD_TYPE);
    if (ordType >= 0 && message.valueLength(ordType) == 1) {
      byte value = message.buffer()[message.valueOffset(ordType)];
      if (value == '2' || value == '4' || value == 'B') {
        require(message, FixTag.PRICE, faults);
      }
      if (value == '3' || value == '4') {
        require(message, FixTag.STOP_PX, faults);
      }
    }
    int timeInForce = message.find(FixTag.TIME_IN_FORCE);
    if (timeInForce >= 0
        && message.isValue(timeInForce, '6')
        && !MessageChecker.isThere(message, FixTag.EXPIRE_TIME)) {
      require(message, FixTag.EXPIRE_DATE, faults);
    }
  }

  private static void require(FixMessage message, int tag, Faults faults) {
    if (!MessageChecker.isThere(message, tag)) {
      faults.addMissing(Reason.REQUIRED_TAG_MISSING, message, tag);
    }
  }

  private static void checkReport(FixMessage message, Faults faults) {
    int transType = message.find(FixTag.EXEC_TRANS_TYPE);
    if (transType < 0) {
      return;
    }
    if (message.isValue(transType, '1') || message.isValue(transType, '2')) {
      require(message, FixTag.EXEC_REF_ID, faults);
    }
    int status = message.find(FixTag.ORD_STATUS);
    if (message.isValue(transType, '0')
        && status >= 0
        && (message.isValue(status, '0') || message.isValue(status, '1'))) {
      checkLeavesQty(message, faults);
    }
  }

  private static void checkLeavesQty(FixMessage message, Faults faults) {
    long leaves = quantity(message, FixTag.LEAVES_QTY);
    long filled = quantity(message, FixTag.CUM_QTY);
    long ordered = quantity(message, FixTag.ORDER_QTY);
    if (leaves > 0 && filled >= 0 && ordered >= 0 && leaves > ordered - filled) {
      faults.add(Reason.CONSISTENCY, message, message.find(FixTag.LEAVES_QTY));
    }
  }

  /** The quantity in millionths, or below zero where there is none. */
  private static long quantity(FixMessage message, int tag) {
    int field = message.find(tag);
    if (field < 0) {
      return -1;
    }
    return FixValue.decimal(
        message.buffer(), message.valueOffset(field), message.valueLength(field), SCALE);
  }
}
