package io.daisychain.cli;

import io.daisychain.cli.option.StoreOptions;
import io.daisychain.store.StoreSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.LogManager;

/**
 * Commands one after the other on one Flink session cluster, and what its task manager holds after
 * each: {@code SessionCampaign ROUNDS FOLDER}, a round being generate, ingest, link and publish.
 */
final class SessionCampaign {
  /** So many that publish too is a job of the cluster. */
  private static final int EVENTS = 60_000;

  /** Room for what grows with use and not with the number of jobs, in bytes. */
  private static final long SLACK = 24 << 20;

  /** Pools of Flink's own grow to their size. */
  private static final int THREAD_SLACK = 12;

  /** What a Flink distribution's own script gives a task manager of the default memory. */
  private static final List<String> TASK_MANAGER =
      List.of(
          "-Xmx1400m", "-XX:+UseG1GC", "-XX:MaxMetaspaceSize=256m", "-XX:MaxDirectMemorySize=384m");

  private final Path folder;

  /** After the first round. */
  private WorkerFootprint first;

  private int commands;

  private SessionCampaign(Path folder) {
    this.folder = folder;
  }

  /** Ends with 1 when anything grows from round to round. */
  public static void main(String[] args) throws Exception {
    if (args.length != 2) {
      System.err.println("usage: SessionCampaign ROUNDS FOLDER");
      System.exit(2);
    }
    LogManager.getLogManager().reset();
    int code = 1;
    try {
      Path folder = Files.createDirectories(Path.of(args[1])).toAbsolutePath();
      new SessionCampaign(folder).run(Integer.parseInt(args[0]));
      code = 0;
    } catch (IOException e) {
      System.err.println(e);
    } finally {
      // Threads of Flink's client would hold the process.
      System.exit(code);
    }
  }

  private void run(int rounds) throws IOException {
    try (StoreSession store =
            StoreOptions.of("embedded:" + folder.resolve("store"), "events").open();
        FlinkCluster cluster = FlinkCluster.start(folder.resolve("flink"), 1, TASK_MANAGER)) {
      String address = "--store=hbase://127.0.0.1:" + store.connector().zookeeperPort();
      for (int round = 0; round < rounds; round++) {
        Path workload = folder.resolve("workload-" + round);
        String table = "--table=t" + round;
        String rejects = "--rejects=" + folder.resolve("rejects-" + round);
        execute(
            cluster,
            "generate",
            "--output=" + workload,
            "--scale=100",
            "--fullWorkload=" + EVENTS,
            "--lineage=native",
            "--shards=2",
            "--seed=" + round);
        Main.commandLine().execute("splits", "--create", "--splits=4", address, table);
        execute(
            cluster,
            "ingest",
            address,
            table,
            rejects,
            "--input=" + workload + "/events-*.fix",
            "--reference=" + workload);
        execute(cluster, "link", address, table, rejects);
        execute(
            cluster,
            "publish",
            address,
            table,
            "--output=" + folder.resolve("published-" + round),
            "--warehouse=duckdb:" + folder.resolve("t" + round + ".duckdb"));
        if (round == 0) {
          first = cluster.awaitNoJobs().get(0);
        }
      }
    }
  }

  private void execute(FlinkCluster cluster, String... line) throws IOException {
    List<String> whole = new ArrayList<>(List.of(line));
    whole.addAll(cluster.options());
    int code = Main.commandLine().execute(whole.toArray(String[]::new));
    if (code != 0) {
      throw new IOException(code + " from " + String.join(" ", whole));
    }
    WorkerFootprint now = cluster.awaitNoJobs().get(0);
    System.out.println(++commands + " " + line[0] + ": " + now);
    if (first != null
        && (now.directBytes() > first.directBytes() + SLACK
            || now.metaspaceBytes() > first.metaspaceBytes() + SLACK
            || now.heapBytes() > first.heapBytes() + SLACK
            || now.threads().size() > first.threads().size() + THREAD_SLACK)) {
      throw new IOException("more than after the first round, " + first);
    }
  }
}
