package io.daisychain.cli.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.cli.plan.Step.Piece;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The laws that any cluster keeps, whatever it costs. */
class SimulationTest {
  private static final long SEED = 20261127;

  private static Step random(int pieces, int servers, Random random) {
    return new Step(
        "work",
        IntStream.range(0, pieces)
            .mapToObj(
                i ->
                    Piece.of(
                        random.nextInt(servers),
                        1 + random.nextInt(servers),
                        random.nextDouble(),
                        random.nextDouble(),
                        random.nextDouble(),
                        random.nextDouble()))
            .toList());
  }

  private static StepTimes run(Cluster cluster, Step step) {
    return new Simulation(cluster).run(step);
  }

  private static double held(StepTimes times) {
    double sum = 0;
    for (Need need : Need.values()) {
      sum += times.held(need);
    }
    return sum;
  }

  @Test
  void oneCoreTakesTheSumOfAllPieces() {
    Step step = random(500, 1, new Random(SEED));

    StepTimes times = run(Cluster.warm(1, 1, 1), step);

    double sum = step.pieces().stream().mapToDouble(Piece::sum).sum();
    assertEquals(sum, times.seconds(), 1e-9 * sum, "seed " + SEED);
    assertEquals(sum, held(times), 1e-9 * sum);
    assertEquals(0, times.barrier(), 1e-9);
  }

  @Test
  void noWorkIsLostOrDoneTwice() {
    Random random = new Random(SEED);
    for (int round = 0; round < 50; round++) {
      int servers = 1 + random.nextInt(6);
      Step step = random(1 + random.nextInt(400), servers, random);
      Cluster cluster = Cluster.warm(servers, 1 + random.nextInt(5), 1 + random.nextInt(5));

      StepTimes times = run(cluster, step);

      String what = "seed " + SEED + ", round " + round;
      double cpu = step.pieces().stream().mapToDouble(p -> p.seconds(Need.CPU)).sum();
      double store = step.pieces().stream().mapToDouble(p -> p.seconds(Need.STORE)).sum();
      assertEquals(cpu, times.held(Need.CPU), 1e-9 * cpu + 1e-12, what);
      assertEquals(store, times.storeBusy() * times.seconds() * servers, 1e-9 * store, what);
      double shares = times.barrier() + times.starting() + times.lost();
      for (Need need : Need.values()) {
        shares += times.share(need);
      }
      assertEquals(1, shares, 1e-9, what);
      int cores = cluster.workers() * cluster.cores();
      assertTrue(times.seconds() >= cpu / cores - 1e-9, what);
      assertTrue(times.seconds() >= store / servers - 1e-9, what);
    }
  }

  @Test
  void moreWorkersAreNotSlower() {
    // Equal pieces: of unequal ones a larger cluster may deal the longest last.
    List<Piece> pieces = Collections.nCopies(600, Piece.of(0, 4, 0.1, 1, 0.1, 0.2));
    double before = Double.POSITIVE_INFINITY;
    for (int workers = 1; workers <= 64; workers *= 2) {
      double seconds = run(Cluster.warm(4, workers, 2), new Step("work", pieces)).seconds();
      assertTrue(seconds <= before + 1e-9, workers + " workers: " + seconds + " after " + before);
      before = seconds;
    }
    assertTrue(before >= 600 * 0.2 / 4, "the store bounds it");
  }

  @Test
  void failuresAndCallsMadeAgainOnlyAdd() {
    Step step = new Step("work", Collections.nCopies(2_000, Piece.of(0, 1, 0, 5, 0.1, 0.05)));
    Cluster calm = new Cluster(4, 8, 4, 30, false, 0, 1, 0, SEED);
    StepTimes without = run(calm, step);
    double before = without.seconds();
    for (double anHour : new double[] {20, 200, 1_000}) {
      StepTimes times = run(calm.withFailures(anHour), step);

      assertTrue(times.failed() > 0, anHour + " failures an hour");
      assertTrue(times.seconds() > before, anHour + " failures: " + times.seconds());
      assertEquals(without.held(Need.CPU), times.held(Need.CPU), 1e-6, "each piece is done once");
      before = times.seconds();
    }
    double store = run(calm, step).held(Need.STORE);
    StepTimes again = run(calm.withAgain(0.2), step);
    assertEquals(
        0.05 * 2_000 / 0.8, again.storeBusy() * again.seconds() * 4, 0.05 * 2_000 / 0.8 * 0.1);
    assertTrue(again.held(Need.STORE) > store);
  }

  @Test
  void arrivalsAtRandomWaitAsTheFormulaSays() {
    // M/D/1: they come as a Poisson process, and each is served for as long.
    int pieces = 200_000;
    double service = 1;
    for (double load : new double[] {0.3, 0.6, 0.8}) {
      Random random = new Random(SEED);
      Station server = new Station();
      double now = 0;
      double waited = 0;
      for (int i = 0; i < pieces; i++) {
        now -= Math.log(1 - random.nextDouble()) * service / load;
        waited += server.serve(now, service) - now - service;
      }

      double expected = load * service / (2 * (1 - load));
      assertEquals(expected, waited / pieces, 0.05 * expected, "seed " + SEED + ", load " + load);
    }
  }

  @Test
  void coresThatWaitForRandomServersKeepTheShareBusyThatQueuesSay() {
    // A closed network of exponential servers would be busy N / (N + M - 1); a fixed service is
    // better than that, and worse than no waiting at all.
    int servers = 50;
    Random random = new Random(SEED);
    List<Piece> pieces = new ArrayList<>();
    for (int i = 0; i < 50_000; i++) {
      pieces.add(Piece.of(random.nextInt(servers), 1, 0, 0, 0, 1));
    }
    for (int cores : new int[] {10, 50, 200}) {
      double busy = run(Cluster.warm(servers, cores, 1), new Step("calls", pieces)).storeBusy();

      double exponential = (double) cores / (cores + servers - 1);
      String what = "seed " + SEED + ", " + cores + " cores: " + busy;
      assertTrue(busy > exponential - 0.02, what);
      assertTrue(busy < Math.min(1, (double) cores / servers) + 1e-9, what);
    }
  }

  @Test
  void aSeedIsOneRun() {
    Step step = random(300, 3, new Random(SEED));
    Cluster cluster = new Cluster(3, 6, 2, 5, true, 500, 1, 0.1, SEED);

    assertEquals(run(cluster, step).seconds(), run(cluster, step).seconds());
  }

  @Test
  void workersComeLaterWithAutoscaling() {
    Cluster fixed = new Cluster(1, 32, 1, 60, false, 0, 0, 0, SEED);
    Cluster growing = new Cluster(1, 32, 1, 60, true, 0, 0, 0, SEED);

    assertEquals(60, fixed.upAfter(31, 0));
    assertEquals(60, growing.upAfter(1, 0));
    assertEquals(120, growing.upAfter(3, 0));
    assertEquals(300, growing.upAfter(31, 0));
  }
}
