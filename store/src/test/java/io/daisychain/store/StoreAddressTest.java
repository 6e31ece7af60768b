package io.daisychain.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoreAddressTest {

  @Test
  void readsAFolder() {
    StoreAddress address = StoreAddress.parse("embedded:data/store", "");

    assertEquals(new StoreAddress.Embedded("data/store"), address);
    assertEquals("embedded:data/store", address.toString());
    assertEquals(
        Path.of("data/store").toAbsolutePath(), ((StoreAddress.Embedded) address).folder());
  }

  @Test
  void readsACluster() {
    assertEquals(
        new StoreAddress.HBase("zk1", 2181, "/hbase", StoreSettings.DEFAULT),
        StoreAddress.parse("hbase://zk1:2181", ""));
    assertEquals(
        new StoreAddress.HBase("zk1,zk2", 2181, "/prod/hbase", StoreSettings.DEFAULT),
        StoreAddress.parse("hbase://zk1,zk2:2181/prod/hbase", ""));
    assertEquals("hbase://zk1:2181", StoreAddress.parse("hbase://zk1:2181/", "").toString());
  }

  @Test
  void readsABigtableInstanceAndItsEmulator() {
    assertEquals(
        new StoreAddress.Bigtable("p", "i", "localhost:8086", StoreSettings.DEFAULT),
        StoreAddress.parse("bigtable://p/i", "localhost:8086"));
    assertEquals("bigtable://p/i", StoreAddress.parse("bigtable://p/i", "").toString());
  }

  @Test
  void readsSettingsBehindAQuestionMark() {
    String text = "bigtable://p/i?appProfile=batch&batchRows=500&google.bigtable.x=y";
    StoreAddress address = StoreAddress.parse(text, "");

    assertEquals(text, address.toString());
    assertEquals("batch", address.settings().appProfile());
    assertEquals(500, address.settings().number(StoreSettings.Name.BATCH_ROWS));
    assertEquals(300, address.settings().number(StoreSettings.Name.RETRY_SECONDS));
    assertEquals(
        "hbase://zk1:2181/prod?retrySeconds=900",
        StoreAddress.parse("hbase://zk1:2181/prod?retrySeconds=900", "").toString());
  }

  @Test
  void givesTheClientsTheirSettings() {
    String text = "hbase://zk1:2181?retrySeconds=900&hbase.client.pause=7";
    Configuration hbase = new StoreConnector(StoreAddress.parse(text, ""), 0).configuration();
    assertEquals(900_000, hbase.getInt("hbase.client.operation.timeout", 0));
    assertEquals(7, hbase.getInt("hbase.client.pause", 0));

    // A store of one process stands still as long as any other: one attempt is not all it has.
    Configuration embedded =
        new StoreConnector(StoreAddress.parse("embedded:data", ""), 0).configuration();
    assertEquals(300_000, embedded.getInt("hbase.client.operation.timeout", 0));
    assertEquals(60_000, embedded.getInt("hbase.rpc.timeout", 0));

    Configuration bigtable =
        new StoreConnector(
                StoreAddress.parse("bigtable://p/i?appProfile=batch&flowControl=0", ""), 0)
            .configuration();
    assertEquals("batch", bigtable.get("google.bigtable.app_profile.id"));
    assertFalse(bigtable.getBoolean("google.bigtable.enable.bulk.mutation.flow.control", true));
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
        "hbase://zk1:2181?appProfile=batch",
        "hbase://zk1:2181?retrySeconds=0",
        "hbase://zk1:2181?retrySeconds",
        "bigtable://p/i?scanRows=9",
        "bigtable://p/i?batchRows=5&batchRows=6",
        "bigtable://p/i?appProfile=a b",
        "bigtable://p/i?",
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
