package io.daisychain.cli.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.cli.Main;
import io.daisychain.cli.option.StoreOptions;
import io.daisychain.store.ConnectionLease;
import io.daisychain.store.StoreConnector;
import io.daisychain.store.StoreSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.logging.LogManager;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.client.Admin;

/**
 * The same events on DirectRunner, on another runner in this process and on a cluster of two
 * workers, one of which is killed in the middle of each job.
 */
public final class ClusterCampaign {
  /** Starts a cluster. */
  public interface Start {
    /**
     * Starts one and waits until it takes jobs.
     *
     * @param folder for its files
     */
    WorkerCluster in(Path folder, int workers) throws IOException;
  }

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int WORKERS = 2;

  /** Share of a job's steps after whose end no kill begins: it would come after the job's. */
  private static final double LAST_KILL = 0.8;

  private final Path folder;
  private final String runner;
  private final Start start;
  private final long seed;
  private final Random random;
  private int killed;

  /**
   * Generates the events.
   *
   * @param runner the other runner's name
   * @param events how many are generated
   * @param seed chooses the moments of the kills, and the workload
   */
  public ClusterCampaign(Path folder, String runner, Start start, int events, long seed) {
    this.folder = folder;
    this.runner = runner;
    this.start = start;
    this.seed = seed;
    this.random = new Random(seed);
    execute(
        "generate",
        "--output=" + workload(),
        "--scale=100",
        "--fullWorkload=" + events,
        "--errors=0.02,ORPHAN=0.05",
        "--lineage=native",
        "--shards=8",
        "--seed=" + seed);
  }

  /**
   * Prints the counts of each round, and ends the process: with 1 when one differs from
   * DirectRunner's.
   *
   * @param args {@code EVENTS ROUNDS SEED FOLDER}
   */
  public static void run(String runner, Start start, String... args) throws Exception {
    if (args.length != 4) {
      System.err.println("arguments: EVENTS ROUNDS SEED FOLDER");
      System.exit(2);
    }
    LogManager.getLogManager().reset();
    ClusterCampaign campaign =
        new ClusterCampaign(
            Files.createDirectories(Path.of(args[3])).toAbsolutePath(),
            runner,
            start,
            Integer.parseInt(args[0]),
            Long.parseLong(args[2]));
    int different = 1;
    try {
      different = campaign.compare(Integer.parseInt(args[1]));
    } finally {
      // Threads of a cluster's client would hold the process.
      System.exit(different == 0 ? 0 : 1);
    }
  }

  private int compare(int rounds) throws Exception {
    int different = 0;
    try (StoreSession store =
        StoreOptions.of("embedded:" + folder.resolve("store"), "events").open()) {
      JsonNode direct = here(store.connector(), "DirectRunner");
      System.out.println("DirectRunner: " + direct.at("/publish/digests"));
      different += compare(runner + " here", direct, here(store.connector(), runner));
      for (int round = 0; round <= rounds; round++) {
        int before = killed;
        JsonNode counts = cluster(store.connector(), "cluster-" + round, round > 0);
        String title = runner + " on a cluster, " + (killed - before) + " workers killed";
        different += compare(title, direct, counts);
      }
    }
    return different;
  }

  private static int compare(String title, JsonNode expected, JsonNode counts) {
    boolean same = expected.equals(counts);
    System.out.println(title + (same ? ": same counts and digests" : ": DIFFERENT " + counts));
    return same ? 0 : 1;
  }

  /** Counts of ingest, link and publish in this process. */
  private JsonNode here(StoreConnector store, String runner) throws IOException {
    ObjectNode counts = JsonNodeFactory.instance.objectNode();
    for (List<String> command : commands(store, runner)) {
      command.add("--runner=" + runner);
      execute(command.toArray(String[]::new));
      counts.set(command.get(0), report(runner, command));
    }
    return counts;
  }

  /**
   * Counts of the same on a cluster of its own.
   *
   * @param kill whether a worker dies in each of the three
   */
  private JsonNode cluster(StoreConnector store, String name, boolean kill) throws Exception {
    ObjectNode counts = JsonNodeFactory.instance.objectNode();
    try (WorkerCluster cluster = start.in(folder.resolve(name), WORKERS)) {
      tryAll(store, cluster);
      for (List<String> command : commands(store, name)) {
        command.addAll(cluster.options());
        CompletableFuture<Void> running =
            CompletableFuture.runAsync(() -> execute(command.toArray(String[]::new)));
        if (kill && cluster.awaitSteps(LAST_KILL * random.nextDouble(), running)) {
          cluster.replaceWorker();
          killed++;
        }
        running.join();
        counts.set(command.get(0), report(name, command));
      }
    }
    return counts;
  }

  /** A check finds what workers have and may, and tells what they may not. */
  private void tryAll(StoreConnector store, WorkerCluster cluster) throws IOException {
    List<String> line =
        new ArrayList<>(
            List.of(
                "check",
                "--table=checked",
                "--store=hbase://127.0.0.1:" + store.zookeeperPort(),
                "--input=" + workload() + "/events-*.fix",
                "--rejects=" + folder.resolve("rejects-checked"),
                "--output=" + folder.resolve("published-checked"),
                "--warehouse=duckdb:" + folder.resolve("checked.duckdb")));
    line.addAll(cluster.options());

    line.add("--staging=" + Files.createTempFile(folder, "no", "folder"));
    InTests.Ended ended = InTests.execute(line.toArray(String[]::new));

    assertEquals(1, ended.exitCode(), ended::said);
    for (String what : List.of("workers", "versions", "tables", "clocks", "input", "rejects")) {
      assertTrue(ended.said().contains("ok    " + what), ended::said);
    }
    assertTrue(
        ended.said().contains("FAIL  staging    worker ")
            && ended.said().contains("cannot write files for bulk loading, as user "),
        ended::said);
    assertFalse(Files.exists(folder.resolve("rejects-checked")), ended::said);
    try (ConnectionLease lease = store.connect();
        Admin admin = lease.connection().getAdmin()) {
      assertEquals(List.of(), List.of(admin.listTableNames(Pattern.compile("checked.*"))));
    }
  }

  /** The same tables as DirectRunner's, while workers are killed. */
  public void check() throws Exception {
    JsonNode direct;
    JsonNode counts;
    try (StoreSession store =
        StoreOptions.of("embedded:" + folder.resolve("store"), "events").open()) {
      direct = here(store.connector(), "DirectRunner");
      counts = cluster(store.connector(), "killed", true);
    }

    assertTrue(direct.at("/link/orphans").asLong() > 0, "no orphan in the workload");
    assertEquals(direct, counts, "seed " + seed);
    assertTrue(killed > 0, "no worker was killed");
  }

  private List<List<String>> commands(StoreConnector store, String table) {
    String address = "--store=hbase://127.0.0.1:" + store.zookeeperPort();
    execute("splits", "--create", "--splits=4", address, "--table=" + table);
    String rejects = "--rejects=" + folder.resolve("rejects-" + table);
    return List.of(
        command(
            table,
            "ingest",
            address,
            rejects,
            "--input=" + workload() + "/events-*.fix",
            "--reference=" + workload()),
        command(table, "link", address, rejects),
        command(
            table,
            "publish",
            address,
            "--output=" + folder.resolve("published-" + table),
            "--warehouse=duckdb:" + folder.resolve(table + ".duckdb")));
  }

  private List<String> command(String table, String name, String... more) {
    List<String> line = new ArrayList<>(List.of(name, "--table=" + table));
    line.add("--report=" + folder.resolve(table + "-" + name + ".json"));
    line.addAll(List.of(more));
    return line;
  }

  private JsonNode report(String table, List<String> command) throws IOException {
    Path file = folder.resolve(table + "-" + command.get(0) + ".json");
    ObjectNode counts = (ObjectNode) JSON.readTree(file.toFile()).get("counts");
    counts.remove("moved"); // of link; parts are drawn anew in each run
    return counts;
  }

  private Path workload() {
    return folder.resolve("workload");
  }

  private static void execute(String... line) {
    int code = Main.commandLine().execute(line);
    if (code != 0) {
      throw new IllegalStateException(code + " from " + String.join(" ", line));
    }
  }
}
