package io.daisychain.cli.testing;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.embedded.StoreProgram;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** An embedded store that stays, as {@code ./daisychain store} starts it. */
public final class RunningStore implements AutoCloseable {
  static final String LOCK_FILE = "store.lock";

  private final Path folder;
  private final Program.Command command;

  private RunningStore(Path folder, Program.Command command) {
    this.folder = folder;
    this.command = command;
  }

  /** Starts the store's process and does not wait for it. */
  public static Program.Command launch(Path workingFolder, String dir, String name)
      throws IOException {
    return Program.Command.start(StoreProgram.line(dir), workingFolder, Map.of(), name);
  }

  /** Starts a store in a subfolder and waits until it can be used. */
  public static RunningStore start(Path workingFolder) throws IOException, InterruptedException {
    Program.Command command = launch(workingFolder, "store", "store");
    assertTrue(
        command.awaitThat(() -> command.hasPrinted("store ready embedded:store\n")),
        () -> "the store ended: " + command);
    return new RunningStore(workingFolder.resolve("store").toAbsolutePath(), command);
  }

  /** The process that has, or had last, the lock of a store's folder. */
  public static Optional<ProcessHandle> lastHolder(Path storeFolder) throws IOException {
    Path lock = storeFolder.resolve(LOCK_FILE);
    if (!Files.exists(lock)) {
      return Optional.empty();
    }
    String pid = Files.readString(lock, StandardCharsets.US_ASCII).trim();
    return pid.isEmpty() ? Optional.empty() : ProcessHandle.of(Long.parseLong(pid));
  }

  public String address() {
    return "embedded:" + folder;
  }

  /** SIGTERM, and waits for the end. */
  @Override
  public void close() {
    command.process().destroy();
    command.process().onExit().join();
  }
}
