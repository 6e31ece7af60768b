package io.daisychain.store;

import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * The machine's files as the embedded store sees them: without checksum files beside them, and
 * without permissions, for which Hadoop would start a process ({@code chmod}) per file.
 */
public final class LocalFiles extends RawLocalFileSystem {
  @Override
  public void setPermission(Path path, FsPermission permission) {
    // The folder's own permissions, given by the user's umask, protect all that is in it.
  }
}
