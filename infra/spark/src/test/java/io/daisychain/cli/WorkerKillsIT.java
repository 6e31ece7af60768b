package io.daisychain.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.daisychain.cli.option.StoreOptions;
import io.daisychain.cli.runner.ClusterCampaign;
import io.daisychain.cli.runner.InTests;
import io.daisychain.store.StoreSession;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A cluster that loses workers makes what DirectRunner makes. */
@ExtendWith(InTests.class)
class WorkerKillsIT {
  private static final int EVENTS = 10_000;
  private static final long SEED = 20_260_316;

  @TempDir private Path folder;

  @Test
  void makesTheSameTablesWhenWorkersAreKilled() throws Exception {
    ClusterCampaign campaign =
        new ClusterCampaign(folder, "SparkRunner", SparkCluster::start, EVENTS, SEED);
    JsonNode direct;
    JsonNode killed;
    try (StoreSession store =
        StoreOptions.of("embedded:" + folder.resolve("store"), "events").open()) {
      direct = campaign.here(store.connector(), "DirectRunner");
      killed = campaign.cluster(store.connector(), "killed", true);
    }

    assertTrue(direct.at("/link/orphans").asLong() > 0, "no orphan in the workload");
    assertEquals(direct, killed, "seed " + SEED);
    assertTrue(campaign.killed() > 0, "no worker was killed");
  }
}
