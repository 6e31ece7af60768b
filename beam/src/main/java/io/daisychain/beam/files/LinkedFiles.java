package io.daisychain.beam.files;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Files of a folder of this machine that change at once.
 *
 * <p>They lie in a hidden folder inside it. Readers see symbolic links to them, which lead through
 * one more link. To replace that link exchanges the files of all names that both generations have,
 * in one step: a killed process leaves all of them old or all new. Links of new names are made
 * before that step and lead nowhere until then; links of old names are deleted after it. A reader
 * that opens one file after the other may see files of both. On a file system without symbolic
 * links the files themselves are replaced one by one.
 *
 * @param folder the folder that readers see
 * @param link name of the link that is replaced; with a suffix, the folders that it points to
 */
public record LinkedFiles(Path folder, String link) {
  private static final Logger LOG = LoggerFactory.getLogger(LinkedFiles.class);

  private Path at(String name) {
    return folder.resolve(name);
  }

  /** Makes a folder for the files to come; nobody else writes there. */
  public Path begin() throws IOException {
    return Files.createDirectory(at(link + "-" + UUID.randomUUID()));
  }

  /** The file of a name that is shown now. */
  public Path shown(String name) {
    return at(link).resolve(name);
  }

  /** True where files are shown by links, so that a plain file is somebody else's. */
  public boolean hasLinks() {
    return Files.isSymbolicLink(at(link));
  }

  /** True of a link that {@link #show} made. */
  public boolean isShown(String name) throws IOException {
    Path file = at(name);
    return Files.isSymbolicLink(file) && Files.readSymbolicLink(file).equals(Path.of(link, name));
  }

  /**
   * Shows the files of a folder that {@link #begin} made, and deletes the others.
   *
   * @param names of the files, all of which are there
   * @param stale names of files that were shown before and are not any more
   */
  public void show(Path next, List<String> names, Collection<String> stale) throws IOException {
    try {
      point(next, names);
    } catch (UnsupportedOperationException e) {
      LOG.debug("no symbolic links in {}", folder, e);
      for (String name : names) {
        Links.replace(next.resolve(name), at(name));
      }
    }
    for (String name : stale) {
      Files.deleteIfExists(at(name));
    }
    deleteOthers();
  }

  private void point(Path next, List<String> names) throws IOException {
    for (String name : names) {
      if (!Files.exists(at(name), LinkOption.NOFOLLOW_LINKS)) {
        Links.turn(at(name), Path.of(link, name));
      }
    }
    Links.turn(at(link), next.getFileName());
    for (String name : names) {
      if (!Files.isSymbolicLink(at(name))) { // a file that was not shown this way
        Links.turn(at(name), Path.of(link, name));
      }
    }
  }

  /** Deletes what an earlier generation, or one that was killed, has left. */
  public void deleteOthers() throws IOException {
    Path kept = hasLinks() ? Files.readSymbolicLink(at(link)) : null;
    Links.deleteUnfinished(folder);
    try (DirectoryStream<Path> old = Files.newDirectoryStream(folder, link + "-*")) {
      for (Path one : old) {
        if (!one.getFileName().equals(kept)) {
          Links.deleteTree(one);
        }
      }
    }
  }
}
