package io.daisychain.cli.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.metrics.MetricNameFilter;
import org.apache.beam.sdk.metrics.MetricResult;
import org.apache.beam.sdk.metrics.MetricResults;
import org.apache.beam.sdk.metrics.Metrics;
import org.apache.beam.sdk.metrics.MetricsFilter;
import org.apache.beam.sdk.metrics.StringSet;
import org.apache.beam.sdk.metrics.StringSetResult;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.Reshuffle;

/** Looks once in each process that is given elements, and reports what it found by a metric. */
final class ProbeFn extends DoFn<Integer, Void> {
  /** Of each slot: so many that none goes without. */
  private static final int ELEMENTS_A_SLOT = 64;

  private static final Map<String, String> REPORTS = new ConcurrentHashMap<>();

  private final Probe probe;
  private final StringSet reports = Metrics.stringSet(ProbeFn.class, "reports");

  private ProbeFn(Probe probe) {
    this.probe = probe;
  }

  /**
   * Adds the steps.
   *
   * @param slots in which they are to run
   */
  static void build(Pipeline pipeline, Probe probe, int slots) {
    List<Integer> numbers = IntStream.range(0, ELEMENTS_A_SLOT * slots).boxed().toList();
    pipeline
        .apply("Numbers", Create.of(numbers))
        .apply("Spread", Reshuffle.viaRandomKey())
        .apply("Probe", ParDo.of(new ProbeFn(probe)));
  }

  @ProcessElement
  public void look() {
    reports.add(REPORTS.computeIfAbsent(probe.id(), id -> probe.look().toText()));
  }

  /** The reports of a job that is over. */
  static List<WorkerReport> reports(MetricResults results) {
    MetricsFilter filter =
        MetricsFilter.builder()
            .addNameFilter(MetricNameFilter.named(ProbeFn.class, "reports"))
            .build();
    List<WorkerReport> reports = new ArrayList<>();
    for (MetricResult<StringSetResult> set : results.queryMetrics(filter).getStringSets()) {
      set.getAttempted().getStringSet().stream().map(WorkerReport::ofText).forEach(reports::add);
    }
    return reports;
  }
}
