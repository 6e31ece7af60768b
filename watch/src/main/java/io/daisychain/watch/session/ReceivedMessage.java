package io.daisychain.watch.session;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.daisychain.fix.FixMessage;
import io.daisychain.fix.FixTag;
import io.daisychain.fix.validate.Framing;
import io.daisychain.fix.validate.ValidationResult;
import java.io.IOException;
import quickfix.InvalidMessage;
import quickfix.Message;

/**
 * A message as QuickFIX/J's session has to know it: of one of the application the header alone,
 * beside its bytes, since as objects it would take a hundred times their room.
 */
public final class ReceivedMessage extends Message {
  /** Of a message of the session layer, whose values are answered. */
  private static final int LONGEST_SESSION_MESSAGE = 16 << 10;

  /** Numbers beyond this leave no room for those that follow. */
  private static final int HIGHEST_NUMBER = 999_999_999;

  private static final int NEW_SEQ_NO = 36;
  private static final int BEGIN_SEQ_NO = 7;
  private static final int END_SEQ_NO = 16;

  /** What the session layer looks at. */
  private static final int[] HEADER = {
    FixTag.BEGIN_STRING,
    FixTag.MSG_TYPE,
    FixTag.SENDER_COMP_ID,
    FixTag.TARGET_COMP_ID,
    FixTag.MSG_SEQ_NUM,
    FixTag.POSS_DUP_FLAG,
    FixTag.SENDING_TIME,
    FixTag.ORIG_SENDING_TIME
  };

  private final transient byte[] bytes;

  private ReceivedMessage(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Its bytes. */
  public byte[] bytes() {
    return bytes;
  }

  /**
   * Reads a message.
   *
   * @param frame its bytes
   * @param index to be used for it
   * @return null where its framing is wrong: it is as if it had not come
   * @throws IOException where no session can go on behind it; the message says why
   */
  public static ReceivedMessage of(byte[] frame, FixMessage index, ValidationResult faults)
      throws IOException {
    faults.clear();
    int end = index.index(frame, 0, frame.length);
    Framing.check(index, faults);
    if (faults.count() > 0 || end != frame.length) {
      return null;
    }
    checkNumber(index, FixTag.MSG_SEQ_NUM, 1);
    ReceivedMessage message = new ReceivedMessage(frame);
    String type = index.value(FixTag.MSG_TYPE);
    if (isSessionType(type)) {
      if (frame.length > LONGEST_SESSION_MESSAGE) {
        throw new IOException(
            "a message of type " + type + " has more than " + LONGEST_SESSION_MESSAGE + " bytes");
      }
      checkNumber(index, NEW_SEQ_NO, 1);
      checkNumber(index, BEGIN_SEQ_NO, 0);
      checkNumber(index, END_SEQ_NO, 0);
      try {
        message.fromString(new String(frame, ISO_8859_1), null, false);
      } catch (InvalidMessage e) {
        return null;
      }
    } else {
      for (int tag : HEADER) {
        if (index.find(tag) >= 0) {
          message.getHeader().setString(tag, index.value(tag));
        }
      }
    }
    return message;
  }

  private static boolean isSessionType(String type) {
    return type.length() == 1 && "012345A".contains(type);
  }

  /** A number that is there has to be one of those that leave room for others. */
  private static void checkNumber(FixMessage message, int tag, int least) throws IOException {
    if (message.find(tag) < 0) {
      return;
    }
    String text = message.value(tag);
    boolean isNumber = text.matches("0*[0-9]{1,9}");
    if (!isNumber || Integer.parseInt(text) < least) {
      throw new IOException(
          "tag " + tag + " is not a number from " + least + " to " + HIGHEST_NUMBER);
    }
  }
}
