package io.daisychain.embedded;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.UUID;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.ClusterId;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.exceptions.DeserializationException;
import org.apache.hadoop.hbase.io.hfile.FixedFileTrailer;
import org.apache.hadoop.hbase.util.FSUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * HBase's files before HBase reads them. HBase tries to open a damaged file again and again,
 * without a word to anybody who waits, and passes over an empty one with all its rows.
 */
final class StoreFiles {
  private static final Logger LOG = LoggerFactory.getLogger(StoreFiles.class);
  private static final Pattern DATA_FILE = Pattern.compile("[0-9a-f]{32}(_SeqId_\\d+_)?");
  private static final Pattern TABLE_FILE = Pattern.compile("\\.tableinfo\\.\\d+.*");
  private static final String VERSION_FILE = HConstants.VERSION_FILE_NAME;

  private final Path root;
  private final Configuration conf;

  /**
   * The files of a store.
   *
   * @param root HBase's root folder
   */
  StoreFiles(Path root, Configuration conf) {
    this.root = root;
    this.conf = conf;
  }

  /**
   * Repairs what can be written anew and looks at the rest: both ends of each data file.
   *
   * @throws IOException naming a file that is damaged
   */
  void check() throws IOException {
    if (!Files.isDirectory(root)) {
      return;
    }
    // Once for all: to find it again for each file would cost as much as to read the file.
    FileSystem files = hadoop(root).getFileSystem(conf);
    repairClusterId();
    repairVersion(files);
    for (String data : new String[] {"data", "MasterData/data"}) {
      if (Files.isDirectory(root.resolve(data))) {
        Files.walkFileTree(root.resolve(data), new Visitor(files));
      }
    }
  }

  /** Any id will do: nobody but this process ever asks for it. */
  private void repairClusterId() throws IOException {
    Path file = root.resolve(HConstants.CLUSTER_ID_FILE_NAME);
    if (!Files.exists(file)) {
      return;
    }
    try {
      UUID.fromString(ClusterId.parseFrom(Files.readAllBytes(file)).toString());
    } catch (DeserializationException | IllegalArgumentException e) {
      LOG.warn("{} is damaged and made anew", file, e);
      Files.delete(file);
    }
  }

  /** It can be read, or it is damaged: of another version of HBase it would say which. */
  private void repairVersion(FileSystem files) throws IOException {
    org.apache.hadoop.fs.Path folder = hadoop(root);
    String version;
    try {
      version = FSUtils.getVersion(files, folder);
    } catch (DeserializationException | IOException e) {
      LOG.warn("{} is damaged", root.resolve(VERSION_FILE), e);
      version = null;
    }
    if ((version == null || !version.matches("\\d+")) && Files.isDirectory(root.resolve("data"))) {
      LOG.warn("{} is made anew", root.resolve(VERSION_FILE));
      FSUtils.setVersion(files, folder);
    }
  }

  private static org.apache.hadoop.fs.Path hadoop(Path path) {
    return new org.apache.hadoop.fs.Path(path.toUri());
  }

  /** Looks at the files of all tables; not at what HBase has begun and never finished. */
  private static final class Visitor extends SimpleFileVisitor<Path> {
    private final FileSystem files;

    Visitor(FileSystem files) {
      this.files = files;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
      String name = folder.getFileName().toString();
      return name.equals(".tmp") || name.equals("recovered.edits")
          ? FileVisitResult.SKIP_SUBTREE
          : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      String name = file.getFileName().toString();
      try {
        if (DATA_FILE.matcher(name).matches()) {
          checkTrailer(file, attributes.size());
        } else if (TABLE_FILE.matcher(name).matches()) {
          TableDescriptorBuilder.parseFrom(Files.readAllBytes(file));
        }
      } catch (DeserializationException | IOException | IllegalArgumentException e) {
        LOG.error("{} is damaged", file, e);
        String reason = attributes.size() == 0 ? " is damaged: it is empty" : " is damaged";
        // Without the cause, which the log has: here it would say less.
        throw new IOException("its file " + file + reason);
      }
      return FileVisitResult.CONTINUE;
    }

    private void checkTrailer(Path file, long size) throws IOException {
      try (FSDataInputStream in = files.open(hadoop(file))) {
        FixedFileTrailer.readFromStream(in, size);
      }
    }
  }
}
