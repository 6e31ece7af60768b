package io.daisychain.cli.runner;

import io.daisychain.cli.option.FlinkOptions;
import io.daisychain.cli.option.RunnerOptions;
import java.io.IOException;
import org.apache.beam.sdk.options.PipelineOptions;

/**
 * What a process that does the work has.
 *
 * @param heap bytes
 * @param threads that work at the same time
 * @param isHere true for this process, false for workers of a cluster, of which there may be many
 */
public record WorkerSize(long heap, int threads, boolean isHere) {
  /** What the smallest usual workers of a cluster that does not say have, in bytes. */
  public static final long LEAST_HEAP = 1L << 30;

  public static final int LEAST_THREADS = 2;

  /** Of a cluster elsewhere, as far as it says. */
  static WorkerSize elsewhere(long heap, int threads) {
    return new WorkerSize(heap, threads, false);
  }

  /**
   * Of those that will do a job.
   *
   * @throws IOException if the cluster does not answer
   */
  public static WorkerSize of(PipelineOptions options) throws IOException {
    if (RunnerOptions.isInProcess(options)) {
      return new WorkerSize(
          Runtime.getRuntime().maxMemory(),
          Math.max(LEAST_THREADS, Runtime.getRuntime().availableProcessors()),
          true);
    }
    if (RunnerOptions.isFlink(options)) {
      return FlinkSetup.workerSize(options.as(FlinkOptions.class));
    }
    return RunnerOptions.isSpark(options)
        ? SparkSetup.workerSize()
        : elsewhere(LEAST_HEAP, LEAST_THREADS);
  }
}
