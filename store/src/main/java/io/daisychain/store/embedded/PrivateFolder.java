package io.daisychain.store.embedded;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Folders that nobody but their owner can look into. */
public final class PrivateFolder {
  private PrivateFolder() {}

  /**
   * Makes a folder, those above it as the umask says, and takes all rights from others. One that is
   * there and not ours stays as it is: who owns it has said who may use it.
   */
  public static Path make(Path folder) throws IOException {
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
    return folder;
  }
}
