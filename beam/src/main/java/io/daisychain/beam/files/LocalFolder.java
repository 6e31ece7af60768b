package io.daisychain.beam.files;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.daisychain.beam.WritableFiles;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * A folder of this machine: symbolic links, hard links where its file system has none, and copies
 * where it has neither.
 *
 * @param folder absolute
 */
public record LocalFolder(Path folder) implements Folder {
  private static final String RUNS = "runs";

  @Override
  public String path() {
    return folder.toString();
  }

  @Override
  public void tryOut() throws IOException {
    WritableFiles.tryFolder(folder);
  }

  @Override
  public List<String> names(String subfolder) throws IOException {
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
  public String read(String name) throws IOException {
    try {
      return new String(Files.readAllBytes(folder.resolve(name)), UTF_8);
    } catch (NoSuchFileException | NotDirectoryException e) {
      return null;
    }
  }

  @Override
  public void write(String name, String text) throws IOException {
    WritableFiles.replace(folder.resolve(name), text);
  }

  @Override
  public void delete(Collection<String> names) throws IOException {
    for (String name : names) {
      Files.deleteIfExists(folder.resolve(name));
    }
  }

  @Override
  public boolean isShown(String name, Set<String> listed) throws IOException {
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
    for (String run : names(RUNS)) {
      Path original = folder.resolve(RUNS).resolve(run).resolve(file.getFileName());
      if (Files.isRegularFile(original) && Files.mismatch(original, file) < 0) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void show(String subfolder, Collection<String> names) throws IOException {
    Links.deleteUnfinished(folder);
    for (String name : names) {
      Path link = folder.resolve(name);
      try {
        Links.turn(link, Path.of(subfolder, name));
      } catch (UnsupportedOperationException | FileSystemException e) {
        Links.turnHard(link, folder.resolve(subfolder).resolve(name));
      }
    }
  }
}
