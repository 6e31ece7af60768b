package io.daisychain.cli.plan;

/**
 * What an event costs, in microseconds. docs/clusters.md says where each number comes from:
 * measured here, published by Google, calibrated on the paper's table, or assumed.
 *
 * @param ingestCpu of a worker's core
 * @param linkCpu of a worker's core
 * @param publishCpu of a worker's core
 * @param write of a server of the store, for a row that is written
 * @param scanByte of a server of the store, for a byte that is read one behind the other
 * @param files whether sorted files are handed over in place of puts
 */
record Costs(
    double ingestCpu,
    double linkCpu,
    double publishCpu,
    double write,
    double scanByte,
    boolean files) {

  /**
   * Of a node of Bigtable for a row that is put: so that the paper's run of 1 % comes to its 32
   * minutes. (Google promises a node of today 14,000 rows a second, 71 us.)
   */
  static final double PAPER_WRITE = 134;

  /** The same of its linkage, which it does not describe in calls: by the run of 100 %. */
  static final double PAPER_LINK = 78;

  /**
   * Calls made again, for each call and core that calls: so that the paper's run of 100 % comes to
   * its 32 minutes. Its 4.4: too many workers "can result in excessive timeouts and retries".
   */
  static final double AGAIN_BY_CORE = 3.77e-5;

  /** Of a node of Bigtable, SSD: 220 MB a second (Google's page on performance). */
  private static final double NODE_SCAN_BYTE = 1 / 220.0;

  /** Of a region server's core: bulk loaded rows, and scanned ones of 440 bytes (bench). */
  private static final double SERVER_LOAD = 0.7;

  private static final double SERVER_SCAN_BYTE = 4.1 / 440;

  /** Seconds between the steps of a runner, assumed. */
  static final double PAUSE = 2;

  /** Puts to Bigtable. */
  static Costs bigtable(double ingestCpu, double linkCpu, double publishCpu, double write) {
    return new Costs(ingestCpu, linkCpu, publishCpu, write, NODE_SCAN_BYTE, false);
  }

  /** Files to region servers of HBase, of so many cores each. */
  static Costs hbase(double ingestCpu, double linkCpu, double publishCpu, int cores) {
    return new Costs(
        ingestCpu, linkCpu, publishCpu, SERVER_LOAD / cores, SERVER_SCAN_BYTE / cores, true);
  }

  /** Share of calls that are made again when so many cores call. */
  static double again(int cores) {
    double each = AGAIN_BY_CORE * cores;
    return each / (1 + each);
  }
}
