package io.daisychain.cli.serve;

import io.daisychain.cli.job.AuditTrail;
import io.daisychain.cli.option.ConfigFile;
import io.daisychain.cli.status.CommandRuns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A made-up day and late news of it, through every stage, on a store, a warehouse and files of its
 * own below a folder. It loads classes and has code compiled that small news need.
 */
public final class Rehearsal {
  private static final int EVENTS = 4_000;

  private final Path folder;
  private final Step step;
  private final String store;
  private final String warehouse;
  private final String rejects;

  /** Does a command. */
  @FunctionalInterface
  public interface Step {
    /** Returns what it printed. */
    String run(String... words) throws IOException, InterruptedException;
  }

  /**
   * Prepares one.
   *
   * @param folder a folder that is there, and empty
   */
  public Rehearsal(Path folder, Step step) {
    this.folder = folder;
    this.step = step;
    store = "--store=embedded:" + storeFolder(folder);
    warehouse = "--warehouse=duckdb:" + folder.resolve("warehouse.duckdb");
    rejects = "--rejects=" + folder.resolve("rejects");
  }

  /**
   * Variables of the environment that keep what the user has noted for commands, and of them, out
   * of it.
   *
   * @param folder a folder that is there, and empty
   */
  public static Map<String, String> environment(Path folder) throws IOException {
    Path noDefaults = Files.createFile(folder.resolve(ConfigFile.NAME));
    return Map.of(
        ConfigFile.VARIABLE,
        noDefaults.toString(),
        AuditTrail.VARIABLE,
        folder.resolve("audit").toString(),
        CommandRuns.VARIABLE,
        folder.resolve("runs").toString());
  }

  /** Where its store lies. */
  static Path storeFolder(Path folder) {
    return folder.resolve("store");
  }

  /**
   * Runs it, in {@link #environment}.
   *
   * @param lateFiles how often late news are handed in
   */
  public void run(int lateFiles) throws IOException, InterruptedException {
    step.run("audit", "--begin");
    Path workload = folder.resolve("workload");
    // Half of the files are the day.
    step.run(
        "generate",
        "--output=" + workload,
        "--scale=100",
        "--fullWorkload=" + EVENTS,
        "--shards=" + 2 * lateFiles,
        "--errors=0.05");
    step.run("splits", "--create", "--splits=2", store);
    List<Path> files = new ArrayList<>();
    try (Stream<Path> found = Files.list(workload)) {
      found.filter(file -> file.getFileName().toString().startsWith("events-")).forEach(files::add);
    }
    Path day = Files.createDirectory(folder.resolve("day"));
    for (Path file : files.subList(lateFiles, files.size())) {
      Files.move(file, day.resolve(file.getFileName()));
    }
    String reference = "--reference=" + workload;
    String published = "--output=" + folder.resolve("published");
    String market = "--marketdata=" + folder.resolve("marketdata");
    step.run("ingest", "--input=" + day + "/*", reference, rejects, store);
    step.run("link", rejects, store);
    step.run("publish", published, market, warehouse, store);
    for (Path file : files.subList(0, lateFiles)) {
      step.run("ingest", "--input=" + file, reference, rejects, store);
      step.run("link", rejects, store);
      step.run("publish", "--files=none", published, market, warehouse, store);
      String ids = step.run("sql", "--format=csv", "SELECT max(id) FROM events", warehouse);
      String id = ids.lines().reduce((first, last) -> last).orElseThrow();
      step.run("tree", id, warehouse);
      step.run("row", id, store);
    }
  }
}
