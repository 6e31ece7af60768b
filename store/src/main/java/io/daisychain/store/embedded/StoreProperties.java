package io.daisychain.store.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.Reader;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Properties;

/**
 * What an embedded store tells about itself in its folder. The file may be that of a killed store:
 * only the handshake shows whether somebody is there.
 *
 * @param token proves in the handshake that both mean the same store
 */
public record StoreProperties(long pid, int zookeeperPort, int controlPort, String token) {
  private static final String FILE = "store.properties";
  static final String LOCK = "store.lock";

  /** Empty when no store is usable in the folder. */
  public static Optional<StoreProperties> read(Path folder) throws IOException {
    Path file = folder.resolve(FILE);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    Properties values = new Properties();
    try (Reader reader = Files.newBufferedReader(file, UTF_8)) {
      values.load(reader);
    } catch (NoSuchFileException e) {
      // Its store has just ended.
      return Optional.empty();
    } catch (CharacterCodingException | IllegalArgumentException e) {
      // Not written by a store; one that starts puts its own in its place.
      return Optional.empty();
    }
    try {
      return Optional.of(
              new StoreProperties(
                  Long.parseLong(values.getProperty("pid", "")),
                  port(values, "zookeeperPort"),
                  port(values, "controlPort"),
                  values.getProperty("token", "")))
          .filter(store -> isOf(folder, values.getProperty("folder", "")));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** False where the folder is a copy of the one that a store is running on. */
  private static boolean isOf(Path folder, String named) {
    try {
      return Files.isSameFile(folder, Path.of(named));
    } catch (IOException | InvalidPathException e) {
      return false;
    }
  }

  private static int port(Properties values, String name) {
    int port = Integer.parseInt(values.getProperty(name, ""));
    if (port < 1 || port > 65_535) {
      throw new NumberFormatException("no port: " + port);
    }
    return port;
  }

  /** True while a process holds the folder: one that starts, is usable, or ends. */
  public static boolean processAlive(Path folder) throws IOException {
    Path file = folder.resolve(LOCK);
    if (!Files.exists(file)) {
      return false;
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
        FileLock lock = channel.tryLock()) {
      return lock == null;
    } catch (NoSuchFileException | AccessDeniedException e) {
      return false;
    } catch (OverlappingFileLockException e) {
      // Another thread of this process is asking the same.
      return true;
    }
  }
}
