package io.daisychain.jmh.engine;

import io.daisychain.fix.FixTag;

/**
 * An engine that also reads values as what they are: text, characters, numbers, times.
 *
 * <p>Each value is made part of a sum, so that none can be left out, and so that engines can be
 * held against each other: they must come to the same sum for a message.
 */
public abstract class TypedEngine implements Engine {
  /** The values that are read, where the message has them, by type. */
  static final int[] TEXTS = {
    FixTag.CL_ORD_ID,
    FixTag.ORIG_CL_ORD_ID,
    FixTag.ORDER_ID,
    FixTag.EXEC_ID,
    FixTag.EXEC_REF_ID,
    FixTag.ACCOUNT,
    FixTag.CLIENT_ID,
    FixTag.SYMBOL
  };

  static final int[] CHARS = {
    FixTag.EXEC_TRANS_TYPE, FixTag.EXEC_TYPE, FixTag.ORD_STATUS, FixTag.SIDE, FixTag.ORD_TYPE
  };
  static final int[] DECIMALS = {
    FixTag.ORDER_QTY,
    FixTag.PRICE,
    FixTag.LAST_SHARES,
    FixTag.LAST_PX,
    FixTag.CUM_QTY,
    FixTag.LEAVES_QTY,
    FixTag.AVG_PX
  };

  /** Beside them the header's MsgSeqNum and SendingTime, and the body's TransactTime. */
  static final int[] HEADER_TEXTS = {FixTag.SENDER_COMP_ID, FixTag.TARGET_COMP_ID};

  static final long MILLIS_PER_DAY = 86_400_000;

  /** Digits after the point to which decimals are added up. */
  static final int SCALE = 4;

  /**
   * The sum over the values of the message that was accepted last. May throw where the engine
   * accepted a message with values that it cannot read.
   */
  public abstract long values();

  /** As {@link #values}; 0 where a value cannot be read. */
  final long readableValues() {
    try {
      return values();
    } catch (RuntimeException e) { // each peer has its own
      return 0;
    }
  }

  /** Reads all messages of a corpus, and the values of those that the engine accepts. */
  public final long values(Corpus corpus) {
    byte[] bytes = corpus.bytes();
    long sum = 0;
    for (int i = 0; i < Corpus.MESSAGES; i++) {
      if (accepts(bytes, corpus.start(i), corpus.end(i))) {
        sum += readableValues();
      }
    }
    return sum;
  }

  /** What a text adds: enough to need its place and its length. */
  static long text(int length, int firstByte) {
    return (long) length * 256 + firstByte;
  }

  /** What a binary floating-point number adds: the decimal that it stands for. */
  static long decimal(double value) {
    return (long) (value * 10_000 + 0.5);
  }

  /** What a time adds: milliseconds of the day, the finest that all engines know. */
  static long time(long nanos) {
    return nanos / 1_000_000 % MILLIS_PER_DAY;
  }
}
