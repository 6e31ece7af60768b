package io.daisychain.cli.campaign;

import io.daisychain.cli.testing.RunningStore;
import io.daisychain.cli.testing.SharedStore;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A slice of {@code .ci/campaign waits}. */
@ExtendWith(SharedStore.class)
class WatchWaitsIT {
  @Test
  void nobodyWaitsLongerThanPromised(RunningStore store, @TempDir Path folder) throws Exception {
    new WatchWaits(folder, store).run(11_000, 10_500, 200).forEach(System.out::println);
  }
}
