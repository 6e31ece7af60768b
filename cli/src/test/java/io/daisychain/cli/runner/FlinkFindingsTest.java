package io.daisychain.cli.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.daisychain.cli.terminal.Finding;
import io.daisychain.cli.terminal.Finding.Verdict;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is made of what a Flink cluster tells. */
class FlinkFindingsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Map<String, String> WELL =
      Map.of(
          "taskmanager.network.sort-shuffle.min-buffers", "64",
          "restart-strategy.type", "exponential-delay");

  @Test
  void aClusterThatIsSetAsTheDocsSayLacksNothing() throws IOException {
    Map<String, Finding> all = findings(WELL, worker(2, 2, 256, 1200)).all(2);

    all.forEach((name, finding) -> assertEquals(Verdict.OK, finding.verdict(), name));
    assertEquals(
        List.of("flink", "slots", "restarts", "buffers", "memory"), List.copyOf(all.keySet()));
  }

  @Test
  void workersAreAsLargeAsTheSmallestAndAsBusyAsTheBusiest() throws IOException {
    assertEquals(
        WorkerSize.elsewhere(512 << 20, 8),
        findings(WELL, worker(8, 2, 256, 1200), worker(2, 2, 256, 512)).workerSize());
    assertEquals(
        WorkerSize.elsewhere(WorkerSize.LEAST_HEAP, WorkerSize.LEAST_THREADS),
        findings(WELL).workerSize(),
        "task managers that come on demand");
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          2, 2, 2, OK
          2, 1, 2, NOTE
          2, 2, 4, FAIL
          """)
  void slotsThatAreTakenPassAndThoseThatAreMissingDoNot(
      int slots, int free, int parallelism, Verdict verdict) throws IOException {
    Finding finding = findings(WELL, worker(slots, free, 256, 1200)).slots(parallelism);

    assertEquals(verdict, finding.verdict(), finding.words());
  }

  @Test
  void aClusterThatMakesSlotsOnDemandHasEnough() throws IOException {
    Map<String, String> settings = new HashMap<>(WELL);
    settings.put("kubernetes.cluster-id", "mine");

    assertEquals(Verdict.OK, findings(settings).slots(400).verdict());
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          64, 256, OK
          64, 255, FAIL
          512, 256, FAIL
          512, 2048, OK
          , 1024, FAIL
          """)
  void asksForNetworkMemoryByBuffers(String buffers, int megabytes, Verdict verdict)
      throws IOException {
    Map<String, String> settings = new HashMap<>(WELL);
    settings.remove("taskmanager.network.sort-shuffle.min-buffers");
    if (buffers != null) {
      settings.put("taskmanager.network.sort-shuffle.min-buffers", buffers);
    }

    Finding finding = findings(settings, worker(2, 2, megabytes, 1200)).all(2).get("buffers");

    assertEquals(verdict, finding.verdict(), finding.words());
    assertTrue(
        verdict == Verdict.OK || finding.words().contains(JobFailure.NETWORK_SETTINGS),
        finding.words());
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          /m/flink-runtime-1.19.1.jar, OK
          /m/flink-runtime-1.20.0.jar, FAIL
          /m/other.jar, OK
          """)
  void wantsTheReleaseOfItsOwnClasses(String classPath, Verdict verdict) throws IOException {
    Finding finding = findings(WELL, worker(2, 2, 256, 1200)).flink(classPath);

    assertEquals(verdict, finding.verdict(), finding.words());
  }

  @Test
  void saysWhatIsLittleMemoryAndThatNothingIsBegunAgain() throws IOException {
    Map<String, Finding> all = findings(Map.of(), worker(4, 4, 256, 1200)).all(2);

    assertEquals(Verdict.NOTE, all.get("memory").verdict());
    assertTrue(all.get("memory").words().contains("task.heap.size"), all::toString);
    assertEquals(Verdict.NOTE, all.get("restarts").verdict());
  }

  private static FlinkFindings findings(Map<String, String> settings, JsonNode... workers) {
    return new FlinkFindings("http://here:8081", "1.19.3", settings, List.of(workers));
  }

  /** As Flink 1.19 tells of a task manager; memory in MB. */
  private static JsonNode worker(int slots, int free, long network, long heap) throws IOException {
    return JSON.readTree(
        """
        {"id": "t", "slotsNumber": %d, "freeSlots": %d, "memoryConfiguration": {"taskHeap": %d,
         "frameworkOffHeap": 134217728, "taskOffHeap": 0, "networkMemory": %d,
         "jvmMetaspace": 268435456}}"""
            .formatted(slots, free, heap << 20, network << 20));
  }
}
