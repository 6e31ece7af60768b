package io.daisychain.beam;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A folder of this machine: symbolic links, hard links where its file system has none, and copies
 * where it has neither.
 */
record LocalRunFolder(Path folder) implements RunFolder {
  private static final String RUNS = "runs";

  /** Begins the names of links that were not renamed yet. */
  private static final String UNFINISHED = ".daisychain-link-";

  private static final Logger LOG = LoggerFactory.getLogger(LocalRunFolder.class);

  static LocalRunFolder of(String directory) {
    return new LocalRunFolder(Path.of(directory).toAbsolutePath().normalize());
  }

  @Override
  public String path() {
    return folder.toString();
  }

  @Override
  public void tryOut() throws IOException {
    WritableFiles.tryFolder(folder);
  }

  @Override
  public List<String> files(String subfolder) throws IOException {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder.resolve(subfolder))) {
      for (Path file : files) {
        names.add(file.getFileName().toString());
      }
    } catch (NoSuchFileException e) {
      return names; // no folder, no files
    }
    return names;
  }

  @Override
  public boolean isOurs(String name, Set<String> listed) throws IOException {
    Path file = folder.resolve(name);
    if (Files.isSymbolicLink(file)) {
      Path target = Files.readSymbolicLink(file);
      return !target.isAbsolute()
          && target.getNameCount() == 3
          && target.startsWith(RUNS)
          && target.endsWith(name);
    }
    return Files.isRegularFile(file) && isCopy(file);
  }

  /** Whether a run's folder has the same file, so that nothing is lost with this one. */
  private boolean isCopy(Path file) throws IOException {
    for (String run : files(RUNS)) {
      Path original = folder.resolve(RUNS).resolve(run).resolve(file.getFileName());
      if (Files.isRegularFile(original) && Files.mismatch(original, file) < 0) {
        return true;
      }
    }
    return false;
  }

  @Override
  public String read(String name) throws IOException {
    try {
      return Files.readString(folder.resolve(name));
    } catch (NoSuchFileException | NotDirectoryException e) {
      return null;
    } catch (CharacterCodingException e) {
      throw new IOException(folder.resolve(name) + " is damaged: it is no text in UTF-8", e);
    }
  }

  @Override
  public void write(String name, String text) throws IOException {
    WritableFiles.replace(folder.resolve(name), text);
  }

  @Override
  public void show(String subfolder, Collection<String> names) throws IOException {
    for (String old : files("")) {
      if (old.startsWith(UNFINISHED)) {
        Files.deleteIfExists(folder.resolve(old));
      }
    }
    for (String name : names) {
      Path link = folder.resolve(UNFINISHED + UUID.randomUUID());
      link(link, Path.of(subfolder, name));
      Files.move(
          link,
          folder.resolve(name),
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /**
   * Links a file.
   *
   * @param target relative to this folder, as the link stays right if the folder is moved
   */
  private void link(Path link, Path target) throws IOException {
    try {
      Files.createSymbolicLink(link, target);
    } catch (UnsupportedOperationException | FileSystemException e) {
      LOG.debug("no symbolic links in {}", folder, e);
      linkHard(link, folder.resolve(target));
    }
  }

  private void linkHard(Path link, Path target) throws IOException {
    try {
      Files.createLink(link, target);
    } catch (UnsupportedOperationException | FileSystemException e) {
      LOG.debug("no hard links in {}", folder, e);
      Files.copy(target, link, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  @Override
  public void hide(Collection<String> names) throws IOException {
    for (String name : names) {
      Files.deleteIfExists(folder.resolve(name));
    }
  }
}
