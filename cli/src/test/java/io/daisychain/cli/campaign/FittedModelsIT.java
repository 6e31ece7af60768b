package io.daisychain.cli.campaign;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.RunningStore;
import io.daisychain.cli.testing.SharedStore;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A slice of {@link FittedModels}. */
@ExtendWith(SharedStore.class)
class FittedModelsIT {
  @TempDir private Path folder;

  @Test
  void aModelFittedToAWarehouseMakesItsTables(RunningStore store) throws Exception {
    FittedModels models = new FittedModels(Program.inProcess(folder), store.address());

    assertTrue(models.compare("equities", 20_000, 41));
  }
}
