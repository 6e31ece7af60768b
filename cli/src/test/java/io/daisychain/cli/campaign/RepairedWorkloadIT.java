package io.daisychain.cli.campaign;

import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.RunningStore;
import io.daisychain.cli.testing.SharedStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A slice of the campaign {@code repairs} in each lineage. */
@ExtendWith(SharedStore.class)
class RepairedWorkloadIT {
  private static final int EVENTS = 2_000;
  private static final int HAND_INS = 3;

  @ParameterizedTest
  @CsvSource({"native, 211", "tagged, 212"})
  void equalsTheTruthAfterEachHandIn(
      String lineage, int seed, RunningStore store, @TempDir Path folder) throws Exception {
    Program program = Program.inProcess(folder);
    RepairedWorkload dealt = workload(folder, seed, store, "dealt_" + seed);
    dealt.generate(program, EVENTS, lineage, seed);
    for (int handIn = 0; handIn < HAND_INS; handIn++) {
      for (String[] command : dealt.commands("dealt-" + handIn + ".fix")) {
        program.succeed(command);
      }
      dealt.compare(program, handIn);
    }
    dealt.compareWithGenerator(program);

    Program once = Program.inProcess(Files.createDirectory(folder.resolve("once")));
    String table = "once_" + seed;
    for (String[] command : workload(folder, seed, store, table).commands("dealt-*.fix")) {
      once.succeed(command);
    }
    dealt.compareSums(once, "seed " + seed + ", all at once");
  }

  private static RepairedWorkload workload(
      Path folder, int seed, RunningStore store, String table) {
    return new RepairedWorkload(
        folder,
        new Random(seed),
        HAND_INS,
        List.of("--store=" + store.address(), "--table=" + table));
  }
}
