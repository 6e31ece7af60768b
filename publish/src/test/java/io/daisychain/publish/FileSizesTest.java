package io.daisychain.publish;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.store.KeyRanges;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FileSizesTest {
  @Test
  void partsAreFewAndTheSameForEachProcessor() {
    assertEquals(2, FileSizes.parts(60_000, 8, 2));
    assertEquals(1, FileSizes.parts(60_000, 1, 2));
    assertEquals(8, FileSizes.parts(2_000_000, 8, 2));
    assertEquals(32, FileSizes.parts(2_000_000, 48, 16));
    // Of 256 MB of CSV each.
    assertEquals(28, FileSizes.parts(20_000_000, 48, 2));
    assertEquals(138, FileSizes.parts(100_000_000, 256, 2));
  }

  @ParameterizedTest
  @CsvSource({
    "0,              1,     1",
    "104,            8,     1",
    "10001,          8,     2",
    "100000,         24,    10", // no fewer than 10,000 rows each
    "1000000,        24,    24", // one for each range of a small table
    "10000000,       42000, 256",
    "10000000,       48,    48",
    "100000000,      48,    138", // 256 MB each
    "1000000000,     42000, 1379",
    "25000000000,    84000, 2500", // of four tables fewer than 10,000
  })
  void filesAreOf256MegabytesAndNotTooMany(long rows, int ranges, int files) {
    assertEquals(files, FileSizes.files(rows, ranges));
    assertTrue(3 * files < 10_000);
  }

  @Test
  void cutsRangesEvenly() {
    KeyRanges ranges = FileSizes.resized(quarters(), 7);

    assertEquals(8, ranges.count());
    assertArrayEquals(new byte[0], ranges.start(0));
    assertEquals(
        List.of("20", "40", "60", "80", "a0", "c0", "e0"),
        IntStream.range(1, 8).mapToObj(i -> first(ranges.start(i))).toList());
  }

  @Test
  void putsNeighboursTogether() {
    KeyRanges ranges = FileSizes.resized(quarters(), 2);

    assertEquals(2, ranges.count());
    assertEquals("80", first(ranges.start(1)));
    assertEquals(1, FileSizes.resized(quarters(), 1).count());
  }

  @Test
  void aRangeOfTwoKeysIsCutOnceAtMost() {
    byte[] low = new byte[16];
    low[15] = 2;
    KeyRanges ranges = FileSizes.resized(KeyRanges.of(List.of(low)), 9);

    assertTrue(ranges.count() <= 7, () -> "ranges " + ranges.count());
  }

  @Test
  void neverMakesMoreRangesThanFiles() {
    assertTrue(FileSizes.resized(quarters(), Shards.MOST).count() <= Shards.MOST);
  }

  private static KeyRanges quarters() {
    return KeyRanges.of(
        List.of(new byte[] {0x40}, new byte[] {(byte) 0x80}, new byte[] {(byte) 0xc0}));
  }

  private static String first(byte[] key) {
    return HexFormat.of().formatHex(key, 0, 1);
  }
}
