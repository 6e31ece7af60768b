package io.daisychain.cli.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunnerSetupTest {
  @Test
  void aClusterGetsTheJarsThatItDoesNotHave() {
    assertEquals(
        List.of("/a/daisychain-cli-0.1.0.jar", "/m/beam-runners-flink-1.19-2.70.0.jar"),
        RunnerSetup.staged(
            String.join(
                File.pathSeparator,
                "/a/daisychain-cli-0.1.0.jar",
                "/m/flink-runtime-1.19.0.jar",
                "/m/duckdb_jdbc-2.0.0.1.jar",
                "/m/beam-runners-flink-1.19-2.70.0.jar"),
            "flink-"));
  }
}
