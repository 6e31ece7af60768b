package io.daisychain.datagen;

import io.daisychain.datagen.chain.ChainState;
import io.daisychain.datagen.chain.OrderChain;
import io.daisychain.datagen.lifecycle.EventRecord;
import io.daisychain.datagen.lifecycle.LifecycleSimulation;
import io.daisychain.datagen.lifecycle.RecordPool;
import java.util.ArrayList;
import java.util.List;

/**
 * How often each transition of a chain was taken, and how likely that is: chi-square over all rows,
 * and over each row alone, where one wrong weight stands out.
 */
final class TransitionCounts {
  private final OrderChain chain;
  private final long[][] taken; // by state, then position of the next one
  private final long events;

  private TransitionCounts(OrderChain chain, long[][] taken, long events) {
    this.chain = chain;
    this.taken = taken;
    this.events = events;
  }

  OrderChain chain() {
    return chain;
  }

  /** How many events came of the walks. */
  long events() {
    return events;
  }

  /**
   * Below this many expected visits chi-square does not hold; such transitions are put together.
   */
  private static final double LEAST_EXPECTED = 5;

  /** Lifecycles at once, so that their orders meet. */
  private static final int TOGETHER = 200;

  /** Walks lifecycles of a model until there are so many events. */
  static TransitionCounts walk(String source, String yaml, long events, long seed) {
    GeneratorSettings settings = GeneratorSettings.to("unused").withSeed(seed);
    WorkloadPlan plan = WorkloadPlan.of(settings, source, yaml);
    RecordPool pool = new RecordPool();
    LifecycleSimulation simulation =
        new LifecycleSimulation(
            plan.chain(),
            plan.market(),
            plan.symbols(0),
            true,
            plan.quotes(0),
            plan.day(0),
            plan.gtc(),
            pool,
            seed,
            0);
    long noon = plan.day(0).at(0.5);
    long made = 0;
    while (made < events) {
      for (int i = 0; i < TOGETHER; i++) {
        simulation.begin(noon);
      }
      while (simulation.nextTime() < Long.MAX_VALUE) {
        simulation.step(Long.MAX_VALUE);
        for (List<EventRecord> records; (records = simulation.takeEnded(true)) != null; ) {
          made += records.size();
          records.forEach(pool::giveBack);
        }
      }
    }
    return new TransitionCounts(plan.chain(), simulation.transitions(), made);
  }

  /** States that nothing ever left, although something may follow them. */
  List<String> unseen() {
    List<String> unseen = new ArrayList<>();
    for (int s = 0; s < taken.length; s++) {
      if (visits(s) == 0 && !chain.states().get(s).isFinal()) {
        unseen.add(chain.states().get(s).name);
      }
    }
    return unseen;
  }

  /**
   * What the counts say about the weights of {@code model}.
   *
   * @param chiSquare over all rows
   * @param degrees of freedom
   * @param deviations normal deviations of the sum (Wilson and Hilferty)
   * @param worstState the row that fits worst
   * @param worstDeviations normal deviations of that row
   */
  record Verdict(
      double chiSquare, int degrees, double deviations, String worstState, double worstDeviations) {

    /**
     * True where the counts may come from the weights: 4 deviations of the sum come by chance once
     * in 30,000, 5 of one row once in 3,000,000.
     */
    boolean fits() {
      return Math.abs(deviations) < 4 && worstDeviations < 5;
    }
  }

  Verdict against(OrderChain model) {
    double sum = 0;
    int degrees = 0;
    String worst = "";
    double worstDeviations = 0;
    for (int s = 0; s < taken.length; s++) {
      double[] row = row(model.states().get(s), s);
      if (row[1] > 0) {
        sum += row[0];
        degrees += (int) row[1];
        double deviations = deviations(row[0], (int) row[1]);
        if (deviations > worstDeviations) {
          worstDeviations = deviations;
          worst = model.states().get(s).name;
        }
      }
    }
    return new Verdict(sum, degrees, deviations(sum, degrees), worst, worstDeviations);
  }

  /** Chi-square and degrees of freedom of one row. */
  private double[] row(ChainState state, int s) {
    long visits = visits(s);
    double chiSquare = 0;
    int cells = 0;
    double rareExpected = 0;
    long rareTaken = 0;
    for (int i = 0; i < taken[s].length; i++) {
      double expected = visits * state.probability(i);
      if (expected < LEAST_EXPECTED) {
        rareExpected += expected;
        rareTaken += taken[s][i];
      } else {
        chiSquare += (taken[s][i] - expected) * (taken[s][i] - expected) / expected;
        cells++;
      }
    }
    if (rareExpected >= LEAST_EXPECTED) {
      chiSquare += (rareTaken - rareExpected) * (rareTaken - rareExpected) / rareExpected;
      cells++;
    }
    return new double[] {chiSquare, Math.max(0, cells - 1)};
  }

  private long visits(int s) {
    long visits = 0;
    for (long count : taken[s]) {
      visits += count;
    }
    return visits;
  }

  private static double deviations(double chiSquare, int degrees) {
    double spread = 2.0 / (9 * degrees);
    return (Math.cbrt(chiSquare / degrees) - (1 - spread)) / Math.sqrt(spread);
  }
}
