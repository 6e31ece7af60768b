package io.daisychain.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.cli.job.FlinkSetup;
import io.daisychain.cli.option.RunnerOptions;
import io.daisychain.cli.option.StoreOptions;
import io.daisychain.cli.terminal.UsageException;
import java.util.List;
import org.apache.beam.runners.flink.FlinkPipelineOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** What a runner is told, and what is refused before anything starts. */
class RunnerOptionsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --runner=SparkRunner | is none of the runners: DataflowRunner, DirectRunner, FlinkRunner
          --runner= | is none of the runners: DataflowRunner, DirectRunner, FlinkRunner
          --runner=FlinkRunner --flinkMaster=h:1 | --flinkMaster=h:1 needs --parallelism
          --runner=FlinkRunner --flinkMaster=h:1 --parallelism=2 | is on this machine alone
          --runner=FlinkRunner --noSuchOption=1 | noSuchOption
          --runner=DataflowRunner | is not on the class path: start with the script daisychain
          """)
  void refusesWhatCannotWork(String line, String words) {
    RunnerOptions options = read(line);

    UsageException refusal =
        assertThrows(
            UsageException.class, () -> options.options(StoreOptions.of("embedded:dir", "t")));

    assertTrue(refusal.getMessage().contains(words), refusal.getMessage());
    assertEquals(1, refusal.getMessage().lines().count());
  }

  @Test
  void aClusterMayUseAStoreThatAllCanReach() {
    FlinkPipelineOptions options =
        read("--runner=FlinkRunner --flinkMaster=h:1 --parallelism=7")
            .options(StoreOptions.of("hbase://zk:2181", "t"))
            .as(FlinkPipelineOptions.class);

    assertEquals("h:1", options.getFlinkMaster());
    assertEquals(7, options.getParallelism());
  }

  @Test
  void flinkInThisProcessUsesAllCoresUnlessTold() {
    StoreOptions store = StoreOptions.of("embedded:dir", "t");
    FlinkPipelineOptions untold =
        read("--runner=flinkrunner").options(store).as(FlinkPipelineOptions.class);
    FlinkPipelineOptions told =
        read("--runner=FlinkRunner --parallelism=1 --fasterCopy=false")
            .options(store)
            .as(FlinkPipelineOptions.class);

    assertEquals("[local]", untold.getFlinkMaster());
    assertEquals(Math.max(2, Runtime.getRuntime().availableProcessors()), untold.getParallelism());
    assertTrue(untold.getFasterCopy());
    assertEquals(1, told.getParallelism());
    assertEquals(false, told.getFasterCopy());
  }

  @Test
  void aClusterGetsTheJarsThatItDoesNotHave() {
    assertEquals(
        List.of("/a/daisychain-cli-0.1.0.jar", "/m/beam-runners-flink-1.19-2.70.0.jar"),
        FlinkSetup.staged(
            String.join(
                java.io.File.pathSeparator,
                "/a/daisychain-cli-0.1.0.jar",
                "/m/flink-runtime-1.19.0.jar",
                "/m/duckdb_jdbc-2.0.0.1.jar",
                "/m/beam-runners-flink-1.19-2.70.0.jar")));
  }

  private static RunnerOptions read(String line) {
    RunnerOptions options = new RunnerOptions();
    new CommandLine(options).parseArgs(line.split(" ", -1));
    return options;
  }
}
