package io.daisychain.embedded;

import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * The machine's files, without checksum files beside them and without permissions: Hadoop would
 * start a process ({@code chmod}) each time that HBase asks for some, at the cost of half a second
 * a table.
 */
public final class StoreLocalFiles extends RawLocalFileSystem {
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
