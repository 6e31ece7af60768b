package io.daisychain.datagen.chain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class DistributionTest {
  private static final int DRAWS = 200_000;
  private final RandomSource random = new RandomSource();

  DistributionTest() {
    random.reset(3, 0, 0);
  }

  private double mean(Distribution distribution) {
    double sum = 0;
    for (int i = 0; i < DRAWS; i++) {
      sum += distribution.draw(random);
    }
    return sum / DRAWS;
  }

  @Test
  void hasTheMeanOfItsLaw() {
    assertEquals(7, mean(Distribution.constant(7)), 0);
    assertEquals(3, mean(Distribution.uniform(2, 4)), 0.01);
    assertEquals(10, mean(Distribution.exponential(10)), 0.15);
    assertEquals(Math.exp(0.125), mean(Distribution.lognormal(1, 0.5)), 0.02);
    double[] values = {2, 4};
    assertEquals(3.5, mean(Distribution.discrete(values, new double[] {1, 3})), 0.02);
  }

  @Test
  void staysWithinItsLimits() {
    Distribution distribution = Distribution.lognormal(10, 2).clamped(5, 20);
    for (int i = 0; i < DRAWS; i++) {
      double value = distribution.draw(random);
      assertTrue(value >= 5 && value <= 20, "seed 3: " + value);
    }
    assertEquals(5, distribution.lowest());
  }

  @Test
  void drawsSymbolsByZipfsLaw() {
    AliasTable table = AliasTable.zipf(100, 1);
    int[] counts = new int[100];
    for (int i = 0; i < DRAWS; i++) {
      counts[table.draw(random)]++;
    }
    assertEquals(2, (double) counts[0] / counts[1], 0.1);
    assertEquals(10, (double) counts[0] / counts[9], 1);
  }
}
