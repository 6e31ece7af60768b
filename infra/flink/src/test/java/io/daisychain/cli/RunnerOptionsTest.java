package io.daisychain.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.cli.option.RunnerOptions;
import io.daisychain.cli.option.StoreOptions;
import io.daisychain.cli.terminal.UsageException;
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
          --runner=SamzaRunner | is none of the runners: DataflowRunner, DirectRunner, FlinkRunner, SparkRunner
          --runner= | is none of the runners: DataflowRunner, DirectRunner, FlinkRunner, SparkRunner
          --runner=FlinkRunner --flinkMaster=h:1 | --flinkMaster=h:1 needs --parallelism
          --runner=FlinkRunner --flinkMaster=h:1 --parallelism=2 | is on this machine alone
          --runner=FlinkRunner --noSuchOption=1 | noSuchOption
          --runner=SparkRunner | is not on the class path: start with the script daisychain
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

  private static RunnerOptions read(String line) {
    RunnerOptions options = new RunnerOptions();
    new CommandLine(options).parseArgs(line.split(" ", -1));
    return options;
  }
}
