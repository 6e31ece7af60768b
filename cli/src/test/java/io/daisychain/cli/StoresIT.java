package io.daisychain.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.cloud.bigtable.emulator.core.EmulatorController;
import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.RunningStore;
import io.daisychain.cli.testing.SharedStore;
import io.daisychain.cli.testing.Workload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What is published does not depend on where it was stored. */
@ExtendWith(SharedStore.class)
class StoresIT {

  @Test
  void holdTheSameOnHBaseAndOnBigtable(RunningStore hbase, @TempDir Path folder) throws Exception {
    Path temporary = Files.createDirectory(folder.resolve("temporary"));
    Program program =
        new Program(folder).with("JAVA_TOOL_OPTIONS", "-Djava.io.tmpdir=" + temporary);
    Workload.generate(
        Program.inProcess(folder), "workload", 1_000, "--lineage=native", "--errors=0.02");
    Workload.worsen(folder.resolve("workload"));
    String[] onHBase = run("--store=" + hbase.address(), "--table=stores", "--write=bulk");
    JsonNode expected = program.counts(onHBase);

    EmulatorController bigtable = EmulatorController.createBundled();
    bigtable.start();
    try {
      program.with("BIGTABLE_EMULATOR_HOST", "localhost:" + bigtable.getPort());
      JsonNode found = program.counts(run("--store=bigtable://project/instance"));

      assertEquals(expected.at("/publish"), found.at("/publish"));
    } finally {
      bigtable.stop();
    }
    try (Stream<Path> left = Files.list(temporary)) {
      assertEquals(List.of(), left.toList(), "left in the temporary folder");
    }
  }

  private static String[] run(String... more) {
    String[] all = new String[3 + more.length];
    all[0] = "run";
    all[1] = "--input=workload/events-*";
    all[2] = "--reference=workload";
    System.arraycopy(more, 0, all, 3, more.length);
    return all;
  }
}
