package io.daisychain.store;

import com.google.cloud.bigtable.hbase.BigtableConfiguration;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;

/** HBase's client settings: a store that is gone fails in half a minute, not in twenty. */
final class ClientConfiguration {
  private static final int OPERATION_MILLIS = 30_000;
  private static final int RPC_MILLIS = 25_000;

  /** A worker may compute for minutes between two batches of a scan. */
  private static final int SCANNER_MILLIS = 600_000;

  private static final int PAUSE_MILLIS = 100;
  private static final int RETRIES = 12;

  private ClientConfiguration() {}

  static Configuration of(StoreConnector connector) {
    StoreAddress address = connector.address();
    if (address instanceof StoreAddress.Bigtable bigtable) {
      return bigtable(bigtable);
    }
    Configuration conf = HBaseConfiguration.create();
    if (address instanceof StoreAddress.HBase hbase) {
      quorum(conf, hbase.hosts(), hbase.port());
      conf.set("zookeeper.znode.parent", hbase.znode());
    } else {
      quorum(conf, "127.0.0.1", connector.zookeeperPort());
    }
    conf.set("fs.file.impl", LocalFiles.class.getName());
    // Other code of this process may have opened local files in Hadoop's usual way before.
    conf.setBoolean("fs.file.impl.disable.cache", true);
    conf.setInt("hbase.rpc.timeout", RPC_MILLIS);
    conf.setInt("hbase.client.operation.timeout", OPERATION_MILLIS);
    conf.setInt("hbase.client.meta.operation.timeout", OPERATION_MILLIS);
    conf.setInt("hbase.client.scanner.timeout.period", SCANNER_MILLIS);
    conf.setInt("hbase.client.pause", PAUSE_MILLIS);
    conf.setInt("hbase.client.retries.number", RETRIES);
    conf.setInt("hbase.ipc.client.connect.max.retries", 1);
    conf.setInt("zookeeper.session.timeout", OPERATION_MILLIS);
    conf.setInt("zookeeper.recovery.retry", 3);
    conf.setInt("zookeeper.recovery.retry.intervalmill", 500);
    return conf;
  }

  private static void quorum(Configuration conf, String hosts, int port) {
    conf.set("hbase.zookeeper.quorum", hosts);
    conf.setInt("hbase.zookeeper.property.clientPort", port);
  }

  private static Configuration bigtable(StoreAddress.Bigtable address) {
    Configuration conf = BigtableConfiguration.configure(address.project(), address.instance());
    if (!address.emulator().isEmpty()) {
      conf.set("google.bigtable.emulator.endpoint.host", address.emulator());
      conf.setBoolean("google.bigtable.auth.null.credential.enable", true);
    }
    return conf;
  }
}
