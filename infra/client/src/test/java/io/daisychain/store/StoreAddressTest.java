package io.daisychain.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoreAddressTest {

  @Test
  void readsAFolder() {
    StoreAddress address = StoreAddress.parse("embedded:data/store");

    assertEquals(new StoreAddress.Embedded("data/store"), address);
    assertEquals("embedded:data/store", address.toString());
    assertEquals(
        Path.of("data/store").toAbsolutePath(), ((StoreAddress.Embedded) address).folder());
  }

  @Test
  void readsACluster() {
    assertEquals(
        new StoreAddress.HBase("zk1", 2181, "/hbase", StoreSettings.DEFAULT),
        StoreAddress.parse("hbase://zk1:2181"));
    assertEquals(
        new StoreAddress.HBase("zk1,zk2", 2181, "/prod/hbase", StoreSettings.DEFAULT),
        StoreAddress.parse("hbase://zk1,zk2:2181/prod/hbase"));
    assertEquals("hbase://zk1:2181", StoreAddress.parse("hbase://zk1:2181/").toString());
  }

  @Test
  void readsABigtableInstanceAndItsEmulator() {
    assertEquals(
        new StoreAddress.Bigtable("p", "i", "localhost:8086", StoreSettings.DEFAULT),
        StoreAddress.parse("bigtable://p/i", "localhost:8086"));
    assertEquals("bigtable://p/i", StoreAddress.parse("bigtable://p/i", "").toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "data",
        "embedded:",
        "hbase://zk1",
        "hbase://:2181",
        "hbase://zk1:99999",
        "hbase://zk1:2181znode",
        "bigtable://project",
        "bigtable://project/instance/table",
        "duckdb:file"
      })
  void refusesOtherTextsByName(String text) {
    Exception e = assertThrows(IllegalArgumentException.class, () -> StoreAddress.parse(text, ""));

    assertTrue(e.getMessage().contains("'" + text + "'"), e.getMessage());
  }

  @Test
  void refusesAnEmulatorWithoutPort() {
    Exception e =
        assertThrows(
            IllegalArgumentException.class, () -> StoreAddress.parse("bigtable://p/i", "host"));

    assertTrue(e.getMessage().contains("BIGTABLE_EMULATOR_HOST 'host'"), e.getMessage());
  }
}
