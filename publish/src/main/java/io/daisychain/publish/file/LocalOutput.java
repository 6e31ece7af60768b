package io.daisychain.publish.file;

import io.daisychain.beam.files.Links;
import io.daisychain.beam.files.LocalFolder;
import io.daisychain.warehouse.LockFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A folder of this machine.
 *
 * <p>Published files lie in a hidden folder inside it. Readers see symbolic links to them, which
 * lead through one more link, {@code .current}. To replace that link exchanges the files of all
 * names that both publications have, in one step: a killed process leaves all of them old or all
 * new. Links of new names are made before that step and lead nowhere until then; links of old names
 * are deleted after it. A reader that opens one file after the other may see files of both
 * publications. On a file system without symbolic links the files themselves are replaced one by
 * one.
 */
public record LocalOutput(LocalFolder folder) implements OutputFolder {
  /** The link that is replaced; with a suffix, the folders that it points to. */
  private static final String CURRENT = ".current";

  private static final String LOCK = ".publish.lock";
  private static final String BUSY = "another process is publishing into ";
  private static final Logger LOG = LoggerFactory.getLogger(LocalOutput.class);

  private Path at(String name) {
    return folder.folder().resolve(name);
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
          ? Files.readSymbolicLink(file).equals(Path.of(CURRENT, name))
          // Where files are published as links, a plain file was put there by another program.
          : listed.contains(name) && !Files.isSymbolicLink(at(CURRENT));
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
    Path next = Files.createDirectory(at(CURRENT + "-" + UUID.randomUUID()));
    for (String name : names) {
      Files.move(run.resolve(name), next.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    }
    for (String name : staying) {
      Path current = at(CURRENT).resolve(name);
      if (Files.exists(current)) { // else published one by one, where there are no links
        Links.share(current.toRealPath(), next.resolve(name));
      }
    }
    try {
      point(next, names);
    } catch (UnsupportedOperationException e) {
      LOG.debug("no symbolic links in {}", folder, e);
      for (String name : names) {
        Links.replace(next.resolve(name), at(name));
      }
    }
    folder.delete(stale);
    deleteAllBut(current());
  }

  /** Replaces the one link that all published names go through. */
  private void point(Path next, List<String> names) throws IOException {
    for (String name : names) {
      if (!Files.exists(at(name), LinkOption.NOFOLLOW_LINKS)) {
        Links.turn(at(name), Path.of(CURRENT, name));
      }
    }
    Links.turn(at(CURRENT), next.getFileName());
    for (String name : names) {
      if (!Files.isSymbolicLink(at(name))) { // a file that was not published this way
        Links.turn(at(name), Path.of(CURRENT, name));
      }
    }
  }

  /** Name of the folder that readers are sent to; null if there is none. */
  private Path current() throws IOException {
    return Files.isSymbolicLink(at(CURRENT)) ? Files.readSymbolicLink(at(CURRENT)) : null;
  }

  /** Deletes what an earlier publication, or one that was killed, has left. */
  private void deleteAllBut(Path kept) throws IOException {
    Links.deleteUnfinished(folder.folder());
    deleteTrees(CURRENT + "-", kept);
  }

  private void deleteTrees(String prefix, Path kept) throws IOException {
    try (DirectoryStream<Path> old = Files.newDirectoryStream(folder.folder(), prefix + "*")) {
      for (Path one : old) {
        if (!one.getFileName().equals(kept)) {
          Links.deleteTree(one);
        }
      }
    }
  }

  @Override
  public void deleteRuns() throws IOException {
    deleteTrees(RUN_PREFIX, null);
    deleteAllBut(current());
  }
}
