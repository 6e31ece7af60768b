package io.daisychain.cli;

import java.util.function.ToDoubleFunction;

/**
 * How large a cluster a workload needs, by rates of two origins: the paper's, which are what whole
 * clusters did, waiting included, and this program's CPU as it was measured.
 *
 * <p>Nodes follow from the events that a node takes in a second of ingest, cores from the stage
 * that needs most. Stages share the time as they did in the paper's full run: 32 to 18 to 18
 * minutes.
 *
 * @param events to be reconstructed
 * @param nodes of Bigtable
 * @param cores of Dataflow's workers
 * @param ingestSeconds of the time given
 * @param linkSeconds of the time given
 * @param publishSeconds of the time given
 */
public record ClusterPlan(
    double events,
    int nodes,
    int cores,
    double ingestSeconds,
    double linkSeconds,
    double publishSeconds) {

  /** Largest job, in cores (Market Reconstruction 2.0, 3.2.1). */
  public static final int MOST_CORES = 10_000;

  /** Cores from which larger workers did better (Market Reconstruction 2.0, Table 2 and 4.4). */
  private static final int LARGE_WORKERS_FROM = 320;

  private static final double INGEST_SHARE = 32.0 / (32 + 18 + 18);

  private static final int SMALL_WORKER = 8;
  private static final int LARGE_WORKER = 32;

  /** Bytes of a CSV file that publish aims at, and the most files that BigQuery loads at once. */
  private static final double FILE_BYTES = 256e6;

  private static final int MOST_FILES = 9_999;

  /** Bytes of an event, as generated messages and their published rows were measured. */
  private static final double MESSAGE_BYTES = 295;

  private static final double STORED_BYTES = 300;
  private static final double PUBLISHED_BYTES = 440;

  /**
   * What an event costs.
   *
   * @param nodeRate events that a node takes in a second while they are ingested
   * @param ingestMicros CPU of a worker's core
   * @param linkMicros CPU of a worker's core
   * @param publishMicros CPU of a worker's core
   */
  public record Rates(
      double nodeRate, double ingestMicros, double linkMicros, double publishMicros) {

    /** The medians of the paper's runs; publishing is not in its table. */
    public static Rates ofPaper() {
      return new Rates(
          median(PaperRun::nodeRate),
          median(PaperRun::ingestMicros),
          median(PaperRun::linkMicros),
          0);
    }

    private static double median(ToDoubleFunction<PaperRun> value) {
      double[] sorted =
          PaperRun.ALL.stream().mapToDouble(value).filter(v -> v > 0).sorted().toArray();
      int middle = sorted.length / 2;
      return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
  }

  /**
   * Plans a run.
   *
   * @param minutes for all stages together
   * @param busy share of the time in which cores work, over 0 and up to 1
   * @throws IllegalArgumentException if a number makes no sense
   */
  public static ClusterPlan of(double events, double minutes, Rates rates, double busy) {
    if (!(events >= 1) || events > 1e15) {
      throw new IllegalArgumentException("--events=" + events + " must be from 1 to 1e15");
    }
    if (!(minutes > 0)) {
      throw new IllegalArgumentException("--minutes=" + minutes + " must be more than 0");
    }
    if (!(busy > 0) || busy > 1) {
      throw new IllegalArgumentException("--busy=" + busy + " must be over 0 and up to 1");
    }
    double seconds = 60 * minutes;
    double ingest = seconds * INGEST_SHARE;
    double rest = (seconds - ingest) / 2;
    return new ClusterPlan(
        events,
        nodes(events, ingest, rates),
        cores(events, ingest, rest, rest, rates, busy),
        ingest,
        rest,
        rest);
  }

  /** Nodes for an ingest of so many seconds. */
  public static int nodes(double events, double ingestSeconds, Rates rates) {
    return (int) Math.max(1, Math.ceil(events / ingestSeconds / rates.nodeRate()));
  }

  /** Cores with which each stage ends in its seconds; a stage of no seconds needs none. */
  public static int cores(
      double events,
      double ingestSeconds,
      double linkSeconds,
      double publishSeconds,
      Rates rates,
      double busy) {
    double most =
        Math.max(
            share(rates.ingestMicros(), ingestSeconds),
            Math.max(
                share(rates.linkMicros(), linkSeconds),
                share(rates.publishMicros(), publishSeconds)));
    return (int) Math.max(1, Math.ceil(events * most / busy));
  }

  /** Cores that one event takes. */
  private static double share(double micros, double seconds) {
    return seconds > 0 ? micros / 1e6 / seconds : 0;
  }

  /** Splits of the table. */
  public long splits(int factor) {
    return (long) nodes * factor;
  }

  public int workerCores() {
    return cores >= LARGE_WORKERS_FROM ? LARGE_WORKER : SMALL_WORKER;
  }

  public int workers() {
    return (cores + workerCores() - 1) / workerCores();
  }

  /** Bytes of the messages, uncompressed. */
  public double inputBytes() {
    return events * MESSAGE_BYTES;
  }

  /** Bytes of the linked table, compressed as the store does. */
  public double storedBytes() {
    return events * STORED_BYTES;
  }

  /** Bytes of the published files, uncompressed. */
  public double publishedBytes() {
    return events * PUBLISHED_BYTES;
  }

  public int files() {
    return (int) Math.max(3, Math.min(MOST_FILES, Math.ceil(publishedBytes() / FILE_BYTES)));
  }
}
