package io.daisychain.cli.job;

import io.daisychain.cli.option.RunnerOptions;
import org.apache.beam.sdk.options.PipelineOptions;

/**
 * What the machine that does the work has.
 *
 * @param heap bytes of heap of a worker's process
 * @param threads of it that work at the same time
 * @param isKnown false where workers are other machines, and this is the least that they have
 */
public record WorkerSize(long heap, int threads, boolean isKnown) {
  /** What Dataflow's and Flink's smallest usual workers give to a thread, in bytes. */
  public static final long LEAST_HEAP = 1L << 30;

  public static final int LEAST_THREADS = 2;

  static WorkerSize of(PipelineOptions options) {
    if (!RunnerOptions.isInProcess(options)) {
      return new WorkerSize(LEAST_HEAP, LEAST_THREADS, false);
    }
    return new WorkerSize(
        Runtime.getRuntime().maxMemory(),
        Math.max(LEAST_THREADS, Runtime.getRuntime().availableProcessors()),
        true);
  }
}
