package io.daisychain.cli.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.cli.terminal.Finding;
import io.daisychain.cli.terminal.Finding.Verdict;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is made of the reports of workers. */
class WorkerFindingsTest {
  private static final long NOW = 1_800_000_000_000L;
  private static final long HEAP = 1L << 30;

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          HBase, 2.6.4, 2.6.4, OK
          HBase, 2.6.4, 2.5.9, FAIL
          Hadoop, 3.4.2, 3.3.6, FAIL
          daisychain, 0.1.0 abc, 0.1.0 def, FAIL
          Java, 17, 21, OK
          Java, 17, 26, FAIL
          Spark, 3.5.0, 3.5.7, OK
          Spark, 3.5.0, 3.4.1, FAIL
          """)
  void namesWhatWorkersHaveOfAnotherVersion(
      String what, String ours, String theirs, Verdict verdict) {
    WorkerReport worker =
        new WorkerReport(
            "w-1",
            "flink",
            new TreeMap<>(Map.of(what, theirs)),
            new TreeMap<>(Map.of(what, "/opt/lib/old.jar")),
            HEAP,
            2,
            NOW,
            null,
            new TreeMap<>());
    WorkerReport here = report("here", NOW, null, Map.of());
    here.versions().put(what, ours);

    Finding finding = new WorkerFindings(here, List.of(worker), NOW, NOW).versions();

    assertEquals(verdict, finding.verdict(), finding.words());
    assertTrue(
        verdict == Verdict.OK || finding.words().contains(theirs + " on workers, from /opt/lib"),
        finding.words());
  }

  /** By the store's clock, in milliseconds by which it is ahead of each. */
  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          0 | 0 | OK | all clocks say the same
          40 | 30 | OK | the store is farthest from this machine's clock, 40 ms ahead
          0 | 2500 | NOTE | worker w-1 is farthest from this machine's clock, 2,500 ms behind
          -7 | -4007 | NOTE | worker w-1 is farthest from this machine's clock, 4,000 ms ahead
          0 | 400000 | FAIL | worker w-1 is farthest from this machine's clock, 400,000 ms behind
          """,
      delimiter = '|',
      quoteCharacter = '`')
  void saysWhoseClockIsFarthest(long here, long worker, Verdict verdict, String words) {
    Finding finding =
        found(
                report("here", NOW, here, Map.of()),
                report("w-1", NOW, worker, Map.of()),
                NOW,
                NOW + 1_000)
            .clocks();

    assertEquals(verdict, finding.verdict(), finding.words());
    assertTrue(finding.words().startsWith(words), finding.words());
  }

  @Test
  void withoutAStoreAClockIsBoundedByTheJob() {
    WorkerReport here = report("here", NOW, null, Map.of());

    assertEquals(
        Verdict.OK,
        found(here, report("w-1", NOW + 900, null, Map.of()), NOW, NOW + 1_000).clocks().verdict());
    Finding late =
        found(here, report("w-1", NOW + 9_000, null, Map.of()), NOW, NOW + 1_000).clocks();
    assertTrue(late.words().contains("w-1 is farthest"), late.words());
    assertTrue(late.words().contains("8,000 ms ahead"), late.words());
  }

  @Test
  void namesTheWorkerThatCouldNot() {
    WorkerReport here = report("here", NOW, null, Map.of());
    WorkerReport able = report("w-1", NOW, null, Map.of());
    WorkerReport unable = report("w-2", NOW, null, Map.of("staging", "may not"));
    WorkerFindings found = new WorkerFindings(here, List.of(able, unable), NOW, NOW + 1_500);

    assertEquals(Finding.fail("worker w-2: may not"), found.of("staging", "could"));
    assertEquals(Finding.ok("could"), found.of("tables", "could"));
    assertEquals(
        Finding.ok("2 workers answered in 1.5 s: w-1 as flink, w-2 as flink"), found.answers());
    assertEquals(Verdict.FAIL, new WorkerFindings(here, List.of(), NOW, NOW).answers().verdict());
  }

  @Test
  void aReportComesBackAsItWentOut() {
    WorkerReport report = WorkerReport.ofThisProcess(7L, new TreeMap<>(Map.of("staging", "no")));

    assertEquals(report, WorkerReport.ofText(report.toText()));
    for (String what : List.of("Beam", "HBase", "Hadoop", "Java", "daisychain")) {
      assertTrue(report.versions().containsKey(what), what);
    }
  }

  private static WorkerFindings found(
      WorkerReport here, WorkerReport worker, long began, long ended) {
    return new WorkerFindings(here, List.of(worker), began, ended);
  }

  private static WorkerReport report(
      String name, long moment, Long storeAhead, Map<String, String> failures) {
    return new WorkerReport(
        name,
        "flink",
        new TreeMap<>(),
        new TreeMap<>(),
        HEAP,
        2,
        moment,
        storeAhead,
        new TreeMap<>(failures));
  }
}
