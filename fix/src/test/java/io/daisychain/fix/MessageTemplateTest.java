package io.daisychain.fix;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** An index that has seen a shape must find the same in a message as one that has not. */
class MessageTemplateTest {
  private static final String[] FIELDS = {
    "8=FIX.4.2",
    "9=12",
    "35=D",
    "35=8",
    "35=AE",
    "34=7",
    "49=A",
    "56=",
    "11=x",
    "55=IBM",
    "44=1.5",
    "10001=u",
    "10073=2",
    "10887=a",
    "123456789=long",
    "1234567890=longer",
    "007=zero",
    "x=letter",
    "95=3",
    "96=a\001b",
    "58=8=FIX",
    "10",
    "",
    "\000\377",
    "10=000"
  };

  @Test
  void aMessageSeenBeforeHasTheShapeOfTheFirst() {
    FixMessage message = new FixMessage();
    byte[] bytes = Samples.fix("8=FIX.4.2|9=5|35=D|11=a|55=b|10=000|");
    message.index(bytes, 0, bytes.length);
    assertNull(message.shape());
    message.rememberShape();
    message.index(bytes, 0, bytes.length);
    MessageTemplate shape = message.shape();
    assertNotNull(shape);
    byte[] other = Samples.fix("8=FIX.4.2|9=7|35=D|11=abc|55=d|10=001|");
    message.index(other, 0, other.length);
    assertSame(shape, message.shape());
    assertEquals(6, shape.fieldCount());
    assertEquals(55, shape.tag(4));
  }

  @Test
  void anotherMessageTypeIsAnotherShape() {
    FixMessage message = new FixMessage();
    byte[] order = Samples.fix("8=FIX.4.2|9=5|35=D|11=a|10=000|");
    byte[] cancel = Samples.fix("8=FIX.4.2|9=5|35=F|11=a|10=000|");
    for (int i = 0; i < 2; i++) {
      message.index(order, 0, order.length);
      message.rememberShape();
      message.index(cancel, 0, cancel.length);
      message.rememberShape();
    }
    MessageTemplate shape = message.shape();
    assertNotNull(shape);
    message.index(order, 0, order.length);
    assertNotNull(message.shape());
    assertNotSame(shape, message.shape());
  }

  @Test
  void knownShapesChangeNothingInWhatIsFound() {
    long seed = 20261121;
    FixMessage experienced = new FixMessage();
    for (int i = 0; i < 200_000; i++) {
      Random random = new Random(seed + i);
      byte[] bytes = message(random);
      FixMessage fresh = new FixMessage();
      int end = fresh.index(bytes, 0, bytes.length);
      assertEquals(end, experienced.index(bytes, 0, bytes.length), "seed " + (seed + i));
      assertAgree(fresh, experienced, bytes, seed + i);
      experienced.rememberShape();
    }
  }

  @Test
  void knownSequencesChangeNothingInFieldsWithoutAFrame() {
    long seed = 20261123;
    FixMessage experienced = new FixMessage();
    int known = 0;
    for (int i = 0; i < 100_000; i++) {
      Random random = new Random(seed + i);
      byte[] bytes = fields(random);
      FixMessage fresh = new FixMessage();
      int end = fresh.index(bytes, 0, bytes.length);
      assertEquals(end, experienced.index(bytes, 0, bytes.length), "seed " + (seed + i));
      assertAgree(fresh, experienced, bytes, seed + i);
      known += experienced.shape() == null ? 0 : 1;
      experienced.rememberFields();
    }
    int found = known;
    assertTrue(found > 2_000, () -> "known " + found + " times");
  }

  @Test
  void aFloodOfShapesKeepsNobodysOutForEver() {
    FixMessage message = new FixMessage();
    byte[] honest = Samples.fix("8=FIX.4.2|9=5|35=D|11=a|54=1|10=000|");
    int known = 0;
    for (int i = 0; i < 60_000; i++) {
      String tags = (5_000 + i % 4_000) + "=x|" + (10_000 + i / 4_000) + "=y|";
      byte[] hostile = Samples.fix("8=FIX.4.2|9=5|35=D|" + tags + "10=000|");
      message.index(hostile, 0, hostile.length);
      message.rememberShape();
      if (i > 20_000) { // when the tree is full long since
        message.index(honest, 0, honest.length);
        known += message.shape() == null ? 0 : 1;
        message.rememberShape();
      }
    }
    int found = known;
    assertTrue(found > 10_000, () -> "known " + found + " times");
  }

  private static void assertAgree(FixMessage fresh, FixMessage other, byte[] bytes, long seed) {
    String place = "seed " + seed + ": " + Samples.text(bytes, 0, bytes.length);
    assertEquals(fresh.fieldCount(), other.fieldCount(), place);
    assertEquals(fresh.hasRepeats(), other.hasRepeats(), place);
    assertEquals(fresh.hasEmptyValues(), other.hasEmptyValues(), place);
    assertEquals(fresh.hasMalformedFields(), other.hasMalformedFields(), place);
    assertEquals(fresh.endsWithSoh(), other.endsWithSoh(), place);
    assertEquals(fresh.computedCheckSum(), other.computedCheckSum(), place);
    assertEquals(fresh.computedBodyLength(), other.computedBodyLength(), place);
    for (int i = 0; i < fresh.fieldCount(); i++) {
      assertEquals(fresh.tag(i), other.tag(i), place);
      assertEquals(fresh.tagOffset(i), other.tagOffset(i), place);
      assertEquals(fresh.valueOffset(i), other.valueOffset(i), place);
      assertEquals(fresh.valueLength(i), other.valueLength(i), place);
      assertEquals(fresh.find(fresh.tag(i)), other.find(fresh.tag(i)), place);
    }
    for (int tag : new int[] {8, 10, 35, 44, 95, 96, 10001, 999}) {
      assertEquals(fresh.find(tag), other.find(tag), place);
    }
  }

  /** Mostly one of a few messages, often with a field more, less or moved. */
  private static byte[] message(Random random) {
    StringBuilder text = new StringBuilder("8=FIX.4.2\0019=5\001");
    addFields(random, text);
    text.append("10=123");
    if (random.nextInt(10) > 0) {
      text.append('\001');
    }
    if (random.nextInt(20) == 0) {
      text.append("8=FIX.4.2\0019=5\001");
    }
    return text.toString().getBytes(ISO_8859_1);
  }

  /** The same without a frame, of which some are the beginning of others. */
  private static byte[] fields(Random random) {
    StringBuilder text = new StringBuilder();
    addFields(random, text);
    if (random.nextInt(10) == 0) {
      text.append(FIELDS[random.nextInt(FIELDS.length)]);
    }
    return text.toString().getBytes(ISO_8859_1);
  }

  private static void addFields(Random random, StringBuilder text) {
    text.append(random.nextBoolean() ? "35=D\001" : "35=8\001");
    int kind = random.nextInt(4);
    for (int i = 0; i < 5 + kind; i++) {
      String field = FIELDS[(5 + i * (kind + 1)) % 14];
      if (random.nextInt(20) == 0) {
        field = FIELDS[random.nextInt(FIELDS.length)];
      }
      if (random.nextInt(30) > 0) {
        text.append(field).append('\001');
      }
    }
  }
}
