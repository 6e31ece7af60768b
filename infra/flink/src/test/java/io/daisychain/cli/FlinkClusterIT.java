package io.daisychain.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.daisychain.cli.option.StoreOptions;
import io.daisychain.cli.terminal.Terminal;
import io.daisychain.embedded.StoreProgram;
import io.daisychain.store.StoreSession;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.logging.LogManager;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cluster that loses task managers makes what DirectRunner makes. */
class FlinkClusterIT {
  private static final int EVENTS = 20_000;
  private static final long SEED = 20_260_316;

  /** Events that take seconds. */
  private static final int LONG_RUN = 200_000;

  @TempDir private Path folder;

  @BeforeAll
  static void tellHowStoresAreStarted() {
    System.setProperty("daisychain.store.classpath", StoreProgram.classPath());
    System.setProperty("daisychain.store.options", String.join("\n", StoreProgram.options()));
  }

  @BeforeAll
  static void silenceLogs() {
    LogManager.getLogManager().reset();
  }

  /** The report of the tests has what commands print, and the terminal what failed. */
  @BeforeAll
  static void keepOutputWithTheTest() {
    Terminal.divert(System.out, System.err);
  }

  @Test
  void makesTheSameTablesWhenTaskManagersAreKilled() throws Exception {
    FlinkCampaign campaign = new FlinkCampaign(folder, EVENTS, SEED);
    JsonNode direct;
    JsonNode killed;
    try (StoreSession store =
        StoreOptions.of("embedded:" + folder.resolve("store"), "events").open()) {
      direct = campaign.here(store.connector(), "DirectRunner");
      killed = campaign.cluster(store.connector(), "killed", true);
    }

    assertTrue(direct.at("/link/orphans").asLong() > 0, "no orphan in the workload");
    assertEquals(direct, killed, "seed " + SEED);
    assertTrue(campaign.killed() > 0, "no task manager was killed");
  }

  @Test
  void aRerunEndsTheJobThatTheCommandLineHasLeftThere() throws Exception {
    try (FlinkCluster cluster = FlinkCluster.start(folder.resolve("flink"), 1)) {
      String[] line = {
        "generate",
        "--output=" + folder.resolve("workload"),
        "--scale=100",
        "--fullWorkload=" + LONG_RUN,
        "--runner=FlinkRunner",
        "--flinkMaster=" + cluster.address(),
        "--parallelism=1"
      };
      Future<Integer> left = CompletableFuture.supplyAsync(() -> Main.commandLine().execute(line));
      assertTrue(cluster.awaitSteps(0, left), "the job was over before it was left");

      assertEquals(0, Main.commandLine().execute(line));
      assertEquals(1, left.get(), "a job that was ended is not done");
      assertEquals(List.of(), cluster.jobs());
    }
  }

  /** The cluster would begin the job again twenty times, and the program would count seconds. */
  @Test
  void whatWorkersMayNotWriteEndsTheJobAndIsTold() throws Exception {
    ByteArrayOutputStream told = new ByteArrayOutputStream();
    Path workload = folder.resolve("workload");
    try (StoreSession store =
            StoreOptions.of("embedded:" + folder.resolve("store"), "events").open();
        FlinkCluster cluster = FlinkCluster.start(folder.resolve("flink"), 1)) {
      // Nobody can make a folder where a file is, not even who may do everything else.
      Files.createFile(folder.resolve("store/hbase/daisychain-staging"));
      generate(workload);
      Terminal.divert(System.out, new PrintStream(told, true, StandardCharsets.UTF_8));
      int code =
          Main.commandLine()
              .execute(
                  "ingest",
                  "--store=hbase://127.0.0.1:" + store.connector().zookeeperPort(),
                  "--input=" + workload + "/events-*.fix",
                  "--reference=" + workload,
                  "--rejects=" + folder.resolve("rejects"),
                  "--runner=FlinkRunner",
                  "--flinkMaster=" + cluster.address(),
                  "--parallelism=" + FlinkCluster.SLOTS);

      assertEquals(1, code);
      assertEquals(List.of(), cluster.jobs());
    } finally {
      Terminal.divert(System.out, System.err);
    }
    String words = told.toString(StandardCharsets.UTF_8);
    assertTrue(words.contains("workers cannot write files for bulk loading, as user "), words);
    assertTrue(words.contains("give --write=put"), words);
  }

  private static void generate(Path workload) {
    assertEquals(
        0,
        Main.commandLine()
            .execute(
                "generate",
                "--output=" + workload,
                "--scale=100",
                "--fullWorkload=100",
                "--seed=1"));
  }
}
