package io.daisychain.watch.session;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.daisychain.fix.FixMessage;
import io.daisychain.fix.FixTag;
import java.io.ByteArrayOutputStream;

/**
 * A message that may have been sent before (FIX 4.2, tag 43 = Y) as it was sent first: its
 * OrigSendingTime (122) stands for SendingTime (52).
 */
public final class PossDup {
  private static final int ORIG_SENDING_TIME = 122;
  private static final byte SOH = 1;

  private PossDup() {}

  /** The message with its first SendingTime; itself where it does not say that. */
  public static byte[] original(FixMessage message, byte[] bytes) {
    int original = message.find(ORIG_SENDING_TIME);
    int sent = message.find(FixTag.SENDING_TIME);
    boolean says =
        message.character(FixTag.POSS_DUP_FLAG) == 'Y'
            && original >= 0
            && message.valueLength(original) > 0
            && sent >= 0;
    if (!says) {
      return bytes;
    }
    int body = message.tagOffset(2); // BeginString and BodyLength come first
    int end = message.tagOffset(message.fieldCount() - 1);
    ByteArrayOutputStream text = new ByteArrayOutputStream(bytes.length + 16);
    text.write(bytes, body, message.valueOffset(sent) - body);
    text.write(bytes, message.valueOffset(original), message.valueLength(original));
    int after = message.valueOffset(sent) + message.valueLength(sent);
    text.write(bytes, after, end - after);
    ByteArrayOutputStream all = new ByteArrayOutputStream(bytes.length + 16);
    all.write(bytes, message.tagOffset(0), message.tagOffset(1) - message.tagOffset(0));
    all.writeBytes(("9=" + text.size() + "\u0001").getBytes(US_ASCII));
    all.writeBytes(text.toByteArray());
    int sum = 0;
    for (byte b : all.toByteArray()) {
      sum += b & 0xff;
    }
    all.writeBytes(String.format("10=%03d", sum & 0xff).getBytes(US_ASCII));
    all.write(SOH);
    return all.toByteArray();
  }
}
