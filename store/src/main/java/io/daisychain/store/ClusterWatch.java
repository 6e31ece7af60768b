package io.daisychain.store;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
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

  /** Nobody listens there: a name that is mistyped is told at once, not after these. */
  private static final int CONNECT_MILLIS = 4_000;

  private final StoreAddress.HBase address;
  private final HashedWheelTimer timer = new HashedWheelTimer();
  private final ReadOnlyZKClient zookeeper;
  private final CountDownLatch closing = new CountDownLatch(1);

  private ClusterWatch(StoreAddress.HBase address, Configuration conf) {
    this.address = address;
    this.zookeeper = new ReadOnlyZKClient(conf, timer);
  }

  /**
   * Fails where no host of an address answers, before anything else is tried. A ZooKeeper that
   * answered once is waited for.
   */
  static void requireListener(StoreAddress.HBase address) throws IOException {
    IOException failure = null;
    for (String host : address.hosts().split(",", -1)) {
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress(host, address.port()), CONNECT_MILLIS);
        return;
      } catch (IOException e) {
        failure = e;
      }
    }
    String reason =
        failure instanceof UnknownHostException
            ? "no such host"
            : failure instanceof SocketTimeoutException ? "no answer" : "nothing listens there";
    throw new IOException(
        "cannot connect to HBase at %s:%s, where its ZooKeeper should be: %s"
            .formatted(address.hosts(), address.port(), reason),
        failure);
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
