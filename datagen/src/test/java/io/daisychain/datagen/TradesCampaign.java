package io.daisychain.datagen;

import io.daisychain.datagen.TradesCheck.Counts;
import io.daisychain.datagen.chain.BuiltInModels;
import java.io.IOException;
import java.util.Locale;

/** Holds the executions of each built-in model beside its tape: {@code EVENTS SEED}. */
final class TradesCampaign {
  private TradesCampaign() {}

  public static void main(String[] args) throws IOException {
    long events = Long.parseLong(args[0]);
    long seed = Long.parseLong(args[1]);
    for (String model : BuiltInModels.NAMES) {
      WorkloadPlan plan =
          WorkloadPlan.of(
              GeneratorSettings.to("unused")
                  .withWorkload(100, events)
                  .withModel(model)
                  .withSeed(seed)
                  .withMarket());
      Counts sum = new Counts(0, 0, 0, 0);
      for (int shard = 0; shard < plan.shards(); shard++) {
        sum = sum.plus(TradesCheck.of(plan, shard));
      }
      System.out.printf(
          Locale.ROOT,
          "%-14s seed %d, %,d messages: %,d trades between reports, %,d with the background (%.1f %%"
              + " of the executions have a reported other side), %,d sweeps; none at fault%n",
          model,
          seed,
          sum.messages(),
          sum.shared(),
          sum.alone(),
          100 * sum.sharedFills(),
          sum.sweeps());
    }
  }
}
