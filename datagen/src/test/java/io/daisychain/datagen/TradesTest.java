package io.daisychain.datagen;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.datagen.TradesCheck.Counts;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A slice of what {@link TradesCampaign} does, and how many orders meet in it. */
class TradesTest {
  @ParameterizedTest
  @CsvSource({
    "equities, 100000, 0.001, 1",
    "market-maker, 60000, -1, 1",
    "institutional, 60000, 0.001, 1",
    "stress, 30000, 0.001, 1"
  })
  void haveBothSidesAndStandOnTheTapeOnce(String model, long events, double least, double most)
      throws IOException {
    WorkloadPlan plan =
        WorkloadPlan.of(
            GeneratorSettings.to("unused")
                .withWorkload(100, events)
                .withModel(model)
                .withSeed(34)
                .withShards(3)
                .withMarket());
    Counts sum = new Counts(0, 0, 0, 0);
    for (int shard = 0; shard < plan.shards(); shard++) {
      sum = sum.plus(TradesCheck.of(plan, shard));
    }

    double share = sum.sharedFills();
    assertTrue(sum.messages() > events * 0.9, sum::toString);
    assertTrue(share > least && share < most, model + ": share " + share + " of " + sum);
  }
}
