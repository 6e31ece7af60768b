package io.daisychain.publish;

import io.daisychain.warehouse.LockFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A folder of this machine.
 *
 * @param folder absolute
 */
record LocalFolder(Path folder) implements OutputFolder {
  private static final Logger LOG = LoggerFactory.getLogger(LocalFolder.class);

  @Override
  public String path() {
    return folder.toString();
  }

  @Override
  public Closeable open() throws IOException {
    Files.createDirectories(folder);
    LockFile lock =
        LockFile.acquire(
            folder.resolve(".publish.lock"), "another process is publishing into " + folder);
    return lock::close;
  }

  @Override
  public List<String> files(String path) throws IOException {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(Path.of(path))) {
      for (Path file : files) {
        if (!Files.isDirectory(file)) {
          names.add(file.getFileName().toString());
        }
      }
    }
    return names;
  }

  @Override
  public Path bring(String runFolder, Path scratch) {
    return Path.of(runFolder);
  }

  @Override
  public Path workshop(String runFolder, Path scratch) {
    return Path.of(runFolder);
  }

  @Override
  public void adopt(Path file, String runFolder, String name) throws IOException {
    Files.move(file, Path.of(runFolder).resolve(name));
  }

  @Override
  public void take(String runFolder, List<String> names) throws IOException {
    for (String name : names) {
      Files.move(
          Path.of(runFolder).resolve(name),
          folder.resolve(name),
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
    }
  }

  @Override
  public void delete(List<String> names) throws IOException {
    for (String name : names) {
      Files.deleteIfExists(folder.resolve(name));
    }
  }

  @Override
  public void deleteRuns() throws IOException {
    try (DirectoryStream<Path> runs = Files.newDirectoryStream(folder, RUN_PREFIX + "*")) {
      for (Path run : runs) {
        for (String name : files(run.toString())) {
          Files.deleteIfExists(run.resolve(name));
        }
        try {
          Files.deleteIfExists(run);
        } catch (DirectoryNotEmptyException e) {
          // A worker of a job that failed is still writing: what it leaves is the next run's to
          // remove.
          LOG.debug("not empty yet: {}", run);
        }
      }
    }
  }
}
