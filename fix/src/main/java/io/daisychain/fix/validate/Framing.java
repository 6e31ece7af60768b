package io.daisychain.fix.validate;

import io.daisychain.fix.FixMessage;
import io.daisychain.fix.FixTag;
import io.daisychain.fix.FixValue;
import io.daisychain.fix.FixVersion;

/**
 * Whether a message is framed as FIX, whatever its type: BeginString, BodyLength and MsgType come
 * first and in this order, BeginString is of a {@link FixVersion}, BodyLength counts the bytes up
 * to the CheckSum, and the message ends with a CheckSum of three digits, which is right, and its
 * SOH. FIX 4.2, volume 1, "Message format" and appendix A.
 */
public final class Framing {
  /** The longest message that is taken, in bytes. */
  public static final int MAX_LENGTH = 1 << 20;

  private Framing() {}

  /** Adds what is wrong in the framing of {@code message}; all of it has the reason FRAMING. */
  public static void check(FixMessage message, ValidationResult result) {
    int field = 0;
    if (isNext(message, field, FixTag.BEGIN_STRING, result)) {
      if (!FixVersion.isKnown(message)) {
        result.add(Reason.FRAMING, message, field);
      }
      field++;
    }
    if (isNext(message, field, FixTag.BODY_LENGTH, result)) {
      checkBodyLength(message, field, result);
      field++;
    }
    if (isNext(message, field, FixTag.MSG_TYPE, result) && message.valueLength(field) == 0) {
      result.add(Reason.FRAMING, message, field);
    }
    checkEnd(message, result);
    if (message.length() > MAX_LENGTH) {
      result.add(
          Reason.FRAMING, FixTag.BODY_LENGTH, message.end(), ValidationResult.NO_FIELD, MAX_LENGTH);
    }
  }

  private static boolean isNext(FixMessage message, int field, int tag, ValidationResult result) {
    boolean there = field < message.fieldCount();
    if (there && message.tag(field) == tag) {
      return true;
    }
    // The place that is wrong is where the field ought to be.
    int offset = there ? message.tagOffset(field) : message.end();
    result.add(
        Reason.FRAMING, tag, offset, ValidationResult.NO_FIELD, ValidationResult.NO_EXPECTATION);
    return false;
  }

  private static void checkBodyLength(FixMessage message, int field, ValidationResult result) {
    int length = message.valueLength(field);
    long told = FixValue.integer(message.buffer(), message.valueOffset(field), length);
    // A message that was cut has no length to compare with, nor has one that begins otherwise.
    int counted = field == 1 ? message.computedBodyLength() : ValidationResult.NO_EXPECTATION;
    if (told < 0 || (counted >= 0 && told != counted)) {
      result.add(Reason.FRAMING, message, field, counted);
    }
  }

  private static void checkEnd(FixMessage message, ValidationResult result) {
    int last = message.fieldCount() - 1;
    if (!message.endsWithCheckSum()) {
      boolean cut = last >= 0 && message.tag(last) == FixTag.CHECK_SUM;
      int offset = cut ? message.tagOffset(last) : message.end();
      result.add(
          Reason.FRAMING,
          FixTag.CHECK_SUM,
          offset,
          cut ? last : ValidationResult.NO_FIELD,
          ValidationResult.NO_EXPECTATION);
      return;
    }
    int offset = message.valueOffset(last);
    int length = message.valueLength(last);
    long told = FixValue.integer(message.buffer(), offset, length);
    boolean digits = length == 3 && message.buffer()[offset] != '-'; // -00 is a number too
    if (!digits || told != message.computedCheckSum()) {
      result.add(Reason.FRAMING, message, last, message.computedCheckSum());
    }
  }
}
