package io.daisychain.store;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.zookeeper.ReadOnlyZKClient;
import org.apache.hbase.thirdparty.io.netty.util.HashedWheelTimer;

/**
 * Sees when a whole HBase cluster is gone. Clients wait minutes for a region server that died,
 * whose regions others take over; for a cluster without ZooKeeper or without any region server
 * there is nothing to wait for, and the command ends.
 */
final class ClusterWatch implements AutoCloseable {
  private static final int PROBE_SECONDS = 2;

  /** So many in a row, not so many seconds: this process may have slept. */
  private static final int FAILED_PROBES = 8;

  private final StoreAddress.HBase address;
  private final HashedWheelTimer timer = new HashedWheelTimer();
  private final ReadOnlyZKClient zookeeper;
  private final CountDownLatch closing = new CountDownLatch(1);

  private ClusterWatch(StoreAddress.HBase address, Configuration conf) {
    this.address = address;
    this.zookeeper = new ReadOnlyZKClient(conf, timer);
  }

  /** Watches until closed; tells the listener at most once. */
  static ClusterWatch start(
      StoreAddress.HBase address, Configuration conf, StoreSession.Listener listener) {
    ClusterWatch watch = new ClusterWatch(address, conf);
    Thread thread = new Thread(() -> watch.run(listener), "watch cluster");
    thread.setDaemon(true);
    thread.start();
    return watch;
  }

  private void run(StoreSession.Listener listener) {
    int failed = 0;
    try {
      do {
        failed = isAlive() ? 0 : failed + 1;
        if (failed == FAILED_PROBES) {
          listener.storeDied(
              "no region server of "
                  + address
                  + " has a session with ZooKeeper, or ZooKeeper is gone");
          return;
        }
      } while (!closing.await(PROBE_SECONDS, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      // Nobody does that; without the watch calls fail when they have been retried.
      Thread.currentThread().interrupt();
    }
  }

  /** Whether ZooKeeper has a session with a region server. */
  private boolean isAlive() throws InterruptedException {
    CompletableFuture<List<String>> servers = zookeeper.list(address.znode() + "/rs");
    try {
      return !servers.get(PROBE_SECONDS, TimeUnit.SECONDS).isEmpty();
    } catch (ExecutionException | TimeoutException e) {
      return false;
    }
  }

  @Override
  public void close() {
    closing.countDown();
    zookeeper.close();
    timer.stop();
  }
}
