package io.daisychain.cli;

import io.daisychain.cli.runner.ClusterCampaign;

/**
 * A Spark cluster that loses workers beside DirectRunner: {@code SparkCampaign EVENTS ROUNDS SEED
 * FOLDER}.
 */
final class SparkCampaign {
  private SparkCampaign() {}

  public static void main(String[] args) throws Exception {
    ClusterCampaign.run("SparkRunner", SparkCluster::start, args);
  }
}
