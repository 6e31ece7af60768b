package io.daisychain.watch.session;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.fix.FixMessage;
import io.daisychain.fix.validate.ValidationResult;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import quickfix.FieldNotFound;

/** What a session is given of a message. */
class ReceivedMessageTest {
  private static ReceivedMessage read(String frame) throws IOException {
    return ReceivedMessage.of(frame.getBytes(ISO_8859_1), new FixMessage(), new ValidationResult());
  }

  @Test
  void ofTheApplicationItIsTheHeader() throws IOException, FieldNotFound {
    String order = FixFrameReaderTest.frame("35=D|49=ALFA|56=MRP|34=7|43=Y|52=x|122=y|55=IBM|");
    ReceivedMessage message = read(order);
    assertArrayEquals(order.getBytes(ISO_8859_1), message.bytes());
    assertTrue(message.isApp());
    assertEquals(7, message.getHeader().getInt(34));
    assertEquals("y", message.getHeader().getString(122));
    assertFalse(message.isSetField(55));
  }

  @Test
  void ofTheSessionLayerItIsAll() throws IOException, FieldNotFound {
    ReceivedMessage message = read(FixFrameReaderTest.frame("35=1|49=A|56=B|34=7|112=é|"));
    assertTrue(message.isAdmin());
    assertEquals("é", message.getString(112));
  }

  @Test
  void aWrongSumOrLengthIsAsIfItHadNotCome() throws IOException {
    String order = FixFrameReaderTest.frame("35=D|49=ALFA|56=MRP|34=7|55=IBM|");
    assertNull(read(order.replace("IBM", "IBN")));
    assertNull(read(order.replaceFirst("9=\\d+", "9=1")));
  }

  @Test
  void numbersLeaveRoomForOthers() throws IOException {
    for (String number : List.of("2147483647", "-2147483647", "1000000000", "0", "x", "+1")) {
      assertThrows(
          IOException.class,
          () -> read(FixFrameReaderTest.frame("35=D|49=A|56=B|34=" + number + "|")),
          number);
      assertThrows(
          IOException.class,
          () -> read(FixFrameReaderTest.frame("35=4|49=A|56=B|34=2|36=" + number + "|")),
          number);
    }
    assertThrows(
        IOException.class,
        () -> read(FixFrameReaderTest.frame("35=2|49=A|56=B|34=2|7=-2147483647|16=0|")));
    assertTrue(read(FixFrameReaderTest.frame("35=D|49=A|56=B|34=000000007|")).isApp());
  }

  @Test
  void whatIsAnsweredIsShort() {
    String request =
        FixFrameReaderTest.frame("35=1|49=A|56=B|34=2|112=" + "x".repeat(400_000) + "|");
    assertThrows(IOException.class, () -> read(request));
  }
}
