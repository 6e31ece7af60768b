package io.daisychain.datagen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.datagen.TradesCheck.Counts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A slice of {@code .ci/campaign trades}. */
class TradesIT {
  @ParameterizedTest
  @MethodSource("io.daisychain.datagen.TransitionFrequencyTest#models")
  void executionsInBooksHaveTheirOtherSide(String model) throws IOException {
    Counts found = TradesCheck.of(model, 30_000, 34);

    assertTrue(found.executions() > 300, found::toString);
    assertTrue(found.sweeps() < found.executions() / 20, found::toString);
    assertTrue(found.tardy() <= found.executions() / 1_000, found::toString);
    assertTrue(found.passedOver() > 0, found::toString);
  }

  @Test
  void nobodyTradesOrQuotesWhileTradingIsHalted(@TempDir Path folder) throws IOException {
    Path model = folder.resolve("halted.yaml");
    Files.writeString(model, TradingModel.with("halts: 1"));
    Counts found = TradesCheck.of(model.toString(), 30_000, 35);

    assertTrue(found.executions() > 300, found::toString);
    assertEquals(4_000, found.halted(), found::toString);
  }

  /** So many that orders often stand behind better ones of other exchanges. */
  @Test
  void whoComesTakesBetterPricesOfOtherExchangesFirst() throws IOException {
    Counts found = TradesCheck.of("equities", 100_000, 34);

    assertTrue(found.passedOver() > 100, found::toString);
  }
}
