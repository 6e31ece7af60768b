package io.daisychain.cli;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * A Python environment with the tools that tests and campaigns compare with, made once in the
 * user's cache folder from the Python Package Index.
 */
final class PythonTools {
  /** Changes with what is installed. */
  private static final String VERSION = "1";

  private static final List<String> PACKAGES =
      List.of(
          "bqemulator==1.4.0",
          "duckdb==1.5.5",
          "duckdb-extensions==1.5.5",
          "duckdb-extension-spatial==1.5.5",
          "numpy",
          "matplotlib");

  private final Path folder;

  private PythonTools(Path folder) {
    this.folder = folder;
  }

  /** Why there are no tools: what a skipped test says. */
  static final class Missing extends Exception {
    private static final long serialVersionUID = 1;

    Missing(String message) {
      super(message);
    }
  }

  /**
   * The environment, made if it is not there.
   *
   * @throws Missing if this machine has no Python, or cannot reach the index
   */
  static PythonTools install() throws Missing, IOException, InterruptedException {
    Path cache = Files.createDirectories(cache().resolve("daisychain"));
    Path folder = cache.resolve("python-tools-" + VERSION);
    Path complete = folder.resolve("complete");
    try (FileChannel lock =
            FileChannel.open(
                cache.resolve("python-tools.lock"),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE);
        FileLock held = lock.lock()) {
      if (held.isValid() && !Files.exists(complete)) {
        run(cache, "python3", "-m", "venv", "--clear", folder.toString());
        List<String> install =
            new ArrayList<>(List.of(program(folder, "python"), "-m", "pip", "install", "--quiet"));
        install.addAll(PACKAGES);
        run(cache, install.toArray(String[]::new));
        // Without it the emulator would look for this extension in the network.
        run(
            cache,
            program(folder, "python"),
            "-c",
            "from duckdb_extensions import import_extension; import_extension('spatial')");
        Files.writeString(complete, String.join("\n", PACKAGES));
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

  private static void run(Path cache, String... command)
      throws Missing, IOException, InterruptedException {
    Path log = cache.resolve("python-tools.log");
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
  String program(String name) {
    return program(folder, name);
  }
}
