package io.daisychain.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.cli.campaign.CatMarket;
import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.RunningStore;
import io.daisychain.cli.testing.SharedStore;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A slice of {@code .ci/campaign catmarket}. */
@ExtendWith(SharedStore.class)
class CatMarketIT {
  private static final int EVENTS = 4_000;

  private final long seed = Long.getLong("daisychain.seed", 35);

  @Test
  void halfInCatHasTheLifecyclesOfFix(RunningStore store, @TempDir Path folder) throws Exception {
    Map<String, Long> found = market(store, folder).hasTheLifecyclesOfFix();

    assertTrue(found.get("inCat") > EVENTS / 8, found::toString);
  }

  @Test
  void errorsOfRecordsAreFoundAsTheTruthSays(RunningStore store, @TempDir Path folder)
      throws Exception {
    Map<String, Long> found = market(store, folder).isAsTheTruthSays("cat", "2024-12-31");

    assertTrue(found.get("faults") > 3 && found.get("rejects") > 0, found::toString);
  }

  @Test
  void bothFormatsAreAsTheTruthSays(RunningStore store, @TempDir Path folder) throws Exception {
    Map<String, Long> found = market(store, folder).isAsTheTruthSays("both", "2026-08-31");

    assertTrue(found.get("inCat") > EVENTS / 8, found::toString);
  }

  private CatMarket market(RunningStore store, Path folder) {
    return new CatMarket(
        Program.inProcess(folder), EVENTS, seed, List.of("--store=" + store.address()));
  }
}
