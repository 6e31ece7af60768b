package io.daisychain.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.cli.option.StoreOptions;
import io.daisychain.cli.runner.InTests;
import io.daisychain.store.StoreSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Jobs that a cluster is left with, or cannot do. */
@ExtendWith(InTests.class)
class FlinkClusterIT {
  /** Events that take seconds. */
  private static final int LONG_RUN = 40_000;

  private static FlinkCluster cluster;

  @TempDir private Path folder;

  @BeforeAll
  static void startCluster(@TempDir Path place) throws IOException {
    cluster = FlinkCluster.start(place.resolve("flink"), 1);
  }

  @AfterAll
  static void stopCluster() {
    cluster.close();
  }

  @Test
  void aRerunEndsTheJobThatTheCommandLineHasLeftThere() throws Exception {
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

  /** The cluster would begin the job again twenty times, and the program would count seconds. */
  @Test
  void whatWorkersMayNotWriteEndsTheJobAndIsTold() throws Exception {
    Path workload = folder.resolve("workload");
    try (StoreSession store =
        StoreOptions.of("embedded:" + folder.resolve("store"), "events").open()) {
      // Nobody can make a folder where a file is, not even who may do everything else.
      Files.createFile(folder.resolve("store/hbase/daisychain-staging"));
      generate(workload);
      InTests.Ended ended =
          InTests.execute(
              "ingest",
              "--store=hbase://127.0.0.1:" + store.connector().zookeeperPort(),
              "--input=" + workload + "/events-*.fix",
              "--reference=" + workload,
              "--rejects=" + folder.resolve("rejects"),
              "--write=bulk",
              "--runner=FlinkRunner",
              "--flinkMaster=" + cluster.address(),
              "--parallelism=" + FlinkCluster.SLOTS);

      assertEquals(1, ended.exitCode(), ended::said);
      assertTrue(
          ended.said().contains("workers cannot write files for bulk loading, as user "),
          ended::said);
      assertTrue(ended.said().contains("give --write=put"), ended::said);
      assertEquals(List.of(), cluster.jobs());
      checkAnotherFolder(store.connector().zookeeperPort());
    }
  }

  /** With another folder files can be bulk-loaded. */
  private void checkAnotherFolder(int port) {
    InTests.Ended ended =
        InTests.execute(
            "check",
            "--store=hbase://127.0.0.1:" + port,
            "--staging=" + folder.resolve("elsewhere"),
            "--rejects=" + folder.resolve("rejects"),
            "--output=" + folder.resolve("published"),
            "--warehouse=duckdb:" + folder.resolve("w.duckdb"),
            "--runner=FlinkRunner",
            "--flinkMaster=" + cluster.address(),
            "--parallelism=1");

    assertEquals(0, ended.exitCode(), ended::said);
    assertTrue(ended.said().contains("ok    staging "), ended::said);
    assertTrue(ended.said().contains("ok    slots "), ended::said);
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
