package io.daisychain.cli.campaign;

import io.daisychain.cli.testing.BigQueryEmulator;
import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.RunningStore;
import io.daisychain.cli.testing.SharedEmulator;
import io.daisychain.cli.testing.SharedStore;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A slice of {@code .ci/campaign warehouses}. */
@ExtendWith({SharedStore.class, SharedEmulator.class})
class WarehouseComparisonIT {
  private static final long SEED = 20_260_316;

  @Test
  void allWarehousesHoldTheSameCellsAndAllViewsAnswerAlike(
      RunningStore store, BigQueryEmulator emulator, @TempDir Path folder) throws Exception {
    new WarehouseComparison(Program.inProcess(folder), store, emulator).compare(5_000, SEED);
  }
}
