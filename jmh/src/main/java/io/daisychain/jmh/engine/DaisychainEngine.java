package io.daisychain.jmh.engine;

import io.daisychain.fix.FixMessage;
import io.daisychain.fix.FixTag;
import io.daisychain.fix.FixValue;
import io.daisychain.fix.FixVersion;
import io.daisychain.fix.validate.MessageChecker;
import io.daisychain.fix.validate.ValidationResult;

/** Ours: the index over a message's fields, then all checks. */
public final class DaisychainEngine extends TypedEngine {
  private final FixMessage message = new FixMessage();
  private final MessageChecker checker = new MessageChecker();
  private final ValidationResult result = new ValidationResult();

  @Override
  public boolean accepts(byte[] bytes, int from, int to) {
    message.index(bytes, from, to);
    checker.check(message, FixVersion.of(message, FixVersion.FIX50SP2), result);
    return result.count() == 0;
  }

  /** The message read last. */
  FixMessage message() {
    return message;
  }

  /** Whether the framing of the message read last is right. */
  public boolean isFramed() {
    return !result.framingError();
  }

  @Override
  public long values() {
    byte[] bytes = message.buffer();
    long sum = texts(bytes, HEADER_TEXTS) + texts(bytes, TEXTS);
    for (int tag : CHARS) {
      int field = message.find(tag);
      if (field >= 0) {
        sum += bytes[message.valueOffset(field)];
      }
    }
    for (int tag : DECIMALS) {
      int field = message.find(tag);
      if (field >= 0) {
        int offset = message.valueOffset(field);
        sum += FixValue.decimal(bytes, offset, message.valueLength(field), SCALE);
      }
    }
    int number = message.find(FixTag.MSG_SEQ_NUM);
    sum += FixValue.integer(bytes, message.valueOffset(number), message.valueLength(number));
    return sum + time(bytes, FixTag.SENDING_TIME) + time(bytes, FixTag.TRANSACT_TIME);
  }

  private long texts(byte[] bytes, int[] tags) {
    long sum = 0;
    for (int tag : tags) {
      int field = message.find(tag);
      if (field >= 0) {
        sum += text(message.valueLength(field), bytes[message.valueOffset(field)]);
      }
    }
    return sum;
  }

  private long time(byte[] bytes, int tag) {
    int field = message.find(tag);
    return field < 0
        ? 0
        : time(FixValue.timestamp(bytes, message.valueOffset(field), message.valueLength(field)));
  }
}
