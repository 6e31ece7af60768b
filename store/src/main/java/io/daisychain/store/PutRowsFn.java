package io.daisychain.store;

import io.daisychain.beam.Block;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.beam.sdk.metrics.Counter;
import org.apache.beam.sdk.metrics.Metrics;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.KV;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;

/** Puts packed rows. An element is done only when all its rows are durable. */
final class PutRowsFn extends DoFn<KV<Integer, Block>, Long> {
  /** Bigtable takes 100,000 changes in one request, of one row as of many. */
  private static final int CELLS_PER_BATCH = 20_000;

  private final StoreTable table;
  private final Counter rowsPut = Metrics.counter(PutRowsFn.class, "rowsPut");
  private transient ConnectionLease lease;
  private transient Map<Integer, Table> tables;
  private transient RowBatch.Reader reader;
  private transient int mostRows;
  private transient int mostBytes;
  private transient List<Row> batch;
  private transient int batchCells;
  private transient int batchBytes;

  PutRowsFn(StoreTable table) {
    this.table = table;
  }

  @Setup
  public void connect() throws IOException {
    lease = table.store().connect();
    tables = new HashMap<>();
    mostRows = lease.connection().getConfiguration().getInt(ClientConfiguration.BATCH_ROWS, 1);
    mostBytes = lease.connection().getConfiguration().getInt(ClientConfiguration.BATCH_BYTES, 1);
    reader = new RowBatch.Reader();
    batch = new ArrayList<>();
  }

  @ProcessElement
  public void put(@Element KV<Integer, Block> block, OutputReceiver<Long> written)
      throws IOException, InterruptedException {
    long count = 0;
    reader.wrap(block.getValue().bytes());
    Table rows = tableOf(reader.date());
    batch.clear();
    while (reader.nextRow()) {
      while (reader.cellsLeft() > 0) {
        addRow();
        if (batch.size() >= mostRows || batchCells >= CELLS_PER_BATCH || batchBytes >= mostBytes) {
          flush(rows);
        }
      }
      count++;
    }
    flush(rows);
    rowsPut.inc(count);
    written.output(count);
  }

  private Table tableOf(int date) throws IOException {
    Table rows = tables.get(date);
    if (rows == null) {
      rows = lease.connection().getTable(TableName.valueOf(table.ofDate(date)));
      tables.put(date, rows);
    }
    return rows;
  }

  /** Best effort only: nothing durable depends on it. */
  @Teardown
  public void disconnect() throws IOException {
    if (lease != null) {
      for (Table rows : tables.values()) {
        rows.close();
      }
      lease.close();
    }
  }

  /** Adds the row's cells, as many as go into a request. */
  private void addRow() throws IOException {
    byte[] array = reader.array();
    byte[] key =
        Arrays.copyOfRange(array, reader.keyOffset(), reader.keyOffset() + RowBatch.KEY_LENGTH);
    Put put = new Put(key, true);
    Delete delete = new Delete(key);
    int cells = 0;
    int bytes = 0;
    while (cells < CELLS_PER_BATCH && bytes < mostBytes && reader.nextCell()) {
      byte[] qualifier = copy(array, reader.qualifierOffset(), reader.qualifierLength());
      byte[] family = reader.family().bytes();
      if (reader.kind() == RowBatch.Kind.PUT) {
        byte[] value = copy(array, reader.valueOffset(), reader.valueLength());
        put.addColumn(family, qualifier, reader.timestamp(), value);
        bytes += value.length;
      } else {
        delete.addColumns(family, qualifier, reader.timestamp());
      }
      bytes += qualifier.length + RowBatch.CELL_HEADER_LENGTH;
      cells++;
    }
    batchCells += cells;
    batchBytes += bytes;
    batch.add(change(put, delete));
  }

  private static Row change(Put put, Delete delete) throws IOException {
    put.setDurability(Durability.SYNC_WAL);
    delete.setDurability(Durability.SYNC_WAL);
    if (delete.isEmpty()) {
      return put;
    }
    if (put.isEmpty()) {
      return delete;
    }
    // As one change: the order of several changes of a row in one request is the store's to choose.
    return RowMutations.of(List.of(delete, put));
  }

  private void flush(Table rows) throws IOException, InterruptedException {
    if (!batch.isEmpty()) {
      try {
        rows.batch(batch, new Object[batch.size()]);
      } catch (IOException | RuntimeException e) {
        throw StoreFailure.ofRows(rows.getName().getNameAsString(), batch, e);
      }
    }
    batch.clear();
    batchCells = 0;
    batchBytes = 0;
  }

  private static byte[] copy(byte[] array, int offset, int length) {
    return Arrays.copyOfRange(array, offset, offset + length);
  }
}
