package io.daisychain.linkage.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.linkage.graph.KeyHash;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PartitioningTest {
  private static final int PARTS = 16;
  private static final int ROWS = PARTS * 64;

  @Test
  void rowsAreLookedAtByTheShareOfTheirDate() {
    // With as many of each date a symbol of a tenth of all events would seem to have a fortieth.
    assertEquals(2593, Partitioning.share(2_624, 10_464_158, 10_590_000));
    assertEquals(4, Partitioning.share(2_624, 13_749, 10_590_000));
    assertEquals(1, Partitioning.share(2_624, 0, 0));
  }

  @Test
  void aSymbolWithHalfOfAllEventsIsCutIntoFairSlices() {
    long seed = Long.getLong("daisychain.seed", System.nanoTime());
    Random random = new Random(seed);
    List<Long> hot = new ArrayList<>();
    for (int i = 0; i < ROWS / 2; i++) {
      hot.add((long) (random.nextGaussian() * 3_600e9));
    }
    Map<Long, List<Long>> times = new HashMap<>(Map.of(7L, hot));
    for (long symbol = 100; symbol < 100 + ROWS / 2; symbol++) {
      times.put(symbol, List.of(random.nextLong()));
    }
    Partitioning partitioning = Partitioning.plan(KeyHash.random(), PARTS, ROWS, times);
    assertTrue(
        partitioning.largestShare() <= 1.05 / PARTS,
        () -> "seed " + seed + ": " + partitioning.largestShare());
  }

  /**
   * Events of 500 symbols as busy as one over their rank; dealt by a hash they are 2 to 3 times.
   */
  @Test
  void partsAreNearlyAlike() {
    long seed = Long.getLong("daisychain.seed", System.nanoTime());
    Random random = new Random(seed);
    for (int parts : new int[] {PARTS, 8 * PARTS}) {
      Map<Long, List<Long>> times = new HashMap<>();
      for (int row = 0; row < parts * 64; row++) {
        times.computeIfAbsent(symbol(random), s -> new ArrayList<>()).add(time(random));
      }
      Partitioning partitioning = Partitioning.plan(KeyHash.random(), parts, parts * 64, times);
      int[] events = new int[parts];
      int all = 2_000 * parts;
      for (int event = 0; event < all; event++) {
        events[partitioning.part(symbol(random), time(random))]++;
      }
      double largest = (double) Arrays.stream(events).max().orElseThrow() * parts / all;
      assertTrue(largest < 2, () -> "seed " + seed + ", " + parts + " parts: " + largest);
    }
  }

  private static long symbol(Random random) {
    return (long) Math.pow(500, random.nextDouble());
  }

  private static long time(Random random) {
    return (long) (random.nextDouble() * 23_400e9);
  }

  @Test
  void oneMomentCannotBeCut() {
    List<Long> moment = new ArrayList<>();
    for (int i = 0; i < ROWS / 2; i++) {
      moment.add(42L);
    }
    Partitioning partitioning =
        Partitioning.plan(KeyHash.random(), PARTS, ROWS, Map.of(7L, moment));
    assertEquals(0.5, partitioning.largestShare());
  }

  @Test
  void anEmptyTableHasNothingToCut() {
    assertEquals(0, Partitioning.plan(KeyHash.random(), PARTS, 0, Map.of()).largestShare());
  }
}
