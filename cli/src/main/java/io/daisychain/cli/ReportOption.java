package io.daisychain.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The report of a run, for programs (contract, section 6). */
final class ReportOption {
  private static final ObjectMapper JSON = new ObjectMapper();

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "Writes command, runId, seconds and counts as JSON.")
  private Path file;

  void write(String command, String runId, long startNanos, ObjectNode counts) throws IOException {
    if (file == null) {
      return;
    }
    ObjectNode report = JSON.createObjectNode();
    report.put("command", command).put("runId", runId);
    report.put("seconds", Math.round((System.nanoTime() - startNanos) / 1e6) / 1e3);
    report.set("counts", counts);
    Path parent = file.toAbsolutePath().getParent();
    Files.createDirectories(parent);
    Path unfinished = Files.createTempFile(parent, "report", ".json");
    Files.writeString(
        unfinished, JSON.writerWithDefaultPrettyPrinter().writeValueAsString(report) + "\n");
    Files.move(unfinished, file, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
  }

  /** The counts of a record. */
  static ObjectNode tree(Record counts) {
    return JSON.valueToTree(counts);
  }

  /** Counts written as text by a job. */
  static ObjectNode parse(String counts) throws IOException {
    return (ObjectNode) JSON.readTree(counts);
  }
}
