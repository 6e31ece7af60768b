package io.daisychain.publish;

import io.daisychain.warehouse.WarehouseTable;
import java.io.Serializable;
import java.util.Locale;
import org.apache.beam.sdk.io.Compression;

/**
 * How key ranges are dealt out to CSV files: each shard has one file of each table and covers
 * neighbouring ranges.
 *
 * @param ranges number of key ranges
 * @param count number of shards, no more than there are ranges
 */
record Shards(int ranges, int count) implements Serializable {
  /** Of four tables fewer than 10,000 files, which is what one load job of BigQuery takes. */
  static final int MOST = 2_500;

  static Shards of(int ranges) {
    return new Shards(ranges, Math.min(ranges, MOST));
  }

  /** First range of a shard. */
  int firstRange(int shard) {
    return (int) ((long) ranges * shard / count);
  }

  /** First range behind a shard. */
  int endRange(int shard) {
    return firstRange(shard + 1);
  }

  /** Name of a shard's file, as {@code events-00007-of-00048.csv}. */
  String fileName(WarehouseTable table, int shard, Compression compression) {
    String suffix = compression.getSuggestedSuffix();
    return String.format(Locale.ROOT, "%s-%05d-of-%05d.csv%s", table.name(), shard, count, suffix);
  }
}
