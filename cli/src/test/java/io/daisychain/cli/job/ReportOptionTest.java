package io.daisychain.cli.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.cli.terminal.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What a report says of a run that goes on, of one that failed, and of one that is done. */
class ReportOptionTest {
  @TempDir private Path folder;

  /** A command with an input and a report. */
  @Command
  static final class Holder implements Runnable {
    @Option(names = "--input")
    String input;

    @Option(names = "--apiKey")
    String key;

    @Mixin ReportOption report;

    @Override
    public void run() {}
  }

  private ReportOption option(Path file) {
    Holder holder = new Holder();
    new CommandLine(holder).parseArgs("--input=a.fix", "--apiKey=k3y-of-line", "--report=" + file);
    return holder.report;
  }

  @Test
  void aRunThatGoesOnOrFailedSaysSoAndWhatItWasGiven() throws IOException {
    Path file = folder.resolve("made/report.json");
    ReportOption option = option(file);

    IOException failure =
        assertThrows(
            IOException.class,
            () ->
                option.around(
                    "ingest",
                    runId -> {
                      JsonNode running = read(file);
                      assertEquals("failed", running.get("status").asText());
                      assertTrue(running.get("error").asText().contains("still running"));
                      assertEquals(runId, running.get("runId").asText());
                      throw new IOException("the store is gone");
                    }));

    assertEquals("the store is gone", failure.getMessage());
    JsonNode report = read(file);
    assertEquals("ingest", report.get("command").asText());
    assertEquals("failed", report.get("status").asText());
    assertEquals("the store is gone", report.get("error").asText());
    assertEquals("a.fix", report.get("input").asText());
    assertTrue(Instant.parse(report.get("start").asText()).isBefore(Instant.now()));
    assertTrue(report.get("version").isTextual());
    assertTrue(report.get("seconds").isNumber());
    assertEquals("{}", report.get("counts").toString());
    assertEquals("--input=a.fix", report.at("/options/0").asText());
    assertFalse(report.toString().contains("k3y-of-line"), report::toString);
    Path own = Files.writeString(folder.resolve("own"), "");
    assertEquals(
        Files.getPosixFilePermissions(own), Files.getPosixFilePermissions(file), "the umask's");
    assertEquals(List.of("report.json"), names(file.getParent()));
  }

  @Test
  void whatIsDoneTakesThePlaceOfTheReportBefore() throws IOException {
    Path file = folder.resolve("report.json");
    ObjectNode counts = JsonNodeFactory.instance.objectNode().put("read", 5);

    assertEquals(0, option(file).around("ingest", runId -> counts));

    assertEquals("done", read(file).get("status").asText());
    assertFalse(read(file).has("error"));
    assertEquals(counts, read(file).get("counts"));
    assertEquals(1, option(file).around("ingest", runId -> counts, found -> "not as meant"));
    assertEquals("failed", read(file).get("status").asText());
    assertEquals("not as meant", read(file).get("error").asText());
    assertEquals(counts, read(file).get("counts"), "it did all it could");
  }

  @Test
  void aFileThatIsNoReportIsRefusedAndStays() throws IOException {
    for (String text : List.of("my notes", "{\"command\": \"ingest\"}", "[]")) {
      Path notes = Files.writeString(folder.resolve("notes.txt"), text);
      UsageException e =
          assertThrows(
              UsageException.class, () -> option(notes).around("ingest", runId -> fail(runId)));
      assertTrue(e.getMessage().contains(notes + " is there and is not a report"), e.getMessage());
      assertEquals(text, Files.readString(notes));
    }
    UsageException e =
        assertThrows(
            UsageException.class, () -> option(folder).around("ingest", runId -> fail(runId)));
    assertTrue(e.getMessage().contains("it is a folder"), e.getMessage());
  }

  private static ObjectNode fail(String runId) {
    throw new AssertionError("no work may begin: " + runId);
  }

  private static JsonNode read(Path file) throws IOException {
    return new ObjectMapper().readTree(file.toFile());
  }

  private static List<String> names(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }
}
