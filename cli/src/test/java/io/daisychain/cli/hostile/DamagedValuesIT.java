package io.daisychain.cli.hostile;

import io.daisychain.cli.testing.RunningStore;
import io.daisychain.cli.testing.SharedStore;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A slice of {@link DamagedValues}: {@code .ci/campaign damage}. */
@ExtendWith(SharedStore.class)
class DamagedValuesIT {
  private static final int ROUNDS = 3;

  @Test
  void whatIsDamagedIsNamedOrDoneWithout(RunningStore store, @TempDir Path folder)
      throws Exception {
    long seed = Long.getLong("daisychain.seed", 20261122);
    System.out.println("seed " + seed);
    DamagedValues campaign = new DamagedValues(folder, store.address());
    campaign.fill();
    for (int round = 0; round < ROUNDS; round++) {
      campaign.round(seed + round);
    }
    System.out.print(campaign.summary());
  }
}
