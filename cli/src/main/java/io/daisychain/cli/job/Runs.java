package io.daisychain.cli.job;

import io.daisychain.beam.LittleRun;
import io.daisychain.beam.StartOptions;
import io.daisychain.beam.StartSubscription;
import io.daisychain.cli.option.RunnerOptions;
import io.daisychain.cli.runner.RunnerSetup;
import io.daisychain.cli.telemetry.Telemetry;
import io.daisychain.cli.terminal.CommandLog;
import io.daisychain.cli.terminal.ErrorCauses;
import io.daisychain.cli.terminal.JobSteps;
import io.daisychain.cli.terminal.Progress;
import io.daisychain.cli.terminal.Terminal;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.PipelineResult;
import org.apache.beam.sdk.metrics.MetricResults;
import org.apache.beam.sdk.options.PipelineOptions;

/** Runs pipelines to their end, and says how far they are. */
public final class Runs {
  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

  /** Begins the names of spans: a stage may have the same name as its job. */
  private static final String JOB = "job ";

  private static final Duration POLL = Duration.ofMillis(200);
  private static final long FIRST_PAUSE_MILLIS = 5;

  /** Nanoseconds that each job of this command took, in the order of their ends. */
  private static final Map<String, Long> TIMES = Collections.synchronizedMap(new LinkedHashMap<>());

  private static volatile boolean leftThreads;

  private Runs() {}

  /** Begins another command. */
  public static void begin() {
    TIMES.clear();
  }

  /** What the jobs of this command took, for people; empty if there was none. */
  public static String times() {
    synchronized (TIMES) {
      return TIMES.entrySet().stream()
          .map(job -> "%s %.1f s".formatted(job.getKey(), job.getValue() / 1e9))
          .collect(Collectors.joining(", "));
    }
  }

  /** Whether a job of this process has failed, whose workers may go on for a while. */
  public static boolean hasLeftThreads() {
    return leftThreads;
  }

  /** Names a run: when it began, and something that no other has. */
  public static String newId() {
    String random = UUID.randomUUID().toString().substring(0, 8);
    return STAMP.format(Instant.now()) + "-" + random;
  }

  /**
   * Runs a pipeline and waits for its end.
   *
   * @param label what the run does, for the progress line
   * @return what was counted
   * @throws IOException if it failed
   */
  public static MetricResults run(Pipeline pipeline, String label) throws IOException {
    return run(pipeline, label, JobSteps.UNKNOWN);
  }

  /**
   * Runs a pipeline of little work: in this process, step after step, where it may be.
   *
   * @throws IOException if it failed
   */
  public static void runLittle(Pipeline pipeline, String label) throws IOException {
    if (!RunnerOptions.isForLittleWork(pipeline.getOptions())) {
      run(pipeline, label);
      return;
    }
    CommandLog.open();
    timed(
        label,
        () -> {
          LittleRun.of(pipeline);
          return null;
        });
  }

  /** Does work without a Beam job; its time is shown with those of the jobs. */
  public static <T> T timed(String label, Progress.Work<T> work) throws IOException {
    long began = System.nanoTime();
    T result = Telemetry.during(JOB + label, span -> Progress.during(label, work));
    TIMES.merge(label, System.nanoTime() - began, Long::sum);
    return result;
  }

  /**
   * The same for what can say how far it is.
   *
   * @param done how many of {@code what} are done
   */
  public static <T> T timed(String label, LongSupplier done, String what, Progress.Work<T> work)
      throws IOException {
    long began = System.nanoTime();
    T result = Telemetry.during(JOB + label, span -> Progress.during(label, done, what, work));
    TIMES.merge(label, System.nanoTime() - began, Long::sum);
    return result;
  }

  /**
   * The same for a job of which one knows how far its counters will come.
   *
   * @param steps for the progress line alone
   */
  public static MetricResults run(Pipeline pipeline, String label, JobSteps steps)
      throws IOException {
    return Telemetry.during(JOB + label, span -> runJob(pipeline, label, steps));
  }

  private static MetricResults runJob(Pipeline pipeline, String label, JobSteps steps)
      throws IOException {
    CommandLog.open();
    long began = System.nanoTime();
    long collecting = collectingMillis();
    Progress progress = new Progress(label, steps);
    PipelineOptions options = pipeline.getOptions();
    String command = options.getJobName();
    options.setJobName(command + "-" + label);
    RunnerSetup setup = RunnerSetup.of(options);
    boolean isDone = false;
    try {
      prepareStart(options);
      PipelineResult result = start(pipeline, label, progress, setup);
      PipelineResult.State state = result.waitUntilFinish(org.joda.time.Duration.millis(1));
      for (long pause = FIRST_PAUSE_MILLIS;
          state == null || !state.isTerminal();
          pause = Math.min(2 * pause, POLL.toMillis())) {
        progress.show(result);
        // A job of few messages is over in less than a poll.
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(pause));
        state = result.waitUntilFinish(org.joda.time.Duration.millis(POLL.toMillis()));
      }
      if (state != PipelineResult.State.DONE) {
        throw new IOException(label + " ended as " + state);
      }
      isDone = true;
      TIMES.merge(label, System.nanoTime() - began, Long::sum);
      CommandLog.info(
          "%s: done after %.1f s, %.1f s of it collecting garbage"
              .formatted(
                  label,
                  (System.nanoTime() - began) / 1e9,
                  (collectingMillis() - collecting) / 1e3));
      return result.metrics();
    } finally {
      leftThreads |= !isDone;
      setup.close();
      options.setJobName(command);
      // What a command does further begins when this has ended.
      options.as(StartOptions.class).setStartOn(null);
      progress.end();
    }
  }

  /** Milliseconds for which this process has stood still for its garbage. */
  private static long collectingMillis() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .mapToLong(GarbageCollectorMXBean::getCollectionTime)
        .sum();
  }

  private static void prepareStart(PipelineOptions options) throws IOException {
    String subscription = options.as(StartOptions.class).getStartOn();
    if (subscription != null) {
      StartSubscription.of(options).forget();
      Terminal.note("workers wait for a message on " + subscription);
    }
  }

  /** Some runners come back when the job has begun, others when it has ended. */
  private static PipelineResult start(
      Pipeline pipeline, String label, Progress progress, RunnerSetup setup) throws IOException {
    FutureTask<PipelineResult> start = new FutureTask<>(pipeline::run);
    Thread thread = new Thread(start, "daisychain-start");
    thread.setDaemon(true);
    thread.start();
    while (true) {
      try {
        return start.get(POLL.toMillis(), TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        setup.tellFailures(label);
        progress.show();
      } catch (ExecutionException e) {
        throw new IOException(ErrorCauses.message(e), e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted", e);
      }
    }
  }
}
