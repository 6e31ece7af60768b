package io.daisychain.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.io.FileSystems;
import org.apache.beam.sdk.io.fs.EmptyMatchTreatment;
import org.apache.beam.sdk.io.fs.MatchResult;
import org.apache.beam.sdk.io.fs.MoveOptions.StandardMoveOptions;
import org.apache.beam.sdk.io.fs.ResourceId;
import org.apache.beam.sdk.options.PipelineOptions;
import picocli.CommandLine.Option;

/** Where rejected messages and feedback go. */
final class RejectsOption {
  @Option(
      names = "--rejects",
      paramLabel = "DIR",
      defaultValue = "daisychain-data/rejects",
      description =
          "Folder for feedback-REPORTER.csv and the rejected messages. Default: ${DEFAULT-VALUE}")
  private String directory;

  static RejectsOption of(String directory) {
    RejectsOption option = new RejectsOption();
    option.directory = directory;
    return option;
  }

  /** Complains about a folder that cannot be reached. */
  void check(PipelineOptions options) throws IOException {
    Paths.checkForWorkers(options, "--rejects", directory);
  }

  String directory() {
    return Paths.absolute(directory);
  }

  /** The folder as the user wrote it. */
  String shown() {
    return directory;
  }

  /** Removes what an earlier run left: a run's files are what that run found. */
  void clear(String... patterns) throws IOException {
    List<ResourceId> old = new ArrayList<>();
    for (String pattern : patterns) {
      MatchResult found = FileSystems.match(directory() + "/" + pattern, EmptyMatchTreatment.ALLOW);
      if (found.status() == MatchResult.Status.OK) { // no folder, no files
        found.metadata().forEach(file -> old.add(file.resourceId()));
      }
    }
    FileSystems.delete(old, StandardMoveOptions.IGNORE_MISSING_FILES);
  }
}
