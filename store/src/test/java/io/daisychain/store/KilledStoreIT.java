package io.daisychain.store;

import static io.daisychain.store.Rows.ascii;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.model.Family;
import io.daisychain.model.LongBytes;
import io.daisychain.store.embedded.StoreProperties;
import io.daisychain.store.scan.RangeScan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store that is killed in the middle of writes. */
class KilledStoreIT {
  private static final int ROWS_BEFORE_THE_KILL = 500;

  @TempDir private Path folder;

  @Test
  void hasEveryRowThatWasAcknowledged() throws Exception {
    EmbeddedStores.Told told = new EmbeddedStores.Told();
    StoreSession session = EmbeddedStores.open(folder, told);
    try (TableAdmin admin = TableAdmin.open(session.connector())) {
      admin.createDate("t", Rows.DATE, Rows.splitKeys());
    }
    Set<Integer> acknowledged = ConcurrentHashMap.newKeySet();
    CountDownLatch enough = new CountDownLatch(ROWS_BEFORE_THE_KILL);
    ConnectionLease lease = session.connector().connect();
    Thread writer =
        new Thread(() -> writeUntilTheStoreDies(lease.connection(), acknowledged, enough));
    writer.start();

    enough.await();
    long pid = StoreProperties.read(folder).orElseThrow().pid();
    ProcessHandle.of(pid).orElseThrow().destroyForcibly();
    told.deaths.take();
    session.close();
    writer.interrupt(); // its client would look for the store for minutes
    writer.join();

    try (StoreSession again = EmbeddedStores.open(folder)) {
      Set<Integer> found = new HashSet<>();
      try (ConnectionLease scanning = again.connector().connect();
          RangeScan scan =
              RangeScan.open(scanning.connection(), "t_20260316", new byte[0], new byte[0])) {
        while (scan.next()) {
          found.add(LongBytes.readInt(scan.row(), 0));
        }
      }
      assertTrue(found.containsAll(acknowledged), found.size() + " of " + acknowledged.size());
    }
  }

  private static void writeUntilTheStoreDies(
      Connection connection, Set<Integer> acknowledged, CountDownLatch enough) {
    try (Table table = connection.getTable(TableName.valueOf("t_20260316"))) {
      for (int i = 0; true; i++) {
        int scattered = i * 0x9e3779b9;
        byte[] key = new byte[16];
        LongBytes.writeInt(scattered, key, 0);
        table.put(new Put(key).addColumn(Family.DATA.bytes(), ascii("e"), ascii("v")));
        acknowledged.add(scattered);
        enough.countDown();
      }
    } catch (IOException e) {
      // The end of the store, or of the connection: what was not acknowledged may be lost.
    }
  }
}
