package io.daisychain.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.opentest4j.TestAbortedException;

/**
 * One running emulator for all tests that ask for a {@link BigQueryEmulator}; each has its own
 * datasets. Where it cannot be installed these tests are skipped, and say why.
 */
final class SharedEmulator implements ParameterResolver {

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == BigQueryEmulator.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getRoot()
        .getStore(Namespace.create(SharedEmulator.class))
        .getOrComputeIfAbsent(Kept.class, key -> Kept.start(), Kept.class)
        .emulator();
  }

  /** Ends the emulator with the last test and removes its folder. */
  private record Kept(Path folder, BigQueryEmulator running, String missing)
      implements AutoCloseable {

    static Kept start() {
      try {
        PythonTools tools = PythonTools.bigQueryEmulator();
        Path folder = Files.createTempDirectory("daisychain-bigquery");
        return new Kept(folder, BigQueryEmulator.start(tools, folder), null);
      } catch (PythonTools.Missing e) {
        return new Kept(null, null, "no BigQuery emulator: " + e.getMessage());
      } catch (IOException e) {
        throw new java.io.UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }

    BigQueryEmulator emulator() {
      if (missing != null) {
        throw new TestAbortedException(missing);
      }
      return running;
    }

    @Override
    public void close() throws IOException {
      if (running == null) {
        return;
      }
      running.close();
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }
}
