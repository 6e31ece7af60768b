package io.daisychain.jmh;

import io.daisychain.cli.job.Stages;
import io.daisychain.store.StoreConnector;

/**
 * What benches of one stage share.
 *
 * @param table beginning of the names of the tables that they make
 * @param events of the workload
 * @param threads of measurements without a job
 * @param results where they add their lines
 */
record BenchSetting(
    Stages stages,
    StoreConnector connector,
    String table,
    long events,
    int threads,
    BenchTable results) {
  /** Split points of every table. */
  static final int SPLITS = 48;

  RawStore rawStore() {
    return new RawStore(connector, threads);
  }
}
