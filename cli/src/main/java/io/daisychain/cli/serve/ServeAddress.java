package io.daisychain.cli.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.daisychain.store.embedded.PrivateFolder;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;

/**
 * Where the process that stays in a folder is found, in a file that its owner alone can read: a
 * line each with its port, its number, its secret and the program's folder.
 */
record ServeAddress(int port, long pid, String token, String home) {
  /** In the folder of data, from where commands are given. */
  static final Path FOLDER = Path.of("daisychain-data", "serve");

  private static final Path FILE = FOLDER.resolve("address");

  /** Held while the process lives, so that a second one is refused. */
  static FileLock hold() throws IOException {
    PrivateFolder.make(FOLDER);
    FileChannel channel =
        FileChannel.open(
            FOLDER.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    FileLock lock = null;
    try {
      lock = channel.tryLock();
    } catch (OverlappingFileLockException e) {
      // This very process has it.
    }
    if (lock == null) {
      channel.close();
      throw new IOException("a serve runs in this folder; ./daisychain serve --stop ends it");
    }
    return lock;
  }

  /** The one that runs, or was killed; empty where there is none. */
  static Optional<ServeAddress> read() throws IOException {
    if (!Files.exists(FILE)) {
      return Optional.empty();
    }
    List<String> lines = Files.readAllLines(FILE, UTF_8);
    try {
      return Optional.of(
          new ServeAddress(
              Integer.parseInt(lines.get(0)),
              Long.parseLong(lines.get(1)),
              lines.get(2),
              lines.get(3)));
    } catch (NumberFormatException | IndexOutOfBoundsException e) {
      return Optional.empty();
    }
  }

  /** From now on commands are handed over. */
  void publish() throws IOException {
    Path unfinished = FOLDER.resolve("address.new");
    Files.deleteIfExists(unfinished);
    boolean hasRights = FOLDER.getFileSystem().supportedFileAttributeViews().contains("posix");
    Files.createFile(
        unfinished,
        hasRights
            ? new FileAttribute<?>[] {
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
            }
            : new FileAttribute<?>[0]);
    Files.writeString(unfinished, port + "\n" + pid + "\n" + token + "\n" + home + "\n");
    Files.move(unfinished, FILE, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Nobody else comes. */
  static void remove() throws IOException {
    Files.deleteIfExists(FILE);
  }
}
