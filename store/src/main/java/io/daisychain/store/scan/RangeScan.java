package io.daisychain.store.scan;

import io.daisychain.model.Family;
import io.daisychain.store.ConnectionLease;
import io.daisychain.store.StoreFailure;
import java.io.IOException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Connection;

/**
 * Reads the cells of a key range, in the order of row, family, qualifier, the newest of each
 * column.
 *
 * <p>Cells come one by one, however many a row has: {@link #startsRow} says where one begins.
 * Arrays are the store's own; they are not overwritten, but keeping one keeps a whole batch in
 * memory. Not thread-safe.
 */
public final class RangeScan implements AutoCloseable {
  private final CellRange range;
  private final CellSource source;
  private Cell cell;
  private byte[] row = {};
  private boolean startsRow;

  private RangeScan(CellRange range, CellSource source) {
    this.range = range;
    this.source = source;
  }

  /**
   * Starts to read.
   *
   * @param start first key; empty for the beginning of the table
   * @param end first key that is not read any more; empty for the end of the table
   * @param families what to read; all if none is named
   */
  public static RangeScan open(
      Connection connection, String table, byte[] start, byte[] end, Family... families)
      throws IOException {
    Map<Family, List<byte[]>> columns = new EnumMap<>(Family.class);
    for (Family family : families) {
      columns.put(family, List.of());
    }
    return open(connection, table, start, end, columns);
  }

  /**
   * Starts to read.
   *
   * @param columns what to read of each family, all of it if no column is named; everything if no
   *     family is
   */
  public static RangeScan open(
      Connection connection,
      String table,
      byte[] start,
      byte[] end,
      Map<Family, List<byte[]>> columns)
      throws IOException {
    return open(connection, table, start, end, columns, Map.of());
  }

  /**
   * Starts to read.
   *
   * @param columns what to read of each family, all of it if no column is named; everything if no
   *     family is
   * @param limits by family, a timestamp above those of the cells that are wanted: files in which
   *     all are later are not read
   */
  public static RangeScan open(
      Connection connection,
      String table,
      byte[] start,
      byte[] end,
      Map<Family, List<byte[]>> columns,
      Map<Family, Long> limits)
      throws IOException {
    CellRange range = new CellRange(table, start, end, columns, limits);
    return new RangeScan(range, ServerCells.open(connection, range));
  }

  /**
   * Starts to read much. The files of an embedded store are read by this process, those of other
   * stores as by {@link #open(Connection, String, byte[], byte[], Map, Map)}.
   */
  public static RangeScan openMuch(
      ConnectionLease lease,
      String table,
      byte[] start,
      byte[] end,
      Map<Family, List<byte[]>> columns,
      Map<Family, Long> limits)
      throws IOException {
    CellRange range = new CellRange(table, start, end, columns, limits);
    return new RangeScan(
        range,
        lease.isEmbedded()
            ? FileCells.open(lease.connection(), range)
            : ServerCells.open(lease.connection(), range));
  }

  /**
   * Moves to the next cell; false at the end of the range.
   *
   * @throws IOException naming the table and the rows that could not be read
   */
  public boolean next() throws IOException {
    Cell next = nextCell();
    if (next == null) {
      return false;
    }
    cell = next;
    startsRow = !isOfRow(cell);
    if (startsRow) {
      int at = cell.getRowOffset();
      row = Arrays.copyOfRange(cell.getRowArray(), at, at + cell.getRowLength());
    }
    return true;
  }

  /** True when the cell is the first of its row. */
  public boolean startsRow() {
    return startsRow;
  }

  /** Key of the row, made anew for each row; 16 bytes unless somebody else wrote it. */
  public byte[] row() {
    return row;
  }

  /**
   * Family of the cell.
   *
   * @throws IllegalArgumentException if it is none of the schema's
   */
  public Family family() {
    return Family.named(cell.getFamilyArray(), cell.getFamilyOffset(), cell.getFamilyLength());
  }

  /** The cell, with its qualifier, timestamp and value. */
  public Cell cell() {
    return cell;
  }

  @Override
  public void close() throws IOException {
    source.close();
  }

  private Cell nextCell() throws IOException {
    try {
      return source.next();
    } catch (IOException | RuntimeException e) {
      // Bigtable's client throws what it likes.
      byte[] reached = row.length == 0 ? range.start() : row;
      throw StoreFailure.ofRange(range.table(), reached, range.end(), e);
    }
  }

  private boolean isOfRow(Cell other) {
    int at = other.getRowOffset();
    return Arrays.equals(row, 0, row.length, other.getRowArray(), at, at + other.getRowLength());
  }
}
