package io.daisychain.datagen;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.datagen.TradesCheck.Counts;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A slice of {@code .ci/campaign trades}. */
class TradesTest {
  @ParameterizedTest
  @MethodSource("io.daisychain.datagen.TransitionFrequencyTest#models")
  void executionsStandOnTheTapeOnceWithinLimitAndQuotes(String model) throws IOException {
    check(model, false);
  }

  @ParameterizedTest
  @MethodSource("io.daisychain.datagen.TransitionFrequencyTest#models")
  void executionsInBooksHaveTheirOtherSide(String model) throws IOException {
    check(model, true);
  }

  private static void check(String model, boolean books) throws IOException {
    Counts found = TradesCheck.of(model, 30_000, 34, books);

    assertTrue(found.executions() > 300, found::toString);
    assertTrue(found.sweeps() < found.executions() / 20, found::toString);
  }
}
