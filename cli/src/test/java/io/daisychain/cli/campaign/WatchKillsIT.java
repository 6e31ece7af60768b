package io.daisychain.cli.campaign;

import io.daisychain.watch.journal.Durable;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A slice of {@code .ci/campaign watchkills}. */
class WatchKillsIT {
  private static final long SEED = 20_260_316;

  @Test
  void nothingIsLostThatWasTaken(@TempDir Path folder) throws Exception {
    WatchKills kills = new WatchKills(folder, new Random(SEED));
    kills.prepare(4_000);
    kills.run(EnumSet.allOf(WatchSources.Source.class), Durable.JOURNAL, 2);
  }
}
