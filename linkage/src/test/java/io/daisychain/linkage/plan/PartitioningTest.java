package io.daisychain.linkage.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.linkage.graph.KeyHash;
import java.util.ArrayList;
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
