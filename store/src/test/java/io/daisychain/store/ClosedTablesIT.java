package io.daisychain.store;

import static io.daisychain.store.Rows.ascii;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.daisychain.model.Family;
import io.daisychain.store.scan.RangeScan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An embedded store opens the latest dates when it starts, and others when they are used. */
class ClosedTablesIT {
  private static final int DATES = 4;
  private static final byte[] KEY = new byte[16];

  @TempDir private Path folder;

  @Test
  void areOpenedByWhoeverUsesThem() throws IOException {
    try (StoreSession session = EmbeddedStores.open(folder);
        TableAdmin admin = TableAdmin.open(session.connector());
        ConnectionLease lease = session.connector().connect()) {
      admin.createMeta("t");
      for (int date = Rows.DATE; date < Rows.DATE + DATES; date++) {
        admin.createDate("t", date, Rows.splitKeys());
        try (Table table = lease.connection().getTable(nameOf(date))) {
          table.put(
              new Put(KEY).addColumn(Family.DATA.bytes(), ascii("e"), ascii("of date " + date)));
        }
      }
    }

    try (StoreSession session = EmbeddedStores.open(folder);
        TableAdmin admin = TableAdmin.open(session.connector());
        ConnectionLease lease = session.connector().connect()) {
      assertEquals(Set.of(nameOf(Rows.DATE), nameOf(Rows.DATE + 1)), closed(session));

      assertFalse(admin.createDate("t", Rows.DATE, Rows.splitKeys()), "made again");
      assertEquals(Set.of(nameOf(Rows.DATE + 1)), closed(session));
      assertEquals(List.of("of date " + Rows.DATE), values(lease, Rows.DATE));

      assertEquals(Rows.splitKeys().size() + 1, admin.ranges("t", Rows.DATE + 1).count());
      assertEquals(List.of("of date " + (Rows.DATE + 1)), values(lease, Rows.DATE + 1));
      assertEquals(Set.of(), closed(session));
    }

    try (StoreSession session = EmbeddedStores.open(folder);
        TableAdmin admin = TableAdmin.open(session.connector())) {
      admin.deleteDate("t", Rows.DATE);
      assertFalse(admin.exists(nameOf(Rows.DATE).getNameAsString()));
      assertEquals(Set.of(nameOf(Rows.DATE + 1)), closed(session));
    }
  }

  private static List<String> values(ConnectionLease lease, int date) throws IOException {
    List<String> values = new ArrayList<>();
    String table = nameOf(date).getNameAsString();
    try (RangeScan scan = RangeScan.open(lease.connection(), table, new byte[0], new byte[0])) {
      while (scan.next()) {
        values.add(new String(CellUtil.cloneValue(scan.cell()), US_ASCII));
      }
    }
    return values;
  }

  private static Set<TableName> closed(StoreSession session) throws IOException {
    try (ConnectionLease lease = session.connector().connect();
        Admin admin = lease.connection().getAdmin()) {
      Set<TableName> closed = new TreeSet<>();
      for (int date = Rows.DATE; date < Rows.DATE + DATES; date++) {
        if (admin.tableExists(nameOf(date)) && admin.isTableDisabled(nameOf(date))) {
          closed.add(nameOf(date));
        }
      }
      return closed;
    }
  }

  private static TableName nameOf(int date) {
    return TableName.valueOf(new StoreTable(null, "t").ofDate(date));
  }
}
