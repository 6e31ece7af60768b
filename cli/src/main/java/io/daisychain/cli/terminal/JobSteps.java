package io.daisychain.cli.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToLongFunction;

/**
 * What a job does to each of its elements, step after step, as its progress counters tell it: how
 * far each will come, and which part of the whole work it is. One step's own rate says nothing of
 * the time left, since the next may not have begun.
 */
public final class JobSteps {
  /** A job of which nobody knows how far it will come. */
  public static final JobSteps UNKNOWN = new JobSteps(List.of());

  private final List<Step> steps;

  private JobSteps(List<Step> steps) {
    this.steps = steps;
  }

  /**
   * A step.
   *
   * @param expected about how far the counter will come, from how far all are; 0 if not yet known
   */
  private record Step(String counter, ToLongFunction<Map<String, Long>> expected, double share) {}

  /** A job of one step, whose counter will come about so far. */
  public static JobSteps of(String counter, long expected) {
    return UNKNOWN.and(counter, 1, expected);
  }

  /**
   * One more step.
   *
   * @param share of the work, in any unit
   */
  public JobSteps and(String counter, double share, long expected) {
    return and(counter, share, counts -> expected);
  }

  /** One more step, of which is seen only when others have begun how far it will come. */
  public JobSteps and(String counter, double share, ToLongFunction<Map<String, Long>> expected) {
    List<Step> all = new ArrayList<>(steps);
    all.add(new Step(counter, expected, share));
    return new JobSteps(all);
  }

  List<String> counters() {
    return steps.stream().map(Step::counter).toList();
  }

  /** How far about a counter will come; 0 if unknown. */
  long expected(String counter, Map<String, Long> counts) {
    for (Step step : steps) {
      if (step.counter.equals(counter)) {
        return step.expected.applyAsLong(counts);
      }
    }
    return 0;
  }

  /** Which part of all work is done, from 0 to 1; empty if unknown. */
  OptionalDouble done(Map<String, Long> counts) {
    double all = 0;
    double done = 0;
    for (Step step : steps) {
      long expected = step.expected.applyAsLong(counts);
      long count = counts.getOrDefault(step.counter, 0L);
      all += step.share;
      done += expected == 0 ? 0 : step.share * Math.min(1, (double) count / expected);
    }
    return all == 0 ? OptionalDouble.empty() : OptionalDouble.of(done / all);
  }
}
