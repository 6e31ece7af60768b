package io.daisychain.cli.terminal;

import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.apache.beam.sdk.PipelineResult;
import org.apache.beam.sdk.metrics.MetricNameFilter;
import org.apache.beam.sdk.metrics.MetricResult;
import org.apache.beam.sdk.metrics.MetricsFilter;

/**
 * The line that tells how far a job is: one that changes in a terminal, one every ten seconds
 * elsewhere. Silent for the first seconds.
 *
 * <p>What it counts are counters of the runner, which count work that was done again twice: they
 * are for the person who waits and for nothing else.
 */
public final class Progress {
  private static final long SILENT_NANOS = TimeUnit.SECONDS.toNanos(2);
  private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(15);
  private static final long TERMINAL_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final long LOG_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
  private static final double NANOS = 1e9;
  private static final MetricsFilter COUNTERS =
      MetricsFilter.builder().addNameFilter(MetricNameFilter.inNamespace("progress")).build();

  private final String label;
  private final JobSteps steps;
  private final long start = System.nanoTime();

  /** When each counter was first seen, and how far it was then. */
  private final Map<String, long[]> begun = new HashMap<>();

  /** When the job was first seen to be at work, and which part of it was done then. */
  private long workSeen;

  private double doneThen;

  private final long silent;
  private long shown;
  private boolean drawn;

  private Progress(String label, JobSteps steps, long silent) {
    this.label = label;
    this.steps = steps;
    this.silent = silent;
    this.shown = start + silent - LOG_NANOS;
  }

  public Progress(String label, JobSteps steps) {
    this(label, steps, SILENT_NANOS);
  }

  /** Something that takes its time. */
  public interface Work<T> {
    T run() throws IOException;
  }

  /** Does what cannot say how far it is, and shows that it goes on. */
  public static <T> T during(String label, Work<T> work) throws IOException {
    return during(label, () -> 0, "", work);
  }

  /** The same for what can say how many of {@code what} are done. */
  public static <T> T during(String label, LongSupplier done, String what, Work<T> work)
      throws IOException {
    // What usually takes moments is not worth a line in a file.
    Progress progress =
        new Progress(
            label, JobSteps.UNKNOWN, Terminal.isInteractive() ? SILENT_NANOS : QUIET_NANOS);
    Thread waiting = Thread.currentThread();
    boolean[] over = new boolean[1];
    Thread shower =
        new Thread(
            () -> {
              while (waiting.isAlive()) {
                LockSupport.parkNanos(POLL_NANOS);
                synchronized (over) {
                  if (over[0]) {
                    return;
                  }
                  progress.show(done.getAsLong(), what);
                }
              }
            },
            "daisychain-progress");
    shower.setDaemon(true);
    shower.start();
    try {
      return work.run();
    } finally {
      synchronized (over) {
        over[0] = true;
        progress.end();
      }
    }
  }

  /** Shows the time alone, while there are no numbers to be had. */
  public void show() {
    if (isDue()) {
      show("");
    }
  }

  private void show(long done, String what) {
    if (isDue()) {
      double rate = done * NANOS / Math.max(1, System.nanoTime() - start);
      show(done == 0 ? "" : words(what, done, rate, 0) + ", ");
    }
  }

  public void show(PipelineResult result) {
    if (isDue()) {
      show(counts(result));
    }
  }

  private boolean isDue() {
    long now = System.nanoTime();
    long pause = Terminal.isInteractive() ? TERMINAL_NANOS : LOG_NANOS;
    return now - start >= silent && now - shown >= pause;
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

  public void end() {
    if (drawn) {
      Terminal.progress("");
    }
  }

  private String counts(PipelineResult result) {
    TreeMap<String, Long> seen = new TreeMap<>();
    for (MetricResult<Long> counter : result.metrics().queryMetrics(COUNTERS).getCounters()) {
      seen.merge(counter.getName().getName(), counter.getAttempted(), Long::sum);
    }
    Map<String, Long> counts = new LinkedHashMap<>();
    for (String counter : steps.counters()) {
      if (seen.containsKey(counter)) {
        counts.put(counter, seen.remove(counter));
      }
    }
    counts.putAll(seen);
    long now = System.nanoTime();
    StringBuilder words = new StringBuilder();
    counts.forEach(
        (name, count) -> {
          long[] first = begun.computeIfAbsent(name, key -> new long[] {now, count});
          double rate = (count - first[1]) * NANOS / Math.max(1, now - first[0]);
          words.append(words(name, count, rate, steps.expected(name, counts))).append(", ");
        });
    OptionalDouble done = steps.done(counts);
    if (done.isPresent() && done.getAsDouble() > 0) {
      if (workSeen == 0) {
        workSeen = now;
        doneThen = done.getAsDouble();
      }
      words.append(left(done.getAsDouble(), doneThen, now - workSeen));
    }
    return words.toString();
  }

  /**
   * The time left, where it can be told.
   *
   * @param done part of the work, from 0 to 1
   * @param doneBefore the same so many nanoseconds ago
   */
  static String left(double done, double doneBefore, long nanos) {
    double aSecond = (done - doneBefore) * NANOS / Math.max(1, nanos);
    return done >= 1 || aSecond <= 0
        ? ""
        : "about " + Terminal.number((long) Math.ceil((1 - done) / aSecond)) + " s left, ";
  }

  /** How far a counter is: share and speed, where there is something to be said. */
  static String words(String name, long count, double aSecond, long expected) {
    StringBuilder words = new StringBuilder(Terminal.number(count)).append(' ').append(name);
    boolean goesOn = expected == 0 || count < expected;
    if (expected > 0) {
      words.append(", ").append(Math.min(100, count * 100 / expected)).append(" %");
    }
    if (goesOn && aSecond >= 1) {
      words.append(", ").append(Terminal.number(Math.round(aSecond))).append("/s");
    }
    return words.toString();
  }
}
