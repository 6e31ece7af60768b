package io.daisychain.embedded;

import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.security.GroupMappingServiceProvider;

/** HBase's settings for one machine with few cores, on local files, started and ended often. */
final class StoreConfiguration {
  /**
   * Sessions last up to twenty ticks: a laptop may sleep, a full garbage collection may take long.
   */
  static final int ZOOKEEPER_TICK_MILLIS = 6_000;

  /** A cluster's sessions are short: its servers are made to be killed. */
  static final int CLUSTER_TICK_MILLIS = 2_000;

  /** After this long without a sign of life a cluster's server is dead. */
  static final int CLUSTER_SESSION_MILLIS = 8_000;

  private static final String LOOPBACK = "127.0.0.1";

  static {
    Configuration.addDefaultResource("daisychain-embedded.xml");
  }

  private StoreConfiguration() {}

  static Configuration of(Path folder) {
    Configuration conf = HBaseConfiguration.create();
    files(conf, folder);
    addresses(conf);
    start(conf);
    memory(conf);
    return conf;
  }

  /** Settings of a server of a cluster on this machine. */
  static Configuration ofCluster(Path folder, int servers) {
    Configuration conf = of(folder);
    conf.setBoolean("hbase.cluster.distributed", true);
    conf.setInt("zookeeper.session.timeout", CLUSTER_SESSION_MILLIS);
    conf.setInt("hbase.master.wait.on.regionservers.mintostart", servers);
    conf.setInt("hbase.master.wait.on.regionservers.maxtostart", servers);
    return conf;
  }

  private static void files(Configuration conf, Path folder) {
    conf.set("hbase.rootdir", folder.resolve("hbase").toUri().toString());
    conf.set("hbase.tmp.dir", folder.resolve("tmp").toString());
    conf.set("hadoop.tmp.dir", folder.resolve("tmp").toString());
    conf.set("fs.defaultFS", "file:///");
    // Hadoop's usual local file system keeps checksum files and cannot flush a part of a block.
    // This
    // one hands every write-ahead record to the kernel, so that it survives a kill of the process.
    conf.set("fs.file.impl", StoreLocalFiles.class.getName());
    conf.setBoolean("fs.automatic.close", false);
    conf.setBoolean("hbase.shutdown.hook", false);
    conf.setBoolean("hbase.unsafe.stream.capability.enforce", false);
    conf.set("hbase.wal.provider", "filesystem");
    conf.setLong("hbase.regionserver.hlog.blocksize", 256L << 20);
    // fsync would guard against power loss only, and cost most of the time of creating a table.
    conf.setBoolean("hbase.wal.hsync", false);
    conf.setBoolean("hbase.hfile.hsync", false);
    conf.setBoolean("hbase.master.store.region.wal.hsync", false);
  }

  private static void addresses(Configuration conf) {
    conf.set("hbase.zookeeper.quorum", LOOPBACK);
    conf.set("hbase.master.hostname", LOOPBACK);
    conf.set("hbase.master.ipc.address", LOOPBACK);
    conf.set("hbase.unsafe.regionserver.hostname", LOOPBACK);
    conf.set("hbase.regionserver.ipc.address", LOOPBACK);
    conf.setInt("hbase.master.port", 0);
    conf.setInt("hbase.regionserver.port", 0);
    conf.setInt("hbase.master.info.port", -1);
    conf.setInt("hbase.regionserver.info.port", -1);
    conf.setInt("zookeeper.session.timeout", 20 * ZOOKEEPER_TICK_MILLIS);
  }

  private static void start(Configuration conf) {
    conf.setInt("hbase.master.wait.on.regionservers.mintostart", 1);
    conf.setInt("hbase.master.wait.on.regionservers.maxtostart", 1);
    conf.setInt("hbase.master.wait.on.regionservers.interval", 100);
    conf.setInt("hbase.regionserver.msginterval", 200);
    // Both collect work for many servers before they send it; there is one.
    conf.setInt("hbase.assignment.dispatch.wait.msec", 2);
    conf.setInt("hbase.procedure.remote.dispatcher.delay.msec", 2);
    // Every file is on this machine: nothing is gained by looking where each has its blocks.
    conf.setBoolean("hbase.master.balancer.uselocality", false);
    conf.setClass(
        "hadoop.security.group.mapping", NoGroups.class, GroupMappingServiceProvider.class);
  }

  private static void memory(Configuration conf) {
    conf.setInt("hbase.regionserver.handler.count", 16);
    conf.setFloat("hbase.regionserver.global.memstore.size", 0.45f);
    conf.setFloat("hfile.block.cache.size", 0.2f);
    // A block is taken for each family of each region at the first put; of 2 MB each, 300 MB in
    // all.
    conf.setInt("hbase.hregion.memstore.mslab.chunksize", 256 << 10);
    conf.setInt("hbase.hregion.memstore.mslab.max.allocation", 32 << 10);
    // In a skip list of all rows each step on the way to a cell's place waits for memory: rows of
    // more than a megabyte become a sorted array. HBase would do so with each chunk of 256 KB, and
    // merge every two of these, which costs more than the skip list.
    conf.set("hbase.hregion.compacting.memstore.type", "BASIC");
    conf.setDouble("hbase.memstore.inmemoryflush.threshold.factor", 0.03);
    conf.setInt("hbase.hregion.compacting.pipeline.segments.limit", 30);
    // Compactions take the cores from the jobs: rarely, and no writer waits for them.
    conf.setInt("hbase.hstore.compaction.min", 8);
    conf.setInt("hbase.hstore.compaction.max", 24);
    conf.setInt("hbase.hstore.blockingStoreFiles", 500);
    conf.setLong("hbase.hregion.majorcompaction", 0);
    // A job may think for minutes between two batches of its scan.
    conf.setInt("hbase.client.scanner.timeout.period", 600_000);
  }
}
