package io.daisychain.cli;

import io.daisychain.cli.campaign.InjectedErrors;
import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.RunningStore;
import io.daisychain.cli.testing.SharedStore;
import io.daisychain.datagen.lifecycle.Lineage;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A slice of {@code .ci/campaign truth}. */
@ExtendWith(SharedStore.class)
class InjectedErrorsIT {
  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({"mixed, NATIVE, 101", "stress, TAGGED, 103"})
  void areFoundAsTheTruthSays(String model, Lineage lineage, int seed, RunningStore store)
      throws Exception {
    new InjectedErrors(Program.inProcess(folder), model, lineage, seed)
        .check(20_000, store.address());
  }
}
