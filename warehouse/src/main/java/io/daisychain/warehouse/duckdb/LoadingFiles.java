package io.daisychain.warehouse.duckdb;

import io.daisychain.warehouse.LockFile;
import io.daisychain.warehouse.WarehouseException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The files that lie beside a warehouse's own while it is loaded or read, by names that begin as
 * its does: a killed process leaves them, and the next load removes them.
 */
final class LoadingFiles {
  private static final String LOADING = ".loading-";

  /** The name of a reader's link, with its process. */
  private static final Pattern READER = Pattern.compile("\\.loading-reader-(\\d{1,18})-");

  private final Path file;

  LoadingFiles(Path file) {
    this.file = file;
  }

  /** Where the load of this id builds the new file. */
  Path fresh(String id) {
    return file.resolveSibling(file.getFileName() + LOADING + id);
  }

  /** A name for a link by which the file is opened. */
  static Path readerName(Path file) {
    return file.resolveSibling(
        file.getFileName()
            + LOADING
            + "reader-"
            + ProcessHandle.current().pid()
            + "-"
            + UUID.randomUUID()
            + ".notes");
  }

  /** Gives a file one more name; a copy where there are no links. */
  static void link(Path file, Path name) throws IOException {
    try {
      Files.createLink(name, file);
    } catch (UnsupportedOperationException e) {
      Files.copy(file, name);
    }
  }

  /**
   * Keeps other processes from loading until it is closed.
   *
   * @throws WarehouseException if another process is loading
   */
  LockFile lock() throws IOException {
    return LockFile.acquire(lockFile(), busy());
  }

  /** The same for a load that comes later. */
  LockFile hold() throws IOException {
    return LockFile.hold(lockFile(), busy());
  }

  private Path lockFile() {
    return file.resolveSibling("." + file.getFileName() + ".lock");
  }

  private String busy() {
    return "another process is loading " + file;
  }

  /** Removes what loads that were killed left behind; under the lock, so none of them lives. */
  void removeLeft() throws IOException {
    for (Path leftover : left()) {
      remove(leftover);
    }
  }

  /** What is there of loads, and of readers that are gone. */
  List<Path> left() throws IOException {
    String pattern = CsvSource.escapedGlob(file.getFileName().toString()) + LOADING + "*";
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(file.getParent(), pattern)) {
      for (Path leftover : files) {
        if (!isRead(leftover)) {
          found.add(leftover);
        }
      }
    }
    return found;
  }

  /** Whether it is a reader's name, who may be about to open it. */
  private static boolean isRead(Path leftover) {
    Matcher reader = READER.matcher(leftover.getFileName().toString());
    return reader.find() && ProcessHandle.of(Long.parseLong(reader.group(1))).isPresent();
  }

  /** Removes a file, or a folder with all that is in it. */
  static void remove(Path path) throws IOException {
    if (Files.isDirectory(path)) {
      try (DirectoryStream<Path> files = Files.newDirectoryStream(path)) {
        for (Path child : files) {
          remove(child);
        }
      }
    }
    Files.deleteIfExists(path);
  }
}
