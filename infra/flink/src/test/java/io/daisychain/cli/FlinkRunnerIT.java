package io.daisychain.cli;

import io.daisychain.cli.runner.InTests;
import io.daisychain.cli.runner.RunnerComparison;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What is made depends on what was handed in, and not on the runner that makes it. */
@ExtendWith(InTests.class)
class FlinkRunnerIT {
  @TempDir private Path folder;

  @Test
  void makesTheSameFilesRowsAndTablesAsDirectRunner() throws Exception {
    new RunnerComparison(folder, "FlinkRunner").check();
  }
}
