package io.daisychain.store;

import io.daisychain.store.StoredDate.Kind;
import java.io.IOException;
import java.util.HashMap;
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
  private final String run;
  private final long version;
  private final List<byte[]> splitKeys;
  private final int mostDates;
  private final Map<Integer, Optional<KeyRanges>> ranges = new HashMap<>();
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
    Optional<KeyRanges> known = ranges.get(date);
    if (known == null) {
      open();
      known = find(date);
      ranges.put(date, known);
    }
    return known;
  }

  /** The dates that were noted as changed so far. */
  public Set<Integer> begun() {
    Set<Integer> begun = new TreeSet<>();
    ranges.forEach(
        (date, known) -> {
          if (known.isPresent()) {
            begun.add(date);
          }
        });
    return begun;
  }

  private Optional<KeyRanges> find(int date) throws IOException {
    if (!tables.exists(table.ofDate(date))) {
      if (tables.tablesOf(table.name()).size() >= mostDates) {
        return Optional.empty();
      }
      tables.createDate(table.name(), date, splitKeys);
    }
    dates.begin(date, version, Kind.INGEST, run);
    return Optional.of(tables.ranges(table.name(), date));
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
