package io.daisychain.cli.check;

import io.daisychain.beam.WritableFiles;
import io.daisychain.cli.terminal.Finding;
import java.io.Closeable;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * A folder that the program and all workers read and write under one name.
 *
 * @param option by which it was given
 * @param path absolute
 * @param trial begins the names of the files that are made there
 */
record SharedFolder(String option, String path, String trial) implements Serializable {
  private static final String PROGRAMS = "program";

  /**
   * Makes the folder and a file in it, until it is closed.
   *
   * @throws IOException naming the folder, if it cannot be written to
   */
  Closeable open() throws IOException {
    Path folder = Path.of(path);
    WritableFiles.tryFolder(folder);
    Closeable made = WritableFiles.makeFolder(folder);
    try {
      write(PROGRAMS);
    } catch (IOException e) {
      made.close();
      throw e;
    }
    return () -> {
      try (made) {
        for (Path file : files()) {
          Files.deleteIfExists(file);
        }
      }
    };
  }

  /**
   * Reads what the program wrote, and writes something for it.
   *
   * @param worker which does
   * @throws IOException with what to do
   */
  void use(String worker) throws IOException {
    try {
      require(PROGRAMS);
    } catch (NoSuchFileException e) {
      throw new IOException(
          "does not see what the program wrote there: mount the folder of "
              + option
              + " on all machines under the same name",
          e);
    }
    try {
      write(worker);
    } catch (IOException e) {
      throw new IOException(
          "cannot write there, as user %s: %s"
              .formatted(System.getProperty("user.name"), WritableFiles.reason(e)),
          e);
    }
  }

  /** What became of it, when the workers that are named have used it. */
  Finding finding(List<String> workers) {
    String folder = option + "=" + path;
    for (String worker : workers) {
      try {
        require(worker);
      } catch (IOException e) {
        return Finding.fail(
            "%s: what worker %s wrote there is not seen here: %s"
                .formatted(folder, worker, WritableFiles.reason(e)));
      }
    }
    return Finding.ok(
        workers.isEmpty()
            ? path + " can be written to"
            : path + " is read and written by the program and its workers");
  }

  private void require(String writer) throws IOException {
    if (!Files.readString(file(writer)).equals(trial + writer)) {
      throw new IOException(file(writer) + " has something else in it");
    }
  }

  private void write(String writer) throws IOException {
    Files.writeString(file(writer), trial + writer, StandardOpenOption.CREATE_NEW);
  }

  private Path file(String writer) {
    return Path.of(path, trial + writer);
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(Path.of(path))) {
      return files.filter(file -> file.getFileName().toString().startsWith(trial)).toList();
    }
  }
}
