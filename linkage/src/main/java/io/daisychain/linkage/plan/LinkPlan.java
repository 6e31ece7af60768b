package io.daisychain.linkage.plan;

import io.daisychain.linkage.graph.DatedKey;
import io.daisychain.linkage.graph.StoreDates;
import io.daisychain.model.RowKey;
import io.daisychain.store.KeyRanges;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a link run looks at. Dates with much news are scanned; of dates with little the events that
 * are news are read by their keys. In both cases the lifecycles that these events belong to are
 * read on all other dates.
 *
 * @param dates that the store has, and has kept something of
 * @param scanned dates that are read whole, and the ranges of their tables
 * @param scans one for each range of each of these dates
 * @param read by date that is not scanned, packed keys of the events that are news, 16 bytes each
 * @param written dates whose lineages are written; all if there is none
 * @param unfinished dates to which a run that was not completed may have written, and its number;
 *     all of them are scanned
 * @param openReferences by date, between which dates its open references are: first and last
 * @param dropped dates that were dropped from the store
 * @param writtenVersion under which the run keeps which rows it writes
 * @param pendingVersion under which it keeps which rows of other dates it should have written
 * @param few up to so many events that are read by their keys, all is resolved in one place
 */
public record LinkPlan(
    StoreDates dates,
    TreeMap<Integer, KeyRanges> scanned,
    ArrayList<Scan> scans,
    TreeMap<Integer, byte[]> read,
    TreeSet<Integer> written,
    TreeMap<Integer, Long> unfinished,
    TreeMap<Integer, int[]> openReferences,
    TreeSet<Integer> dropped,
    long writtenVersion,
    long pendingVersion,
    int few)
    implements Serializable {
  /** The lifecycles of so many events are some ten times as many. */
  private static final int FEW = 1_000;

  /** A range of a date that is scanned. */
  record Scan(int date, int range) implements Serializable {}

  /** A plan for a store. */
  public static LinkPlan of(
      Set<Integer> dates,
      Map<Integer, KeyRanges> scanned,
      Map<Integer, ? extends Set<RowKey>> read,
      Set<Integer> written,
      Map<Integer, Long> unfinished,
      Map<Integer, int[]> openReferences,
      Set<Integer> dropped,
      Set<Integer> kept,
      long writtenVersion,
      long pendingVersion) {
    ArrayList<Scan> scans = new ArrayList<>();
    scanned.forEach(
        (date, ranges) -> {
          for (int range = 0; range < ranges.count(); range++) {
            scans.add(new Scan(date, range));
          }
        });
    TreeMap<Integer, byte[]> packed = new TreeMap<>();
    read.forEach(
        (date, keys) -> {
          byte[] bytes = new byte[keys.size() * RowKey.LENGTH];
          int at = 0;
          for (RowKey key : keys) {
            RowKey.write(key.high(), key.low(), bytes, at);
            at += RowKey.LENGTH;
          }
          packed.put(date, bytes);
        });
    return new LinkPlan(
        new StoreDates(dates, kept),
        new TreeMap<>(scanned),
        scans,
        packed,
        new TreeSet<>(written),
        new TreeMap<>(unfinished),
        new TreeMap<>(openReferences),
        new TreeSet<>(dropped),
        writtenVersion,
        pendingVersion,
        FEW);
  }

  /**
   * A plan that reads what earlier runs have found.
   *
   * @param dates that the store has
   * @param told those whose findings are read
   */
  public static LinkPlan ofFindings(Set<Integer> dates, Set<Integer> told) {
    Map<Integer, Set<RowKey>> read = new TreeMap<>();
    told.forEach(date -> read.put(date, Set.of()));
    return of(dates, Map.of(), read, Set.of(), Map.of(), Map.of(), Set.of(), Set.of(), 0, 0);
  }

  /** The same with another limit of what is resolved in one place. */
  public LinkPlan withFew(int other) {
    return new LinkPlan(
        dates,
        scanned,
        scans,
        read,
        written,
        unfinished,
        openReferences,
        dropped,
        writtenVersion,
        pendingVersion,
        other);
  }

  /** True when the events that are read by their keys are few. */
  boolean isSmall() {
    return read.values().stream().mapToLong(keys -> keys.length / RowKey.LENGTH).sum() <= few;
  }

  /** The events that are read by their keys. */
  public List<DatedKey> readKeys() {
    List<DatedKey> keys = new ArrayList<>();
    read.forEach(
        (date, bytes) -> {
          for (int at = 0; at < bytes.length; at += RowKey.LENGTH) {
            keys.add(new DatedKey(date, RowKey.read(bytes, at)));
          }
        });
    return keys;
  }
}
