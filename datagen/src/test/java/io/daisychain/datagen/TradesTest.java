package io.daisychain.datagen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.datagen.TradesCheck.Counts;
import java.io.IOException;
import org.junit.jupiter.api.Test;
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

  /** So many that orders often stand behind better ones of other exchanges. */
  @Test
  void whoComesTakesBetterPricesOfOtherExchangesFirst() throws IOException {
    Counts found = TradesCheck.of("equities", 100_000, 34, true);

    assertTrue(found.passedOver() > 100, found::toString);
  }

  private static void check(String model, boolean books) throws IOException {
    Counts found = TradesCheck.of(model, 30_000, 34, books);

    assertTrue(found.executions() > 300, found::toString);
    assertTrue(found.sweeps() < found.executions() / 20, found::toString);
    assertTrue(found.tardy() <= found.executions() / 1_000, found::toString);
    assertEquals(books, found.passedOver() > 0, found::toString);
  }
}
