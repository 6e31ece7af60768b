package io.daisychain.jmh.engine;

import com.paritytrading.philadelphia.FIXConfig;
import com.paritytrading.philadelphia.FIXMessage;
import com.paritytrading.philadelphia.FIXMessageParser;
import com.paritytrading.philadelphia.FIXTimestamp;
import com.paritytrading.philadelphia.FIXValue;
import io.daisychain.fix.FixTag;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Philadelphia's parser, which checks BodyLength and CheckSum and knows no dictionary. */
final class PhiladelphiaEngine extends TypedEngine {
  private static final int SECONDS_LENGTH = 17;
  private static final int MILLIS_LENGTH = 21;

  private final FIXMessageParser parser =
      new FIXMessageParser(FIXConfig.DEFAULTS, parsed -> this.message = parsed);
  private final FIXTimestamp timestamp = new FIXTimestamp();
  private FIXMessage message;
  private ByteBuffer input = ByteBuffer.allocate(0);

  @Override
  public boolean accepts(byte[] bytes, int from, int to) {
    if (input.array() != bytes) {
      input = ByteBuffer.wrap(bytes);
    }
    input.limit(to).position(from);
    try {
      return parser.parse(input) && !input.hasRemaining();
    } catch (IOException | RuntimeException e) { // it throws because of what a message contains
      return false;
    }
  }

  @Override
  public long values() {
    long sum = texts(HEADER_TEXTS) + texts(TEXTS);
    for (int tag : CHARS) {
      FIXValue value = message.valueOf(tag);
      if (value != null) {
        sum += value.asChar();
      }
    }
    for (int tag : DECIMALS) {
      FIXValue value = message.valueOf(tag);
      if (value != null) {
        sum += decimal(value.asFloat());
      }
    }
    sum += message.getMsgSeqNum();
    return sum + time(FixTag.SENDING_TIME) + time(FixTag.TRANSACT_TIME);
  }

  private long texts(int[] tags) {
    long sum = 0;
    for (int tag : tags) {
      FIXValue value = message.valueOf(tag);
      if (value != null) {
        sum += text(value.length(), value.charAt(0));
      }
    }
    return sum;
  }

  /** Times finer than milliseconds it cannot read; those are taken as text. */
  private long time(int tag) {
    FIXValue value = message.valueOf(tag);
    if (value == null) {
      return 0;
    }
    if (value.length() != SECONDS_LENGTH && value.length() != MILLIS_LENGTH) {
      return text(value.length(), value.charAt(0));
    }
    value.asTimestamp(timestamp);
    int minutes = timestamp.getHour() * 60 + timestamp.getMinute();
    return (minutes * 60L + timestamp.getSecond()) * 1000 + timestamp.getMilli();
  }
}
