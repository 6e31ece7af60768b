package io.daisychain.model.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Random;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class TextLinesTest {
  private static final long SEED = 20261124;
  private static final DateTimeFormatter ISO =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSSSSS'Z'").withZone(ZoneOffset.UTC);

  private final Random random = new Random(SEED);
  private final TextLines lines = new TextLines();

  @Test
  void momentsAreWrittenAsJavaWritesThem() {
    for (int i = 0; i < 10_000; i++) {
      long nanos = random.nextInt(3) == 0 ? anyLong() : random.nextInt(1 << 20) * 1_000_003L;
      Instant moment = Instant.ofEpochSecond(0, nanos);
      assertEquals(ISO.format(moment), text(text -> text.putTime(nanos)), () -> "seed " + SEED);
      assertEquals(ISO.format(moment), TextLines.timeText(nanos));
    }
    assertEquals("1969-12-31T23:59:59.999999999Z", TextLines.timeText(-1));
  }

  @Test
  void numbersHaveNoZerosAtTheirEnd() {
    for (int i = 0; i < 10_000; i++) {
      long number = random.nextInt(3) == 0 ? random.nextInt(100) * 1_000L : anyLong() + 1;
      int scale = random.nextInt(13);
      BigDecimal expected = BigDecimal.valueOf(number, scale);
      expected = expected.signum() == 0 ? BigDecimal.ZERO : expected.stripTrailingZeros();
      assertEquals(
          expected.toPlainString(),
          text(text -> text.putNumber(number, scale)),
          () -> number + " of scale " + scale + ", seed " + SEED);
    }
  }

  @Test
  void wholeNumbersAreWrittenToTheLowest() {
    for (long number : new long[] {0, -1, 9, 10, Long.MAX_VALUE, Long.MIN_VALUE, anyLong()}) {
      assertEquals(Long.toString(number), text(text -> text.putInteger(number)));
    }
  }

  @Test
  void floatingPointNumbersAreThoseOfJavaWithoutAnEmptyFraction() {
    assertEquals("3", text(text -> text.putDouble(3)));
    assertEquals("-0.25", text(text -> text.putDouble(-0.25)));
    assertEquals("1.0E15", text(text -> text.putDouble(1e15)));
    assertEquals("", text(text -> text.putDouble(Double.NaN)));
  }

  @Test
  void keysAreUuids() {
    for (int i = 0; i < 1_000; i++) {
      UUID id = new UUID(random.nextLong(), random.nextLong());
      byte[] key =
          ByteBuffer.allocate(20)
              .putInt(7)
              .putLong(id.getMostSignificantBits())
              .putLong(id.getLeastSignificantBits())
              .array();
      assertEquals(id.toString(), text(text -> text.putKey(key, 4)), () -> "seed " + SEED);
    }
  }

  @Test
  void fieldsOfCsvAreQuotedWhereTheyMustBe() {
    assertEquals("plain é", text(text -> text.putField("plain é".getBytes(UTF_8))));
    assertEquals("\"a,\"\"b\"\"\"", text(text -> text.putField("a,\"b\"".getBytes(UTF_8))));
    assertEquals("\"a\nb\"", text(text -> text.putField("a\nb".getBytes(UTF_8))));
    assertEquals("\"a\rb\"", text(text -> text.putField("a\rb".getBytes(UTF_8))));
  }

  @Test
  void stringsOfJsonAreEscaped() {
    assertEquals(
        "\"a\\\"b\\\\c\\u0001é\"", text(text -> text.putString("a\"b\\c\u0001é".getBytes(UTF_8))));
  }

  @Test
  void textGrowsAndIsForgotten() {
    StringBuilder expected = new StringBuilder();
    for (int i = 0; i < 20_000; i++) {
      lines.put((char) ('a' + i % 26));
      lines.put("xé");
      expected.append((char) ('a' + i % 26)).append("xé");
    }
    assertEquals(expected.toString(), new String(lines.buffer(), 0, lines.length(), UTF_8));
    lines.clear();
    assertEquals(0, lines.length());
  }

  private String text(Consumer<TextLines> write) {
    lines.clear();
    write.accept(lines);
    return new String(lines.buffer(), 0, lines.length(), UTF_8);
  }

  /** Any length, and not only the longest. */
  private long anyLong() {
    return random.nextLong() >> random.nextInt(64);
  }
}
