package io.daisychain.store;

import static io.daisychain.store.Rows.ascii;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertIterableEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.cloud.bigtable.emulator.core.EmulatorController;
import io.daisychain.beam.Block;
import io.daisychain.model.Family;
import io.daisychain.store.write.WriteRows;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.beam.sdk.values.KV;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The same reading and writing on Bigtable's emulator. */
class BigtableIT {
  private static EmulatorController emulator;
  private static StoreSession session;
  private static StoreConnector connector;
  private static TableAdmin admin;

  @BeforeAll
  static void openStore() throws Exception {
    emulator = EmulatorController.createBundled();
    emulator.start();
    StoreAddress address =
        StoreAddress.parse("bigtable://project/instance", "localhost:" + emulator.getPort());
    session = StoreSession.open(address, EmbeddedStores.launch(), new EmbeddedStores.Told());
    connector = session.connector();
    admin = TableAdmin.open(connector);
  }

  @AfterAll
  static void closeStore() throws IOException {
    admin.close();
    session.close();
    emulator.stop();
  }

  @Test
  void makesATableOnceAndRemembersItsSplits() throws IOException {
    assertTrue(admin.createDate("once", Rows.DATE, Rows.splitKeys()));
    assertFalse(admin.createDate("once", Rows.DATE, List.of()));

    assertTrue(admin.exists("once_20260316"));
    assertFalse(admin.exists("never_20260316"));
    assertArrayEquals(Rows.splitKeys().toArray(), admin.splitKeys("once", Rows.DATE).toArray());
    assertEquals(8, admin.ranges("once", Rows.DATE).count());
  }

  @Test
  void holdsThePutRows() throws IOException {
    admin.createDate("put", Rows.DATE, Rows.splitKeys());
    Rows.Blocks blocks = new Rows.Blocks(admin.ranges("put", Rows.DATE));
    Map<Integer, String> expected = new TreeMap<>();
    for (int i = 0; i < 2_500; i++) {
      byte[] key = new byte[16];
      key[0] = (byte) i;
      key[1] = (byte) (i >> 8);
      long timestamp = Rows.EVENT_TIMESTAMP + i;
      blocks.row(key).put(Family.DATA, ascii("e"), timestamp, ascii("new"));
      blocks.row(key).put(Family.DATA, ascii("e"), timestamp - 1, ascii("old"));
      String id = String.format("%02x%02x", i & 0xff, i >> 8) + "0".repeat(28);
      expected.put((i & 0xff) << 8 | i >> 8, "row " + id + " DATA:e " + timestamp + " 6e6577");
    }
    List<KV<Integer, Block>> all = blocks.all();

    Rows.write(all, WriteRows.put(new StoreTable(connector, "put")));
    Rows.write(all, WriteRows.put(new StoreTable(connector, "put")));

    assertIterableEquals(expected.values(), Rows.read(connector, "put"));
    assertEquals(List.of(), Rows.read(connector, "put", Family.LINK));
  }

  @Test
  void keepsTheLargestTimestamps() throws IOException {
    admin.createDate("times", Rows.DATE, List.of());
    Rows.Blocks blocks = new Rows.Blocks(admin.ranges("times", Rows.DATE));
    blocks.row(new byte[16]).put(Family.DATA, ascii("e"), 9_000_000_000_000_000L, ascii("v"));

    Rows.write(blocks.all(), WriteRows.put(new StoreTable(connector, "times")));

    assertEquals(
        List.of("row " + "0".repeat(32) + " DATA:e 9000000000000000 76"),
        Rows.read(connector, "times"));
  }

  @Test
  void deletesColumnsUpToTheirTimestamp() throws IOException {
    admin.createDate("deleted", Rows.DATE, List.of());
    Rows.Blocks blocks = new Rows.Blocks(admin.ranges("deleted", Rows.DATE));
    blocks.row(new byte[16]).put(Family.ERROR, ascii("a"), 1, ascii("old"));
    blocks.row(new byte[16]).put(Family.ERROR, ascii("b"), 3, ascii("new"));
    Rows.write(blocks.all(), WriteRows.put(new StoreTable(connector, "deleted")));

    Rows.Blocks deletes = new Rows.Blocks(admin.ranges("deleted", Rows.DATE));
    deletes
        .row(new byte[16])
        .deleteColumn(Family.ERROR, ascii("a"), 2)
        .deleteColumn(Family.ERROR, ascii("b"), 2)
        .put(Family.LINK, ascii("c"), 2, ascii("v"));
    Rows.write(deletes.all(), WriteRows.put(new StoreTable(connector, "deleted")));

    String zeros = "0".repeat(32);
    assertEquals(
        List.of("row " + zeros + " ERROR:b 3 6e6577", "    " + zeros + " LINK:c 2 76"),
        Rows.read(connector, "deleted"));
  }

  @Test
  void keepsMetaValues() throws IOException {
    admin.createMeta("meta");
    byte[] large = new byte[5_000_000];
    large[4_999_999] = 1;
    try (MetaTable meta = admin.meta("meta")) {
      meta.writeLarge("reference", new byte[3]);
      meta.writeLarge("reference", large);
      assertArrayEquals(large, meta.readLarge("reference").orElseThrow());
      assertEquals(1, meta.increment("run", "number"));
      assertEquals(2, meta.increment("run", "number"));
      meta.write("row", "column", ascii("1"));
      meta.write("row", "column", ascii("2"));
      assertArrayEquals(ascii("2"), meta.read("row", "column").orElseThrow());
    }
  }

  @Test
  void keepsOneVersionForEverWhateverAForeignTableKept() throws IOException {
    admin.createDate("own", Rows.DATE, List.of());
    ForeignTables.assertKept(connector, "own");

    ForeignTables.make(connector, "foreign");
    ForeignTables.assertMended(connector, "foreign");
  }

  @Test
  void worksWithTheLargestSettings() throws IOException {
    admin.createDate("batches", Rows.DATE, List.of());
    String settings = "?batchRows=10000&batchBytes=16777216&channels=1&rpcSeconds=600";
    StoreConnector largest =
        new StoreConnector(
            StoreAddress.parse(
                "bigtable://project/instance" + settings, "localhost:" + emulator.getPort()),
            0);
    List<KV<Integer, Block>> blocks = Rows.mixed(admin.ranges("batches", Rows.DATE), 15_000, 1);

    Rows.write(blocks, WriteRows.put(new StoreTable(largest, "batches")));

    admin.createDate("small", Rows.DATE, List.of());
    Rows.write(blocks, WriteRows.put(new StoreTable(connector, "small")));
    assertIterableEquals(Rows.read(connector, "small"), Rows.read(largest, "batches"));
  }

  @Test
  void takesNoFiles() {
    assertThrows(
        IllegalArgumentException.class, () -> WriteRows.bulk(new StoreTable(connector, "put")));
  }
}
