package io.daisychain.marketdata.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OutlierFilterTest {
  private static final long SEED = Long.getLong("test.seed", 1);

  private static OutlierFilter filter(String rule) {
    return OutlierFilter.of(OutlierRule.parse(rule), WindowValue.BID);
  }

  /** A price that walks, stands still, jumps to a new level, and is wild at times. */
  private static double[] prices(Random random) {
    double[] prices = new double[20_000];
    long level = 1_000_000;
    for (int i = 0; i < prices.length; i++) {
      if (i / 500 % 3 > 0) {
        level += random.nextInt(201) - 100;
      }
      level += random.nextInt(1_000) == 0 ? random.nextInt(100_000) - 50_000 : 0;
      prices[i] = (double) level + (random.nextInt(50) == 0 ? random.nextInt(20_001) - 10_000 : 0);
    }
    return prices;
  }

  @ParameterizedTest
  @ValueSource(strings = {"3/20", "5/100/0", "2.5/59/0.01", "0/30/0"})
  void outliersAreThoseOfThePlainRule(String text) {
    OutlierRule rule = OutlierRule.parse(text);
    int values = rule.values();
    double granularity = Double.isNaN(rule.granularity()) ? 200 : rule.granularity() * 10_000;
    double[] prices = prices(new Random(SEED));
    OutlierFilter filter = filter(text);
    long found = 0;
    for (int i = 0; i < prices.length; i++) {
      boolean expected = false;
      if (i >= values) {
        double[] before = Arrays.copyOfRange(prices, i - values, i);
        Arrays.sort(before);
        double[] rest = Arrays.copyOfRange(before, values / 20, values - values / 20);
        double mean = Arrays.stream(rest).average().orElseThrow();
        double squares = Arrays.stream(rest).map(x -> (x - mean) * (x - mean)).sum();
        double most = rule.deviations() * Math.sqrt(squares / (rest.length - 1)) + granularity;
        boolean within = prices[i] >= rest[0] && prices[i] <= rest[rest.length - 1];
        expected = !within && Math.abs(prices[i] - mean) > most;
      }
      assertEquals(expected, filter.isOutlier(prices[i]), "seed " + SEED + " value " + i);
      found += expected ? 1 : 0;
    }
    assertEquals(found, filter.found());
    assertTrue(found > 100 && found < prices.length / 3, found + " outliers");
  }

  @ParameterizedTest
  @CsvSource({"1000000, 5", "9, 1", "-50000, 5", "300, 9"})
  void aWildValueIsOneAndMakesNoOtherOne(double away, int deviations) {
    Random random = new Random(SEED);
    OutlierFilter filter = filter(deviations + "/100/0");
    OutlierFilter without = filter(deviations + "/100/0");
    for (int i = 0; i < 1_000; i++) {
      double price = 1_000_000 + 10 * random.nextInt(2);
      assertFalse(without.isOutlier(price));
      assertFalse(filter.isOutlier(price), "seed " + SEED);
      if (i % 50 == 30 && i > 100) {
        assertTrue(filter.isOutlier(price + Math.signum(away) * 10 + away), "value " + i);
      }
    }
  }

  @Test
  void aNewLevelIsTakenAfterOneInTwentyValues() {
    OutlierFilter filter = filter("5/100");
    for (int i = 0; i < 500; i++) {
      assertFalse(filter.isOutlier(1_000_000 + i % 3));
    }
    for (int i = 0; i < 500; i++) {
      assertEquals(i < 6, filter.isOutlier(2_000_000), "value " + i + " of the new level");
    }
    filter.begin();
    for (int i = 0; i < 100; i++) {
      assertFalse(filter.isOutlier(i == 50 ? 1 : 1_000_000), "none before 100 values of a date");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "-1", "5/", "5/19", "5/1001", "5/100/", "5//1", "5/100/1/1"})
  void whatIsNoRuleIsRefused(String text) {
    String said =
        assertThrows(IllegalArgumentException.class, () -> OutlierRule.parse(text)).getMessage();
    assertTrue(said.startsWith("--outliers=" + text), said);
  }
}
