package io.daisychain.cli.hostile;

import io.daisychain.cli.testing.RunningStore;
import io.daisychain.cli.testing.SharedStore;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A slice of {@link HostileCampaign}: {@code .ci/campaign hostile}. */
@ExtendWith(SharedStore.class)
class HostileCampaignIT {
  @Test
  void aHostileFirmChangesNobodyElsesRows(RunningStore store, @TempDir Path folder)
      throws Exception {
    long seed = Long.getLong("daisychain.seed", 20261122);
    System.out.println("seed " + seed);
    HostileCampaign campaign = new HostileCampaign(folder, store.address(), 600);
    System.out.println(campaign.round(0, seed, true));
  }
}
