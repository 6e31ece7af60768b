package io.daisychain.publish.file;

import io.daisychain.beam.files.LinkedFiles;
import io.daisychain.beam.files.Links;
import io.daisychain.beam.files.LocalFolder;
import io.daisychain.warehouse.LockFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A folder of this machine: what is published there changes at once, by {@link LinkedFiles}. */
public record LocalOutput(LocalFolder folder) implements OutputFolder {
  private static final String LOCK = ".publish.lock";
  private static final String BUSY = "another process is publishing into ";
  private static final Logger LOG = LoggerFactory.getLogger(LocalOutput.class);

  private Path at(String name) {
    return folder.folder().resolve(name);
  }

  private LinkedFiles files() {
    return new LinkedFiles(folder.folder(), ".current");
  }

  @Override
  public Closeable open() throws IOException {
    Files.createDirectories(folder.folder());
    LockFile lock = LockFile.acquire(at(LOCK), BUSY + path());
    return lock::close;
  }

  /** Keeps other processes from publishing until it is closed, for a publication to come. */
  public LockFile hold() throws IOException {
    Files.createDirectories(folder.folder());
    return LockFile.hold(at(LOCK), BUSY + path());
  }

  @Override
  public boolean isOurs(String name, Set<String> listed) {
    Path file = at(name);
    try {
      return Files.isSymbolicLink(file)
          ? files().isShown(name)
          // Where files are published as links, a plain file was put there by another program.
          : listed.contains(name) && !files().hasLinks();
    } catch (IOException e) {
      LOG.debug("cannot tell whose {} is", file, e);
      return false;
    }
  }

  @Override
  public Path bring(String runFolder, Path scratch, Predicate<String> wanted) {
    return Path.of(runFolder);
  }

  @Override
  public Path stagingFolder(String runFolder, Path scratch) {
    return Path.of(runFolder);
  }

  @Override
  public void add(Path file, String runFolder, String name) throws IOException {
    Files.move(file, Path.of(runFolder).resolve(name));
  }

  @Override
  public void swap(
      String runFolder, List<String> names, List<String> staying, List<String> stale, String last)
      throws IOException {
    Path run = Path.of(runFolder);
    // A worker that was taken for dead may still write into the run's folder, but not here.
    Path next = files().begin();
    for (String name : names) {
      Files.move(run.resolve(name), next.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    }
    for (String name : staying) {
      Path current = files().shown(name);
      if (Files.exists(current)) { // else published one by one, where there are no links
        Links.share(current.toRealPath(), next.resolve(name));
      }
    }
    files().show(next, names, stale);
  }

  @Override
  public void deleteRuns() throws IOException {
    try (DirectoryStream<Path> runs = Files.newDirectoryStream(folder.folder(), RUN_PREFIX + "*")) {
      for (Path run : runs) {
        Links.deleteTree(run);
      }
    }
    files().deleteOthers();
  }
}
