package io.daisychain.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Commands in this process: for campaigns, in which starting programs would take most of the time.
 */
final class InProcess {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path folder;

  /** Keeps what commands say in a folder. */
  InProcess(Path folder) {
    this.folder = folder;
  }

  /** How a command ended, and what it wrote to both of its outputs. */
  record Ended(int exitCode, String said) {}

  /** Runs a command, which may fail. */
  Ended execute(String... arguments) {
    Path said = folder.resolve("said.txt");
    try (PrintStream both = new PrintStream(said.toFile(), ISO_8859_1)) {
      Terminal.divert(both, both);
      int ended = Main.commandLine().execute(arguments);
      both.flush();
      return new Ended(ended, Files.readString(said, ISO_8859_1));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      Terminal.divert(System.out, System.err);
    }
  }

  /** Runs a command that must succeed. */
  void succeed(String... arguments) {
    Ended ended = execute(arguments);
    assertEquals(0, ended.exitCode, () -> String.join(" ", arguments) + ": " + ended.said);
  }

  /** Runs a command that must succeed and returns the counts of its report. */
  JsonNode counts(String... arguments) throws IOException {
    Path file = folder.resolve("report.json");
    List<String> all = new ArrayList<>(List.of(arguments));
    all.add("--report=" + file);
    succeed(all.toArray(String[]::new));
    JsonNode counts = JSON.readTree(file.toFile()).get("counts");
    Files.delete(file);
    return counts;
  }
}
