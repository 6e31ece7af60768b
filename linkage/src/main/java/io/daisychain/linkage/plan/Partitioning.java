package io.daisychain.linkage.plan;

import io.daisychain.linkage.graph.KeyHash;
import io.daisychain.model.DamagedCellException;
import io.daisychain.model.Family;
import io.daisychain.model.RowKey;
import io.daisychain.model.TableSchema;
import io.daisychain.model.cell.ParentReferenceCell;
import io.daisychain.store.ConnectionLease;
import io.daisychain.store.KeyRanges;
import io.daisychain.store.StoreTable;
import io.daisychain.store.TableKeys;
import io.daisychain.store.scan.RangeScan;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import org.apache.hadoop.hbase.Cell;

/**
 * Deals events into parts: by a hash of trade date and symbol, and where one symbol has more events
 * than a part should hold, by time as well. Of the busiest symbols and slices of them each goes to
 * the part that has least until then, the largest first, so that parts are nearly alike.
 *
 * <p>Nearly all edges stay inside a part, since lifecycles are short beside the slices of a day's
 * busiest symbol. Nothing but speed and memory depends on that.
 */
public final class Partitioning implements Serializable {
  private static final int ROWS_PER_PART = 64;
  private static final int MOST_ROWS = 1 << 20;

  /** Places that are looked at where keys are hashes, so that neighbours have nothing in common. */
  private static final int PLACES = 32;

  /** Where they are not: rows of one place are then of one time. */
  private static final int PLACES_OF_SKEWED = 512;

  /** Slices of which fewer rows were seen are dealt by a hash alone: they are small, and many. */
  private static final int FEWEST_ROWS_DEALT = 8;

  /** Parts that are looked at for the one that has least: as many as a byte tells apart. */
  public static final int CANDIDATES = 256;

  private final int parts;

  /**
   * Drawn for each run: whoever knew it could choose symbols that all come to lie in one part,
   * which then would fit no worker.
   */
  private final KeyHash hash;

  /** By hash of date and symbol: its slices. */
  private final HashMap<Long, Slices> slices;

  /** Share of the rows looked at that the largest part of one symbol has. */
  private final double largestShare;

  private Partitioning(KeyHash hash, int parts, Map<Long, Slices> slices, double largestShare) {
    this.hash = hash;
    this.parts = parts;
    this.slices = new HashMap<>(slices);
    this.largestShare = largestShare;
  }

  /** Parts that are told apart by date and symbol alone. */
  public static Partitioning of(int parts) {
    return new Partitioning(KeyHash.random(), parts, Map.of(), 0);
  }

  /**
   * Looks at the first rows of some ranges, which are a fair sample since keys are hashes; where
   * they are not, at rows from random ones on.
   *
   * @param keys by trade date that is scanned, how its rows lie
   * @param parts number of parts
   */
  public static Partitioning sample(StoreTable table, Map<Integer, TableKeys> keys, int parts)
      throws IOException {
    KeyHash hash = KeyHash.random();
    Map<Long, List<Long>> times = new HashMap<>();
    int wanted = Math.min(MOST_ROWS, parts * ROWS_PER_PART);
    long all = keys.values().stream().mapToLong(TableKeys::rows).sum();
    int rows = 0;
    for (Map.Entry<Integer, TableKeys> date : keys.entrySet()) {
      rows +=
          sample(
              table,
              date.getKey(),
              date.getValue(),
              hash,
              share(wanted, date.getValue().rows(), all),
              times);
    }
    return plan(hash, parts, rows, times);
  }

  /**
   * Of each date as many as it has of all: else the symbols of small dates would count for more.
   */
  static int share(int wanted, long rows, long all) {
    return (int) (wanted * rows / Math.max(1, all)) + 1;
  }

  private static int sample(
      StoreTable table,
      int date,
      TableKeys keys,
      KeyHash hash,
      int wanted,
      Map<Long, List<Long>> times)
      throws IOException {
    KeyRanges ranges = keys.isSkewed() ? keys.fromRandomRows(PLACES_OF_SKEWED) : keys.regions();
    int read = Math.min(ranges.count(), keys.isSkewed() ? PLACES_OF_SKEWED : PLACES);
    int rows = 0;
    try (ConnectionLease lease = table.store().connect()) {
      for (int i = 0; i < read; i++) {
        int range = (int) ((long) i * ranges.count() / read);
        try (RangeScan scan =
            RangeScan.open(
                lease.connection(),
                table.ofDate(date),
                ranges.start(range),
                ranges.end(range),
                Family.LINK)) {
          rows += sample(scan, date, hash, wanted / read + 1, times);
        }
      }
    }
    return rows;
  }

  private static int sample(
      RangeScan scan, int date, KeyHash hash, int wanted, Map<Long, List<Long>> times)
      throws IOException {
    ParentReferenceCell references = new ParentReferenceCell();
    boolean named = false;
    int rows = 0;
    while (rows < wanted && scan.next()) {
      Cell cell = scan.cell();
      named &= !scan.startsRow();
      if (named
          || cell.getQualifierArray()[cell.getQualifierOffset()] != TableSchema.REFERENCES_PREFIX) {
        continue;
      }
      named = true;
      rows++;
      try {
        references.read(cell.getValueArray(), cell.getValueOffset(), cell.getValueLength());
        if (!references.symbol().isEmpty()) {
          long symbol = hash.of(references.symbol(), date);
          times.computeIfAbsent(symbol, s -> new ArrayList<>()).add(references.eventTime());
        }
      } catch (DamagedCellException e) {
        throw e.inRow(RowKey.read(scan.row(), 0));
      }
    }
    return rows;
  }

  /**
   * Cuts every symbol of which more than a fair part of the rows was seen, and deals all slices.
   */
  static Partitioning plan(KeyHash hash, int parts, int rows, Map<Long, List<Long>> times) {
    Map<Long, Slices> slices = new HashMap<>();
    List<Slice> toDeal = new ArrayList<>();
    int largest = 0;
    for (Map.Entry<Long, List<Long>> symbol : times.entrySet()) {
      long[] sorted = symbol.getValue().stream().mapToLong(Long::longValue).sorted().toArray();
      Slices cut = Slices.of(sorted, (int) (((long) sorted.length * parts + rows - 1) / rows));
      int[] seen = cut.count(sorted);
      for (int slice = 0; slice < seen.length; slice++) {
        largest = Math.max(largest, seen[slice]);
        if (seen[slice] >= FEWEST_ROWS_DEALT) {
          toDeal.add(new Slice(symbol.getKey(), slice, seen[slice]));
        }
      }
      if (sorted.length >= FEWEST_ROWS_DEALT) {
        slices.put(symbol.getKey(), cut);
      }
    }
    toDeal.sort(Comparator.comparingInt(Slice::rows).reversed());
    double[] loads = new double[parts];
    for (Slice slice : toDeal) {
      IntUnaryOperator candidates =
          choice -> candidate(hash, slice.symbol(), slice.number(), choice, parts);
      int choice = leastLoaded(loads, candidates);
      loads[candidates.applyAsInt(choice)] += slice.rows();
      slices.get(slice.symbol()).choices[slice.number()] = (byte) choice;
    }
    return new Partitioning(hash, parts, slices, rows == 0 ? 0 : (double) largest / rows);
  }

  /**
   * Number of the candidate that has least.
   *
   * @param loads what each part has
   * @param candidates by number, below {@link #CANDIDATES}: a part drawn by chance
   */
  public static int leastLoaded(double[] loads, IntUnaryOperator candidates) {
    int least = 0;
    double load = Double.MAX_VALUE;
    for (int choice = 0; choice < CANDIDATES && load > 0; choice++) {
      double of = loads[candidates.applyAsInt(choice)];
      if (of < load) {
        load = of;
        least = choice;
      }
    }
    return least;
  }

  private static int candidate(KeyHash hash, long symbol, int slice, int choice, int parts) {
    return hash.part(symbol, (long) choice << Integer.SIZE | slice, parts);
  }

  /** Number of parts. */
  public int parts() {
    return parts;
  }

  /** Share of all events that the largest part of one symbol has, about; 0 where nobody looked. */
  public double largestShare() {
    return largestShare;
  }

  /** How this run spreads keys. */
  KeyHash hash() {
    return hash;
  }

  /**
   * The part of an event.
   *
   * @param row its key
   * @param epochDay its trade date
   */
  public int part(byte[] row, ParentReferenceCell references, int epochDay) {
    if (references.symbol().isEmpty()) {
      return hash.part(RowKey.high(row, 0), RowKey.low(row, 0), parts);
    }
    return part(hash.of(references.symbol(), epochDay), references.eventTime());
  }

  /**
   * The part of an event.
   *
   * @param symbol hash of its symbol and trade date
   * @param time in nanoseconds
   */
  int part(long symbol, long time) {
    Slices of = slices.get(symbol);
    if (of == null) {
      return candidate(hash, symbol, 0, 0, parts);
    }
    int slice = of.at(time);
    return candidate(hash, symbol, slice, of.choices[slice] & 0xFF, parts);
  }

  /**
   * A slice of a symbol's events by time.
   *
   * @param rows of it that were seen
   */
  private record Slice(long symbol, int number, int rows) {}

  /** How a symbol's events are cut and dealt. */
  private static final class Slices implements Serializable {
    /** Nanoseconds at which a slice ends and the next begins. */
    private final long[] ends;

    /**
     * By slice: which of its candidates it goes to. A byte, since every step is sent all of them.
     */
    private final byte[] choices;

    private Slices(long[] ends) {
      this.ends = ends;
      this.choices = new byte[ends.length + 1];
    }

    /** Slices of as many rows each, as far as rows of one moment let them. */
    static Slices of(long[] sorted, int slices) {
      long[] ends = new long[slices - 1];
      int count = 0;
      for (int slice = 1; slice < slices; slice++) {
        long end = sorted[(int) ((long) slice * sorted.length / slices)];
        if (count == 0 || end > ends[count - 1]) {
          ends[count++] = end;
        }
      }
      return new Slices(Arrays.copyOf(ends, count));
    }

    int at(long time) {
      int at = Arrays.binarySearch(ends, time);
      return at >= 0 ? at + 1 : -at - 1;
    }

    int[] count(long[] times) {
      int[] counts = new int[choices.length];
      for (long time : times) {
        counts[at(time)]++;
      }
      return counts;
    }
  }
}
