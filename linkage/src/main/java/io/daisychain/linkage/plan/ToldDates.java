package io.daisychain.linkage.plan;

import io.daisychain.model.RowKey;
import io.daisychain.reporting.Retelling;
import io.daisychain.reporting.SaveInputLines;
import io.daisychain.store.MetaTable;
import io.daisychain.store.dates.ChangedKeys;
import io.daisychain.store.dates.Dates;
import io.daisychain.store.dates.ToldDate;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The dates whose feedback an earlier link run has told, and what has changed of them since. */
public final class ToldDates {
  /** The lines of more rows are not read by their keys: all lines of the date are told anew. */
  private static final int MOST_READ = 20_000;

  private final Dates dates;
  private final String run;
  private final long places;
  private final Map<Integer, ToldDate> told;
  private final Map<String, Boolean> kept = new HashMap<>();
  private final Map<String, Set<Integer>> sources = new TreeMap<>();
  private final Map<Integer, Set<RowKey>> changed = new TreeMap<>();

  private ToldDates(Dates dates, String run, long places) throws IOException {
    this.dates = dates;
    this.run = run;
    this.places = places;
    this.told = dates.told();
  }

  /** What is known before a run tells anything. */
  public static ToldDates of(Dates dates, MetaTable meta, String run) throws IOException {
    return new ToldDates(dates, run, SaveInputLines.changes(meta));
  }

  /**
   * The rows of a date whose lines are to be told anew.
   *
   * @param written rows that this run has written
   * @return empty where all of its lines are
   */
  public Optional<Set<RowKey>> changed(int date, ChangedKeys written) throws IOException {
    ToldDate before = told.get(date);
    if (before == null
        || before.places() != places
        || !written.isKnown()
        || !kept.computeIfAbsent(before.folder(), Retelling::isKept)) {
      return Optional.empty();
    }
    Optional<NavigableSet<RowKey>> since = dates.changedSince(date, before, run);
    if (since.isEmpty() || since.get().size() + written.count() > MOST_READ) {
      return Optional.empty();
    }
    Set<RowKey> rows = new HashSet<>(since.get());
    rows.addAll(written.keys());
    sources.computeIfAbsent(before.folder(), none -> new TreeSet<>()).add(date);
    changed.put(date, rows);
    return Optional.of(rows);
  }

  /**
   * From where feedback goes on, when {@link #changed} was asked for each date.
   *
   * @param isAll false where lines of other dates are told besides
   */
  public Retelling retelling(boolean isAll) {
    return new Retelling(sources, changed, isAll);
  }
}
