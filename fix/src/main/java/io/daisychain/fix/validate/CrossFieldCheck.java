package io.daisychain.fix.validate;

import io.daisychain.fix.ExecutionCodes;
import io.daisychain.fix.FixMessage;
import io.daisychain.fix.FixTag;
import io.daisychain.fix.FixValue;
import io.daisychain.fix.FixVersion;
import io.daisychain.fix.Instrument;
import io.daisychain.fix.Legs;
import io.daisychain.fix.MsgType;
import java.util.HashSet;
import java.util.Set;

/**
 * Rules between fields that the dictionary cannot express, of all versions alike: only those that
 * FIX 4.2 states for the message without a way around, by its comments on the fields of New Order
 * Single, Order Cancel/Replace Request and Execution Report and its order state matrices (appendix
 * D).
 *
 * <p>ExecTransType and ExecType of another version stand for those of FIX 4.2 as {@link
 * ExecutionCodes} says; ExpireTime alone is asked for before FIX 4.2, which has no ExpireDate.
 *
 * <p>Missing, with reason 1:
 *
 * <ul>
 *   <li>Price (44) on D, G and their multileg forms AB and AC with OrdType 2, 4, 7, 8, B or F:
 *       "required for limit OrdTypes".
 *   <li>StopPx (99) on these with OrdType 3 or 4, the stop types.
 *   <li>ExpireDate (432) or ExpireTime (126) on these with TimeInForce 6, good till date.
 *   <li>ExecRefID (19) on 8 with ExecTransType 1 or 2: "required for Cancel and Correct".
 *   <li>LastShares (32) on a fill, "defined as ExecTransType=New and ExecType=Partial Fill or
 *       Fill": "quantity of shares bought/sold on this (last) fill". A guarantee (OrdStatus 7) has
 *       it too, D37.
 *   <li>what half an option lacks ({@link Instrument}), on all but 9 and P, which have no whole
 *       one: MaturityMonthYear (200), with MaturityDay (205), PutOrCall (201), StrikePrice (202);
 *       of a leg the same by LegMaturityMonthYear (610), LegMaturityDate (611), LegCFICode (608; a
 *       LegPutOrCall, 1358, will do) and LegStrikePrice (612).
 * </ul>
 *
 * Out of range, with reason 5: zero as OrderQty (38) on these, as LegRatioQty (623), or as
 * LastShares on a fill, where "0" is said to be "for non-fills"; of an option a StrikePrice that an
 * OSI symbol has no digits for. Negative quantities have this reason everywhere.
 *
 * <p>Contradictory, with reason CONSISTENCY: LeavesQty (151) above zero on an 8 with ExecTransType
 * 0 that is
 *
 * <ul>
 *   <li>more than OrderQty less CumQty (14), in any state: nothing beyond the order is open;
 *   <li>less than that in OrdStatus 0 or 1: only in states that are over it "could be 0, otherwise
 *       LeavesQty = OrderQty - CumQty";
 *   <li>there at all in OrdStatus 2: "order completely filled, no remaining quantity".
 * </ul>
 *
 * and a LegRefID (654) that an earlier leg has: "unique indicator for a specific leg".
 *
 * <p>A LeavesQty of zero always passes, and so does a CumQty over OrderQty: shares can be sold
 * twice, which is an overfill and no error of the message.
 *
 * <p>Deliberately not here: OrderQty or CashOrderQty on D, which FIX 4.2 asks for in a comment and
 * engines leave out; LastPx on fills, and AvgPx against it.
 */
final class CrossFieldCheck {
  // Digits after the point that quantities are compared with; those behind are cut off, by which
  // the sum of two can lose one unit of the last.
  private static final int SCALE = 6;

  private final Instrument instrument = new Instrument();
  private final Legs legs = new Legs();

  void check(FixMessage message, int type, Dictionary dictionary, ValidationResult result) {
    if (hasInstrument(type) && Instrument.isOption(message)) {
      checkOption(message, result);
    }
    if (isOrder(type)) {
      checkOrder(message, dictionary, result);
      if (MsgType.hasLegs(type)) {
        checkLegs(message, result);
      }
    } else if (type == '8') {
      checkReport(message, dictionary.version(), result);
    }
  }

  /** Of a list each order has its own; an acknowledgement repeats at most a part. */
  private static boolean hasInstrument(int type) {
    return type != '9' && type != MsgType.ALLOCATION_ACK && type != MsgType.ORDER_LIST;
  }

  private static boolean isOrder(int type) {
    return type == 'D' || type == 'G' || MsgType.hasLegs(type);
  }

  private void checkOption(FixMessage message, ValidationResult result) {
    instrument.read(message);
    for (int i = 0; i < instrument.missingCount(); i++) {
      require(message, instrument.missing(i), result);
    }
    if (instrument.isStrikeLong()) {
      result.add(Reason.INCORRECT_VALUE, message, message.find(FixTag.STRIKE_PRICE));
    }
  }

  private void checkLegs(FixMessage message, ValidationResult result) {
    legs.read(message);
    for (int leg = 0; leg < legs.count(); leg++) {
      int ratio = legs.find(leg, FixTag.LEG_RATIO_QTY);
      if (ratio >= 0 && isZero(message, ratio)) {
        result.add(Reason.INCORRECT_VALUE, message, ratio);
      }
      if (Instrument.isOption(legs.terms(leg))) {
        checkLegOption(leg, message, result);
      }
    }
    if (legs.count() > 1) {
      checkRefIds(message, result);
    }
  }

  private void checkLegOption(int leg, FixMessage message, ValidationResult result) {
    Instrument option = legs.instrument(leg);
    for (int i = 0; i < option.missingCount(); i++) {
      int tag = Legs.legTag(option.missing(i));
      result.addMissing(Reason.REQUIRED_TAG_MISSING, message, tag);
    }
    if (option.isStrikeLong()) {
      result.add(Reason.INCORRECT_VALUE, message, legs.find(leg, FixTag.LEG_STRIKE_PRICE));
    }
  }

  /** A fill of a leg names it by its LegRefID, which is therefore one leg's alone. */
  private void checkRefIds(FixMessage message, ValidationResult result) {
    Set<String> seen = new HashSet<>();
    for (int leg = 0; leg < legs.count(); leg++) {
      int refId = legs.find(leg, FixTag.LEG_REF_ID);
      if (refId >= 0 && !seen.add(message.valueOf(refId))) {
        result.add(Reason.CONSISTENCY, message, refId);
      }
    }
  }

  private static void checkOrder(
      FixMessage message, Dictionary dictionary, ValidationResult result) {
    switch (message.character(FixTag.ORD_TYPE)) {
      case '2', '7', '8', 'B', 'F' -> require(message, FixTag.PRICE, result);
      case '3' -> require(message, FixTag.STOP_PX, result);
      case '4' -> {
        require(message, FixTag.PRICE, result);
        require(message, FixTag.STOP_PX, result);
      }
      default -> {}
    }
    if (message.character(FixTag.TIME_IN_FORCE) == '6'
        && !MessageChecker.isThere(message, FixTag.EXPIRE_TIME)) {
      boolean hasDate = dictionary.isKnown(FixTag.EXPIRE_DATE);
      require(message, hasDate ? FixTag.EXPIRE_DATE : FixTag.EXPIRE_TIME, result);
    }
    checkNotZero(message, FixTag.ORDER_QTY, result);
  }

  private static void checkReport(FixMessage message, FixVersion version, ValidationResult result) {
    byte transType = ExecutionCodes.transType(message, version);
    if (transType == '1' || transType == '2') {
      require(message, FixTag.EXEC_REF_ID, result);
    } else if (transType == '0') {
      byte execType = ExecutionCodes.execType(message, version);
      if (execType == '1' || execType == '2') {
        require(message, FixTag.LAST_SHARES, result);
        checkNotZero(message, FixTag.LAST_SHARES, result);
      }
      checkLeavesQty(message, result);
    }
  }

  private static void require(FixMessage message, int tag, ValidationResult result) {
    if (!MessageChecker.isThere(message, tag)) {
      result.addMissing(Reason.REQUIRED_TAG_MISSING, message, tag);
    }
  }

  private static void checkNotZero(FixMessage message, int tag, ValidationResult result) {
    int field = message.find(tag);
    if (field >= 0 && isZero(message, field)) {
      result.add(Reason.INCORRECT_VALUE, message, field);
    }
  }

  /** Whether the field is a decimal without a digit but zeros, however many there are. */
  private static boolean isZero(FixMessage message, int field) {
    byte[] bytes = message.buffer();
    int from = message.valueOffset(field);
    int length = message.valueLength(field);
    for (int i = from; i < from + length; i++) {
      if (bytes[i] >= '1' && bytes[i] <= '9') {
        return false;
      }
    }
    return FixValue.isDecimal(bytes, from, length);
  }

  private static void checkLeavesQty(FixMessage message, ValidationResult result) {
    long leaves = quantity(message, FixTag.LEAVES_QTY);
    if (leaves <= 0) {
      return;
    }
    long filled = quantity(message, FixTag.CUM_QTY);
    long ordered = quantity(message, FixTag.ORDER_QTY);
    if (filled < 0 || ordered < 0) {
      return;
    }
    long unaccounted = ordered - filled - leaves; // neither executed nor open
    byte status = message.character(FixTag.ORD_STATUS);
    boolean isOpen = status == '0' || status == '1';
    if (unaccounted < 0 || (unaccounted > 1 && isOpen) || status == '2') {
      result.add(Reason.CONSISTENCY, message, message.find(FixTag.LEAVES_QTY));
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
