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
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;

/** Looks for events in a table. */
final class FirstEvent {
  private FirstEvent() {}

  private static Scan references() {
    return new Scan()
        .addFamily(Family.LINK.bytes())
        .setFilter(
            new FilterList(
                new ColumnPrefixFilter(new byte[] {TableSchema.REFERENCES_PREFIX}),
                new KeyOnlyFilter()))
        .readVersions(1)
        .setCacheBlocks(false);
  }

  static long count(Connection connection, String table) throws IOException {
    try (Table opened = connection.getTable(TableName.valueOf(table));
        ResultScanner rows = opened.getScanner(references().setCaching(10_000))) {
      long count = 0;
      while (rows.next() != null) {
        count++;
      }
      return count;
    } catch (IOException | RuntimeException e) {
      throw StoreFailure.ofTable(table, e);
    }
  }

  /** True when an event was ingested into the table. */
  static boolean isIn(Connection connection, String table) throws IOException {
    Scan scan = references();
    try (Table opened = connection.getTable(TableName.valueOf(table));
        ResultScanner rows = opened.getScanner(scan)) {
      return rows.next() != null;
    } catch (IOException | RuntimeException e) {
      throw StoreFailure.ofTable(table, e);
    }
  }
}
