package io.daisychain.marketdata.feed;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SymbolDaysTest {
  private static final int DAYS = 40;
  private static final int BEFORE_1970 = 10;
  private static final int[] INSTRUMENTS = {-1, 0, 7, Integer.MAX_VALUE, Integer.MIN_VALUE};

  @Test
  void aDayHasTheFirstSymbolThatWasAddedForIt() {
    long seed = Long.getLong("daisychain.seed", System.nanoTime());
    Random random = new Random(seed);
    for (int round = 0; round < 2_000; round++) {
      SymbolDays days = new SymbolDays();
      int[][] expected = new int[INSTRUMENTS.length][DAYS];
      for (int[] of : expected) {
        Arrays.fill(of, -1);
      }
      for (int symbol = random.nextInt(100); symbol >= 0; symbol--) {
        int instrument = random.nextInt(INSTRUMENTS.length);
        int from = random.nextInt(DAYS);
        int to = random.nextInt(DAYS);
        days.add(INSTRUMENTS[instrument], from - BEFORE_1970, to - BEFORE_1970, symbol);
        for (int day = from; day < to; day++) {
          int[] of = expected[instrument];
          of[day] = of[day] < 0 ? symbol : of[day];
        }
      }
      days.end();
      for (int instrument = 0; instrument < INSTRUMENTS.length; instrument++) {
        for (int day = 0; day < DAYS; day++) {
          assertEquals(
              expected[instrument][day],
              days.of(INSTRUMENTS[instrument], day - BEFORE_1970),
              "seed " + seed + ", round " + round + ", day " + day);
        }
        assertEquals(-1, days.of(INSTRUMENTS[instrument] ^ 0x5555, 0));
      }
    }
  }
}
