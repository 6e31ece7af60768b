package io.daisychain.embedded;

import java.io.IOException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * The machine's files, without checksum files beside them and without permissions: Hadoop would
 * start a process ({@code chmod}, {@code ls}) each time that HBase sets or asks for some, a
 * thousand of them in the life of a store with twenty trade dates.
 */
public final class StoreLocalFiles extends RawLocalFileSystem {
  private static final FsPermission PERMISSION = FsPermission.getDefault();
  private static final String OWNER = System.getProperty("user.name");

  /** What else lists or describes files asks this. */
  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    FileStatus status = super.getFileStatus(path);
    return new FileStatus(
        status.getLen(),
        status.isDirectory(),
        status.getReplication(),
        status.getBlockSize(),
        status.getModificationTime(),
        status.getAccessTime(),
        PERMISSION,
        OWNER,
        OWNER,
        status.getPath());
  }

  @Override
  public void setPermission(Path path, FsPermission permission) {
    // The folder's own permissions, given by the user's umask, protect all that is in it.
  }

  /**
   * Any name, the same each time: by it HBase sees that a file to be loaded lies where its own
   * files are, and renames it. Without a name it would copy it.
   */
  @Override
  public String getCanonicalServiceName() {
    return "local-files";
  }
}
