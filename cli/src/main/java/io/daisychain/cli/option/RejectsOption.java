package io.daisychain.cli.option;

import io.daisychain.beam.ForeignFileException;
import io.daisychain.beam.files.RunFiles;
import io.daisychain.cli.terminal.UsageException;
import java.io.IOException;
import java.util.regex.Pattern;
import org.apache.beam.sdk.options.PipelineOptions;
import picocli.CommandLine.Option;

/** Where rejected messages and feedback go: each run's in a folder of its own. */
public final class RejectsOption {
  /** The stages that write there. */
  public enum Stage {
    INGEST(
        "ingest",
        "summary\\.csv|receipt\\.csv|receipt\\.json(\\.sig)?|rejects-.*\\.fix|feedback-.*(?<!\\.link)\\.(csv|jsonl)"
            + "|.*\\.ingestion\\.json"),
    LINK("link", "summary\\.link\\.csv|feedback-.*\\.link\\.(csv|jsonl)|.*\\.linkage\\.json"),
    MARKETDATA("marketdata", "rejects-marketdata\\.csv");

    private final String word;
    private final Pattern files;

    Stage(String word, String files) {
      this.word = word;
      this.files = Pattern.compile(files);
    }
  }

  @Option(
      names = "--rejects",
      paramLabel = "DIR",
      defaultValue = "daisychain-data/rejects",
      description =
          "Folder for feedback-REPORTER.csv and .jsonl, of each file of CAT BASENAME.ingestion.json and"
              + " .linkage.json, the rejected messages, and receipt.csv of ingest (size, SHA-256 and"
              + " counts of each file; with an audit log receipt.json and its signature): links to those of the last run, and each run's own in runs/RUNID/. Default: ${DEFAULT-VALUE}")
  private String directory;

  public static RejectsOption of(String directory) {
    RejectsOption option = new RejectsOption();
    option.directory = directory;
    return option;
  }

  /**
   * Checks that the folder can be reached and written to, and that no file which is not of a stage
   * has a name that a stage uses.
   */
  public void check(PipelineOptions options, Stage... stages) throws IOException {
    Paths.checkForWorkers(options, "--rejects", directory);
    for (Stage stage : stages) {
      try {
        files(stage).check();
      } catch (ForeignFileException e) {
        throw new UsageException("--rejects=" + directory + ": " + e.getMessage(), e);
      } catch (IOException e) {
        throw new UsageException("--rejects=" + directory + ": " + e.getMessage(), e);
      }
    }
  }

  /** Where a run is to write its files. */
  public String directoryOf(Stage stage, String runId) {
    return files(stage).folderOf(runId);
  }

  /** Shows the files of a stage that succeeded, in the place of the last run's. */
  public void finish(Stage stage, String runId) throws IOException {
    files(stage).finish(runId);
  }

  private RunFiles files(Stage stage) {
    return RunFiles.of(Paths.absolute(directory), stage.word, stage.files);
  }

  /** The folder as the user wrote it. */
  public String shown() {
    return directory;
  }
}
