package io.daisychain.cli;

import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.beam.sdk.PipelineResult;
import org.apache.beam.sdk.metrics.MetricNameFilter;
import org.apache.beam.sdk.metrics.MetricResult;
import org.apache.beam.sdk.metrics.MetricsFilter;

/**
 * The line that tells how far a job is: one that changes in a terminal, one every ten seconds
 * elsewhere. Silent for the first seconds.
 */
final class Progress {
  private static final long SILENT_NANOS = TimeUnit.SECONDS.toNanos(2);
  private static final long TERMINAL_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final long LOG_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final MetricsFilter COUNTERS =
      MetricsFilter.builder().addNameFilter(MetricNameFilter.inNamespace("progress")).build();

  private final String label;
  private final long start = System.nanoTime();
  private long shown = start + SILENT_NANOS - LOG_NANOS;
  private boolean drawn;

  Progress(String label) {
    this.label = label;
  }

  /** Shows the time alone, while there are no numbers to be had. */
  void show() {
    if (isDue()) {
      show("");
    }
  }

  void show(PipelineResult result) {
    if (isDue()) {
      show(counts(result));
    }
  }

  private boolean isDue() {
    long now = System.nanoTime();
    long pause = Terminal.isInteractive() ? TERMINAL_NANOS : LOG_NANOS;
    return now - start >= SILENT_NANOS && now - shown >= pause;
  }

  private void show(String counts) {
    shown = System.nanoTime();
    String line = label + ": " + counts + TimeUnit.NANOSECONDS.toSeconds(shown - start) + " s";
    if (Terminal.isInteractive()) {
      drawn = true;
      Terminal.progress(line);
    } else {
      Terminal.note(line);
    }
  }

  void end() {
    if (drawn) {
      Terminal.progress("");
    }
  }

  private static String counts(PipelineResult result) {
    TreeMap<String, Long> counts = new TreeMap<>();
    for (MetricResult<Long> counter : result.metrics().queryMetrics(COUNTERS).getCounters()) {
      counts.merge(counter.getName().getName(), counter.getAttempted(), Long::sum);
    }
    StringBuilder words = new StringBuilder();
    counts.forEach(
        (name, count) ->
            words.append(Terminal.number(count)).append(' ').append(name).append(", "));
    return words.toString();
  }
}
