package io.daisychain.datagen;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The walks follow the chain: chi-square over the rows of all states. */
class TransitionFrequencyTest {
  private static final long SEED = 5;

  @Test
  void drawsEachTransitionAsOftenAsTheModelSays() {
    WorkloadPlan plan = WorkloadPlan.of(GeneratorSettings.to("unused"));
    OrderChain chain = plan.chain();
    RecordPool pool = new RecordPool();
    LifecycleSimulation simulation =
        new LifecycleSimulation(chain, plan.market(), plan.day(), pool);
    long noon = plan.day().at(0.5);
    for (int lifecycle = 0; lifecycle < 20_000; lifecycle++) {
      simulation.run(SEED, 0, lifecycle, noon).forEach(pool::giveBack);
    }

    double chiSquare = 0;
    int degrees = 0;
    List<String> unseen = new ArrayList<>();
    for (int s = 0; s < chain.states().size(); s++) {
      ChainState state = chain.states().get(s);
      long[] counts = simulation.transitions()[s];
      long visits = 0;
      for (long count : counts) {
        visits += count;
      }
      if (visits == 0 && !state.isFinal()) {
        unseen.add(state.name);
      }
      for (int i = 0; i < counts.length && visits > 0; i++) {
        double expected = visits * state.probability(i);
        chiSquare += (counts[i] - expected) * (counts[i] - expected) / expected;
        degrees += i == 0 ? 0 : 1;
      }
    }

    // Normal approximation (Wilson and Hilferty); 4 deviations come by chance once in 30,000.
    double spread = 2.0 / (9 * degrees);
    double deviations = (Math.cbrt(chiSquare / degrees) - (1 - spread)) / Math.sqrt(spread);
    assertTrue(unseen.isEmpty(), "never visited: " + unseen);
    assertTrue(
        Math.abs(deviations) < 4,
        "seed " + SEED + ": chi-square " + chiSquare + " of " + degrees + " degrees");
  }
}
