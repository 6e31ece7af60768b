package io.daisychain.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.model.RowKey;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class KeySampleTest {
  private static final long SEED = 42;
  private static final int ROWS = 200_000;

  /** 9 a.m. of 2026-03-16, UTC, in milliseconds. */
  private static final long MORNING = 1_773_651_600_000L;

  private static final int DAY_MILLIS = 6 * 3_600_000;

  private final SplittableRandom random = new SplittableRandom(SEED);

  @Test
  void isTheSameHoweverKeysAreDealtAndHoweverOftenTheyCome() throws IOException {
    KeySample whole = new KeySample(SEED);
    List<KeySample> parts = new ArrayList<>();
    for (int part = 0; part < 5; part++) {
      parts.add(new KeySample(SEED));
    }
    for (int i = 0; i < ROWS; i++) {
      RowKey key = new RowKey(random.nextLong(), random.nextLong());
      whole.add(key.high(), key.low());
      for (int times = random.nextInt(3); times >= 0; times--) {
        parts.get(random.nextInt(5)).add(key.high(), key.low());
      }
    }
    KeySample merged = KeepKeys.merge(SEED).mergeAccumulators(parts);

    assertArrayEquals(whole.toBytes(), merged.toBytes());
    assertArrayEquals(whole.toBytes(), KeySample.of(whole.toBytes()).toBytes());
    assertEquals(KeySample.MOST, whole.size());
    assertEquals(1, (double) whole.count() / ROWS, 0.08);
  }

  @Test
  void countsFewKeysExactly() {
    KeySample sample = new KeySample(SEED);
    for (int i = 0; i < 3 * KeySample.MOST; i++) {
      sample.add(0, i % (KeySample.MOST - 1));
    }
    assertEquals(KeySample.MOST - 1, sample.count());
  }

  @Test
  void saysWhenItsBytesAreNone() {
    for (int length : new int[] {0, 7, 9, 25, 8 + 16 * (KeySample.MOST + 1)}) {
      assertThrows(IOException.class, () -> KeySample.of(new byte[length]), () -> "" + length);
    }
  }

  @Test
  void leavesRegionsOfEvenKeysAlone() {
    KeySample sample = new KeySample(SEED);
    for (int i = 0; i < ROWS; i++) {
      sample.add(random.nextLong(), random.nextLong());
    }
    for (int regions : new int[] {12, 24, 1_000}) {
      TableKeys keys = new TableKeys(regions(regions), sample);
      assertFalse(keys.isSkewed(), () -> regions + " regions, " + keys.ranges().count());
      assertEquals(0, keys.crowdedShare());
    }
  }

  @Test
  void cutsTheRegionThatHoldsADayOfKeysThatBeginWithTheTime() {
    long[] rows = new long[ROWS];
    KeySample sample = new KeySample(SEED);
    for (int i = 0; i < ROWS; i++) {
      long millis = MORNING + random.nextInt(DAY_MILLIS);
      rows[i] = millis << 16 | 0x7000 | random.nextInt(1 << 12);
      sample.add(rows[i], random.nextLong());
    }
    TableKeys keys = new TableKeys(regions(24), sample);

    assertEquals(1, keys.crowdedShare());
    assertTrue(keys.isSkewed());
    // As even as those of random keys: no range has more than twice its share.
    assertTrue(largest(keys.ranges(), rows) < 2.0 / 24, "ranges " + largest(keys.ranges(), rows));
    assertTrue(largest(keys.even(10), rows) < 1.2 / 10, "files " + largest(keys.even(10), rows));
    // Files of a region still lie in that region.
    for (int region = 1; region < 24; region++) {
      int range = keys.ranges().indexOf(keys.regions().start(region), 0);
      assertArrayEquals(keys.regions().start(region), keys.ranges().start(range));
    }
  }

  private static double largest(KeyRanges ranges, long[] rows) {
    int[] held = new int[ranges.count()];
    int most = 0;
    for (long row : rows) {
      most = Math.max(most, ++held[ranges.indexOf(new RowKey(row, 0).toBytes(), 0)]);
    }
    return (double) most / rows.length;
  }

  private static KeyRanges regions(int count) {
    List<byte[]> starts = new ArrayList<>();
    for (int region = 1; region < count; region++) {
      starts.add(new RowKey(Long.divideUnsigned(-1, count) * region, 0).toBytes());
    }
    return KeyRanges.of(starts);
  }
}
