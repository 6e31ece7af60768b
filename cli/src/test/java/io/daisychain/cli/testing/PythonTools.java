package io.daisychain.cli.testing;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * A Python environment with tools that tests and campaigns compare with, made once in the user's
 * cache folder from the Python Package Index.
 */
public final class PythonTools {
  /** Without its extension the emulator would look for it in the network. */
  private static final String IMPORT_EXTENSION =
      "from duckdb_extensions import import_extension; import_extension('spatial')";

  private final Path folder;

  private PythonTools(Path folder) {
    this.folder = folder;
  }

  /** Why there are no tools: what a skipped test says. */
  public static final class Missing extends Exception {
    private static final long serialVersionUID = 1;

    Missing(String message) {
      super(message);
    }
  }

  /**
   * What {@link BigQueryEmulator} is.
   *
   * @throws Missing if this machine has no Python, or cannot reach the index
   */
  public static PythonTools bigQueryEmulator() throws Missing, IOException, InterruptedException {
    return install(
        "bqemulator-1.4.0",
        IMPORT_EXTENSION,
        "bqemulator==1.4.0",
        "numpy",
        "duckdb==1.5.5",
        "duckdb-extensions==1.5.5",
        "duckdb-extension-spatial==1.5.5");
  }

  /**
   * What the notebook in docs needs; its DuckDB must be of the version that made the warehouse.
   *
   * @throws Missing if this machine has no Python, or cannot reach the index
   */
  public static PythonTools notebook() throws Missing, IOException, InterruptedException {
    return install("notebook-2.0.0", "import duckdb", "duckdb==2.0.0", "matplotlib");
  }

  /**
   * What reads W3C PROV and OCEL 2.0.
   *
   * @throws Missing if this machine has no Python, or cannot reach the index
   */
  public static PythonTools provenance() throws Missing, IOException, InterruptedException {
    return install("provenance-1", "import pm4py, prov", "pm4py==2.7.23.11", "prov==3.2.3");
  }

  /**
   * What reads Arrow Flight, and asks by Flight SQL.
   *
   * @throws Missing if this machine has no Python, or cannot reach the index
   */
  public static PythonTools flight() throws Missing, IOException, InterruptedException {
    return install(
        "flight-2",
        "import pyarrow.flight, adbc_driver_flightsql.dbapi",
        "pyarrow==26.0.1",
        "adbc-driver-flightsql==1.13.0",
        "adbc-driver-manager==1.13.0");
  }

  /**
   * The environment of a name, made if it is not there.
   *
   * @param check Python that must run before it counts as complete
   */
  private static PythonTools install(String name, String check, String... packages)
      throws Missing, IOException, InterruptedException {
    Path cache = Files.createDirectories(cache().resolve("daisychain"));
    Path folder = cache.resolve(name);
    Path complete = folder.resolve("complete");
    try (FileChannel lock =
            FileChannel.open(
                cache.resolve(name + ".lock"),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE);
        FileLock held = lock.lock()) {
      if (held.isValid() && !Files.exists(complete)) {
        Path log = cache.resolve(name + ".log");
        run(log, "python3", "-m", "venv", "--clear", folder.toString());
        String python = program(folder, "python");
        List<String> install = new ArrayList<>(List.of(python, "-m", "pip", "install", "--quiet"));
        install.addAll(List.of(packages));
        run(log, install.toArray(String[]::new));
        run(log, python, "-c", check);
        Files.createFile(complete);
      }
    }
    return new PythonTools(folder);
  }

  private static Path cache() {
    String named = System.getenv("XDG_CACHE_HOME");
    return named == null || named.isEmpty()
        ? Path.of(System.getProperty("user.home"), ".cache")
        : Path.of(named);
  }

  private static void run(Path log, String... command)
      throws Missing, IOException, InterruptedException {
    Process process;
    try {
      process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
    } catch (IOException e) {
      throw new Missing("no " + command[0] + " on this machine");
    }
    if (process.waitFor() != 0) {
      List<String> said = Files.readAllLines(log);
      throw new Missing(
          String.join(" ", command) + ": " + (said.isEmpty() ? "?" : said.get(said.size() - 1)));
    }
  }

  private static String program(Path folder, String name) {
    return folder.resolve("bin").resolve(name).toString();
  }

  /** Full name of a program of the environment. */
  public String program(String name) {
    return program(folder, name);
  }
}
