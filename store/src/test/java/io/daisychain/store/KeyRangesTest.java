package io.daisychain.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class KeyRangesTest {
  private static final long SEED = 20260316;

  @Test
  void areOneWithoutSplitKeys() {
    KeyRanges ranges = KeyRanges.of(List.of());

    assertEquals(1, ranges.count());
    assertEquals(0, ranges.indexOf(key("ff"), 0));
    assertArrayEquals(new byte[0], ranges.start(0));
    assertArrayEquals(new byte[0], ranges.end(0));
  }

  @Test
  void beginWithTheirSplitKey() {
    KeyRanges ranges = KeyRanges.of(List.of(key("40"), key("80"), key("c0")));

    assertEquals(4, ranges.count());
    assertEquals(0, ranges.indexOf(key("3f"), 0));
    assertEquals(1, ranges.indexOf(key("40"), 0));
    assertEquals(2, ranges.indexOf(key("80"), 0));
    assertEquals(3, ranges.indexOf(key("ff"), 0));
    assertArrayEquals(key("80"), ranges.start(2));
    assertArrayEquals(key("c0"), ranges.end(2));
    assertArrayEquals(new byte[0], ranges.end(3));
  }

  @Test
  void fillShortSplitKeysUpWithZeros() {
    KeyRanges ranges = KeyRanges.of(List.of(new byte[] {0x40}));

    assertEquals(1, ranges.indexOf(key("40"), 0));
    assertArrayEquals(key("40"), ranges.start(1));
  }

  @Test
  void refuseKeysOutOfOrder() {
    assertThrows(IllegalArgumentException.class, () -> KeyRanges.of(List.of(key("80"), key("40"))));
    assertThrows(IllegalArgumentException.class, () -> KeyRanges.of(List.of(key("80"), key("80"))));
  }

  @Test
  void findWhatALinearSearchOverBytesFinds() {
    Random random = new Random(SEED);
    List<byte[]> keys = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      byte[] key = new byte[16];
      random.nextBytes(key);
      // Few different first halves, so that the second half decides.
      Arrays.fill(key, 0, 8, (byte) (random.nextInt(4) * 80));
      keys.add(key);
    }
    keys.sort(Arrays::compareUnsigned);
    KeyRanges ranges = KeyRanges.of(keys);

    byte[] buffer = new byte[19];
    for (int i = 0; i < 10_000; i++) {
      random.nextBytes(buffer);
      Arrays.fill(buffer, 3, 11, (byte) (random.nextInt(4) * 80));
      int expected = 0;
      while (expected < keys.size()
          && Arrays.compareUnsigned(keys.get(expected), 0, 16, buffer, 3, 19) <= 0) {
        expected++;
      }
      assertEquals(expected, ranges.indexOf(buffer, 3), "seed " + SEED + ", key " + i);
    }
  }

  private static byte[] key(String firstByte) {
    byte[] key = new byte[16];
    key[0] = (byte) Integer.parseInt(firstByte, 16);
    return key;
  }
}
