package io.daisychain.store;

import io.daisychain.beam.Block;
import io.daisychain.beam.FullDiskException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.beam.sdk.metrics.Counter;
import org.apache.beam.sdk.metrics.Metrics;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * Sorts the rows of a range and writes them to files, one a family and run; many runs are merged. A
 * bundle that is retried leaves files that nobody loads; they go with the staging folder.
 */
final class WriteFilesFn extends DoFn<KV<Integer, Iterable<Block>>, KV<Integer, StagedFiles>> {
  /** All files are bulk-loaded together. */
  private static final int ONE_GROUP = 0;

  /** Runs for which this process has tidied up: once is enough, and two at a time would collide. */
  private static final Set<String> TIDIED = ConcurrentHashMap.newKeySet();

  private final StoreTable table;
  private final StagingFolder staging;
  private final SortedRunSize runSize;
  private final Counter rowsWritten = Metrics.counter(WriteFilesFn.class, "rowsWritten");
  private transient Configuration conf;
  private transient Path folder;
  private transient TableDescriptor descriptor;
  private transient long runBytes;

  WriteFilesFn(StoreTable table, StagingFolder staging, SortedRunSize runSize) {
    this.table = table;
    this.staging = staging;
    this.runSize = runSize;
  }

  @Setup
  public void connect() throws IOException {
    conf = table.store().configuration();
    folder = staging.path(conf, table.name());
    runBytes = runSize.bytesHere();
    if (TIDIED.add(staging.run())) {
      staging.removeLeftovers(conf, table.name());
    }
    try (ConnectionLease lease = table.store().connect();
        Admin admin = lease.connection().getAdmin()) {
      descriptor = admin.getDescriptor(TableName.valueOf(table.name()));
    }
  }

  @ProcessElement
  public void write(
      @Element KV<Integer, Iterable<Block>> range, OutputReceiver<KV<Integer, StagedFiles>> runs)
      throws IOException {
    try {
      writeRange(range, runs);
    } catch (IOException e) {
      throw FullDiskException.named(folder.toUri().getPath(), e);
    } catch (FSError e) {
      // Hadoop's way of saying that a local file could not be written.
      throw FullDiskException.named(
          folder.toUri().getPath(), new IOException(e.getCause().getMessage(), e));
    }
  }

  private void writeRange(
      KV<Integer, Iterable<Block>> range, OutputReceiver<KV<Integer, StagedFiles>> runs)
      throws IOException {
    SortedRowBuffer rows = new SortedRowBuffer();
    List<StagedFiles> written = new ArrayList<>();
    for (Block block : range.getValue()) {
      rows.add(block.bytes());
      if (rows.bytes() >= runBytes) {
        written.add(writeRun(rows));
      }
    }
    if (rows.rows() > 0) {
      written.add(writeRun(rows));
    }
    SortedRunMerge merge = new SortedRunMerge(conf, folder, descriptor);
    for (StagedFiles run : merge.merge(written)) {
      runs.output(KV.of(ONE_GROUP, run));
    }
  }

  private StagedFiles writeRun(SortedRowBuffer rows) throws IOException {
    int count = rows.rows();
    List<String> files = new ArrayList<>();
    try (FamilyFiles writers = new FamilyFiles(conf, folder, descriptor)) {
      rows.drain(writers::append);
      for (Path file : writers.finish()) {
        files.add(file.toString());
      }
    }
    rowsWritten.inc(count);
    return new StagedFiles(count, files);
  }
}
