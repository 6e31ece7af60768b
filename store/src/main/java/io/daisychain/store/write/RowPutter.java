package io.daisychain.store.write;

import io.daisychain.store.ClientConfiguration;
import io.daisychain.store.ConnectionLease;
import io.daisychain.store.RowBatch;
import io.daisychain.store.StoreFailure;
import io.daisychain.store.StoreTable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;

/**
 * Puts packed rows into the tables of their trade dates, with a write-ahead log that is synced.
 * Rows are durable when {@link #flush} has returned. Not thread-safe.
 */
public final class RowPutter implements AutoCloseable {
  /** Bigtable takes 100,000 changes in one request, of one row as of many. */
  private static final int CELLS_PER_BATCH = 20_000;

  private final StoreTable table;
  private final ConnectionLease lease;
  private final Map<Integer, Table> tables = new HashMap<>();
  private final RowBatch.Reader reader = new RowBatch.Reader();
  private final int mostRows;
  private final int mostBytes;
  private final List<Row> batch = new ArrayList<>();
  private int batchDate;
  private int batchCells;
  private int batchBytes;

  /** Puts rows of these events. */
  public RowPutter(StoreTable table) throws IOException {
    this.table = table;
    lease = table.store().connect();
    mostRows = lease.connection().getConfiguration().getInt(ClientConfiguration.BATCH_ROWS, 1);
    mostBytes = lease.connection().getConfiguration().getInt(ClientConfiguration.BATCH_BYTES, 1);
  }

  /**
   * Adds the rows of a block, as {@link RowBatch} packs them; full requests are sent.
   *
   * @return number of rows
   */
  public long add(byte[] block) throws IOException {
    long count = 0;
    reader.wrap(block);
    if (reader.date() != batchDate) {
      flush();
      batchDate = reader.date();
    }
    while (reader.nextRow()) {
      while (reader.cellsLeft() > 0) {
        addRow();
        if (batch.size() >= mostRows || batchCells >= CELLS_PER_BATCH || batchBytes >= mostBytes) {
          flush();
        }
      }
      count++;
    }
    return count;
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

  /** Sends what has gathered; all that was added is durable then. */
  public void flush() throws IOException {
    if (!batch.isEmpty()) {
      Table rows = tableOf(batchDate);
      try {
        rows.batch(batch, new Object[batch.size()]);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted while rows were put");
      } catch (IOException | RuntimeException e) {
        throw StoreFailure.ofRows(rows.getName().getNameAsString(), batch, e);
      }
    }
    batch.clear();
    batchCells = 0;
    batchBytes = 0;
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
  @Override
  public void close() throws IOException {
    for (Table rows : tables.values()) {
      rows.close();
    }
    lease.close();
  }

  private static byte[] copy(byte[] array, int offset, int length) {
    return Arrays.copyOfRange(array, offset, offset + length);
  }
}
