package io.daisychain.beam.files;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Names of files and folders of this machine, each of which changes in one step. */
public final class Links {
  /** Begins the names of links that were not renamed yet. */
  private static final String UNFINISHED = ".daisychain-link-";

  private static final Logger LOG = LoggerFactory.getLogger(Links.class);

  private Links() {}

  /**
   * Makes a symbolic link in the place of what has its name, in one step.
   *
   * @param target as seen from where the link lies, so that it stays right if the folder is moved
   * @throws UnsupportedOperationException if the file system has no such links
   */
  public static void turn(Path link, Path target) throws IOException {
    Path made = link.resolveSibling(UNFINISHED + UUID.randomUUID());
    Files.createSymbolicLink(made, target);
    replace(made, link);
  }

  /** Renames a file, in the place of what has the name. */
  public static void replace(Path file, Path name) throws IOException {
    Files.move(file, name, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Makes the same of a file of which a link is not possible: a hard link, or else a copy. */
  static void turnHard(Path link, Path file) throws IOException {
    Path made = link.resolveSibling(UNFINISHED + UUID.randomUUID());
    share(file, made);
    replace(made, link);
  }

  /** Gives a file a second name: by a hard link, or a copy where there are none. */
  public static void share(Path file, Path name) throws IOException {
    try {
      Files.createLink(name, file);
    } catch (UnsupportedOperationException | FileSystemException e) {
      LOG.debug("no hard link {}", name, e);
      Files.copy(
          file, name, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
    }
  }

  /** Deletes the links of a folder that a kill left before they had their names. */
  public static void deleteUnfinished(Path folder) throws IOException {
    try (DirectoryStream<Path> links = Files.newDirectoryStream(folder, UNFINISHED + "*")) {
      for (Path link : links) {
        Files.deleteIfExists(link);
      }
    }
  }

  /**
   * Deletes a file, or a folder with all in it. A folder into which somebody writes meanwhile may
   * stay: it is for the next who comes.
   */
  public static void deleteTree(Path path) throws IOException {
    if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
      try (DirectoryStream<Path> files = Files.newDirectoryStream(path)) {
        for (Path file : files) {
          deleteTree(file);
        }
      } catch (NoSuchFileException e) {
        return;
      }
    }
    try {
      Files.deleteIfExists(path);
    } catch (DirectoryNotEmptyException e) {
      LOG.debug("not empty yet: {}", path);
    }
  }
}
