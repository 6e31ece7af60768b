package io.daisychain.store;

import io.daisychain.model.RowKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How a table's rows lie in its key space, and the ranges to read and write it by.
 *
 * @param regions where the store cuts the table
 * @param sample of its keys; empty for a table into which nothing was ingested
 */
public record TableKeys(KeyRanges regions, KeySample sample) {
  /** A table of fewer rows is read in no time, however they lie. */
  private static final long FEW_ROWS = 50_000;

  /** Below this many rows nobody needs to hear of a region that holds most of them. */
  private static final long WORTH_TELLING = 100_000;

  /** Parts that the rows of a table should at least be in, so that workers have something to do. */
  private static final int LEAST_PARTS = 24;

  /** How many times its fair share a region may hold before it is cut. */
  private static final int UNEVEN = 4;

  /** A part is of so many sampled keys, since fewer say little. */
  private static final int KEYS_PER_PART = 16;

  /** About how many rows the table has. */
  public long rows() {
    return sample.count();
  }

  /**
   * The regions, of which those that hold much more than their share are cut further, between keys
   * of the sample.
   */
  public KeyRanges ranges() {
    if (rows() < FEW_ROWS) {
      return regions;
    }
    List<RowKey> keys = sample.keys();
    int part = Math.max(KEYS_PER_PART, keys.size() / Math.max(LEAST_PARTS, regions.count()));
    List<byte[]> starts = new ArrayList<>();
    int from = 0;
    for (int region = 0; region < regions.count(); region++) {
      byte[] start = regions.start(region);
      if (region > 0) {
        starts.add(start);
      }
      int to = from;
      while (to < keys.size() && regions.indexOf(keys.get(to).toBytes(), 0) == region) {
        to++;
      }
      int held = to - from;
      if (held > UNEVEN * part) {
        int parts = (held + part - 1) / part;
        for (int i = 1; i < parts; i++) {
          byte[] cut = keys.get(from + (int) ((long) held * i / parts)).toBytes();
          if (!Arrays.equals(cut, start)) {
            starts.add(cut);
          }
        }
      }
      from = to;
    }
    return KeyRanges.of(starts);
  }

  /** True when rows lie so unevenly that places in the key space say nothing of them. */
  public boolean isSkewed() {
    return ranges().count() > regions.count();
  }

  /** Ranges that hold about as many rows each: some of {@code parts}, wherever regions begin. */
  public KeyRanges even(int parts) {
    return KeyRanges.of(sample.quantiles(Math.min(parts, sample.size() / KEYS_PER_PART)));
  }

  /** Ranges that begin at so many rows, any of which is as likely to be one as any other. */
  public KeyRanges fromRandomRows(int places) {
    return KeyRanges.of(sample.quantiles(Math.min(places, sample.size())));
  }

  /** Share of the rows that one region of many holds, where that is worth telling; else 0. */
  public double crowdedShare() {
    if (rows() < WORTH_TELLING || regions.count() < UNEVEN) {
      return 0;
    }
    int[] held = new int[regions.count()];
    int most = 0;
    for (RowKey key : sample.keys()) {
      most = Math.max(most, ++held[regions.indexOf(key.toBytes(), 0)]);
    }
    double share = (double) most / sample.size();
    return share > 0.5 ? share : 0;
  }
}
