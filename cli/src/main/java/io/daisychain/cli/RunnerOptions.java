package io.daisychain.cli;

import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import picocli.CommandLine.Unmatched;

/** Beam's own options: whatever a pipeline command does not know itself. */
final class RunnerOptions {
  static {
    PipelineOptionsFactory.register(SpillOptions.class);
  }

  @Unmatched private List<String> arguments = new ArrayList<>();

  /**
   * Options of a pipeline.
   *
   * @throws UsageException naming what Beam does not know either
   */
  PipelineOptions options() {
    List<String> all = new ArrayList<>(arguments);
    for (String argument : arguments) {
      if (!argument.startsWith("--") || argument.equals("--")) {
        throw new UsageException("unexpected argument " + argument);
      }
    }
    if (isDirect()) {
      // Its checks cost more than the work; the tests run with them.
      addUnlessGiven(all, "enforceImmutability", "false");
      addUnlessGiven(all, "enforceEncodability", "false");
      addUnlessGiven(all, "blockOnRun", "false");
      addUnlessGiven(
          all, "targetParallelism", "" + Math.max(2, Runtime.getRuntime().availableProcessors()));
    }
    try {
      return PipelineOptionsFactory.fromArgs(all.toArray(String[]::new)).create();
    } catch (IllegalArgumentException e) {
      throw new UsageException(firstLine(e.getMessage()), e);
    }
  }

  /** Whether pipelines run in this process. */
  static boolean isDirect(PipelineOptions options) {
    return options.getRunner().getSimpleName().equals("DirectRunner");
  }

  private boolean isDirect() {
    return arguments.stream()
        .filter(argument -> argument.startsWith("--runner="))
        .allMatch(argument -> argument.equals("--runner=DirectRunner"));
  }

  private static void addUnlessGiven(List<String> all, String option, String value) {
    if (all.stream().noneMatch(argument -> argument.startsWith("--" + option + "="))) {
      all.add("--" + option + "=" + value);
    }
  }

  private static String firstLine(String message) {
    int end = message.indexOf('\n');
    return end < 0 ? message : message.substring(0, end);
  }
}
