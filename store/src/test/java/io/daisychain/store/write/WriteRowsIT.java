package io.daisychain.store.write;

import static io.daisychain.store.Rows.ascii;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertIterableEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.beam.Block;
import io.daisychain.model.Family;
import io.daisychain.store.ConnectionLease;
import io.daisychain.store.EmbeddedStores;
import io.daisychain.store.ForeignTables;
import io.daisychain.store.KeyRanges;
import io.daisychain.store.RowBatch;
import io.daisychain.store.Rows;
import io.daisychain.store.SortedRuns;
import io.daisychain.store.StoreAddress;
import io.daisychain.store.StoreConnector;
import io.daisychain.store.StoreSession;
import io.daisychain.store.StoreTable;
import io.daisychain.store.TableAdmin;
import io.daisychain.store.scan.RangeScan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.beam.sdk.testing.PAssert;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.Sum;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Puts and bulk loads on one real embedded store. */
class WriteRowsIT {
  private static final long SEED = 7;

  @TempDir private static Path folder;
  private static StoreSession session;
  private static StoreConnector connector;
  private static TableAdmin admin;

  @BeforeAll
  static void openStore() throws IOException {
    session = EmbeddedStores.open(folder);
    connector = session.connector();
    admin = TableAdmin.open(connector);
  }

  @AfterAll
  static void closeStore() throws IOException {
    admin.close();
    session.close();
  }

  @Test
  void fillsTheSameTableByPutsByFilesAndTwice() throws IOException {
    List<KV<Integer, Block>> blocks = Rows.mixed(made("put"), 3_000, SEED);
    made("bulk");
    made("twice");

    Rows.write(blocks, WriteRows.put(new StoreTable(connector, "put")));
    Rows.write(blocks, WriteRows.bulk(new StoreTable(connector, "bulk")));
    // Many small files, then the same rows again.
    Rows.write(blocks, WriteRows.bulk(new StoreTable(connector, "twice")).withRunBytes(20_000));
    Rows.write(blocks, WriteRows.put(new StoreTable(connector, "twice")));

    List<String> cells = Rows.read(connector, "put");
    assertTrue(cells.size() > 5_000, "cells " + cells.size());
    assertIterableEquals(cells, Rows.read(connector, "bulk"));
    assertIterableEquals(cells, Rows.read(connector, "twice"));
    List<String> links = cells.stream().filter(cell -> cell.contains("LINK:p")).toList();
    assertEquals(links.size(), Rows.read(connector, "put", Family.LINK).size());
  }

  @Test
  void mergesTheManyRunsOfOneRange() throws IOException {
    admin.createDate("merged", Rows.DATE, List.of());
    List<KV<Integer, Block>> blocks = Rows.mixed(admin.ranges("merged", Rows.DATE), 3_000, SEED);
    admin.createDate("unmerged", Rows.DATE, List.of());
    assertTrue(blocks.size() > 32, "blocks " + blocks.size());

    // A run a block: more than HBase's client takes for a region and family unless it is told to.
    Rows.write(blocks, WriteRows.bulk(new StoreTable(connector, "merged")).withRunBytes(1));
    Rows.write(blocks, WriteRows.put(new StoreTable(connector, "unmerged")));

    assertIterableEquals(Rows.read(connector, "unmerged"), Rows.read(connector, "merged"));
    assertTrue(filesOf("merged") <= 5, "files " + filesOf("merged"));
  }

  @Test
  void handsOverMoreFilesThanHBasesClientTakesUnlessTold() throws IOException {
    SortedRuns.Outcome outcome = SortedRuns.load(connector, "manyFiles", 500, 40, false, SEED);

    assertEquals(500, outcome.rows());
    assertEquals(80, outcome.files());
  }

  private static int filesOf(String table) throws IOException {
    try (Stream<Path> files =
        Files.walk(folder.resolve("hbase/data/default").resolve(table + "_20260316"))) {
      return (int)
          files
              .filter(
                  file ->
                      Files.isRegularFile(file)
                          && List.of("Data", "Link", "Error")
                              .contains(file.getParent().getFileName().toString()))
              .count();
    }
  }

  @Test
  void countsTheRowsThatItWrites() throws IOException {
    KeyRanges ranges = made("counted");
    Pipeline pipeline = Pipeline.create(PipelineOptionsFactory.create());
    PCollection<KV<Integer, Block>> blocks =
        pipeline.apply(Create.of(Rows.mixed(ranges, 1_000, SEED)));

    PCollection<Long> put = blocks.apply(WriteRows.put(new StoreTable(connector, "counted")));
    PCollection<Long> bulk = blocks.apply(WriteRows.bulk(new StoreTable(connector, "counted")));

    PAssert.thatSingleton(put.apply("SumPut", Sum.longsGlobally())).isEqualTo(1_000L);
    PAssert.thatSingleton(bulk.apply("SumBulk", Sum.longsGlobally())).isEqualTo(1_000L);
    pipeline.run().waitUntilFinish();
  }

  @Test
  void hidesDeletedColumnsUpToTheirTimestamp() throws IOException {
    Rows.Blocks blocks = new Rows.Blocks(made("deleted"));
    byte[] key = new byte[16];
    blocks.row(key).put(Family.ERROR, ascii("a"), 1, ascii("old"));
    blocks.row(key).put(Family.ERROR, ascii("b"), 3, ascii("new"));
    Rows.write(blocks.all(), WriteRows.put(new StoreTable(connector, "deleted")));

    Rows.Blocks deletes = new Rows.Blocks(admin.ranges("deleted", Rows.DATE));
    deletes.row(key).deleteColumn(Family.ERROR, ascii("a"), 2);
    deletes.row(key).deleteColumn(Family.ERROR, ascii("b"), 2);
    Rows.write(deletes.all(), WriteRows.bulk(new StoreTable(connector, "deleted")));

    String zeros = "0".repeat(32);
    assertEquals(List.of("row " + zeros + " ERROR:b 3 6e6577"), Rows.read(connector, "deleted"));
  }

  @Test
  void readsAnOrderWithManyChildrenInParts() throws IOException {
    Rows.Blocks blocks = new Rows.Blocks(made("wide"));
    byte[] key = new byte[16];
    key[15] = 1;
    RowBatch.Writer row = blocks.row(key);
    for (int child = 0; child < 100_000; child++) {
      row.put(Family.LINK, ascii(String.format("c%016d", child)), 9, ascii("ROUTE"));
    }
    row.put(Family.DATA, ascii("e"), 9, ascii("value"));
    key[15] = 2;
    blocks.row(key).put(Family.DATA, ascii("e"), 9, ascii("next"));

    Rows.write(blocks.all(), WriteRows.put(new StoreTable(connector, "wide")));

    List<String> cells = Rows.read(connector, "wide");
    assertEquals(100_002, cells.size());
    assertEquals(2, cells.stream().filter(cell -> cell.startsWith("row ")).count());
    assertTrue(cells.get(100_000).contains("LINK:c0000000000099999"), cells.get(100_000));
  }

  @Test
  void servesTheSameStoreAsACluster() throws IOException {
    StoreAddress address = StoreAddress.parse("hbase://127.0.0.1:" + connector.zookeeperPort(), "");
    try (StoreSession cluster =
        StoreSession.open(address, EmbeddedStores.launch(), new EmbeddedStores.Told())) {
      List<KV<Integer, Block>> blocks = Rows.mixed(made("cluster"), 200, SEED);

      Rows.write(blocks, WriteRows.bulk(cluster.table("cluster")));

      List<String> cells = Rows.read(cluster.connector(), "cluster");
      assertFalse(cells.isEmpty());
      assertIterableEquals(cells, Rows.read(connector, "cluster"));
    }
  }

  @Test
  void removesTheFilesOfKilledRuns() throws IOException {
    Path killed = folder.resolve("staging").resolve("1_1_of-a-killed-process");
    Files.createDirectories(killed.resolve("Data"));
    Files.write(killed.resolve("Data").resolve("file"), new byte[10]);
    Path notOurs = Files.createDirectories(folder.resolve("staging").resolve("else"));

    Rows.write(
        Rows.mixed(made("tidied"), 10, SEED), WriteRows.bulk(new StoreTable(connector, "tidied")));

    assertFalse(Files.exists(killed));
    assertTrue(Files.exists(notOurs));
    try (Stream<Path> staged = Files.walk(folder.resolve("staging"))) {
      List<String> files =
          staged.filter(Files::isRegularFile).map(file -> file.getFileName().toString()).toList();
      assertTrue(
          files.stream().allMatch(name -> name.matches("loading|hand-over-.*")), files.toString());
    }
  }

  @Test
  void keepsASecondMakerOfATableFromChangingIt() throws IOException {
    assertTrue(admin.createDate("once", Rows.DATE, Rows.splitKeys()));
    assertFalse(admin.createDate("once", Rows.DATE, List.of()));

    assertTrue(admin.exists("once_20260316"));
    assertFalse(admin.exists("never_20260316"));
    assertEquals(8, admin.ranges("once", Rows.DATE).count());
    assertArrayEquals(Rows.splitKeys().toArray(), admin.splitKeys("once", Rows.DATE).toArray());
  }

  @Test
  void keepsOneVersionForEverWhateverAForeignTableKept() throws IOException {
    admin.createDate("own", Rows.DATE, List.of());
    ForeignTables.assertKept(connector, "own");

    ForeignTables.make(connector, "foreign");
    ForeignTables.assertMended(connector, "foreign");
  }

  @Test
  void namesTableAndRowOfWhatIsRefused() {
    Exception e =
        assertThrows(
            RuntimeException.class,
            () ->
                Rows.write(
                    List.of(KV.of(0, Block.of(block()))),
                    WriteRows.put(new StoreTable(connector, "none"))));

    String words = e.getCause().getMessage();
    assertTrue(
        words.matches(
            "table none_20260316, row 0{8}-0{4}-0{4}-0{4}-0{12}: TableNotFoundException.*"),
        words);
  }

  @Test
  void namesTableAndRowsThatCannotBeRead() throws IOException {
    made("disabled");
    byte[] end = Rows.splitKeys().get(0);
    // As a cluster: what an embedded store has closed is opened.
    StoreAddress address = StoreAddress.parse("hbase://127.0.0.1:" + connector.zookeeperPort(), "");
    try (StoreSession cluster =
            StoreSession.open(address, EmbeddedStores.launch(), new EmbeddedStores.Told());
        ConnectionLease lease = cluster.connector().connect();
        Admin disabling = lease.connection().getAdmin()) {
      disabling.disableTable(TableName.valueOf("disabled_20260316"));
      IOException e =
          assertThrows(
              IOException.class,
              () -> {
                try (RangeScan scan =
                    RangeScan.open(lease.connection(), "disabled_20260316", new byte[0], end)) {
                  scan.next();
                }
              });

      String words = e.getMessage();
      assertTrue(
          words.startsWith("table disabled_20260316, rows from the first to before 20000"), words);
    }
  }

  private static byte[] block() {
    RowBatch.Writer writer = new RowBatch.Writer(Rows.DATE);
    writer.row(new byte[16], 0).put(Family.DATA, ascii("e"), 1, ascii("v"));
    return writer.take();
  }

  private static KeyRanges made(String table) throws IOException {
    admin.createDate(table, Rows.DATE, Rows.splitKeys());
    return admin.ranges(table, Rows.DATE);
  }
}
