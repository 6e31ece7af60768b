package io.daisychain.cli.campaign;

import io.daisychain.cli.testing.RunningStore;
import io.daisychain.cli.testing.SharedStore;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A slice of {@code .ci/campaign asof}. */
@ExtendWith(SharedStore.class)
class AsOfMomentsIT {
  private static final long SEED = 20_260_316;

  @Test
  void whatWasPublishedIsToldAtAnyMoment(RunningStore store, @TempDir Path folder)
      throws Exception {
    AsOfMoments moments = new AsOfMoments(folder, store.address(), new Random(SEED));
    moments.prepare(600);
    moments.publish(4, 0.2);
    moments.ask(6);
  }
}
