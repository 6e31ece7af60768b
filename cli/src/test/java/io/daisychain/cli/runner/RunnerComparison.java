package io.daisychain.cli.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.cli.Main;
import io.daisychain.cli.option.StoreOptions;
import io.daisychain.store.StoreSession;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What is made depends on what was handed in, and not on the runner that makes it. */
public final class RunnerComparison {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path folder;
  private final String other;

  /**
   * Compares with DirectRunner.
   *
   * @param other the name of the runner, in this process
   */
  public RunnerComparison(Path folder, String other) {
    this.folder = folder;
    this.other = other;
  }

  /** Files, rows and tables are the same. */
  public void check() throws Exception {
    generate("DirectRunner");
    generate(other);
    assertEquals(contents("DirectRunner"), contents(other));

    JsonNode direct;
    JsonNode others;
    try (StoreSession store = StoreOptions.of(store(), "none").open()) {
      assertFalse(store.connector().address().toString().isEmpty());
      checkOther();
      direct = run("DirectRunner");
      others = run(other);
    }

    assertTrue(direct.at("/link/orphans").asLong() > 0, "no orphan in the workload");
    assertFalse(direct.at("/publish/digests/events").asText().isEmpty(), "no digest");
    for (String table : List.of("history", "errors", "breaks")) {
      assertTrue(direct.at("/publish/" + table).asLong() > 0, table);
    }
    assertEquals(direct, others);
    assertEquals(contents("rejects-DirectRunner"), contents("rejects-" + other));
    assertEquals(0, folder.resolve("spill").toFile().list().length, "left by " + other);
  }

  /** A check finds nothing that is missing, and leaves nothing. */
  private void checkOther() {
    InTests.Ended ended =
        InTests.execute(
            "check",
            "--store=" + store(),
            "--input=" + folder.resolve("DirectRunner") + "/events-*.fix",
            "--rejects=" + folder.resolve("rejects"),
            "--output=" + folder.resolve("published"),
            "--warehouse=duckdb:" + folder.resolve("checked.duckdb"),
            "--spillFolder=" + folder.resolve("spill"),
            "--runner=" + other);

    assertEquals(0, ended.exitCode(), ended::said);
    assertFalse(Files.exists(folder.resolve("rejects")), ended::said);
  }

  private void generate(String runner) {
    execute(
        "generate",
        "--output=" + folder.resolve(runner),
        "--scale=100",
        "--fullWorkload=3000",
        "--errors=0.02,ORPHAN=0.05",
        "--repairs=0.05",
        "--lineage=native",
        "--shards=4",
        "--seed=20260316",
        "--spillFolder=" + folder.resolve("spill"),
        "--runner=" + runner);
  }

  /** Ingests, links and publishes what DirectRunner generated. */
  private JsonNode run(String runner) throws IOException {
    Path report = folder.resolve(runner + ".json");
    execute("splits", "--create", "--splits=4", "--store=" + store(), "--table=" + runner);
    execute(
        "run",
        "--input=" + folder.resolve("DirectRunner") + "/events-*.fix",
        "--reference=" + folder.resolve("DirectRunner"),
        "--store=" + store(),
        "--table=" + runner,
        "--output=" + folder.resolve("published-" + runner),
        "--rejects=" + folder.resolve("rejects-" + runner),
        "--warehouse=duckdb:" + folder.resolve(runner + ".duckdb"),
        "--report=" + report,
        "--spillFolder=" + folder.resolve("spill"),
        "--runner=" + runner);
    JsonNode counts = JSON.readTree(report.toFile()).get("counts");
    ((ObjectNode) counts.get("link")).remove("moved"); // parts are drawn anew in each run
    return counts;
  }

  private static void execute(String... line) {
    assertEquals(0, Main.commandLine().execute(line), () -> String.join(" ", line));
  }

  private String store() {
    return "embedded:" + folder.resolve("store");
  }

  /** The files of a folder with what is in them. */
  private Map<String, String> contents(String name) throws IOException {
    Map<String, String> contents = new TreeMap<>();
    for (String file : names(folder.resolve(name))) {
      Path path = folder.resolve(name).resolve(file);
      contents.put(file, Files.readString(path, StandardCharsets.ISO_8859_1).replace(name, ""));
    }
    return contents;
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(Files::isRegularFile) // each run's own folder has another name
          .map(file -> file.getFileName().toString())
          .sorted()
          .toList();
    }
  }
}
