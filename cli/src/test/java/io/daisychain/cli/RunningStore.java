package io.daisychain.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** An embedded store that stays, as {@code ./daisychain store} starts it. */
final class RunningStore implements AutoCloseable {
  /** Processes live for seconds: the second compiler would cost more than its code saves. */
  static final List<String> JVM_OPTIONS =
      List.of("-Xmx1g", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  private static final String LOCK_FILE = "store.lock";

  private final Path folder;
  private final Program.Command command;

  private RunningStore(Path folder, Program.Command command) {
    this.folder = folder;
    this.command = command;
  }

  static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /** What the module of the store has built: its jar once there is one, and its libraries. */
  static String classPath() {
    Path target = Path.of(System.getProperty("embedded.target")).normalize();
    List<Path> own = jars(target);
    List<String> entries = new ArrayList<>();
    entries.add(own.isEmpty() ? target.resolve("classes").toString() : own.get(0).toString());
    jars(target.resolve("lib")).forEach(jar -> entries.add(jar.toString()));
    return String.join(":", entries);
  }

  /** In one order, as archives of classes want it. */
  private static List<Path> jars(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".jar"))
          .filter(file -> !file.toString().endsWith("-tests.jar"))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts the store's process and does not wait for it. */
  static Program.Command launch(Path workingFolder, String dir, String name) throws IOException {
    List<String> line = new ArrayList<>(List.of(java()));
    line.addAll(JVM_OPTIONS);
    line.addAll(ClassArchives.ofStore());
    line.add("--add-opens=java.base/java.nio=ALL-UNNAMED");
    line.addAll(List.of("-cp", classPath(), "io.daisychain.embedded.EmbeddedStore"));
    line.add("--dir=" + dir);
    return Program.Command.start(line, workingFolder, Map.of(), name);
  }

  /** Starts a store in a subfolder and waits until it can be used. */
  static RunningStore start(Path workingFolder) throws IOException, InterruptedException {
    Program.Command command = launch(workingFolder, "store", "store");
    assertTrue(
        command.awaitThat(() -> command.hasPrinted("store ready embedded:store\n")),
        () -> "the store ended: " + command);
    return new RunningStore(workingFolder.resolve("store").toAbsolutePath(), command);
  }

  /** The process that has, or had last, the lock of a store's folder. */
  static Optional<ProcessHandle> lastHolder(Path storeFolder) throws IOException {
    Path lock = storeFolder.resolve(LOCK_FILE);
    if (!Files.exists(lock)) {
      return Optional.empty();
    }
    String pid = Files.readString(lock, StandardCharsets.US_ASCII).trim();
    return pid.isEmpty() ? Optional.empty() : ProcessHandle.of(Long.parseLong(pid));
  }

  String address() {
    return "embedded:" + folder;
  }

  /** SIGTERM, and waits for the end. */
  @Override
  public void close() {
    command.process().destroy();
    command.process().onExit().join();
  }
}
