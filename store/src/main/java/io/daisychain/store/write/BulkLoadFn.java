package io.daisychain.store.write;

import io.daisychain.store.StagingFolder;
import io.daisychain.store.StoreTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.metrics.Counter;
import org.apache.beam.sdk.metrics.Metrics;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.TableName;

/** Bulk-loads the files of a trade date into its table; see {@link BulkLoad}. */
final class BulkLoadFn extends DoFn<KV<Integer, Iterable<StagedFiles>>, Long> {
  private final StoreTable table;
  private final StagingFolder staging;
  private final Counter filesLoaded = Metrics.counter(BulkLoadFn.class, "filesLoaded");

  BulkLoadFn(StoreTable table, StagingFolder staging) {
    this.table = table;
    this.staging = staging;
  }

  @ProcessElement
  public void load(@Element KV<Integer, Iterable<StagedFiles>> runs, OutputReceiver<Long> written)
      throws IOException {
    Configuration conf = table.store().configuration();
    int date = runs.getKey();
    TableName name = TableName.valueOf(table.ofDate(date));
    Path folder = staging.path(conf, table, date);
    FileSystem fileSystem = folder.getFileSystem(conf);
    Path mark = StagingFolder.loadingMark(folder);
    boolean secondAttempt = fileSystem.exists(mark);

    long rows = 0;
    List<Path> files = new ArrayList<>();
    for (StagedFiles run : runs.getValue()) {
      rows += run.rows();
      for (String staged : run.files()) {
        Path file = new Path(staged);
        if (!secondAttempt && !fileSystem.exists(file)) {
          throw new IOException("the file " + file + " is gone before it was bulk-loaded");
        }
        files.add(file);
      }
    }
    fileSystem.create(mark).close();
    BulkLoad.run(conf, name, files, folder);
    filesLoaded.inc(files.size());
    written.output(rows);
  }
}
