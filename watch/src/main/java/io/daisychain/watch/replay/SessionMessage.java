package io.daisychain.watch.replay;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.daisychain.fix.FixMessage;
import io.daisychain.fix.FixTag;
import io.daisychain.fix.FixVersion;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/**
 * Writes and reads messages of a session: a recorded one keeps all its bytes but BodyLength (9),
 * MsgSeqNum (34) and CheckSum (10), and SendingTime (52) where that is to be now. Not thread-safe.
 */
final class SessionMessage {
  private static final byte SOH = 1;
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd-HH:mm:ss.SSS").withZone(ZoneOffset.UTC);

  /** BeginString and BodyLength, which come first. */
  private static final int FRONT = 2;

  private static final int LONGEST_READ = 1 << 20;

  /** Of messages of FIXT.1.1 that do not say their version. */
  static final FixVersion AGREED = FixVersion.FIX50SP2;

  private final String begin;
  private final FixMessage message = new FixMessage();
  private final ByteArrayOutputStream body = new ByteArrayOutputStream(512);

  /**
   * Messages of a session.
   *
   * @param begin BeginString (8) of those of the session itself
   */
  SessionMessage(String begin) {
    this.begin = begin;
  }

  /** What a Logon says of the version of messages, DefaultApplVerID (1137): FIXT.1.1 alone asks. */
  String agreed() {
    return begin.equals(FixVersion.FIXT11) ? "1137=" + (char) AGREED.applVerId() + "|" : "";
  }

  /** The time of this moment as FIX writes it. */
  static String now() {
    return TIME.format(Instant.now());
  }

  /**
   * A message of the session itself.
   *
   * @param fields behind the header, each with its SOH as {@code |}
   */
  byte[] session(String type, int number, String sender, String receiver, String fields) {
    body.reset();
    text(
        "35=" + type + "|34=" + number + "|49=" + sender + "|56=" + receiver + "|52=" + now() + "|"
            + fields);
    return framed(begin);
  }

  /**
   * A recorded message.
   *
   * @param sent its SendingTime; null to keep the one it has
   */
  byte[] recorded(byte[] bytes, int number, String sent) {
    return recorded(bytes, number, sent, false);
  }

  /** The same, sent once more: 43 = Y, and 122 is the SendingTime it had (FIX 4.2). */
  byte[] again(byte[] bytes, int number, String sent) {
    return recorded(bytes, number, sent, true);
  }

  private byte[] recorded(byte[] bytes, int number, String sent, boolean again) {
    message.index(bytes, 0, bytes.length);
    body.reset();
    int last = message.fieldCount() - 1;
    int numbered = message.find(FixTag.MSG_SEQ_NUM);
    int timed = message.find(FixTag.SENDING_TIME);
    int flag = again ? message.find(FixTag.POSS_DUP_FLAG) : FixMessage.NOT_FOUND;
    boolean addsOriginal = again && timed >= 0 && message.find(FixTag.ORIG_SENDING_TIME) < 0;
    for (int field = FRONT; field < last; field++) {
      if (field == numbered) {
        text("34=" + number + "|");
      } else if (field == timed) {
        String time = sent == null ? value(bytes, field) : sent;
        text("52=" + time + "|");
        if (addsOriginal) {
          text("122=" + time + "|");
        }
      } else if (field == flag) {
        text("43=Y|");
      } else {
        int from = message.tagOffset(field);
        body.write(bytes, from, message.tagOffset(field + 1) - from);
      }
      if (field == FRONT) {
        text((numbered < 0 ? "34=" + number + "|" : "") + (again && flag < 0 ? "43=Y|" : ""));
      }
    }
    return framed(message.valueOf(0));
  }

  private String value(byte[] bytes, int field) {
    return new String(bytes, message.valueOffset(field), message.valueLength(field), ISO_8859_1);
  }

  private void text(String fields) {
    body.writeBytes(fields.replace('|', (char) SOH).getBytes(ISO_8859_1));
  }

  private byte[] framed(String begin) {
    byte[] front = ("8=" + begin + "\u00019=" + body.size() + "\u0001").getBytes(ISO_8859_1);
    ByteArrayOutputStream all = new ByteArrayOutputStream(front.length + body.size() + 8);
    all.writeBytes(front);
    all.writeBytes(body.toByteArray());
    int sum = 0;
    for (byte octet : all.toByteArray()) {
      sum += octet & 0xFF;
    }
    sum &= 0xFF;
    all.writeBytes(
        new byte[] {'1', '0', '=', digit(sum / 100), digit(sum / 10 % 10), digit(sum % 10), SOH});
    return all.toByteArray();
  }

  /** Reads a message, up to the SOH of its CheckSum. */
  static byte[] read(InputStream in) throws IOException {
    ByteArrayOutputStream message = new ByteArrayOutputStream();
    int fieldBegan = 0;
    byte[] front = new byte[3];
    while (true) {
      int octet = in.read();
      if (octet < 0) {
        throw new EOFException();
      }
      int place = message.size() - fieldBegan;
      if (place < front.length) {
        front[place] = (byte) octet;
      }
      message.write(octet);
      if (octet == SOH) {
        if (place > 2 && front[0] == '1' && front[1] == '0' && front[2] == '=') {
          return message.toByteArray();
        }
        fieldBegan = message.size();
      }
      if (message.size() > LONGEST_READ) {
        throw new IOException("an answer of more than 1 MB");
      }
    }
  }

  private static byte digit(int value) {
    return (byte) ('0' + value);
  }
}
