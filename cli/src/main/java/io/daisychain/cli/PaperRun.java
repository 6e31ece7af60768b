package io.daisychain.cli;

import java.util.List;

/**
 * A run of the paper's test campaign (Market Reconstruction 2.0, Table 2).
 *
 * @param percent of its full workload of 25 billion events
 * @param events linked
 * @param nodes of Bigtable
 * @param cores of Dataflow's workers
 * @param ingestMinutes from files to rows
 * @param linkMinutes from rows to lifecycles; 0 where that was never completed
 */
public record PaperRun(
    int percent, double events, int nodes, int cores, int ingestMinutes, int linkMinutes) {

  public static final List<PaperRun> ALL =
      List.of(
          new PaperRun(1, 0.25e9, 20, 80, 32, 35),
          new PaperRun(5, 1.25e9, 175, 400, 20, 36),
          new PaperRun(10, 2.5e9, 350, 320, 35, 40),
          new PaperRun(20, 5e9, 700, 960, 25, 0),
          new PaperRun(40, 10e9, 1_400, 1_920, 35, 16),
          new PaperRun(80, 20e9, 2_800, 7_680, 34, 15),
          new PaperRun(100, 25e9, 3_500, 9_600, 32, 18));

  /** Events that a node took in a second of the ingest. */
  double nodeRate() {
    return events / nodes / (60.0 * ingestMinutes);
  }

  /** CPU that an event took in ingest, in microseconds of a worker's core, idle or not. */
  double ingestMicros() {
    return cores * 60e6 * ingestMinutes / events;
  }

  /** CPU that an event took in linkage, as {@link #ingestMicros}; 0 where it was not completed. */
  double linkMicros() {
    return cores * 60e6 * linkMinutes / events;
  }
}
