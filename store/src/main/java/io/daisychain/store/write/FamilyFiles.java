package io.daisychain.store.write;

import io.daisychain.model.Family;
import io.daisychain.model.TableSchema;
import io.daisychain.store.StagingFolder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFileContext;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreFileWriter;
import org.apache.hadoop.hbase.regionserver.StoreUtils;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * HBase files in the making, with the table's own settings: for each family that has cells one for
 * contents and one for all else, so that a scan which is limited to the timestamps of flags does
 * not read messages.
 */
public final class FamilyFiles implements AutoCloseable {
  private final Configuration conf;
  private final Path folder;
  private final TableDescriptor table;
  private final Map<Family, StoreFileWriter> contents = new EnumMap<>(Family.class);
  private final Map<Family, StoreFileWriter> others = new EnumMap<>(Family.class);

  public FamilyFiles(Configuration conf, Path folder, TableDescriptor table) {
    this.conf = conf;
    this.folder = folder;
    this.table = table;
  }

  /** Adds a cell that is greater than the family's last. */
  public void append(Family family, Cell cell) throws IOException {
    Map<Family, StoreFileWriter> open =
        TableSchema.isContentTimestamp(cell.getTimestamp()) ? contents : others;
    StoreFileWriter writer = open.get(family);
    if (writer == null) {
      writer = create(family);
      open.put(family, writer);
    }
    writer.append(cell);
  }

  public List<Path> finish() throws IOException {
    List<Path> files = new ArrayList<>();
    for (StoreFileWriter writer : open()) {
      writer.appendFileInfo(
          HStoreFile.BULKLOAD_TIME_KEY, Bytes.toBytes(System.currentTimeMillis()));
      writer.appendFileInfo(HStoreFile.BULKLOAD_TASK_KEY, Bytes.toBytes(folder.getName()));
      writer.appendFileInfo(HStoreFile.MAJOR_COMPACTION_KEY, Bytes.toBytes(false));
      writer.appendFileInfo(HStoreFile.EXCLUDE_FROM_MINOR_COMPACTION_KEY, Bytes.toBytes(false));
      writer.appendTrackedTimestampsToMetadata();
      writer.close();
      files.add(writer.getPath());
    }
    clear();
    return files;
  }

  /** Gives up the files that have not been completed. */
  @Override
  public void close() throws IOException {
    for (StoreFileWriter writer : open()) {
      writer.close();
    }
    clear();
  }

  private List<StoreFileWriter> open() {
    List<StoreFileWriter> open = new ArrayList<>(contents.values());
    open.addAll(others.values());
    return open;
  }

  private void clear() {
    contents.clear();
    others.clear();
  }

  private StoreFileWriter create(Family family) throws IOException {
    ColumnFamilyDescriptor settings = table.getColumnFamily(family.bytes());
    if (settings == null) {
      throw new IOException(
          "table " + table.getTableName() + " has no family " + Bytes.toString(family.bytes()));
    }
    HFileContext context =
        new HFileContextBuilder()
            .withCompression(settings.getCompressionType())
            .withDataBlockEncoding(settings.getDataBlockEncoding())
            .withBlockSize(settings.getBlocksize())
            .withChecksumType(StoreUtils.getChecksumType(conf))
            .withBytesPerCheckSum(StoreUtils.getBytesPerChecksum(conf))
            .withColumnFamily(family.bytes())
            .withTableName(table.getTableName().getName())
            .withCreateTime(System.currentTimeMillis())
            .build();
    Path familyFolder = new Path(folder, Bytes.toString(family.bytes()));
    FileSystem files = folder.getFileSystem(conf);
    return StagingFolder.create(
        folder,
        () ->
            new StoreFileWriter.Builder(conf, CacheConfig.DISABLED, files)
                .withOutputDir(familyFolder)
                .withBloomType(settings.getBloomFilterType())
                .withMaxKeyCount(HConstants.ALL_VERSIONS)
                .withFileContext(context)
                .build());
  }
}
