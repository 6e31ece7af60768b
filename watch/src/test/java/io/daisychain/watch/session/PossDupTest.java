package io.daisychain.watch.session;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.fix.FixMessage;
import io.daisychain.fix.validate.Framing;
import io.daisychain.fix.validate.ValidationResult;
import org.junit.jupiter.api.Test;

class PossDupTest {
  private static final String SENT_AGAIN =
      "8=FIX.4.2|9=76|35=D|34=7|49=A|43=Y|52=20260316-10:00:05.000|122=20260316-10:00:00|11=x|10=000|"
          .replace('|', '\u0001');

  @Test
  void theFirstSendingTimeStandsForTheLater() {
    FixMessage message = new FixMessage();
    byte[] bytes = SENT_AGAIN.getBytes(ISO_8859_1);
    message.index(bytes, 0, bytes.length);

    byte[] first = PossDup.original(message, bytes);

    String text = new String(first, ISO_8859_1).replace('\u0001', '|');
    assertTrue(text.contains("|52=20260316-10:00:00|122=20260316-10:00:00|11=x|10="), text);
    ValidationResult faults = new ValidationResult();
    message.index(first, 0, first.length);
    Framing.check(message, faults);
    assertEquals(0, faults.count(), text);
  }

  @Test
  void aMessageThatWasNotSentBeforeStays() {
    byte[] bytes = SENT_AGAIN.replace("43=Y", "43=N").getBytes(ISO_8859_1);
    FixMessage message = new FixMessage();
    message.index(bytes, 0, bytes.length);
    assertEquals(bytes, PossDup.original(message, bytes));
  }
}
