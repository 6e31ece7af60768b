package io.daisychain.cli.campaign;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.RunningStore;
import io.daisychain.cli.testing.SharedStore;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A slice of the campaign {@code histories}. */
@ExtendWith(SharedStore.class)
class HistoriesIT {
  private static final int HISTORIES = Integer.getInteger("daisychain.histories", 150);

  @Test
  void equalBruteForceAfterEachHandIn(RunningStore store, @TempDir Path folder) throws Exception {
    long seed = Long.getLong("daisychain.seed", 20_261_122);

    String told =
        Histories.compare(
            HISTORIES,
            seed,
            3,
            Program.inProcess(folder),
            List.of("--store=" + store.address(), "--table=histories"));

    System.out.println(told);
    assertTrue(told.endsWith("all as expected"), told);
  }
}
