package io.daisychain.cli.hostile;

import io.daisychain.cli.testing.RunningStore;
import io.daisychain.cli.testing.SharedStore;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A slice of {@code .ci/campaign entitled}. */
@ExtendWith(SharedStore.class)
class EntitledDoorsIT {
  @Test
  void aFirmSeesHearsAndAsksItsOwnRowsAlone(RunningStore store, @TempDir Path folder)
      throws Exception {
    long seed = Long.getLong("daisychain.seed", 20_261_125);
    System.out.println("seed " + seed);
    System.out.println(new EntitledDoors(folder, store, seed).ask(80, 600));
  }
}
