package io.daisychain.cli.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * A process that the first test starts which asks for it, and that ends with the JVM of the tests.
 * Two JVMs run the classes of this module, each class as a test plan of its own, with whose end
 * everything ends that is kept in a store of JUnit.
 *
 * @param <T> what tests have of it
 */
final class SharedProcess<T extends AutoCloseable> {
  private final String name;
  private final Start<T> start;
  private T started;

  /** A process that is started in a folder of its own, whose name begins with {@code name}. */
  SharedProcess(String name, Start<T> start) {
    this.name = name;
    this.start = start;
  }

  /** Starts the process. */
  interface Start<T> {
    T in(Path folder) throws IOException, InterruptedException;
  }

  /** The process, which runs. */
  synchronized T get() {
    if (started == null) {
      try {
        Path folder = Files.createTempDirectory(name);
        started = start.in(folder);
        T ended = started;
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(ended, folder)));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }
    return started;
  }

  private static void end(AutoCloseable process, Path folder) {
    try {
      process.close();
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    } catch (Exception e) {
      throw new IllegalStateException("in " + folder, e);
    }
  }
}
