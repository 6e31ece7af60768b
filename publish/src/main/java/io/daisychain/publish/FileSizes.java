package io.daisychain.publish;

import io.daisychain.model.Family;
import io.daisychain.store.ConnectionLease;
import io.daisychain.store.KeyRanges;
import io.daisychain.store.StoreTable;
import io.daisychain.store.TableAdmin;
import io.daisychain.store.TableKeys;
import io.daisychain.store.scan.RangeScan;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Chooses the key ranges that become files of about 256 MB.
 *
 * <p>Ingest keeps a sample of a table's keys, which tells how many rows there are and where.
 * Without one, of a table whose meta table was lost, a look at some places does, as though keys
 * were spread evenly.
 */
final class FileSizes {
  /** What an event takes in {@code events-*.csv}: measured on generated workloads. */
  private static final long BYTES_PER_EVENT = 370;

  private static final long BYTES_PER_FILE = 256 << 20;

  /** A small table is not cut further than it is, nor are its parts put together up to this. */
  private static final int FEW = 256;

  /** A small table has no more CSV files than this many rows ask for. */
  private static final long LEAST_ROWS_PER_FILE = 10_000;

  /** Smaller Parquet files are not made for the sake of more processors. */
  private static final long LEAST_ROWS_PER_PART = 100_000;

  /** So that a run shows how far it is, and ends evenly. */
  private static final int MOST_PARTS_PER_PROCESSOR = 4;

  private static final int PLACES = 8;
  private static final int ROWS_PER_PLACE = 4_000;
  private static final int KEY_BYTES = 16;
  private static final BigInteger KEYS = BigInteger.ONE.shiftLeft(8 * KEY_BYTES);

  private FileSizes() {}

  /**
   * The parts of a trade date, put together or cut so that each makes a file of the right size.
   *
   * @param rows whether Parquet files are written for a warehouse: one where a process writes a
   *     date by itself, else one of so many rows, or for each processor
   */
  static Shards shardsOf(
      StoreTable table, int epochDay, TableAdmin tables, boolean lines, Rows rows)
      throws IOException {
    TableKeys keys = tables.keys(table.name(), epochDay);
    KeyRanges regions = keys.regions();
    long count = keys.rows() > 0 ? keys.rows() : rows(table, epochDay, regions);
    int wanted = files(count, regions.count());
    Shards shards =
        new Shards(epochDay, resized(keys.isSkewed() ? keys.even(wanted) : regions, wanted));
    int parts =
        switch (rows) {
          case NONE -> 0;
          case IN_ONE_PART -> 1;
          case IN_PARTS -> parts(count, shards.count(), Runtime.getRuntime().availableProcessors());
        };
    return shards.with(lines, parts);
  }

  /** Number of parts of a date: the same for each processor, so that all end at about one time. */
  static int parts(long rows, int shards, int processors) {
    long even = Math.min(rows / LEAST_ROWS_PER_PART, (long) MOST_PARTS_PER_PROCESSOR * processors);
    long wanted = Math.max(Math.max(even, files(rows, 0)), 1);
    long dealt = (wanted + processors - 1) / processors * processors;
    return (int) Math.min(dealt, shards);
  }

  /** Whether a date's rows are written as Parquet, and into how many files. */
  enum Rows {
    NONE,
    IN_ONE_PART,
    IN_PARTS
  }

  /** Number of files that a number of rows and of ranges ask for. */
  static int files(long rows, int ranges) {
    long bySize = (rows * BYTES_PER_EVENT + BYTES_PER_FILE - 1) / BYTES_PER_FILE;
    long most = Math.min(FEW, (rows + LEAST_ROWS_PER_FILE - 1) / LEAST_ROWS_PER_FILE);
    return (int) Math.min(Math.max(Math.max(bySize, 1), Math.min(ranges, most)), Shards.MOST);
  }

  /** About as many ranges as {@code wanted}: neighbours put together, or each cut evenly. */
  static KeyRanges resized(KeyRanges ranges, int wanted) {
    int count = ranges.count();
    List<byte[]> keys = new ArrayList<>();
    if (wanted <= count) {
      for (int i = 1; i < wanted; i++) {
        keys.add(ranges.start((int) ((long) count * i / wanted)));
      }
      return KeyRanges.of(keys);
    }
    int parts = Math.min((wanted + count - 1) / count, Math.max(1, Shards.MOST / count));
    byte[] last = new byte[KEY_BYTES];
    for (int i = 0; i < count; i++) {
      BigInteger start = start(ranges, i);
      BigInteger length = end(ranges, i).subtract(start);
      for (int part = 0; part < parts; part++) {
        BigInteger offset =
            length.multiply(BigInteger.valueOf(part)).divide(BigInteger.valueOf(parts));
        byte[] key = key(start.add(offset));
        if (Arrays.compareUnsigned(key, last) > 0) {
          keys.add(key);
          last = key;
        }
      }
    }
    return KeyRanges.of(keys);
  }

  /** An estimate; exact for a date with few rows in each range. */
  static long rows(StoreTable table, int epochDay, KeyRanges ranges) throws IOException {
    int places = Math.min(PLACES, ranges.count());
    double sum = 0;
    try (ConnectionLease lease = table.store().connect()) {
      for (int i = 0; i < places; i++) {
        int range = (int) ((long) ranges.count() * i / places);
        byte[] start = ranges.start(range);
        byte[] end = ranges.end(range);
        try (RangeScan scan =
            RangeScan.open(lease.connection(), table.ofDate(epochDay), start, end, Family.LINK)) {
          sum += rows(scan, start(ranges, range), end(ranges, range));
        }
      }
    }
    return Math.round(sum * ranges.count() / places);
  }

  /** Rows of a range, from where the first thousands of them end. */
  private static double rows(RangeScan scan, BigInteger start, BigInteger end) throws IOException {
    int rows = 0;
    while (scan.next()) {
      if (scan.startsRow() && ++rows == ROWS_PER_PLACE) {
        double seen = new BigInteger(1, scan.row()).subtract(start).doubleValue();
        return rows * Math.max(1, end.subtract(start).doubleValue() / Math.max(seen, 1));
      }
    }
    return rows;
  }

  private static BigInteger start(KeyRanges ranges, int range) {
    return new BigInteger(1, ranges.start(range));
  }

  private static BigInteger end(KeyRanges ranges, int range) {
    byte[] end = ranges.end(range);
    return end.length == 0 ? KEYS : new BigInteger(1, end);
  }

  private static byte[] key(BigInteger value) {
    byte[] bytes = value.toByteArray(); // with a sign, and without zeros in front
    byte[] key = new byte[KEY_BYTES];
    int length = Math.min(bytes.length, KEY_BYTES);
    System.arraycopy(bytes, bytes.length - length, key, KEY_BYTES - length, length);
    return key;
  }
}
