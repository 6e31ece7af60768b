package io.daisychain.cli;

import io.daisychain.cli.job.ReportOption;
import io.daisychain.cli.option.RunnerOptions;
import java.util.concurrent.Callable;

/**
 * A command of another module, which {@code java.util.ServiceLoader} finds. Its class has picocli's
 * annotation {@code Command}, and its mixins may be {@link ReportOption} and {@link RunnerOptions}.
 */
public interface AddedCommand extends Callable<Integer> {
  String BENCH = "bench";

  /** What it does, for the list of commands. */
  String BENCH_SUMMARY = "Measures the stages beside plain scans and writes of the same store.";
}
