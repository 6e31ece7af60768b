package io.daisychain.embedded;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.master.HMaster;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The master or a region server of a cluster, in a process of its own: {@code ClusterServer DIR
 * ZOOKEEPER-PORT SERVERS ROLE}. A byte on its standard input ends the master, and with it the
 * cluster, in order; the end of the input ends a server at once.
 */
final class ClusterServer {
  static final String MASTER = "master";
  static final String REGION_SERVER = "regionserver";

  private static final Logger LOG = LoggerFactory.getLogger(ClusterServer.class);
  private static final long POLL_MILLIS = 20;

  private ClusterServer() {}

  public static void main(String[] args) {
    StoreLog.silence();
    Signals.ignoreInterrupt();
    Path folder = Path.of(args[0]);
    String role = args[3];
    try {
      StoreLog.open(folder, role + ".log");
      Configuration conf = StoreConfiguration.ofCluster(folder, Integer.parseInt(args[2]));
      conf.setInt("hbase.zookeeper.property.clientPort", Integer.parseInt(args[1]));
      if (role.equals(MASTER)) {
        runMaster(new QuickMaster(conf));
      } else {
        runRegionServer(new HRegionServer(conf));
      }
    } catch (IOException | RuntimeException e) {
      LOG.error("the {} cannot run", role, e);
      Runtime.getRuntime().halt(1);
    } catch (InterruptedException e) {
      Runtime.getRuntime().halt(1);
    }
    // HBase leaves threads behind.
    Runtime.getRuntime().halt(0);
  }

  private static void runMaster(HMaster master) throws InterruptedException {
    onInput(
        () -> {
          try {
            master.shutdown();
          } catch (IOException e) {
            LOG.error("the cluster does not end in order", e);
            Runtime.getRuntime().halt(1);
          }
        });
    Thread running = new Thread(master, MASTER);
    running.start();
    while (running.isAlive() && !master.isInitialized()) {
      running.join(POLL_MILLIS);
    }
    sayReady(running);
    running.join();
  }

  private static void runRegionServer(HRegionServer server) throws InterruptedException {
    onInput(() -> server.stop("told to"));
    Thread running = new Thread(server, REGION_SERVER);
    running.start();
    while (running.isAlive() && !server.isOnline()) {
      running.join(POLL_MILLIS);
    }
    sayReady(running);
    running.join();
  }

  private static void sayReady(Thread server) {
    if (server.isAlive()) {
      System.out.println("up");
      System.out.flush();
    }
  }

  private static void onInput(Runnable stop) {
    Thread listener =
        new Thread(
            () -> {
              try {
                while (System.in.read() >= 0) {
                  stop.run();
                }
              } catch (IOException e) {
                LOG.error("standard input broke", e);
              }
              Runtime.getRuntime().halt(1);
            },
            "standard input");
    listener.setDaemon(true);
    listener.start();
  }
}
