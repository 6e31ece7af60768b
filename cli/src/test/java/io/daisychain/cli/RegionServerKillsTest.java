package io.daisychain.cli;

import io.daisychain.cli.RegionServerKills.Moment;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A slice of {@code .ci/campaign regionservers}. */
class RegionServerKillsTest {
  private static final long SEED = 20_260_316;

  @Test
  void killedRegionServersChangeNothing(@TempDir Path folder) throws Exception {
    RegionServerKills kills = new RegionServerKills(new Program(folder), 20_000, new Random(SEED));
    kills.prepare();
    kills.round("cluster", Moment.BEFORE_COMMIT, Moment.ROWS_LOGGED);
  }
}
