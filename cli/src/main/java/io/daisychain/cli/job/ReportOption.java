package io.daisychain.cli.job;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.beam.ForeignFileException;
import io.daisychain.beam.WritableFiles;
import io.daisychain.cli.telemetry.Telemetry;
import io.daisychain.cli.terminal.ErrorCauses;
import io.daisychain.cli.terminal.Secrets;
import io.daisychain.cli.terminal.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/**
 * The report of a run, for programs: docs/files.md says what is in it.
 *
 * <p>From the first moment there is a report of this run, and none of an earlier one that could be
 * taken for its success; until the end it says that the run failed.
 */
public final class ReportOption {

  private static final ObjectMapper JSON = new ObjectMapper();

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "Writes command, status, runId, seconds and counts as JSON.")
  private Path file;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  ReportOption() {}

  /** What a command does, and counts. */
  @FunctionalInterface
  public interface Work {
    /** Does the work and returns what it counted. */
    ObjectNode run(String runId) throws IOException;
  }

  /**
   * Does a command's work and reports how it ended.
   *
   * @return the exit code where it succeeded
   */
  public int around(String name, Work work) throws IOException {
    return around(name, work, counts -> "");
  }

  /**
   * The same for work that may succeed in all it could do and yet not be what was wanted.
   *
   * @param complaint about the counts; empty for none
   * @return the exit code where it ended
   */
  public int around(String name, Work work, Function<ObjectNode, String> complaint)
      throws IOException {
    ObjectNode report = JSON.createObjectNode();
    long start = System.nanoTime();
    String runId = Runs.newId();
    check();
    report.put("command", name).put("status", "failed");
    report.put("error", "it has not ended: it is still running, or was killed").put("runId", runId);
    report.put("start", Instant.now().truncatedTo(ChronoUnit.MILLIS).toString());
    report.put("seconds", 0).put("version", version());
    describe(report);
    report.set("counts", JsonNodeFactory.instance.objectNode());
    write(report);
    String problem;
    try {
      ObjectNode counts =
          Telemetry.during(
              name,
              span -> {
                ObjectNode found = work.run(runId);
                tell(span, runId, found);
                return found;
              });
      report.set("counts", counts);
      problem = complaint.apply(counts);
      if (problem.isEmpty()) {
        report.put("status", "done").remove("error");
      } else {
        report.put("error", problem);
      }
    } catch (IOException | RuntimeException e) {
      report.put("error", Secrets.masked(ErrorCauses.message(e)));
      finish(report, start, e);
      throw e;
    }
    finish(report, start, null);
    return problem.isEmpty() ? 0 : 1;
  }

  /** Has the span of a stage tell what it counted. */
  private static void tell(Telemetry.Span span, String runId, ObjectNode counts) {
    span.with("runId", runId);
    counts
        .properties()
        .forEach(
            count -> {
              if (count.getValue().isIntegralNumber()) {
                span.with(Telemetry.COUNT + count.getKey(), count.getValue().asLong());
              }
            });
  }

  private void finish(ObjectNode report, long start, Exception failure) throws IOException {
    report.put("seconds", Math.round((System.nanoTime() - start) / 1e6) / 1e3);
    try {
      write(report);
    } catch (IOException e) {
      if (failure == null) {
        throw e;
      }
      failure.addSuppressed(e);
    }
  }

  /** Checks that the file can be written, and that it is a report if it exists. */
  private void check() {
    if (file == null) {
      return;
    }
    try {
      if (Files.isRegularFile(file) && Files.size(file) > 0 && !isReport(file)) {
        throw new ForeignFileException(file, "a report");
      }
      if (!Files.exists(file) || Files.isRegularFile(file) || Files.isDirectory(file)) {
        WritableFiles.tryFile(file);
      }
    } catch (IOException e) {
      throw new UsageException("--report=" + file + ": " + e.getMessage(), e);
    }
  }

  private static boolean isReport(Path file) throws IOException {
    try {
      JsonNode json = JSON.readTree(Files.readAllBytes(file));
      return json.path("command").isTextual() && json.has("runId") && json.has("counts");
    } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
      return false;
    }
  }

  /** What the command was given. */
  private void describe(ObjectNode report) {
    if (command == null) {
      return;
    }
    OptionSpec input = command.findOption("--input");
    if (input != null && input.getValue() != null) {
      report.put("input", Secrets.masked(input.getValue().toString()));
    }
    ParseResult parsed = command.commandLine().getParseResult();
    if (parsed != null) {
      List<String> given = Secrets.masked(parsed.originalArgs());
      given.forEach(report.putArray("options")::add);
    }
  }

  /** As the build named it; {@code unknown} of classes that were never packed. */
  public static String version() {
    String version = ReportOption.class.getPackage().getImplementationVersion();
    return version == null ? "unknown" : version;
  }

  private void write(ObjectNode report) throws IOException {
    if (file == null) {
      return;
    }
    String text = JSON.writerWithDefaultPrettyPrinter().writeValueAsString(report) + "\n";
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      Files.writeString(file, text); // a pipe or a device
    } else {
      WritableFiles.replace(file, text);
    }
  }

  public static ObjectNode tree(Record counts) {
    return JSON.valueToTree(counts);
  }

  /** Counts written as text by a job. */
  public static ObjectNode parse(String counts) throws IOException {
    return (ObjectNode) JSON.readTree(counts);
  }
}
