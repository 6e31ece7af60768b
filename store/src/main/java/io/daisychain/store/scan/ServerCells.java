package io.daisychain.store.scan;

import io.daisychain.store.ClientConfiguration;
import io.daisychain.store.StoreFailure;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/** Cells that a store's servers send. */
final class ServerCells implements CellSource {
  private final Table table;
  private final ResultScanner scanner;
  private Cell[] cells = {};
  private int index;

  private ServerCells(Table table, ResultScanner scanner) {
    this.table = table;
    this.scanner = scanner;
  }

  static ServerCells open(Connection connection, CellRange range) throws IOException {
    // A row of more bytes than an answer comes in several.
    Configuration conf = connection.getConfiguration();
    Scan scan =
        new Scan()
            .withStartRow(range.start())
            .withStopRow(range.end())
            .readVersions(1)
            .setCacheBlocks(false)
            .setCaching(conf.getInt(ClientConfiguration.SCAN_ROWS, -1))
            .setMaxResultSize(conf.getLong(ClientConfiguration.SCAN_BYTES, -1))
            .setAllowPartialResults(true);
    range
        .columns()
        .forEach(
            (family, names) -> {
              scan.addFamily(family.bytes());
              names.forEach(name -> scan.addColumn(family.bytes(), name));
            });
    range
        .limits()
        .forEach((family, limit) -> scan.setColumnFamilyTimeRange(family.bytes(), 0, limit));
    Table opened = connection.getTable(TableName.valueOf(range.table()));
    try {
      return new ServerCells(opened, opened.getScanner(scan));
    } catch (IOException | RuntimeException e) {
      opened.close();
      throw StoreFailure.ofRange(range.table(), range.start(), range.end(), e);
    }
  }

  @Override
  public Cell next() throws IOException {
    while (index == cells.length) {
      Result result = scanner.next();
      if (result == null) {
        return null;
      }
      Cell[] next = result.rawCells();
      cells = next == null ? new Cell[0] : next;
      index = 0;
    }
    return cells[index++];
  }

  @Override
  public void close() throws IOException {
    scanner.close();
    table.close();
  }
}
