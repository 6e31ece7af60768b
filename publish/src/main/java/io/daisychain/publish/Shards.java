package io.daisychain.publish;

import io.daisychain.store.KeyRanges;
import io.daisychain.warehouse.ParquetForm;
import io.daisychain.warehouse.WarehouseTable;
import io.daisychain.warehouse.column.ColumnFileWriter;
import java.io.Serializable;
import java.util.Locale;
import org.apache.beam.sdk.io.Compression;

/**
 * How the key ranges of a trade date are dealt out to CSV files: each shard has one file of each
 * table and covers neighbouring ranges.
 *
 * <p>For a warehouse that takes Parquet files, neighbouring shards are written together, so that it
 * gets few of them: a part.
 *
 * @param epochDay the trade date
 * @param ranges of its table
 * @param hasLines whether CSV files are written
 * @param parts number of Parquet files of each table; 0 for none
 * @param form of these
 */
public record Shards(int epochDay, KeyRanges ranges, boolean hasLines, int parts, ParquetForm form)
    implements Serializable {
  /** Of four tables fewer than 10,000 files, which is what one load job of BigQuery takes. */
  static final int MOST = 2_500;

  /** Rows that all row groups have together in which a short range of rows lies, if not more. */
  private static final int ROWS_IN_REACH = 122_880;

  private static final int FEWEST_GROUP_ROWS = 1 << 14;

  /** CSV files alone. */
  public Shards(int epochDay, KeyRanges ranges) {
    this(epochDay, ranges, true, 0, ParquetForm.DUCKDB);
  }

  /** The same, written as other files. */
  Shards with(boolean lines, int partCount) {
    return new Shards(epochDay, ranges, lines, partCount, form);
  }

  /** The same with Parquet files of another form. */
  Shards with(ParquetForm other) {
    return new Shards(epochDay, ranges, hasLines, parts, other);
  }

  /** Number of pieces that workers take: each has one shard, or those of one part. */
  int pieces() {
    return parts > 0 ? parts : count();
  }

  /** First shard of a piece; behind the last one, the number of shards. */
  int firstShard(int piece) {
    return (int) ((long) count() * piece / pieces());
  }

  /**
   * Rows of a row group. Each file has rows of all symbols, so that the rows of one lie in a row
   * group of each file at least: the more files, the smaller these are.
   */
  int groupRows() {
    int rows = ROWS_IN_REACH / Math.max(1, parts);
    return Math.min(Math.max(rows, FEWEST_GROUP_ROWS), ColumnFileWriter.GROUP_ROWS);
  }

  /** Number of shards, no more than there are ranges. */
  int count() {
    return Math.min(ranges.count(), MOST);
  }

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
