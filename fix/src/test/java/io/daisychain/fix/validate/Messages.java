package io.daisychain.fix.validate;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.daisychain.fix.FixMessage;
import io.daisychain.fix.FixVersion;
import java.util.ArrayList;
import java.util.List;

/** Messages as people write them, with {@code |} for SOH. */
public final class Messages {
  static final String HEADER = "49=ALFA|56=MRP|34=1|52=20260316-09:02:00.000|";

  /** A valid message of each type that is checked, without its framing. */
  static final String ORDER =
      "35=D|" + HEADER + "11=A1|21=1|55=AAPL|54=1|60=20260316-09:02:00|38=500|40=2|44=10.5|";

  static final String REPLACE =
      "35=G|" + HEADER + "41=A1|11=A2|21=1|55=AAPL|54=1|60=20260316-09:02:00|38=500|40=1|";
  static final String CANCEL =
      "35=F|" + HEADER + "41=A1|11=A3|55=AAPL|54=1|60=20260316-09:02:00.123456|";
  static final String REPORT =
      "35=8|"
          + HEADER
          + "37=O1|11=A1|17=E1|20=0|150=1|39=1|55=AAPL|54=1|38=500|32=200|31=10|151=300|14=200|6=10|";
  static final String CANCEL_REJECT = "35=9|" + HEADER + "37=O1|11=A3|41=A1|39=0|434=1|";

  private Messages() {}

  static byte[] fix(String text) {
    return text.replace('|', '\1').getBytes(ISO_8859_1);
  }

  /** {@code body} between a BeginString, the BodyLength and the CheckSum that are due to it. */
  static byte[] framed(String body) {
    return framed(fix(body));
  }

  static byte[] framed(byte[] body) {
    return framed(FixVersion.FIX42, body);
  }

  /** The same of another version; from FIX 5.0 on with the BeginString of FIXT.1.1. */
  static byte[] framed(FixVersion version, byte[] body) {
    String begin = version.compareTo(FixVersion.FIX50) < 0 ? version.label() : "FIXT.1.1";
    byte[] head = fix("8=" + begin + "|9=" + body.length + "|");
    byte[] message = new byte[head.length + body.length + 7];
    System.arraycopy(head, 0, message, 0, head.length);
    System.arraycopy(body, 0, message, head.length, body.length);
    int sum = 0;
    for (byte b : message) {
      sum += b & 0xFF;
    }
    byte[] tail = fix(String.format("10=%03d|", sum & 0xFF));
    System.arraycopy(tail, 0, message, message.length - 7, 7);
    return message;
  }

  /** The errors of a message, each as reason and tag, in the order in which they are reported. */
  static List<String> errors(byte[] bytes) {
    return errors(bytes, FixVersion.FIX50SP2);
  }

  static List<String> errors(byte[] bytes, FixVersion agreed) {
    FixMessage message = new FixMessage();
    message.index(bytes, 0, bytes.length);
    ValidationResult result = new ValidationResult();
    new MessageChecker().check(message, FixVersion.of(message, agreed), result);
    List<String> list = new ArrayList<>();
    for (int i = 0; i < result.count(); i++) {
      list.add(result.reason(i).code() + " " + result.tag(i));
    }
    return list;
  }
}
