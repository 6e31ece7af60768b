package io.daisychain.publish;

import io.daisychain.store.KeyRanges;
import io.daisychain.warehouse.WarehouseTable;
import java.io.Serializable;
import java.util.Locale;
import org.apache.beam.sdk.io.Compression;

/**
 * How the key ranges of a trade date are dealt out to CSV files: each shard has one file of each
 * table and covers neighbouring ranges.
 *
 * @param epochDay the trade date
 * @param ranges of its table
 */
public record Shards(int epochDay, KeyRanges ranges) implements Serializable {
  /** Of four tables fewer than 10,000 files, which is what one load job of BigQuery takes. */
  static final int MOST = 2_500;

  /** Number of shards, no more than there are ranges. */
  int count() {
    return Math.min(ranges.count(), MOST);
  }

  /** First range of a shard. */
  int firstRange(int shard) {
    return (int) ((long) ranges.count() * shard / count());
  }

  /** First range behind a shard. */
  int endRange(int shard) {
    return firstRange(shard + 1);
  }

  /** Name of a shard's file, as {@code events-20260316-00007-of-00048.csv}. */
  String fileName(WarehouseTable table, int shard, Compression compression) {
    return fileName(table, epochDay, shard, count(), compression);
  }

  /** Name of one of so many files of a trade date. */
  static String fileName(
      WarehouseTable table, int epochDay, int shard, int count, Compression compression) {
    String suffix = compression.getSuggestedSuffix();
    return String.format(
        Locale.ROOT, "%s%05d-of-%05d.csv%s", table.filePrefix(epochDay), shard, count, suffix);
  }
}
