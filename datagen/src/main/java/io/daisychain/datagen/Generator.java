package io.daisychain.datagen;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Generates shards. A shard's bytes follow from the settings and its number alone, wherever and
 * however often it is generated.
 */
public final class Generator {
  private Generator() {}

  /**
   * Writes one shard's messages, and what link must find in them.
   *
   * @param plan what to generate
   * @param shard number from 0
   * @param streams take what is written
   * @return what was written
   */
  public static ShardSummary generateShard(WorkloadPlan plan, int shard, ShardStreams streams)
      throws IOException {
    if (shard < 0 || shard >= plan.shards()) {
      throw new IllegalArgumentException("shard " + shard + " of " + plan.shards());
    }
    return new ShardGenerator(plan, shard, streams).run();
  }

  /**
   * Writes one shard with its late messages among the others.
   *
   * @param events takes the messages, uncompressed; not closed
   * @param truth takes the expected lineage where the settings ask for it; not closed
   */
  public static ShardSummary generateShard(
      WorkloadPlan plan, int shard, OutputStream events, OutputStream truth) throws IOException {
    return generateShard(
        plan, shard, new ShardStreams(events, events, truth, OutputStream.nullOutputStream()));
  }
}
