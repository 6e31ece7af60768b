package io.daisychain.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.daisychain.model.Family;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/** Tables that somebody else has made, not quite as they should be. */
public final class ForeignTables {
  private ForeignTables() {}

  /**
   * Makes a table without the family Error, that keeps three versions or a minute of the others.
   */
  public static void make(StoreConnector connector, String name) throws IOException {
    try (ConnectionLease lease = connector.connect();
        Admin admin = lease.connection().getAdmin()) {
      ColumnFamilyDescriptor versions =
          ColumnFamilyDescriptorBuilder.newBuilder(Family.DATA.bytes()).setMaxVersions(3).build();
      ColumnFamilyDescriptor minute =
          ColumnFamilyDescriptorBuilder.newBuilder(Family.LINK.bytes())
              .setMaxVersions(1)
              .setTimeToLive(60)
              .build();
      admin.createTable(
          TableDescriptorBuilder.newBuilder(nameOf(connector, name))
              .setColumnFamilies(List.of(versions, minute))
              .build());
    }
  }

  private static TableName nameOf(StoreConnector connector, String name) {
    return TableName.valueOf(new StoreTable(connector, name).ofDate(Rows.DATE));
  }

  /** Has the table made anew, and asserts that it now keeps one version of each cell for ever. */
  public static void assertMended(StoreConnector connector, String name) throws IOException {
    try (TableAdmin tables = TableAdmin.open(connector)) {
      assertFalse(tables.createDate(name, Rows.DATE, List.of()));
    }
    assertKept(connector, name);
  }

  /** Asserts that a table has the schema's families, and one version of each cell for ever. */
  public static void assertKept(StoreConnector connector, String name) throws IOException {
    try (ConnectionLease lease = connector.connect();
        Admin admin = lease.connection().getAdmin()) {
      for (Family family : Family.values()) {
        ColumnFamilyDescriptor found =
            admin.getDescriptor(nameOf(connector, name)).getColumnFamily(family.bytes());
        assertEquals(1, found.getMaxVersions(), family + " of " + name);
        assertEquals(HConstants.FOREVER, found.getTimeToLive(), family + " of " + name);
      }
    }
  }
}
