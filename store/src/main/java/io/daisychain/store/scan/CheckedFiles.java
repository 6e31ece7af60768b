package io.daisychain.store.scan;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.fs.HFileSystem;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.CorruptHFileException;
import org.apache.hadoop.hbase.io.hfile.HFile;

/**
 * One of HBase's files on this machine, opened so that its blocks are held against the checksums
 * that are in it.
 *
 * <p>HBase does so only where it knows a second way to the file, and where a block is wrong it goes
 * back to the first, which it takes to have checksums of its own, as HDFS has, and reads the block
 * as it is. Files of this machine have none: here the second opening is refused.
 */
final class CheckedFiles extends HFileSystem {
  private final FileSystem files;
  private boolean isOpen;

  private CheckedFiles(FileSystem files) {
    super(files);
    this.files = files;
  }

  static HFile.Reader open(Configuration conf, Path path) throws IOException {
    try {
      return HFile.createReader(
          new CheckedFiles(path.getFileSystem(conf)), path, CacheConfig.DISABLED, true, conf);
    } catch (IllegalArgumentException | IllegalStateException e) {
      throw new CorruptHFileException(path + " is damaged: " + e.getMessage(), e);
    }
  }

  @Override
  public boolean useHBaseChecksum() {
    return true;
  }

  @Override
  public FileSystem getNoChecksumFs() {
    return files;
  }

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    if (isOpen) {
      throw new CorruptHFileException(
          path + " is damaged: a block does not have the checksum that it was written with");
    }
    isOpen = true;
    return files.open(path, bufferSize);
  }
}
