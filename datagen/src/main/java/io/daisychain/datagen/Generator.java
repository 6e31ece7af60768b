package io.daisychain.datagen;

import io.daisychain.datagen.file.ShardStreams;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Generates shards. The bytes of a shard depend on the settings and its number only, so any worker
 * can generate any shard, as often as needed.
 */
public final class Generator {
  private Generator() {}

  /**
   * Writes the messages of one shard, and the expected lineage if the settings ask for it.
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
   * Writes the messages of one shard, with the late ones among the others.
   *
   * @param events takes the messages, uncompressed; not closed
   * @param truth takes the expected lineage where the settings ask for it; not closed
   */
  public static ShardSummary generateShard(
      WorkloadPlan plan, int shard, OutputStream events, OutputStream truth) throws IOException {
    return generateShard(
        plan,
        shard,
        name -> {
          if (name.equals(plan.truthFile(shard))) {
            return truth;
          }
          return name.endsWith(".csv") ? OutputStream.nullOutputStream() : events;
        });
  }
}
