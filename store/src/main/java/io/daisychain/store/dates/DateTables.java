package io.daisychain.store.dates;

import io.daisychain.store.KeyRanges;
import io.daisychain.store.StoreTable;
import io.daisychain.store.TableAdmin;
import io.daisychain.store.dates.StoredDate.Kind;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The tables of the trade dates that an ingest run meets: found, or made, when the first event of a
 * date is read, and noted as changed by the run before any row is written. Not thread-safe.
 */
public final class DateTables implements AutoCloseable {
  private final StoreTable table;
  private String run;
  private long version;
  private final List<byte[]> splitKeys;
  private final int mostDates;

  /** Tables that are there, also of the runs before. */
  private final Map<Integer, KeyRanges> known = new HashMap<>();

  private final Set<Integer> begun = new TreeSet<>();
  private final Set<Integer> refused = new HashSet<>();
  private TableAdmin tables;
  private Dates dates;
  private Set<Integer> dropped;

  /**
   * Tables for a run.
   *
   * @param run its name
   * @param version under which it notes what it changes
   * @param splitKeys boundaries of the tables that are made
   * @param mostDates dates that the store may have; a table costs it much more than a row
   */
  public DateTables(
      StoreTable table, String run, long version, List<byte[]> splitKeys, int mostDates) {
    this.table = table;
    this.run = run;
    this.version = version;
    this.splitKeys = splitKeys;
    this.mostDates = mostDates;
  }

  /**
   * Goes on for another run, which notes what it changes anew. No date may have been dropped since.
   */
  public void goOn(String nextRun, long nextVersion) {
    run = nextRun;
    version = nextVersion;
    begun.clear();
    refused.clear();
  }

  /** True where messages of the date are not taken, since it was dropped. */
  public boolean isDropped(int date) throws IOException {
    open();
    return dropped.contains(date);
  }

  /**
   * The ranges of a date's table, which is there from now on.
   *
   * @return empty where the store has so many dates that it does not take another one
   */
  public Optional<KeyRanges> ranges(int date) throws IOException {
    if (refused.contains(date)) {
      return Optional.empty();
    }
    if (!begun.contains(date)) {
      open();
      if (!known.containsKey(date) && !isThere(date)) {
        refused.add(date);
        return Optional.empty();
      }
      dates.begin(date, version, Kind.INGEST, run);
      if (!known.containsKey(date)) {
        known.put(date, tables.ranges(table.name(), date));
      }
      begun.add(date);
    }
    return Optional.of(known.get(date));
  }

  /** The dates that were noted as changed so far. */
  public Set<Integer> begun() {
    return new TreeSet<>(begun);
  }

  private boolean isThere(int date) throws IOException {
    if (!tables.exists(table.ofDate(date))) {
      if (tables.tablesOf(table.name()).size() >= mostDates) {
        return false;
      }
      tables.createDate(table.name(), date, splitKeys);
    }
    return true;
  }

  private void open() throws IOException {
    if (tables == null) {
      tables = TableAdmin.open(table.store());
      dates = Dates.open(table);
      dropped = dates.dropped();
    }
  }

  @Override
  public void close() throws IOException {
    if (tables != null) {
      dates.close();
      tables.close();
    }
  }
}
