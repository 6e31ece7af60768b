package io.daisychain.store;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.beam.sdk.metrics.Counter;
import org.apache.beam.sdk.metrics.Metrics;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.tool.BulkLoadHFiles;
import org.apache.hadoop.hbase.util.Bytes;

/** Hands files over to HBase, which renames them. */
final class LoadFilesFn extends DoFn<KV<Integer, Iterable<StagedRun>>, Long> {
  private final StoreConnector connector;
  private final String table;
  private final StagingFolder staging;
  private final Counter filesLoaded = Metrics.counter(LoadFilesFn.class, "filesLoaded");

  LoadFilesFn(StoreConnector connector, String table, StagingFolder staging) {
    this.connector = connector;
    this.table = table;
    this.staging = staging;
  }

  @ProcessElement
  public void load(@Element KV<Integer, Iterable<StagedRun>> runs, OutputReceiver<Long> written)
      throws IOException {
    Configuration conf = connector.configuration();
    Path folder = staging.path(conf, table);
    FileSystem fileSystem = folder.getFileSystem(conf);
    Path mark = StagingFolder.loadingMark(folder);
    boolean secondAttempt = fileSystem.exists(mark);

    long rows = 0;
    Map<byte[], List<Path>> files = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    for (StagedRun run : runs.getValue()) {
      rows += run.rows();
      for (String name : run.files()) {
        Path file = new Path(name);
        if (fileSystem.exists(file)) {
          byte[] family = Bytes.toBytes(file.getParent().getName());
          files.computeIfAbsent(family, key -> new ArrayList<>()).add(file);
        } else if (!secondAttempt) {
          throw new IOException("the file " + file + " is gone before it was handed over");
        }
      }
    }
    fileSystem.create(mark).close();
    if (!files.isEmpty()) {
      BulkLoadHFiles.create(conf).bulkLoad(TableName.valueOf(table), files);
    }
    files.values().forEach(ofFamily -> filesLoaded.inc(ofFamily.size()));
    written.output(rows);
  }
}
