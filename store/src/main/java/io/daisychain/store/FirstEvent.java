package io.daisychain.store;

import io.daisychain.model.Family;
import io.daisychain.model.TableSchema;
import java.io.IOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.ColumnPrefixFilter;

/** Looks for a first event in a table. */
final class FirstEvent {
  private FirstEvent() {}

  /** True when an event was ingested into the table. */
  static boolean isIn(Connection connection, String table) throws IOException {
    Scan scan =
        new Scan()
            .addFamily(Family.LINK.bytes())
            .setFilter(new ColumnPrefixFilter(new byte[] {TableSchema.REFERENCES_PREFIX}))
            .readVersions(1)
            .setCacheBlocks(false);
    try (Table opened = connection.getTable(TableName.valueOf(table));
        ResultScanner rows = opened.getScanner(scan)) {
      return rows.next() != null;
    } catch (IOException | RuntimeException e) {
      throw StoreFailure.ofTable(table, e);
    }
  }
}
