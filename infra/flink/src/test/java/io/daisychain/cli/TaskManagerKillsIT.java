package io.daisychain.cli;

import io.daisychain.cli.runner.ClusterCampaign;
import io.daisychain.cli.runner.InTests;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A cluster that loses task managers makes what DirectRunner makes. */
@ExtendWith(InTests.class)
class TaskManagerKillsIT {
  private static final int EVENTS = 10_000;
  private static final long SEED = 20_260_316;

  @TempDir private Path folder;

  @Test
  void makesTheSameTablesWhenTaskManagersAreKilled() throws Exception {
    new ClusterCampaign(folder, "FlinkRunner", FlinkCluster::start, EVENTS, SEED).check();
  }
}
