package io.daisychain.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tags that somebody chose on purpose cost what others do, counted in entries looked at. */
class TagTableTest {
  private static final int TAGS = 40_000;
  private static final int LARGEST = 999_999_999;

  @Test
  void tagsThatFallTogetherUnderAKnownFactor() {
    int inverse = 0x9E3779B9;
    for (int i = 0; i < 5; i++) {
      inverse *= 2 - 0x9E3779B9 * inverse;
    }
    int turned = inverse;
    int[] chosen =
        IntStream.range(0, Integer.MAX_VALUE)
            .map(i -> i * turned)
            .filter(tag -> tag >= 5_000 && tag <= LARGEST)
            .limit(TAGS)
            .toArray();
    assertTrue((chosen[TAGS - 1] * 0x9E3779B9) >>> 12 < 64, "they did fall together");
    check(i -> chosen[i]);
  }

  @Test
  void tagsOneAfterAnother() {
    check(i -> 5_000 + i);
  }

  @Test
  void tagsAtEqualDistances() {
    check(i -> 5_000 + i * 24_001);
    check(i -> 5_000 + i * 16_384);
  }

  private static void check(IntUnaryOperator tags) {
    TagTable table = new TagTable();
    table.clear();
    for (int i = 0; i < TAGS; i++) {
      assertTrue(table.putFirst(tags.applyAsInt(i), i));
      assertEquals(i, table.first(tags.applyAsInt(i)));
    }
    assertTrue(table.collisions() < 8L * TAGS, () -> "collisions: " + table.collisions());
  }
}
