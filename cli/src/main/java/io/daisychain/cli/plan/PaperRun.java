package io.daisychain.cli.plan;

import java.util.List;

/**
 * A run of the paper's test campaign (Market Reconstruction 2.0, Table 2).
 *
 * @param percent of its full workload of 25 billion events
 * @param events linked
 * @param nodes of Bigtable
 * @param cores of Dataflow's workers
 * @param workerCores of one of them
 * @param ingestMinutes from files to rows
 * @param linkMinutes from rows to lifecycles; 0 where that was never completed
 */
public record PaperRun(
    int percent,
    double events,
    int nodes,
    int cores,
    int workerCores,
    int ingestMinutes,
    int linkMinutes) {

  public static final List<PaperRun> ALL =
      List.of(
          new PaperRun(1, 0.25e9, 20, 80, 8, 32, 35),
          new PaperRun(5, 1.25e9, 175, 400, 8, 20, 36),
          new PaperRun(10, 2.5e9, 350, 320, 32, 35, 40),
          new PaperRun(20, 5e9, 700, 960, 32, 25, 0),
          new PaperRun(40, 10e9, 1_400, 1_920, 32, 35, 16),
          new PaperRun(80, 20e9, 2_800, 7_680, 32, 34, 15),
          new PaperRun(100, 25e9, 3_500, 9_600, 32, 32, 18));

  /** Minutes of its ingest, simulated. */
  double simulatedIngest() {
    return simulated(Costs.PAPER_WRITE);
  }

  /** Minutes of its linkage, simulated. */
  double simulatedLink() {
    return simulated(Costs.PAPER_LINK);
  }

  /**
   * Cores that call the store for each event and wait for its answer. What they did themselves does
   * not stand in the table; workers were up before a run began (4.3).
   */
  private double simulated(double micros) {
    Cluster cluster =
        Cluster.warm(nodes, cores / workerCores, workerCores).withAgain(Costs.again(cores));
    return new Simulation(cluster).run(DaySteps.calls(events, cluster, micros)).seconds() / 60;
  }
}
