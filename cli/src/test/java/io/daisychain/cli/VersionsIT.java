package io.daisychain.cli;

import io.daisychain.cli.campaign.MarketVersions;
import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.RunningStore;
import io.daisychain.cli.testing.SharedStore;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A slice of {@code .ci/campaign versions}. */
@ExtendWith(SharedStore.class)
class VersionsIT {
  @Test
  void sayTheSameMarket(RunningStore store, @TempDir Path folder) throws Exception {
    new MarketVersions(Program.inProcess(folder), store.address(), 4_000, 36).check();
  }
}
