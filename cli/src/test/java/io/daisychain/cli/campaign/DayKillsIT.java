package io.daisychain.cli.campaign;

import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A slice of {@code .ci/campaign daykills}. */
class DayKillsIT {
  private static final long SEED = 20_260_316;

  @Test
  void anInterruptedDateIsMadeGoodByTheNextCommand(@TempDir Path folder) throws Exception {
    DayKills kills = new DayKills(folder, new Random(SEED));
    kills.prepare(2_000);
    kills.round(0, 0.4);
  }
}
