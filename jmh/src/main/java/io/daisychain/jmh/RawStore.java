package io.daisychain.jmh;

import io.daisychain.model.Family;
import io.daisychain.model.RowKey;
import io.daisychain.store.ConnectionLease;
import io.daisychain.store.KeyRanges;
import io.daisychain.store.RowBatch;
import io.daisychain.store.StoreConnector;
import io.daisychain.store.StoreTable;
import io.daisychain.store.scan.RangeScan;
import io.daisychain.store.write.RowFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongPredicate;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.tool.BulkLoadHFiles;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * What a store does with rows that are ready in memory: the limit beside which jobs are measured.
 * No pipeline, a few threads, nothing done to the rows. Tables are those of the workload's date.
 */
final class RawStore {
  private static final long MUTATOR_BYTES = 8 << 20;

  private final StoreConnector connector;
  private final int threads;

  /** Works with so many threads at once. */
  RawStore(StoreConnector connector, int threads) {
    this.connector = connector;
    this.threads = threads;
  }

  /**
   * Copies a table into memory, range by range.
   *
   * @return packed rows of each range, see {@link RowBatch}
   */
  List<byte[]> read(String table, KeyRanges ranges) throws IOException {
    return read(table, ranges, timestamp -> true);
  }

  /** As {@link #read(String, KeyRanges)}, of the cells with certain timestamps only. */
  List<byte[]> read(String table, KeyRanges ranges, LongPredicate timestamps) throws IOException {
    List<Callable<byte[]>> reads = new ArrayList<>();
    for (int range = 0; range < ranges.count(); range++) {
      int number = range;
      reads.add(() -> readRange(table, ranges, number, timestamps));
    }
    return all(reads);
  }

  long scan(String table, KeyRanges ranges, Family... families) throws IOException {
    List<Callable<Long>> scans = new ArrayList<>();
    for (int range = 0; range < ranges.count(); range++) {
      int number = range;
      scans.add(() -> scanRange(table, ranges, number, families));
    }
    return all(scans).stream().mapToLong(Long::longValue).sum();
  }

  /** Puts packed rows and returns when they are durable. */
  void put(String table, List<byte[]> rows) throws IOException {
    List<Callable<Void>> puts = new ArrayList<>();
    for (byte[] block : rows) {
      puts.add(() -> putBlock(table, block));
    }
    all(puts);
  }

  /** Writes packed rows as sorted files, one set a range, and bulk loads them. */
  void bulk(String table, List<byte[]> rows) throws IOException {
    RowFiles target = RowFiles.of(new StoreTable(connector, table), BenchTables.DATE);
    List<Callable<List<Path>>> writes = new ArrayList<>();
    for (byte[] block : rows) {
      writes.add(() -> target.write(block));
    }
    Map<byte[], List<Path>> files = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    for (List<Path> written : all(writes)) {
      for (Path file : written) {
        byte[] family = Bytes.toBytes(file.getParent().getName());
        files.computeIfAbsent(family, key -> new ArrayList<>()).add(file);
      }
    }
    try (ConnectionLease lease = connector.connect()) {
      BulkLoadHFiles.create(lease.connection().getConfiguration())
          .bulkLoad(TableName.valueOf(nameOf(table)), files);
    }
  }

  private byte[] readRange(String table, KeyRanges ranges, int range, LongPredicate timestamps)
      throws IOException {
    RowBatch.Writer rows = new RowBatch.Writer(BenchTables.DATE);
    boolean begun = false;
    try (ConnectionLease lease = connector.connect();
        RangeScan scan =
            RangeScan.open(
                lease.connection(), nameOf(table), ranges.start(range), ranges.end(range))) {
      while (scan.next()) {
        Cell cell = scan.cell();
        begun &= !scan.startsRow();
        if (!timestamps.test(cell.getTimestamp())) {
          continue;
        }
        if (!begun) {
          rows.row(scan.row(), 0);
          begun = true;
        }
        rows.put(
            scan.family(),
            cell.getQualifierArray(),
            cell.getQualifierOffset(),
            cell.getQualifierLength(),
            cell.getTimestamp(),
            cell.getValueArray(),
            cell.getValueOffset(),
            cell.getValueLength());
      }
    }
    return rows.take();
  }

  private long scanRange(String table, KeyRanges ranges, int range, Family... families)
      throws IOException {
    long rows = 0;
    try (ConnectionLease lease = connector.connect();
        RangeScan scan =
            RangeScan.open(
                lease.connection(),
                nameOf(table),
                ranges.start(range),
                ranges.end(range),
                families)) {
      while (scan.next()) {
        rows += scan.startsRow() ? 1 : 0;
      }
    }
    return rows;
  }

  private Void putBlock(String table, byte[] block) throws IOException {
    RowBatch.Reader rows = new RowBatch.Reader().wrap(block);
    try (ConnectionLease lease = connector.connect();
        BufferedMutator mutator =
            lease
                .connection()
                .getBufferedMutator(
                    new BufferedMutatorParams(TableName.valueOf(nameOf(table)))
                        .writeBufferSize(MUTATOR_BYTES))) {
      while (rows.nextRow()) {
        Put put = new Put(rows.array(), rows.keyOffset(), RowKey.LENGTH);
        while (rows.nextCell()) {
          int qualifierEnd = rows.qualifierOffset() + rows.qualifierLength();
          int valueEnd = rows.valueOffset() + rows.valueLength();
          put.addColumn(
              rows.family().bytes(),
              Arrays.copyOfRange(rows.array(), rows.qualifierOffset(), qualifierEnd),
              rows.timestamp(),
              Arrays.copyOfRange(rows.array(), rows.valueOffset(), valueEnd));
        }
        mutator.mutate(put);
      }
    }
    return null;
  }

  private String nameOf(String table) {
    return new StoreTable(connector, table).ofDate(BenchTables.DATE);
  }

  private <T> List<T> all(List<Callable<T>> calls) throws IOException {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<T> results = new ArrayList<>();
      for (Future<T> call : pool.invokeAll(calls)) {
        results.add(call.get());
      }
      return results;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } catch (ExecutionException e) {
      throw new IOException(e.getCause().getMessage(), e.getCause());
    } finally {
      pool.shutdownNow();
    }
  }
}
