package io.daisychain.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.cli.ClusterPlan.Rates;
import org.junit.jupiter.api.Test;

class ClusterPlanTest {

  @Test
  void thePapersRatesArePerSecondAndCore() {
    PaperRun full = PaperRun.ALL.get(6);

    assertEquals(25e9 / 9_600 / (32 * 60), 1e6 / full.ingestMicros(), 1e-6);
    assertEquals(1_356, Math.round(1e6 / full.ingestMicros()));
    assertEquals(2_411, Math.round(1e6 / full.linkMicros()));
    assertEquals(3_720, Math.round(full.nodeRate()));
  }

  @Test
  void thePapersRatesGiveItsLargestClusterWithinAQuarter() {
    PaperRun full = PaperRun.ALL.get(6);

    int nodes = ClusterPlan.nodes(full.events(), 60.0 * full.ingestMinutes(), Rates.ofPaper());

    assertEquals(1, (double) nodes / full.nodes(), 0.25);
  }

  @Test
  void theStageThatNeedsMostSaysHowManyCores() {
    ClusterPlan plan = ClusterPlan.of(1e9, 68, new Rates(1_000, 32, 9, 36), 0.5);

    assertEquals(32 * 60, plan.ingestSeconds(), 1e-9);
    assertEquals(18 * 60, plan.linkSeconds(), 1e-9);
    assertEquals(18 * 60, plan.publishSeconds(), 1e-9);
    assertEquals(521, plan.nodes());
    assertEquals(67, plan.cores()); // 36,000 CPU seconds in 1,080 at half of a core's time
    assertEquals(521 * 24, plan.splits(24));
  }

  @Test
  void twiceTheEventsOrHalfTheTimeNeedTwiceTheCluster() {
    Rates rates = Rates.ofPaper();
    ClusterPlan one = ClusterPlan.of(5e9, 60, rates, 1);
    ClusterPlan more = ClusterPlan.of(10e9, 60, rates, 1);
    ClusterPlan faster = ClusterPlan.of(5e9, 30, rates, 1);

    assertEquals(
        more,
        new ClusterPlan(
            10e9,
            faster.nodes(),
            faster.cores(),
            one.ingestSeconds(),
            one.linkSeconds(),
            one.publishSeconds()));
    assertTrue(Math.abs(more.nodes() - 2 * one.nodes()) <= 1);
  }

  @Test
  void filesStayBelowWhatBigQueryLoadsAtOnce() {
    assertTrue(ClusterPlan.of(1e12, 60, Rates.ofPaper(), 1).files() < 10_000);
  }

  @Test
  void refusesWhatMakesNoSense() {
    Rates rates = Rates.ofPaper();

    assertThrows(IllegalArgumentException.class, () -> ClusterPlan.of(0, 60, rates, 1));
    assertThrows(IllegalArgumentException.class, () -> ClusterPlan.of(1e9, 0, rates, 1));
    assertThrows(IllegalArgumentException.class, () -> ClusterPlan.of(1e9, Double.NaN, rates, 1));
    assertThrows(IllegalArgumentException.class, () -> ClusterPlan.of(1e9, 60, rates, 1.5));
  }
}
