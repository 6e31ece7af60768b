package io.daisychain.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.LocalHBaseCluster;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.apache.hadoop.hbase.zookeeper.MiniZooKeeperCluster;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** ZooKeeper, one master and one region server in this process, on the folder's files. */
final class EmbeddedHBase {
  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedHBase.class);

  private final Path folder;
  private volatile boolean stopping;
  private volatile MiniZooKeeperCluster zookeeper;
  private volatile LocalHBaseCluster cluster;

  EmbeddedHBase(Path folder) {
    this.folder = folder;
  }

  /** Returns when tables can be read and written. */
  void start() throws IOException, InterruptedException {
    long began = System.nanoTime();
    Path zookeeperFolder = folder.resolve("zookeeper");
    // What ZooKeeper remembers of a killed master would keep the next one waiting for its session.
    FileTrees.delete(zookeeperFolder);
    Files.createDirectories(folder.resolve("staging"));

    Configuration conf = StoreConfiguration.of(folder);
    MiniZooKeeperCluster quorum = new MiniZooKeeperCluster(conf);
    quorum.setTickTime(StoreConfiguration.ZOOKEEPER_TICK_MILLIS);
    conf.setInt("hbase.zookeeper.property.clientPort", quorum.startup(zookeeperFolder.toFile()));
    zookeeper = quorum;
    LocalHBaseCluster starting =
        new LocalHBaseCluster(conf, 1, 1, QuickMaster.class, HRegionServer.class);
    starting.startup();
    cluster = starting;
    watch(starting.getMasters().get(0), "master");
    watch(starting.getRegionServers().get(0), "region server");
    LOG.info("HBase is up after {} ms", (System.nanoTime() - began) / 1_000_000);
  }

  int zookeeperPort() {
    return zookeeper.getClientPort();
  }

  /** Flushes and stops; what has not started yet is left, as after a kill. */
  void stop() {
    stopping = true;
    long began = System.nanoTime();
    LocalHBaseCluster running = cluster;
    if (running != null) {
      running.shutdown();
      running.join();
      LOG.info("HBase is down after {} ms", (System.nanoTime() - began) / 1_000_000);
    }
  }

  /** A store of which a part has died is of no use: it must not look alive to the commands. */
  private void watch(Thread server, String name) {
    Thread watcher =
        new Thread(
            () -> {
              try {
                server.join();
              } catch (InterruptedException e) {
                return;
              }
              if (!stopping) {
                LOG.error("the {} ended by itself", name);
                System.err.println("store: the " + name + " ended by itself, see the store's log");
                Runtime.getRuntime().halt(1);
              }
            },
            "watch " + name);
    watcher.setDaemon(true);
    watcher.start();
  }
}
