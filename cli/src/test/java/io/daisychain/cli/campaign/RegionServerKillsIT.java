package io.daisychain.cli.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.cli.campaign.RegionServerKills.Moment;
import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.RunningCluster;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A slice of {@code .ci/campaign regionservers}. */
class RegionServerKillsIT {
  private static final long SEED = 20_260_316;
  private static final int EVENTS = 10_000;

  @Test
  void aCommandSurvivesTheDeathOfRegionServersAndNotThatOfTheCluster(@TempDir Path folder)
      throws Exception {
    RegionServerKills kills = new RegionServerKills(new Program(folder), EVENTS, new Random(SEED));
    kills.prepare();
    try (RunningCluster cluster = RunningCluster.start(folder, "cluster")) {
      kills.round(cluster, Moment.BEFORE_COMMIT, Moment.ROWS_LOGGED);

      Program.Ended ended = kills.killAll(cluster);
      assertEquals(1, ended.exitCode(), ended::toString);
      assertTrue(ended.err().contains("no region server of hbase://127.0.0.1:"), ended::toString);
    }
  }
}
