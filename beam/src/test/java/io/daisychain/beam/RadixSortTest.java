package io.daisychain.beam;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Comparator;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class RadixSortTest {
  @Test
  void sortsAsComparingUnsignedNumbersDoes() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int round = 0; round < 300; round++) {
      int count = random.nextInt(random.nextBoolean() ? 5 : 3_000);
      long mask = random.nextLong() >>> random.nextInt(Long.SIZE);
      long[] keys = new long[count + 2];
      long[] values = new long[count + 2];
      for (int i = 0; i < keys.length; i++) {
        keys[i] = random.nextInt(4) == 0 && i > 0 ? keys[i - 1] : random.nextLong() & mask;
        values[i] = i;
      }
      long[] unsorted = keys.clone();
      boolean hasTies = random.nextBoolean();
      int[] expected =
          IntStream.range(0, count)
              .boxed()
              .sorted(
                  Comparator.<Integer, Long>comparing(i -> unsorted[i], Long::compareUnsigned)
                      .thenComparing(i -> hasTies ? -i : i))
              .mapToInt(i -> i)
              .toArray();

      if (hasTies) {
        RadixSort.sort(keys, values, count, (from, to) -> reverse(values, from, to));
      } else {
        RadixSort.sort(keys, values, count);
      }

      String which = "seed " + seed + ", round " + round;
      for (int i = 0; i < keys.length; i++) {
        int from = i < count ? expected[i] : i;
        assertEquals(from, values[i], which);
        assertEquals(unsorted[from], keys[i], which);
      }
    }
  }

  private static void reverse(long[] values, int from, int to) {
    assertTrue(to - from > 1);
    for (int i = from, j = to - 1; i < j; i++, j--) {
      long value = values[i];
      values[i] = values[j];
      values[j] = value;
    }
  }
}
