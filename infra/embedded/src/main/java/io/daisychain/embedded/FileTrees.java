package io.daisychain.embedded;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/** Folders with all that is in them. */
final class FileTrees {
  private FileTrees() {}

  /** Deletes a folder; nothing where it is not there. */
  static void delete(Path root) throws IOException {
    if (!Files.exists(root)) {
      return;
    }
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path directory, IOException failure)
              throws IOException {
            if (failure != null) {
              throw failure;
            }
            Files.delete(directory);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  /**
   * Makes a folder that nobody but its owner can look into. One that is there and not ours stays as
   * it is: who owns it has said who may use it.
   */
  static void makePrivate(Path folder) throws IOException {
    Files.createDirectories(folder);
    if (folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      try {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
      } catch (FileSystemException e) {
        if (Files.getOwner(folder).getName().equals(System.getProperty("user.name"))) {
          throw e;
        }
      }
    }
  }

  /** Writes a file that nobody but its owner can read, in place of one that is there. */
  static void writePrivate(Path file, List<String> lines) throws IOException {
    Files.deleteIfExists(file);
    boolean posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
    FileAttribute<?>[] rights =
        posix
            ? new FileAttribute<?>[] {
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
            }
            : new FileAttribute<?>[0];
    Files.write(Files.createFile(file, rights), lines);
  }
}
