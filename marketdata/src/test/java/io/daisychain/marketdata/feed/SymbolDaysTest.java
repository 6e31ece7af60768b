package io.daisychain.marketdata.feed;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SymbolDaysTest {
  private static final int DAYS = 40;

  @Test
  void aDayHasTheFirstSymbolThatWasAddedForIt() {
    long seed = Long.getLong("daisychain.seed", System.nanoTime());
    Random random = new Random(seed);
    for (int round = 0; round < 2_000; round++) {
      SymbolDays days = new SymbolDays();
      int[] expected = new int[DAYS];
      Arrays.fill(expected, -1);
      for (int symbol = 0; symbol < 12; symbol++) {
        int from = random.nextInt(DAYS);
        int to = random.nextInt(DAYS);
        days.add(from, to, symbol);
        for (int day = from; day < to; day++) {
          expected[day] = expected[day] < 0 ? symbol : expected[day];
        }
        for (int day = 0; day < DAYS; day++) {
          assertEquals(expected[day], days.of(day), "seed " + seed + ", day " + day);
        }
      }
    }
  }
}
