package io.daisychain.explorer.point;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

/** Columns of decimals beside plain BigDecimals, in 32 bits and in 64. */
class DecimalsTest {
  private static final long SEED = Long.getLong("daisychain.seed", System.nanoTime());
  private static final String SAID = "-Ddaisychain.seed=" + SEED;
  private static final int SIZE = 5_000;

  private final Random random = new Random(SEED);
  private final BigDecimal[] expected = new BigDecimal[SIZE];

  /** Values of so many digits after the point, and one in {@code rare} of any kind. */
  private Decimals column(int digits, int rare) {
    long[] units = new long[SIZE];
    Map<Integer, BigDecimal> large = new HashMap<>();
    for (int i = 0; i < SIZE; i++) {
      BigDecimal value =
          random.nextInt(rare) > 0
              ? BigDecimal.valueOf(random.nextInt(2_000_000) - 1_000_000, digits)
              : new BigDecimal(new BigInteger(random.nextInt(126), random), 10);
      if (random.nextInt(9) == 0) {
        units[i] = Decimals.NONE;
        continue;
      }
      expected[i] = value;
      BigInteger scaled = value.setScale(Decimals.MOST_DIGITS).unscaledValue();
      if (scaled.bitLength() < Long.SIZE - 1) {
        units[i] = scaled.longValue();
      } else {
        units[i] = Decimals.LARGE;
        large.put(i, value.setScale(Decimals.MOST_DIGITS));
      }
    }
    return Decimals.of(units, large);
  }

  private void check(Decimals column) {
    BigDecimal low = expected(column);
    BigDecimal high = low.add(new BigDecimal("0.00000000005"));
    IntPredicate from = column.between(Optional.of(low), Optional.empty());
    IntPredicate to = column.between(Optional.empty(), Optional.of(high));
    IntPredicate both = column.between(Optional.of(low), Optional.of(high));
    double[] copied = new double[SIZE - 7];
    column.copy(7, SIZE, copied);
    for (int i = 0; i < SIZE; i++) {
      BigDecimal value = expected[i];
      if (value == null) {
        assertNull(column.text(i), SAID);
        assertEquals(Double.NaN, column.at(i), SAID);
        assertEquals(false, from.test(i) || to.test(i) || both.test(i), SAID);
        continue;
      }
      assertEquals(0, value.compareTo(column.exact(i)), SAID);
      assertEquals(Decimals.text(value), column.text(i), SAID);
      assertEquals(value.doubleValue(), column.at(i), Math.ulp(value.doubleValue()), SAID);
      assertEquals(value.compareTo(low) >= 0, from.test(i), SAID);
      assertEquals(value.compareTo(high) <= 0, to.test(i), SAID);
      assertEquals(from.test(i) && to.test(i), both.test(i), SAID);
      if (i >= 7) {
        assertEquals(column.at(i), copied[i - 7], SAID);
      }
      long units = column.units(i);
      if (units != Decimals.LARGE) {
        assertEquals(0, value.compareTo(Decimals.ofUnits(units)), SAID);
      }
    }
  }

  private BigDecimal expected(Decimals column) {
    int event = random.nextInt(SIZE);
    while (column.isNone(event)) {
      event = random.nextInt(SIZE);
    }
    return expected[event];
  }

  @Test
  void fewThatDoNotFitLieBesideNarrowOnes() {
    for (int digits : new int[] {0, 2, 4, 6}) {
      Decimals column = column(digits, 1_000_000);
      assertNotNull(column.narrow, SAID);
      assertEquals(digits, column.digits, SAID);
      check(column);
      java.util.Arrays.fill(expected, null);
    }
    Decimals column = column(2, 1_000);
    assertNotNull(column.narrow, SAID);
    check(column);
  }

  @Test
  void manyAreKeptInSixtyFourBits() {
    Decimals column = column(4, 3);
    assertNotNull(column.wide, SAID);
    check(column);
  }

  @Test
  void nothingIsAColumnToo() {
    assertEquals(0, Decimals.of(new long[0], Map.of()).size());
  }
}
