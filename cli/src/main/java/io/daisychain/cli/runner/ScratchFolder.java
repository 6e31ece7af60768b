package io.daisychain.cli.runner;

import io.daisychain.cli.option.SpillOptions;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.beam.sdk.options.PipelineOptions;

/**
 * A folder of one job for the files of a runner in this process, in {@code --spillFolder} or the
 * system's for temporary files. What a process that was killed left there goes with the next.
 */
final class ScratchFolder {
  private static final int REMOVALS = 40;
  private static final long REMOVAL_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final Path path;

  private ScratchFolder(Path path) {
    this.path = path;
  }

  /**
   * Makes one.
   *
   * @param name the first part of its name
   */
  static ScratchFolder make(String name, PipelineOptions options) throws IOException {
    String given = options.as(SpillOptions.class).getSpillFolder();
    Path parent = Path.of(given == null ? System.getProperty("java.io.tmpdir") : given);
    Files.createDirectories(parent);
    removeLeftovers(name, parent);
    // A random name and access for the owner alone: the parent may be a folder that all users
    // share.
    return new ScratchFolder(
        Files.createTempDirectory(parent, name + ProcessHandle.current().pid() + "-")
            .toAbsolutePath());
  }

  /** Makes it again at its place, after {@link #remove()}. */
  void makeAgain() throws IOException {
    Files.createDirectory(
        path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
  }

  Path path() {
    return path;
  }

  /** Folders of processes that were killed. */
  private static void removeLeftovers(String name, Path parent) throws IOException {
    // The process that made it, and random characters.
    Pattern leftover = Pattern.compile(Pattern.quote(name) + "(\\d{1,18})(?:-\\d+)?");
    try (Stream<Path> files = Files.list(parent)) {
      for (Path file : files.filter(each -> isLeftover(leftover, each)).toList()) {
        remove(file);
      }
    }
  }

  private static boolean isLeftover(Pattern leftover, Path file) {
    Matcher name = leftover.matcher(file.getFileName().toString());
    try {
      return name.matches()
          && ProcessHandle.of(Long.parseLong(name.group(1)))
              .filter(ProcessHandle::isAlive)
              .isEmpty()
          && Files.getOwner(file, LinkOption.NOFOLLOW_LINKS)
              .getName()
              .equals(System.getProperty("user.name"));
    } catch (IOException e) {
      // Another command has just removed it.
      return false;
    }
  }

  /** Removes what is there; a runner that is ending removes the same. */
  private static void remove(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
    } catch (IOException | UncheckedIOException e) {
      // A file went while it was listed: the caller looks again, or the next job does.
    }
  }

  /** Removes it; the runner ends within moments of its job, and lets go of its files. */
  void remove() {
    remove(path);
    for (int tries = 0; tries < REMOVALS && Files.exists(path); tries++) {
      LockSupport.parkNanos(REMOVAL_PAUSE_NANOS);
      remove(path);
    }
  }
}
