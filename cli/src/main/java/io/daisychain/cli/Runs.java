package io.daisychain.cli;

import io.daisychain.start.StartOptions;
import io.daisychain.start.StartSubscription;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.PipelineResult;
import org.apache.beam.sdk.options.PipelineOptions;

/** Runs pipelines to their end, and says how far they are. */
final class Runs {
  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);
  private static final Duration POLL = Duration.ofMillis(200);

  private Runs() {}

  /** Names a run: when it began, and something that no other has. */
  static String newId() {
    String random = UUID.randomUUID().toString().substring(0, 8);
    return STAMP.format(Instant.now()) + "-" + random;
  }

  /**
   * Runs a pipeline and waits for its end.
   *
   * @param label what the run does, for the progress line
   * @throws IOException if it failed
   */
  static void run(Pipeline pipeline, String label) throws IOException {
    Progress progress = new Progress(label);
    PipelineOptions options = pipeline.getOptions();
    String command = options.getJobName();
    options.setJobName(command + "-" + label);
    FlinkSetup setup = FlinkSetup.of(options);
    try {
      prepareStart(options);
      PipelineResult result = start(pipeline, progress);
      PipelineResult.State state = result.waitUntilFinish(org.joda.time.Duration.millis(1));
      while (state == null || !state.isTerminal()) {
        progress.show(result);
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(POLL.toMillis()));
        state = result.waitUntilFinish(org.joda.time.Duration.millis(POLL.toMillis()));
      }
      if (state != PipelineResult.State.DONE) {
        throw new IOException(label + " ended as " + state);
      }
    } finally {
      setup.close();
      options.setJobName(command);
      // What a command does further begins when this has ended.
      options.as(StartOptions.class).setStartOn(null);
      progress.end();
    }
  }

  private static void prepareStart(PipelineOptions options) throws IOException {
    String subscription = options.as(StartOptions.class).getStartOn();
    if (subscription != null) {
      StartSubscription.of(options).forget();
      Terminal.note("workers wait for a message on " + subscription);
    }
  }

  /** Some runners come back when the job has begun, others when it has ended. */
  private static PipelineResult start(Pipeline pipeline, Progress progress) throws IOException {
    FutureTask<PipelineResult> start = new FutureTask<>(pipeline::run);
    Thread thread = new Thread(start, "daisychain-start");
    thread.setDaemon(true);
    thread.start();
    while (true) {
      try {
        return start.get(POLL.toMillis(), TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        progress.show();
      } catch (ExecutionException e) {
        throw new IOException(Causes.words(e), e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted", e);
      }
    }
  }
}
