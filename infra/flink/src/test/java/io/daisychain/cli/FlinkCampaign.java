package io.daisychain.cli;

import io.daisychain.cli.runner.ClusterCampaign;

/**
 * A Flink cluster that loses task managers beside DirectRunner: {@code FlinkCampaign EVENTS ROUNDS
 * SEED FOLDER}.
 */
final class FlinkCampaign {
  private FlinkCampaign() {}

  public static void main(String[] args) throws Exception {
    ClusterCampaign.run("FlinkRunner", FlinkCluster::start, args);
  }
}
