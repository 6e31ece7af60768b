package io.daisychain.fix;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FixMessageTest {
  private static final long SEED = 20260316;

  private final FixMessage message = new FixMessage();

  @Test
  void indexesTagsValuesAndWhereTheyStand() {
    byte[] bytes = index("8=FIX.4.2|9=20|35=D|6005=AES=1|10887=x|10=007|");

    assertEquals(bytes.length, message.end());
    assertEquals(List.of("8=FIX.4.2", "9=20", "35=D", "6005=AES=1", "10887=x", "10=007"), fields());
    assertEquals(10, message.tagOffset(1));
    assertEquals(12, message.valueOffset(1));
    assertEquals(3, message.find(6005));
    assertEquals(FixMessage.NOT_FOUND, message.find(11));
    assertEquals(FixMessage.NOT_FOUND, message.find(10001));
    assertTrue(message.endsWithCheckSum());
    assertTrue(message.endsWithSoh());
    assertFalse(message.hasRepeats() || message.hasEmptyValues() || message.hasMalformedFields());
  }

  @Test
  void computesCheckSumAndBodyLength() {
    for (int length = 0; length < 300; length++) {
      String body = "35=D|58=" + "\u00e9z".repeat(length) + "|";
      byte[] bytes = index(Samples.framed(body));

      assertEquals(body.length(), message.computedBodyLength());
      int sum = message.fieldCount() - 1;
      assertEquals(
          FixValue.integer(bytes, message.valueOffset(sum), 3), message.computedCheckSum());
    }
  }

  @Test
  void hasNoCheckSumWhereTheMessageIsCut() {
    index("8=FIX.4.2|9=20|35=D|10=007");

    assertFalse(message.endsWithCheckSum());
    assertFalse(message.endsWithSoh());
    assertEquals(-1, message.computedCheckSum());
    assertEquals(-1, message.computedBodyLength());
    assertEquals("10=007", fields().get(3));
    assertEquals(3, message.valueLength(3));
  }

  @Test
  void givesDamagedFieldsACodeInPlaceOfATag() {
    index(
        "8=FIX.4.2|abc||=x|5a=1|011=2|0=3|1234567890=4|-1=5|12345678901|999999999=6|12345678=7|x");

    assertEquals(
        List.of(
            8,
            FixMessage.NO_EQUALS,
            FixMessage.NO_EQUALS,
            FixMessage.NOT_DIGITS,
            FixMessage.NOT_DIGITS,
            FixMessage.LEADING_ZERO,
            FixMessage.LEADING_ZERO,
            FixMessage.OVERLONG_TAG,
            FixMessage.NOT_DIGITS,
            FixMessage.NO_EQUALS,
            999999999,
            12345678,
            FixMessage.NO_EQUALS),
        tags());
    assertTrue(message.hasMalformedFields());
    assertEquals(3, message.valueLength(1));
    assertEquals(0, message.valueLength(2));
    assertEquals(1, message.valueLength(12));
  }

  @Test
  void takesAnEmptyFieldForAbsent() {
    index("8=FIX.4.2|11=|58=a|11=b|11=|");

    assertEquals(3, message.find(11));
    assertTrue(message.hasEmptyValues());
    assertFalse(message.hasRepeats());
  }

  @Test
  void noticesRepeatedTagsOfEveryRange() {
    for (int tag : new int[] {55, 511, 512, 5000, 10887, 999_999_999}) {
      index("8=FIX.4.2|" + tag + "=a|58=b|" + tag + "=c|");

      assertTrue(message.hasRepeats());
      assertEquals(1, message.find(tag));
    }
  }

  @Test
  void findsNothingOfTheMessageBefore() {
    index("8=FIX.4.2|11=a|10887=b|354=5|");
    index("8=FIX.4.2|355=x|y|");

    assertEquals(FixMessage.NOT_FOUND, message.find(11));
    assertEquals(FixMessage.NOT_FOUND, message.find(10887));
    assertEquals(List.of("8=FIX.4.2", "355=x", "y"), fields());
  }

  @Test
  void readsAMegabyteOfFields() {
    StringBuilder text = new StringBuilder("8=FIX.4.2|");
    for (int tag = 1; text.length() < 1_000_000; tag++) {
      if (tag != FixTag.CHECK_SUM && tag != FixTag.BEGIN_STRING) {
        text.append(tag).append("=|".substring(tag % 2)).append(tag % 2 == 0 ? "" : "=1|");
      }
    }
    String all = text.toString().replace("==", "=");
    byte[] bytes = index(all);

    assertEquals(naive(bytes, 0, bytes.length), fields());
  }

  @Test
  void agreesWithThePlainLoopOnDamagedBytes() {
    Random random = new Random(SEED);
    String[] pieces = {
      "8=FIX",
      "|",
      "=",
      "10=",
      "55=",
      "|58=text",
      "95=4|96=a|b",
      "354=2|355=",
      "0",
      "-",
      "10887=",
      "|11=x|",
      "X",
      "\0",
      "\u00ff",
      "123456789",
      "93=3|89="
    };
    for (int round = 0; round < 50_000; round++) {
      StringBuilder text = new StringBuilder();
      for (int i = random.nextInt(20); i >= 0; i--) {
        text.append(pieces[random.nextInt(pieces.length)]);
      }
      byte[] bytes = Samples.fix(text.toString());
      int from = random.nextInt(bytes.length + 1);
      int to = from + random.nextInt(bytes.length - from + 1);

      int end = message.index(bytes, from, to);

      String seen = Samples.text(bytes, from, to);
      List<String> expected = naive(bytes, from, to);
      assertEquals(expected, fields(), seen);
      assertTrue(end >= from && end <= to, seen);
      assertEquals(end > from && bytes[end - 1] == 1, message.endsWithSoh(), seen);
    }
  }

  /** The fields of the message at {@code from}, by the rules of FixMessage read literally. */
  private static List<String> naive(byte[] bytes, int from, int to) {
    List<String> fields = new ArrayList<>();
    Map<String, String> firsts = new HashMap<>();
    String text = new String(bytes, from, to - from, ISO_8859_1);
    int next = text.indexOf("\0018=FIX");
    text = next >= 0 ? text.substring(0, next + 1) : text;
    String previous = "";
    for (int at = 0; at < text.length(); ) {
      int soh = text.indexOf('\1', at);
      int equals = text.indexOf('=', at);
      String tag = soh >= 0 && equals >= 0 && equals < soh ? text.substring(at, equals) : "";
      String lengthTag = lengthTag(tag);
      if (!lengthTag.isEmpty()) {
        String length =
            previous.startsWith(lengthTag + "=") && !previous.equals(lengthTag + "=")
                ? previous.substring(lengthTag.length() + 1)
                : firsts.getOrDefault(lengthTag, "");
        if (length.matches("[0-9]{1,9}")) {
          int wanted = equals + 1 + Integer.parseInt(length);
          soh = wanted > soh && wanted < text.length() && text.charAt(wanted) == 1 ? wanted : soh;
        }
      }
      int end = soh < 0 ? text.length() : soh;
      previous = text.substring(at, end);
      fields.add(previous);
      if (equals >= 0 && equals + 1 < end) {
        firsts.putIfAbsent(text.substring(at, equals), text.substring(equals + 1, end));
      }
      at = soh < 0 || tag.equals("10") ? text.length() : soh + 1;
    }
    return fields;
  }

  private static String lengthTag(String tag) {
    boolean known = Arrays.asList("89", "96", "355").contains(tag);
    return !known ? "" : tag.equals("89") ? "93" : String.valueOf(Integer.parseInt(tag) - 1);
  }

  private byte[] index(String text) {
    byte[] bytes = Samples.fix(text);
    message.index(bytes, 0, bytes.length);
    return bytes;
  }

  private List<Integer> tags() {
    List<Integer> tags = new ArrayList<>();
    for (int i = 0; i < message.fieldCount(); i++) {
      tags.add(message.tag(i));
    }
    return tags;
  }

  private List<String> fields() {
    List<String> fields = new ArrayList<>();
    for (int i = 0; i < message.fieldCount(); i++) {
      int valueEnd = message.valueOffset(i) + message.valueLength(i);
      fields.add(
          new String(
              message.buffer(), message.tagOffset(i), valueEnd - message.tagOffset(i), ISO_8859_1));
    }
    return fields;
  }
}
