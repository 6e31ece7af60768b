package io.daisychain.cli.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JobStepsTest {
  private static final JobSteps STEPS =
      JobSteps.UNKNOWN
          .and("events scanned", 3, 1_000)
          .and("events linked", 5, 1_000)
          .and("rows written", 2, counts -> counts.getOrDefault("events linked", 0L) / 2);

  @Test
  void whatIsScannedAndNotLinkedYetIsNotDone() {
    assertEquals(0.3, done(Map.of("events scanned", 1_000L)));
    assertEquals(0.55, done(Map.of("events scanned", 1_000L, "events linked", 500L)));
  }

  @Test
  void moreThanExpectedIsNoMoreThanAll() {
    assertEquals(0.3, done(Map.of("events scanned", 1_100L)));
    assertEquals(
        1, done(Map.of("events scanned", 1_100L, "events linked", 1_000L, "rows written", 501L)));
  }

  @Test
  void ofAJobWithoutStepsNothingIsKnown() {
    assertFalse(JobSteps.UNKNOWN.done(Map.of("pieces", 3L)).isPresent());
    assertEquals(0, JobSteps.UNKNOWN.expected("pieces", Map.of("pieces", 3L)));
    assertEquals(4, JobSteps.of("pieces", 4).expected("pieces", Map.of("pieces", 3L)));
  }

  @Test
  void countersStandInTheOrderOfTheSteps() {
    assertEquals(List.of("events scanned", "events linked", "rows written"), STEPS.counters());
  }

  private static double done(Map<String, Long> counts) {
    return STEPS.done(counts).orElseThrow();
  }
}
