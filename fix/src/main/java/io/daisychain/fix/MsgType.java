package io.daisychain.fix;

/**
 * MsgType (tag 35) as a small number, by which tables are made and switched on: a type of one byte
 * is that byte, AA to AZ come behind, all others are {@link #OTHER}.
 */
public final class MsgType {
  /** None, or one of no table. */
  public static final int OTHER = 0;

  /** New Order List. */
  public static final int ORDER_LIST = 'E';

  /** New Order Multileg (AB). */
  public static final int MULTILEG = 129;

  /** Multileg Order Cancel/Replace (AC). */
  public static final int MULTILEG_REPLACE = 130;

  /** Allocation, or Allocation Instruction. */
  public static final int ALLOCATION = 'J';

  /** Allocation ACK, or Allocation Instruction Ack. */
  public static final int ALLOCATION_ACK = 'P';

  /** Allocation Report (AS). */
  public static final int ALLOCATION_REPORT = 146;

  /** All numbers are below. */
  public static final int LIMIT = 154;

  private static final int FIRST_OF_TWO = 128;

  private MsgType() {}

  /** Whether it is an order, or a version of one, that may have legs. */
  public static boolean hasLegs(int type) {
    return type == MULTILEG || type == MULTILEG_REPLACE;
  }

  /** The type of a message, of its first field of that tag. */
  public static int of(FixMessage message) {
    boolean third = message.fieldCount() > 2 && message.tag(2) == FixTag.MSG_TYPE;
    int field = third && message.valueLength(2) > 0 ? 2 : message.find(FixTag.MSG_TYPE);
    return field < 0
        ? OTHER
        : of(message.buffer(), message.valueOffset(field), message.valueLength(field));
  }

  /** The type that some bytes spell. */
  public static int of(byte[] bytes, int offset, int length) {
    byte first = bytes[offset];
    if (length == 1) {
      return Math.max(first, OTHER);
    }
    int second = length == 2 && first == 'A' ? bytes[offset + 1] - 'A' : -1;
    return second >= 0 && FIRST_OF_TWO + second < LIMIT ? FIRST_OF_TWO + second : OTHER;
  }
}
