package io.daisychain.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.LocalHBaseCluster;
import org.apache.hadoop.hbase.util.JVMClusterUtil.MasterThread;
import org.apache.hadoop.hbase.util.JVMClusterUtil.RegionServerThread;
import org.apache.hadoop.hbase.zookeeper.MiniZooKeeperCluster;
import org.apache.hadoop.metrics2.impl.JmxCacheBuster;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** ZooKeeper, one master and one region server in this process, on the folder's files. */
final class EmbeddedHBase {
  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedHBase.class);

  private static final long POLL_MILLIS = 5;

  private final Path folder;
  private final Consumer<String> onFailure;
  private volatile boolean stopping;
  private volatile MiniZooKeeperCluster zookeeper;
  private volatile LocalHBaseCluster cluster;

  /**
   * HBase on the files of a folder.
   *
   * @param onFailure hears why a part of it has ended by itself; called once, if it returns at all
   */
  EmbeddedHBase(Path folder, Consumer<String> onFailure) {
    this.folder = folder;
    this.onFailure = onFailure;
  }

  /** Returns when tables can be read and written. */
  void start() throws IOException, InterruptedException {
    long began = System.nanoTime();
    Path zookeeperFolder = folder.resolve("zookeeper");
    // What ZooKeeper remembers of a killed master would keep the next one waiting for its session.
    FileTrees.delete(zookeeperFolder);
    Configuration conf = StoreConfiguration.of(folder);
    new StoreFiles(folder.resolve("hbase"), conf).check();
    // It makes the beans of all metrics anew whenever a region is opened or closed; nobody asks.
    // Only what has been begun can be stopped.
    JmxCacheBuster.clearJmxCache();
    JmxCacheBuster.stop();

    MiniZooKeeperCluster quorum = new MiniZooKeeperCluster(conf);
    quorum.setTickTime(StoreConfiguration.ZOOKEEPER_TICK_MILLIS);
    conf.setInt("hbase.zookeeper.property.clientPort", quorum.startup(zookeeperFolder.toFile()));
    zookeeper = quorum;
    var starting = new LocalHBaseCluster(conf, 1, 1, QuickMaster.class, StoreRegionServer.class);
    MasterThread masterThread = starting.getMasters().get(0);
    RegionServerThread serverThread = starting.getRegionServers().get(0);
    QuickMaster master = (QuickMaster) masterThread.getMaster();
    StoreRegionServer server = (StoreRegionServer) serverThread.getRegionServer();
    server.waitFor(master);
    masterThread.start();
    serverThread.start();
    await(master, server);
    cluster = starting;
    watch(masterThread, "master", master::reason);
    watch(serverThread, "region server", server::reason);
    LOG.info("HBase is up after {} ms", (System.nanoTime() - began) / 1_000_000);
  }

  /** Gives up with the first server that does; HBase would wait for minutes. */
  private static void await(QuickMaster master, StoreRegionServer server)
      throws IOException, InterruptedException {
    while (!master.isInitialized()) {
      String reason = master.reason() == null ? server.reason() : master.reason();
      if (reason != null || master.isStopped() || server.isStopped()) {
        throw new IOException(reason == null ? "HBase does not start" : reason);
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  int zookeeperPort() {
    return zookeeper.getClientPort();
  }

  /**
   * Flushes and stops; what has not started yet is left, as after a kill.
   *
   * @return whether it was begun to start
   */
  boolean stop() {
    stopping = true;
    long began = System.nanoTime();
    LocalHBaseCluster running = cluster;
    if (running != null) {
      OlderDates.close(running.getMasters().get(0).getMaster());
      running.shutdown();
      running.join();
      LOG.info("HBase is down after {} ms", (System.nanoTime() - began) / 1_000_000);
    }
    return running != null;
  }

  /** A store of which a part has died is of no use: it must not look alive to the commands. */
  private void watch(Thread server, String name, Supplier<String> failed) {
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
                String reason = failed.get();
                onFailure.accept(
                    "the " + name + " ended by itself" + (reason == null ? "" : ": " + reason));
              }
            },
            "watch " + name);
    watcher.setDaemon(true);
    watcher.start();
  }
}
