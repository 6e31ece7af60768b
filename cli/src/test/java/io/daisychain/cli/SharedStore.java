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

/** One running store for all tests that ask for a {@link RunningStore}; each has its own tables. */
final class SharedStore implements ParameterResolver {

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == RunningStore.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getRoot()
        .getStore(Namespace.create(SharedStore.class))
        .getOrComputeIfAbsent(Kept.class, key -> Kept.start(), Kept.class)
        .store;
  }

  /** Ends the store with the last test and removes its folder. */
  private record Kept(Path folder, RunningStore store) implements AutoCloseable {

    static Kept start() {
      try {
        Path folder = Files.createTempDirectory("daisychain-shared-store");
        return new Kept(folder, RunningStore.start(folder));
      } catch (IOException e) {
        throw new java.io.UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }

    @Override
    public void close() throws IOException {
      store.close();
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }
}
