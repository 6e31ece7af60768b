package io.daisychain.store;

import io.daisychain.model.Family;
import java.io.IOException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/**
 * Reads the cells of a key range, in the order of row, family, qualifier, the newest of each
 * column.
 *
 * <p>Cells come one by one, however many a row has: {@link #startsRow} says where one begins.
 * Arrays are the store's own; they are not overwritten, but keeping one keeps a whole batch in
 * memory. Not thread-safe.
 */
public final class RangeScan implements AutoCloseable {
  private final String name;
  private final Table table;
  private final ResultScanner scanner;
  private final byte[] start;
  private final byte[] end;
  private Cell[] cells = {};
  private int index;
  private Cell cell;
  private byte[] row = {};
  private boolean startsRow;

  private RangeScan(String name, Table table, ResultScanner scanner, byte[] start, byte[] end) {
    this.name = name;
    this.table = table;
    this.scanner = scanner;
    this.start = start;
    this.end = end;
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
    // A row of more bytes than an answer comes in several.
    Configuration conf = connection.getConfiguration();
    Scan scan =
        new Scan()
            .withStartRow(start)
            .withStopRow(end)
            .readVersions(1)
            .setCacheBlocks(false)
            .setCaching(conf.getInt(ClientConfiguration.SCAN_ROWS, -1))
            .setMaxResultSize(conf.getLong(ClientConfiguration.SCAN_BYTES, -1))
            .setAllowPartialResults(true);
    columns.forEach(
        (family, names) -> {
          scan.addFamily(family.bytes());
          names.forEach(name -> scan.addColumn(family.bytes(), name));
        });
    limits.forEach((family, limit) -> scan.setColumnFamilyTimeRange(family.bytes(), 0, limit));
    Table opened = connection.getTable(TableName.valueOf(table));
    try {
      return new RangeScan(table, opened, opened.getScanner(scan), start, end);
    } catch (IOException | RuntimeException e) {
      opened.close();
      throw StoreFailure.ofRange(table, start, end, e);
    }
  }

  /**
   * Moves to the next cell; false at the end of the range.
   *
   * @throws IOException naming the table and the rows that could not be read
   */
  public boolean next() throws IOException {
    while (index == cells.length) {
      Result result = nextResult();
      if (result == null) {
        return false;
      }
      Cell[] next = result.rawCells();
      cells = next == null ? new Cell[0] : next;
      index = 0;
    }
    cell = cells[index++];
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
    scanner.close();
    table.close();
  }

  private Result nextResult() throws IOException {
    try {
      return scanner.next();
    } catch (IOException | RuntimeException e) {
      // Bigtable's client throws what it likes.
      throw StoreFailure.ofRange(name, row.length == 0 ? start : row, end, e);
    }
  }

  private boolean isOfRow(Cell other) {
    int at = other.getRowOffset();
    return Arrays.equals(row, 0, row.length, other.getRowArray(), at, at + other.getRowLength());
  }
}
