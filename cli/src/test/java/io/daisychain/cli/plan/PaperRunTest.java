package io.daisychain.cli.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** The simulation beside the paper's table; docs/clusters.md has the same numbers. */
class PaperRunTest {

  @Test
  void twoRunsAreFittedAndTheOthersOfIngestPredictedWithinAFifth() {
    double off = 0;
    for (PaperRun run : PaperRun.ALL) {
      double error = run.simulatedIngest() / run.ingestMinutes() - 1;
      boolean fitted = run.percent() == 1 || run.percent() == 100;
      assertEquals(0, error, fitted ? 0.03 : 0.2, run.percent() + " %");
      off += fitted ? 0 : Math.abs(error) / 5;
    }
    assertEquals(0, off, 0.14);
  }

  @Test
  void linkageIsPredictedWhereThePapersCodeWasThatOfTheFittedRun() {
    for (PaperRun run : PaperRun.ALL) {
      double error = run.simulatedLink() / Math.max(1, run.linkMinutes()) - 1;
      switch (run.percent()) {
        case 100 -> assertEquals(0, error, 0.03);
        case 40, 80 -> assertEquals(0, error, 0.2, run.percent() + " %");
        case 1, 5, 10 -> assertTrue(error < -0.4, "the early runs took twice as long: " + error);
        default -> assertEquals(0, run.linkMinutes());
      }
    }
  }
}
