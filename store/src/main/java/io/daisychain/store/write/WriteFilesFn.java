package io.daisychain.store.write;

import io.daisychain.beam.Block;
import io.daisychain.beam.FullDiskException;
import io.daisychain.store.ConnectionLease;
import io.daisychain.store.RowBatch;
import io.daisychain.store.StagingFolder;
import io.daisychain.store.StoreTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
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
 * Sorts the rows of a range and writes them to files, one a family, trade date and run; many runs
 * are merged. The files go on under the number of their trade date, whose table takes them all. A
 * bundle that is retried leaves files that nobody loads; they go with the staging folder.
 */
final class WriteFilesFn extends DoFn<KV<Integer, Iterable<Block>>, KV<Integer, StagedFiles>> {
  /** Runs for which this process has tidied up: once is enough, and two at a time would collide. */
  private static final Set<String> TIDIED = ConcurrentHashMap.newKeySet();

  private final StoreTable table;
  private final StagingFolder staging;
  private final SortedRunSize runSize;

  /** For the progress line only: a retried bundle counts twice. */
  private final Counter rowsWritten = Metrics.counter("progress", WriteRows.ROWS_WRITTEN);

  private transient Configuration conf;
  private transient Map<Integer, DateFiles> files;
  private transient long runBytes;
  private transient BlockMemory memory;

  WriteFilesFn(StoreTable table, StagingFolder staging, SortedRunSize runSize) {
    this.table = table;
    this.staging = staging;
    this.runSize = runSize;
  }

  @Setup
  public void connect() throws IOException {
    conf = table.store().configuration();
    files = new HashMap<>();
    runBytes = runSize.bytesHere();
    memory = new BlockMemory();
  }

  @ProcessElement
  public void write(
      @Element KV<Integer, Iterable<Block>> range, OutputReceiver<KV<Integer, StagedFiles>> runs)
      throws IOException {
    Map<Integer, SortedRowBuffer> rows = new TreeMap<>();
    Map<Integer, List<StagedFiles>> written = new TreeMap<>();
    RowBatch.Reader reader = new RowBatch.Reader();
    long gathered = 0;
    for (Block block : range.getValue()) {
      memory.read(block);
      reader.wrap(memory.array(), memory.from(), memory.to());
      rows.computeIfAbsent(reader.date(), date -> new SortedRowBuffer())
          .add(memory.array(), memory.from(), memory.to());
      gathered += block.length();
      if (gathered >= runBytes) {
        writeRuns(rows, written);
        gathered = 0;
      }
    }
    writeRuns(rows, written);
    for (Map.Entry<Integer, List<StagedFiles>> date : written.entrySet()) {
      for (StagedFiles run : filesOf(date.getKey()).merge(date.getValue())) {
        runs.output(KV.of(date.getKey(), run));
      }
    }
  }

  private void writeRuns(
      Map<Integer, SortedRowBuffer> rows, Map<Integer, List<StagedFiles>> written)
      throws IOException {
    for (Map.Entry<Integer, SortedRowBuffer> date : rows.entrySet()) {
      if (date.getValue().rows() > 0) {
        StagedFiles run = filesOf(date.getKey()).write(date.getValue());
        rowsWritten.inc(run.rows());
        written.computeIfAbsent(date.getKey(), none -> new ArrayList<>()).add(run);
      }
    }
    memory.clear();
  }

  private DateFiles filesOf(int date) throws IOException {
    DateFiles found = files.get(date);
    if (found == null) {
      String name = table.ofDate(date);
      if (TIDIED.add(staging.run())) {
        staging.removeLeftovers(conf, name);
      }
      try (ConnectionLease lease = table.store().connect();
          Admin admin = lease.connection().getAdmin()) {
        found =
            new DateFiles(
                conf,
                staging.path(conf, table, date),
                admin.getDescriptor(TableName.valueOf(name)));
      }
      files.put(date, found);
    }
    return found;
  }

  private record DateFiles(Configuration conf, Path folder, TableDescriptor descriptor) {
    StagedFiles write(SortedRowBuffer rows) throws IOException {
      int count = rows.rows();
      List<String> files = new ArrayList<>();
      try (FamilyFiles writers = new FamilyFiles(conf, folder, descriptor)) {
        rows.drain(writers::append);
        for (Path file : writers.finish()) {
          files.add(file.toString());
        }
      } catch (IOException | FSError e) {
        throw named(e);
      }
      return new StagedFiles(count, files);
    }

    List<StagedFiles> merge(List<StagedFiles> runs) throws IOException {
      try {
        return new SortedRunMerge(conf, folder, descriptor).merge(runs);
      } catch (IOException | FSError e) {
        throw named(e);
      }
    }

    /** Says which folder could not be written to; an FSError is Hadoop's way to say that. */
    private IOException named(Throwable e) {
      IOException failure =
          e instanceof IOException io ? io : new IOException(e.getCause().getMessage(), e);
      return FullDiskException.named(folder.toUri().getPath(), failure);
    }
  }
}
