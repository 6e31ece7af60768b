package io.daisychain.embedded;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.zookeeper.MiniZooKeeperCluster;

/**
 * A cluster on one machine, to see what happens when a server dies: {@code HBaseCluster --dir=DIR
 * [--servers=3] [--heap=384m]}.
 *
 * <p>ZooKeeper runs in this process, the master and each region server in a process of its own. For
 * each region server it prints {@code region server PID}, and {@code cluster ready
 * hbase://127.0.0.1:PORT} once tables can be made. A region server that dies is not started again:
 * the others take over its regions, {@link StoreConfiguration#CLUSTER_SESSION_MILLIS} after its
 * death. SIGTERM ends all in order, SIGKILL of this process ends all at once. What the servers log
 * is in DIR, a file each. Exit codes: 0 told to end, 1 the folder is in use or HBase failed, 2 bad
 * usage.
 *
 * <p>Needs {@code --add-opens=java.base/java.nio=ALL-UNNAMED}, which the servers get too.
 */
public final class HBaseCluster {
  private static final int BAD_USAGE = 2;
  private static final int MOST_SERVERS = 50;
  private static final long STOP_SECONDS = 60;

  private final Path folder;
  private final int zookeeperPort;
  private final int servers;
  private final String heap;
  private final List<ServerProcess> regionServers = new ArrayList<>();
  private volatile ServerProcess master;
  private volatile boolean stopping;

  private HBaseCluster(Path folder, int zookeeperPort, int servers, String heap) {
    this.folder = folder;
    this.zookeeperPort = zookeeperPort;
    this.servers = servers;
    this.heap = heap;
  }

  /** Runs the cluster until it is told to end. */
  public static void main(String[] args) {
    StoreLog.silence();
    String dir = null;
    int servers = 3;
    String heap = "384m";
    for (String arg : args) {
      if (arg.startsWith("--dir=") && arg.length() > "--dir=".length()) {
        dir = arg.substring("--dir=".length());
      } else if (arg.matches("--servers=[1-9]\\d?")) {
        servers = Integer.parseInt(arg.substring("--servers=".length()));
      } else if (arg.matches("--heap=\\d+[mg]")) {
        heap = arg.substring("--heap=".length());
      } else {
        exit(BAD_USAGE, "unknown option " + arg + "; usage: --dir=DIR [--servers=N] [--heap=384m]");
      }
    }
    if (dir == null || servers > MOST_SERVERS) {
      exit(BAD_USAGE, dir == null ? "missing --dir=DIR" : "--servers=" + servers + " is too many");
    }
    try {
      run(Path.of(dir).toAbsolutePath().normalize(), servers, heap);
    } catch (StoreLock.HeldException e) {
      exit(1, "the folder " + dir + " is in use by process " + e.holder());
    } catch (IOException | RuntimeException e) {
      exit(1, "cannot run a cluster in " + dir + ": " + e);
    } catch (InterruptedException e) {
      exit(1, "interrupted");
    }
  }

  private static void run(Path folder, int servers, String heap)
      throws IOException, InterruptedException {
    Files.createDirectories(folder);
    // Never closed by hand: the lock ends with the process.
    StoreLock.acquire(folder).sign();
    StoreLog.open(folder, "zookeeper.log");
    Path zookeeperFolder = folder.resolve("zookeeper");
    FileTrees.delete(zookeeperFolder);
    Configuration conf = StoreConfiguration.ofCluster(folder, servers);
    MiniZooKeeperCluster zookeeper = new MiniZooKeeperCluster(conf);
    zookeeper.setTickTime(StoreConfiguration.CLUSTER_TICK_MILLIS);
    int port = zookeeper.startup(zookeeperFolder.toFile());

    HBaseCluster cluster = new HBaseCluster(folder, port, servers, heap);
    Runtime.getRuntime().addShutdownHook(new Thread(cluster::stop, "stop-cluster"));
    cluster.start();
    System.out.println("cluster ready hbase://127.0.0.1:" + port);
    System.out.flush();
    new CountDownLatch(1).await();
  }

  private void start() throws IOException, InterruptedException {
    master = server(ClusterServer.MASTER);
    for (int number = 1; number <= servers; number++) {
      regionServers.add(server(ClusterServer.REGION_SERVER + "-" + number));
    }
    watch(master, true);
    for (ServerProcess regionServer : regionServers) {
      watch(regionServer, false);
    }
    for (ServerProcess regionServer : regionServers) {
      regionServer.awaitReady();
      System.out.println("region server " + regionServer.pid());
    }
    master.awaitReady();
  }

  private ServerProcess server(String role) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx" + heap);
    // Servers that live for seconds never get back what the second compiler takes.
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.add("--add-opens=java.base/java.nio=ALL-UNNAMED");
    // The class-data archive, where this process has one.
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> option.startsWith("-XX:SharedArchiveFile=") || option.startsWith("-Xlog"))
        .forEach(command::add);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(ClusterServer.class.getName());
    command.addAll(
        List.of(
            folder.toString(), Integer.toString(zookeeperPort), Integer.toString(servers), role));
    return ServerProcess.start(command, role);
  }

  /** The others go on without a region server; nothing can be made or moved without the master. */
  private void watch(ServerProcess server, boolean needed) {
    server.onEnd(
        () -> {
          if (stopping) {
            return;
          }
          System.err.println("cluster: " + server.role() + " ended, see its log");
          if (needed) {
            Runtime.getRuntime().halt(1);
          }
        });
  }

  private void stop() {
    stopping = true;
    ServerProcess telling = master;
    if (telling == null) {
      return;
    }
    try {
      // It tells the region servers to flush and end, and ends when they have.
      telling.stop();
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(STOP_SECONDS);
      for (ServerProcess regionServer : regionServers) {
        regionServer.awaitEnd(deadline);
      }
      telling.awaitEnd(deadline);
    } catch (IOException e) {
      // The master has died before: the others end with this process, as after a kill.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void exit(int code, String message) {
    System.err.println("cluster: " + message);
    Runtime.getRuntime().halt(code);
  }
}
