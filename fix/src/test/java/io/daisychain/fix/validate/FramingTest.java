package io.daisychain.fix.validate;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FramingTest {

  @Test
  void acceptsAMessageAsItShouldBe() {
    assertEquals(List.of(), Messages.errors(Messages.framed(Messages.ORDER)));
  }

  // In the first column stands what is framed, in the second what it is turned into.
  @ParameterizedTest
  @CsvSource({
    "FIX.4.2, FIX.4.5, FRAMING 8",
    "FIX.4.2, FIX.5.0, FRAMING 8",
    "FIX.4.2, FIXT.1.2, FRAMING 8",
    "FIX.4.2, FIX.4.2x, FRAMING 8",
    "8=FIX.4.2|, '', FRAMING 8",
    "9=@|, '', FRAMING 9",
    "9=@|, 9=@a|, FRAMING 9",
    "9=@|, 9=|, FRAMING 9",
    "9=@|, 9=0@|, ''",
    "9=@|, 9=1@|, FRAMING 9",
    "9=@|, 9=-@|, FRAMING 9",
    "9=@|35=D|, 35=D|9=@|, FRAMING 9",
    "35=D|, 35=|, FRAMING 35",
    "35=D|49=ALFA|, 49=ALFA|35=D|, FRAMING 35",
    "35=D|, '', FRAMING 35",
    "35=D|, 035=D|, FRAMING 35",
    "10=#|, '', FRAMING 10",
    "10=#|, 10=#, FRAMING 10",
    "10=#|, 10=0#|, FRAMING 10",
    "10=#|, 10=|, FRAMING 10",
    "10=#|, 10=12a|, FRAMING 10",
    "10=#|, 10=99|, FRAMING 10",
    "44=10.5|10=#|, 44=10.5|, FRAMING 10",
    "44=10.5|, 44=10.6|, FRAMING 10"
  })
  void rejects(String from, String to, String expected) {
    String text = new String(Messages.framed(Messages.ORDER), ISO_8859_1);
    String length = text.substring(text.indexOf("9=") + 2, text.indexOf("\00135="));
    String sum = text.substring(text.length() - 4, text.length() - 1);

    String broken = text.replace('\1', '|').replace(fill(from, length, sum), fill(to, length, sum));
    // Changes before the CheckSum are none of it.
    boolean ofLength = expected.isEmpty() || !expected.endsWith("10");
    byte[] bytes = ofLength ? withSum(broken) : Messages.fix(broken);

    assertEquals(
        expected.isEmpty() ? List.of() : List.of(expected), withoutLength(bytes, expected));
  }

  /** BodyLength is wrong too where the body was changed: that is not what these cases are about. */
  private static List<String> withoutLength(byte[] bytes, String expected) {
    return Messages.errors(bytes).stream()
        .filter(error -> error.equals(expected) || !error.equals("FRAMING 9"))
        .toList();
  }

  private static String fill(String text, String length, String sum) {
    return text.replace("@", length).replace("#", sum);
  }

  private static byte[] withSum(String text) {
    byte[] bytes = Messages.fix(text);
    int sum = 0;
    for (int i = 0; i < bytes.length - 7; i++) {
      sum += bytes[i] & 0xFF;
    }
    System.arraycopy(
        Messages.fix(String.format("%03d", sum & 0xFF)), 0, bytes, bytes.length - 4, 3);
    return bytes;
  }

  @Test
  void rejectsMessagesOverOneMegabyte() {
    String fits = "35=D|58=" + "x".repeat((1 << 20) - 100);
    for (int over = 0; over < 2; over++) {
      byte[] bytes =
          Messages.framed(
              fits + "x".repeat((1 << 20) - Messages.framed(fits + "|").length + over) + "|");
      boolean framing = Messages.errors(bytes).contains("FRAMING 9");
      assertEquals(over == 1, framing);
      assertEquals((1 << 20) + over, bytes.length);
    }
  }

  @Test
  void reportsNothingElseWhereTheFramingIsBroken() {
    assertEquals(
        List.of("FRAMING 10"), Messages.errors(Messages.fix("8=FIX.4.2|9=5|35=D|54=X|54=|")));
    assertEquals(
        List.of("FRAMING 9", "FRAMING 35", "FRAMING 10"),
        Messages.errors(Messages.fix("8=FIX.4.2|")));
    assertEquals(
        List.of("FRAMING 8", "FRAMING 9", "FRAMING 35", "FRAMING 10"),
        Messages.errors(new byte[0]));
  }
}
