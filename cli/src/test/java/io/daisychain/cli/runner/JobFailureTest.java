package io.daisychain.cli.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.cli.runner.JobFailure.Outlook;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is made of the stack traces that a Flink cluster shows. */
class JobFailureTest {
  private static final String WRAPPED =
      """
      java.lang.Exception: The data preparation for task 'Write' , caused an error: outer
      \tat org.apache.flink.runtime.operators.BatchTask.run(BatchTask.java:488)
      Caused by: org.apache.beam.sdk.util.UserCodeException: java.io.IOException: inner
      \tat org.apache.beam.sdk.util.UserCodeException.wrap(UserCodeException.java:39)
      Caused by: %s
      \tat io.daisychain.store.write.WriteFilesFn.write(WriteFilesFn.java:70)
      \t... 12 more
      """;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          java.io.IOException: the line ended | the line ended | UNKNOWN
          java.lang.IllegalStateException: broken | IllegalStateException: broken | UNKNOWN
          java.lang.NullPointerException | UserCodeException: java.io.IOException: inner | UNKNOWN
          org.apache.hadoop.security.AccessControlException: Permission denied: user=flink, access=WRITE, inode="/hbase" | AccessControlException: Permission denied: user=flink, access=WRITE, inode="/hbase" | STAYS
          org.apache.hadoop.hbase.TableNotFoundException: events_20260316 | TableNotFoundException: events_20260316 | STAYS
          io.daisychain.store.worker.PermanentFailureException: workers cannot write | workers cannot write | STAYS
          java.net.ConnectException: Connection refused | ConnectException: Connection refused | PASSES
          org.apache.hadoop.hbase.client.RetriesExhaustedException: Failed after attempts=3 | RetriesExhaustedException: Failed after attempts=3 | PASSES
          org.apache.flink.runtime.io.network.netty.exception.RemoteTransportException: Connection unexpectedly closed | RemoteTransportException: Connection unexpectedly closed | PASSES
          """)
  void namesTheInnermostCause(String cause, String words, Outlook outlook) {
    assertEquals(new JobFailure(words, outlook), of(WRAPPED.formatted(cause)));
  }

  @Test
  void aRefusalIsOneAlsoWhereOurMessageHasItsWords() {
    JobFailure failure =
        of(
            WRAPPED.formatted(
                """
                java.io.IOException: table t, row 1: AccessDeniedException: no
                \tat io.daisychain.store.StoreFailure.failure(StoreFailure.java:91)
                \tSuppressed: org.apache.hadoop.hbase.security.AccessDeniedException: no
                \t\tat org.apache.hadoop.hbase.Some.call(Some.java:1)"""));

    assertEquals(
        new JobFailure("table t, row 1: AccessDeniedException: no", Outlook.STAYS), failure);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          java.io.IOException: Insufficient number of network buffers: required 512, but only 9 available. | sort-shuffle.min-buffers: 64 | STAYS
          java.lang.OutOfMemoryError: Cannot reserve 262144 bytes of direct buffer memory (allocated: 1, limit: 2) | taskmanager.memory.task.off-heap.size | UNKNOWN
          java.lang.OutOfMemoryError: Metaspace | taskmanager.memory.jvm-metaspace.size | UNKNOWN
          org.apache.flink.runtime.jobmanager.scheduler.NoResourceAvailableException: Could not acquire the minimum required resources. | fewer free slots than --parallelism | PASSES
          """)
  void saysWhatToSet(String cause, String setting, Outlook outlook) {
    JobFailure failure = of(WRAPPED.formatted(cause));

    assertTrue(failure.words().contains(setting), failure.words());
    assertEquals(outlook, failure.outlook());
  }

  @Test
  void whatIsNoStackTraceIsUnknown() {
    assertEquals(new JobFailure("", Outlook.UNKNOWN), of("\n\t\u0000 at nothing"));
  }

  private static JobFailure of(String stackTrace) {
    return JobFailure.of(stackTrace, JobFailure.FLINK);
  }
}
