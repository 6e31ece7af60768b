package io.daisychain.embedded;

import java.io.IOException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hbase.io.hfile.CorruptHFileException;

/**
 * The machine's files, without checksum files beside them and without permissions: Hadoop would
 * start a process ({@code chmod}, {@code ls}) each time that HBase sets or asks for some, a
 * thousand of them in the life of a store with twenty trade dates.
 */
public final class StoreLocalFiles extends RawLocalFileSystem {
  private static final FsPermission PERMISSION = FsPermission.getDefault();
  private static final String OWNER = System.getProperty("user.name");

  /** Where HBase goes when a block of a file does not have its checksum. */
  private static final String WITHOUT_CHECKSUM = "fallbackToFsChecksum";

  private static final StackWalker CALLERS = StackWalker.getInstance();

  /**
   * Opens a file, unless it is to be read past its checksums: HBase takes the files of a file
   * system to have some of their own, as HDFS has, and reads a block once more when its own
   * checksum is wrong. Here nothing but that checksum tells that a bit has turned.
   */
  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    if (CALLERS.walk(
        calls -> calls.anyMatch(call -> call.getMethodName().equals(WITHOUT_CHECKSUM)))) {
      throw new CorruptHFileException(
          path + " is damaged: a block does not have the checksum that it was written with");
    }
    return super.open(path, bufferSize);
  }

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
