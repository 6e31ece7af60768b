package io.daisychain.watch.replay;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.fix.FixMessage;
import io.daisychain.fix.validate.Framing;
import io.daisychain.fix.validate.ValidationResult;
import org.junit.jupiter.api.Test;

class SessionMessageTest {
  private static final String RECORDED =
      "8=FIX.4.2|9=1|35=8|34=77|49=A|56=MRP|52=20260316-10:00:00.000|58=x\u00e9|382=2|375=B|375=C|10=000|";

  private final SessionMessage messages = new SessionMessage("FIX.4.2");

  @Test
  void keepsAllButNumberAndFrame() {
    assertEquals(
        "35=8|34=5|49=A|56=MRP|52=20260316-10:00:00.000|58=x\u00e9|382=2|375=B|375=C|",
        body(messages.recorded(bytes(RECORDED), 5, null)));
    assertTrue(
        body(messages.recorded(bytes(RECORDED), 5, "20260317-00:00:00.000"))
            .contains("|52=20260317-00:00:00.000|58="));
    assertEquals(
        "35=8|34=9|49=A|52=1|",
        body(messages.recorded(bytes("8=FIX.4.2|9=1|35=8|49=A|52=1|10=000|"), 9, null)));
  }

  @Test
  void saysOfARepeatWhenItWasSentFirst() {
    assertEquals(
        "35=8|43=Y|34=5|49=A|56=MRP|52=20260316-10:00:00.000|122=20260316-10:00:00.000|"
            + "58=x\u00e9|382=2|375=B|375=C|",
        body(messages.again(bytes(RECORDED), 5, null)));
    assertEquals(
        "35=8|34=9|43=Y|122=0|52=1|",
        body(messages.again(bytes("8=FIX.4.2|9=1|35=8|34=1|43=N|122=0|52=1|10=000|"), 9, null)));
  }

  @Test
  void isOfTheSessionsVersion() {
    SessionMessage later = new SessionMessage("FIXT.1.1");
    assertEquals("1137=9|", later.agreed());
    String logon = new String(later.session("A", 1, "A", "MRP", later.agreed()), ISO_8859_1);
    assertTrue(logon.startsWith("8=FIXT.1.1\u00019="), logon);
    assertEquals("", new SessionMessage("FIX.4.4").agreed());
  }

  private static byte[] bytes(String message) {
    return message.replace('|', '\u0001').getBytes(ISO_8859_1);
  }

  /** What stands between 9 and 10, which are right. */
  private static String body(byte[] bytes) {
    FixMessage message = new FixMessage();
    message.index(bytes, 0, bytes.length);
    ValidationResult faults = new ValidationResult();
    Framing.check(message, faults);
    assertEquals(0, faults.count(), new String(bytes, ISO_8859_1));
    String text = new String(bytes, ISO_8859_1).replace('\u0001', '|');
    return text.substring(text.indexOf("35="), text.lastIndexOf("10="));
  }
}
