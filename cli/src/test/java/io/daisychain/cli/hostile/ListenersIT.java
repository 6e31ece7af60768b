package io.daisychain.cli.hostile;

import io.daisychain.cli.testing.RunningStore;
import io.daisychain.cli.testing.SharedStore;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A slice of {@code .ci/campaign listeners}: every attack once, and newcomers beside it. */
@ExtendWith(SharedStore.class)
class ListenersIT {
  @Test
  void honestSessionsGoOnBesideEveryAttack(RunningStore store, @TempDir Path folder)
      throws Exception {
    new ListenerCampaign(folder, store).one(0, System.out::println);
  }
}
