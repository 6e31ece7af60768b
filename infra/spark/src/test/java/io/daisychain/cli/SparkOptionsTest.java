package io.daisychain.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.cli.option.RunnerOptions;
import io.daisychain.cli.option.StoreOptions;
import io.daisychain.cli.terminal.UsageException;
import org.apache.beam.runners.spark.SparkPipelineOptions;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** What Spark is told, and what is refused before anything starts. */
class SparkOptionsTest {
  private static final StoreOptions EMBEDDED = StoreOptions.of("embedded:dir", "t");

  @Test
  void inThisProcessItUsesAllCoresUnlessTold() {
    int cores = Math.max(2, Runtime.getRuntime().availableProcessors());

    assertEquals("local[" + cores + "]", read("--runner=sparkrunner", EMBEDDED).getSparkMaster());
    assertEquals(
        "local[1]", read("--runner=SparkRunner --sparkMaster=local[1]", EMBEDDED).getSparkMaster());
  }

  @Test
  void whatIsReadTwiceIsKept() {
    assertEquals("MEMORY_AND_DISK", read("--runner=SparkRunner", EMBEDDED).getStorageLevel());
  }

  @Test
  void workersElsewhereCannotReachAStoreOfThisMachine() {
    String line = "--runner=SparkRunner --sparkMaster=spark://h:7077";

    UsageException refusal = assertThrows(UsageException.class, () -> read(line, EMBEDDED));

    assertTrue(refusal.getMessage().contains("--sparkMaster=spark://h:7077"), refusal.getMessage());
    assertEquals(
        "spark://h:7077", read(line, StoreOptions.of("hbase://zk:2181", "t")).getSparkMaster());
  }

  private static SparkPipelineOptions read(String line, StoreOptions store) {
    RunnerOptions options = new RunnerOptions();
    new CommandLine(options).parseArgs(line.split(" ", -1));
    return options.options(store).as(SparkPipelineOptions.class);
  }
}
