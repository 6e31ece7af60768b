package io.daisychain.publish;

import io.daisychain.beam.WritableFiles;
import io.daisychain.warehouse.LockFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
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
 *
 * @param folder absolute
 */
record LocalFolder(Path folder) implements OutputFolder {
  /** The link that is replaced; with a suffix, the folders that it points to. */
  private static final String CURRENT = ".current";

  private static final String LOCK = ".publish.lock";
  private static final String BUSY = "another process is publishing into ";
  private static final Logger LOG = LoggerFactory.getLogger(LocalFolder.class);

  @Override
  public String path() {
    return folder.toString();
  }

  @Override
  public Closeable open() throws IOException {
    Files.createDirectories(folder);
    LockFile lock = LockFile.acquire(folder.resolve(LOCK), BUSY + folder);
    return lock::close;
  }

  /** Keeps other processes from publishing until it is closed, for a publication to come. */
  LockFile hold() throws IOException {
    Files.createDirectories(folder);
    return LockFile.hold(folder.resolve(LOCK), BUSY + folder);
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
    } catch (NoSuchFileException e) {
      return names; // no folder, no files
    }
    return names;
  }

  @Override
  public boolean isOurs(String name, Set<String> listed) {
    Path file = folder.resolve(name);
    try {
      return Files.isSymbolicLink(file)
          ? Files.readSymbolicLink(file).equals(Path.of(CURRENT, name))
          // Where files are published as links, a plain file was put there by another program.
          : listed.contains(name) && !Files.isSymbolicLink(folder.resolve(CURRENT));
    } catch (IOException e) {
      LOG.debug("cannot tell whose {} is", file, e);
      return false;
    }
  }

  @Override
  public String read(String name) throws IOException {
    try {
      return new String(Files.readAllBytes(folder.resolve(name)), StandardCharsets.UTF_8);
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  @Override
  public void write(String path, String name, String text) throws IOException {
    WritableFiles.replace(Path.of(path, name), text);
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
    Path next = Files.createDirectory(folder.resolve(CURRENT + "-" + UUID.randomUUID()));
    for (String name : names) {
      Files.move(run.resolve(name), next.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    }
    for (String name : staying) {
      share(name, next);
    }
    try {
      point(next, names);
    } catch (UnsupportedOperationException e) {
      LOG.debug("no symbolic links in {}", folder, e);
      for (String name : names) {
        replace(next.resolve(name), name);
      }
    }
    delete(stale);
    deleteAllBut(current());
  }

  /** Gives a file that stays a place in the next folder too. */
  private void share(String name, Path next) throws IOException {
    Path current = folder.resolve(CURRENT).resolve(name);
    if (!Files.exists(current)) {
      return; // published one by one, where there are no links
    }
    try {
      Files.createLink(next.resolve(name), current.toRealPath());
    } catch (UnsupportedOperationException e) {
      Files.copy(current, next.resolve(name), StandardCopyOption.COPY_ATTRIBUTES);
    }
  }

  /** Replaces the one link that all published names go through. */
  private void point(Path next, List<String> names) throws IOException {
    for (String name : names) {
      if (!Files.exists(folder.resolve(name), LinkOption.NOFOLLOW_LINKS)) {
        link(next, name);
      }
    }
    Path switched = next.resolve(CURRENT);
    Files.createSymbolicLink(switched, next.getFileName());
    replace(switched, CURRENT);
    for (String name : names) {
      if (!Files.isSymbolicLink(folder.resolve(name))) {
        link(next, name); // in the place of a file that was not published this way
      }
    }
  }

  private void link(Path next, String name) throws IOException {
    Path link = next.resolve(name + ".link");
    Files.createSymbolicLink(link, Path.of(CURRENT, name)); // as seen from where it will lie
    replace(link, name);
  }

  private void replace(Path file, String name) throws IOException {
    Files.move(
        file,
        folder.resolve(name),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }

  /** Name of the folder that readers are sent to; null if there is none. */
  private Path current() throws IOException {
    Path link = folder.resolve(CURRENT);
    return Files.isSymbolicLink(link) ? Files.readSymbolicLink(link) : null;
  }

  private void delete(List<String> names) throws IOException {
    for (String name : names) {
      Files.deleteIfExists(folder.resolve(name));
    }
  }

  /** Deletes what an earlier publication, or one that was killed, has left. */
  private void deleteAllBut(Path kept) throws IOException {
    try (DirectoryStream<Path> old = Files.newDirectoryStream(folder, CURRENT + "-*")) {
      for (Path one : old) {
        if (!one.getFileName().equals(kept)) {
          remove(one);
        }
      }
    }
  }

  @Override
  public void deleteRuns() throws IOException {
    try (DirectoryStream<Path> runs = Files.newDirectoryStream(folder, RUN_PREFIX + "*")) {
      for (Path run : runs) {
        remove(run);
      }
    }
    deleteAllBut(current());
  }

  private void remove(Path run) throws IOException {
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
