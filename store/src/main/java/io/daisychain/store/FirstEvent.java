package io.daisychain.store;

import io.daisychain.model.Family;
import io.daisychain.model.TableSchema;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.ColumnPrefixFilter;

/** A look at the first event of a table, which tells how the table is laid out. */
final class FirstEvent {
  private FirstEvent() {}

  /** Whether the table's first event has the columns of this version; empty without any event. */
  static Optional<Boolean> isOfThisFormat(Connection connection, String table) throws IOException {
    Scan scan =
        new Scan()
            .addFamily(Family.LINK.bytes())
            .setFilter(new ColumnPrefixFilter(new byte[] {TableSchema.REFERENCES_PREFIX}))
            .readVersions(1)
            .setCacheBlocks(false);
    try (Table opened = connection.getTable(TableName.valueOf(table));
        ResultScanner rows = opened.getScanner(scan)) {
      Result row = rows.next();
      if (row == null) {
        return Optional.empty();
      }
      Cell cell = row.rawCells()[0];
      return Optional.of(
          TableSchema.isContent(
              TableSchema.REFERENCES_PREFIX,
              cell.getQualifierArray(),
              cell.getQualifierOffset(),
              cell.getQualifierLength()));
    } catch (IOException | RuntimeException e) {
      throw StoreFailure.ofTable(table, e);
    }
  }
}
