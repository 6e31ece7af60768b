package io.daisychain.cli;

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
