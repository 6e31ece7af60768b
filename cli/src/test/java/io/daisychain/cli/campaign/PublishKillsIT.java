package io.daisychain.cli.campaign;

import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.RunningStore;
import io.daisychain.cli.testing.SharedStore;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A slice of {@code .ci/campaign kills}. */
@ExtendWith(SharedStore.class)
class PublishKillsIT {
  private static final long SEED = 20_260_316;

  @Test
  void aKilledPublicationLeavesTheOldTablesOrTheNew(RunningStore store, @TempDir Path folder)
      throws Exception {
    PublishKills kills = new PublishKills(new Program(folder), store.address(), new Random(SEED));
    kills.prepare();
    kills.run(3);
  }
}
