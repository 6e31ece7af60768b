package io.daisychain.cli.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.daisychain.cli.option.SparkOptions;
import io.daisychain.embedded.FreePort;
import java.io.IOException;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SparkSetupTest {
  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          4g, 4294967296
          1536m, 1610612736
          512, 536870912
          2GB, 2147483648
          much, 1073741824
          '', 1073741824
          """)
  void readsMemoryAsSparkDoes(String memory, long bytes) {
    assertEquals(bytes, SparkSetup.bytes(memory));
  }

  @Test
  void tellsTheCauseOfATaskThatFailed() {
    String message =
        """
        Lost task 1.0 in stage 7.0 (TID 11) (10.0.0.7 executor 1): org.apache.beam.sdk.util.UserCodeException: java.io.IOException: Permission denied
        \tat org.apache.beam.sdk.util.UserCodeException.wrap(UserCodeException.java:39)
        Caused by: java.io.IOException: Permission denied: user=spark, access=WRITE, inode="/hbase"
        \tat io.daisychain.store.write.WriteFilesFn.write(WriteFilesFn.java:82)
        """;

    assertEquals(
        "a task is done again after: Permission denied: user=spark, access=WRITE, inode=\"/hbase\"",
        SparkSetup.Failures.line(message));
  }

  @Test
  void saysWhatToSetOfSparkAndNotOfFlink() {
    assertEquals(
        "a task is done again after: OutOfMemoryError: Java heap space: raise"
            + " spark.executor.memory",
        SparkSetup.Failures.line(
            "Lost task 0.0 in stage 1.0 (TID 3) (h executor 0): java.lang.OutOfMemoryError: Java"
                + " heap space"));
  }

  @Test
  void tellsThatAnExecutorIsGone() {
    String message =
        """
        Lost task 0.0 in stage 1.0 (TID 3) (10.0.0.7 executor 0): ExecutorLostFailure (executor 0 exited unrelated to the running tasks) Reason: worker lost: 10.0.0.7:36161 got disassociated
        """;

    assertEquals(
        "a task is done again after: ExecutorLostFailure (executor 0 exited unrelated to the"
            + " running tasks) Reason: worker lost: 10.0.0.7:36161 got disassociated",
        SparkSetup.Failures.line(message));
  }

  @Test
  void tellsThatAJobWaitsForWorkers() {
    String message =
        "Initial job has not accepted any resources; check your cluster UI to ensure that workers"
            + " are registered and have sufficient resources";

    assertEquals(
        "the job waits: no worker has the cores and the memory that it asks for"
            + " (spark.executor.memory, spark.cores.max)",
        SparkSetup.Failures.line(message));
  }

  @Test
  void keepsToItselfWhatNobodyNeeds() {
    assertNull(SparkSetup.Failures.line("Starting task 0.0 in stage 7.0 (TID 11)"));
  }

  @Test
  void saysAtOnceThatNobodyAnswersForTheMaster() {
    String masters = "spark://127.0.0.1:" + FreePort.any() + ",127.0.0.1:" + FreePort.any();
    SparkOptions options = PipelineOptionsFactory.as(SparkOptions.class);
    options.setSparkMaster(masters);

    IOException refusal = assertThrows(IOException.class, () -> SparkSetup.look(options));

    assertEquals("--sparkMaster=" + masters + ": nobody answers there", refusal.getMessage());
  }
}
