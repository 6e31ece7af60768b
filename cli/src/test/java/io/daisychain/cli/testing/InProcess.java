package io.daisychain.cli.testing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.daisychain.cli.Main;
import io.daisychain.cli.terminal.Environment;
import io.daisychain.cli.terminal.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Commands in this process: for tests of what commands do, in which starting programs would take
 * most of the time. Paths that are options of commands are relative to a folder all the same.
 */
public final class InProcess {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final Set<String> PATHS =
      Set.of(
          "--input=",
          "--feedback=",
          "--seal=",
          "--reference=",
          "--output=",
          "--rejects=",
          "--report=",
          "--marketdata=",
          "--export=");
  private static final String WAREHOUSE = "duckdb:%s/warehouse.duckdb";
  private static final Map<String, Map<String, String>> DEFAULTS =
      Map.of(
          "ingest", Map.of("--rejects=", "%s/rejects"),
          "link", Map.of("--rejects=", "%s/rejects"),
          "publish",
              Map.of(
                  "--output=", "%s/published",
                  "--marketdata=", "%s/marketdata",
                  "--warehouse=", WAREHOUSE),
          "run",
              Map.of(
                  "--rejects=", "%s/rejects",
                  "--output=", "%s/published",
                  "--marketdata=", "%s/marketdata",
                  "--warehouse=", WAREHOUSE),
          "explore", Map.of("--warehouse=", WAREHOUSE),
          "row", Map.of("--warehouse=", WAREHOUSE),
          "sql", Map.of("--warehouse=", WAREHOUSE),
          "tree", Map.of("--warehouse=", WAREHOUSE));

  private final Path folder;
  private final Map<String, String> environment;

  /** Keeps what commands say in a folder. */
  public InProcess(Path folder) {
    this(folder, Map.of());
  }

  /** The same with variables of the environment. */
  public InProcess(Path folder, Map<String, String> environment) {
    this.folder = folder;
    this.environment = environment;
  }

  /** How a command ended, and what it wrote to both of its outputs. */
  public record Ended(int exitCode, String said) {}

  /** Runs a command as the program would in the folder, and keeps its outputs apart. */
  public Program.Ended run(String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    try (PrintStream results = new PrintStream(out, false, UTF_8);
        PrintStream notes = new PrintStream(err, true, UTF_8)) {
      Terminal.divert(results, notes);
      Environment.divert(environment);
      int ended = Main.commandLine().execute(inFolder(arguments));
      results.flush();
      return new Program.Ended(ended, out.toString(UTF_8), err.toString(UTF_8));
    } finally {
      Environment.divert(Map.of());
      Terminal.divert(System.out, System.err);
    }
  }

  /** What the program's working directory does for relative paths and for defaults. */
  private String[] inFolder(String... arguments) {
    List<String> line = new ArrayList<>();
    Set<String> given = new HashSet<>();
    for (String argument : arguments) {
      int value = argument.indexOf('=') + 1;
      String option = argument.substring(0, Math.max(0, value));
      given.add(option);
      boolean relative =
          PATHS.contains(option)
              && !argument.startsWith("/", value)
              && !argument.startsWith("-", value)
              && !argument.contains("://");
      line.add(relative ? option + folder.resolve(argument.substring(value)) : argument);
    }
    DEFAULTS
        .getOrDefault(arguments[0], Map.of())
        .forEach(
            (option, value) -> {
              if (!given.contains(option)) {
                line.add(1, option + value.formatted(folder.resolve("daisychain-data")));
              }
            });
    return line.toArray(String[]::new);
  }

  /** Runs a command, which may fail. */
  public Ended execute(String... arguments) {
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
  public void succeed(String... arguments) {
    Ended ended = execute(arguments);
    assertEquals(0, ended.exitCode, () -> String.join(" ", arguments) + ": " + ended.said);
  }

  /** Runs a command that must succeed and returns the counts of its report. */
  public JsonNode counts(String... arguments) throws IOException {
    Path file = folder.resolve("report.json");
    List<String> all = new ArrayList<>(List.of(arguments));
    all.add("--report=" + file);
    succeed(all.toArray(String[]::new));
    JsonNode counts = JSON.readTree(file.toFile()).get("counts");
    Files.delete(file);
    return counts;
  }
}
