package io.daisychain.publish;

import io.daisychain.store.StoreTable;
import io.daisychain.store.dates.Dates;
import io.daisychain.store.dates.StoredDate;
import io.daisychain.warehouse.PublishedDay;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which trade dates a publication brings, where to, and whether whole. */
final class PublishPlan {
  /** More changed rows than this part of a date's events are found sooner by a scan. */
  private static final int FEW = 20;

  private final StoreTable table;
  private final DaySelection selection;
  private final WarehouseLoader.State warehouse;
  private final Optional<Map<Integer, PublishedDay>> files;
  private final boolean rowsByRows;

  /**
   * A trade date that is published.
   *
   * @param day what is noted of it
   * @param events about how many the store has of it
   * @param toWarehouse whether the warehouse gets it
   * @param toFiles whether the folder of files does
   * @param keys of the rows that changed, where only these are read; empty for a whole date
   */
  record Day(
      PublishedDay day, long events, boolean toWarehouse, boolean toFiles, Optional<long[]> keys) {
    int epochDay() {
      return day.epochDay();
    }
  }

  /**
   * Plans.
   *
   * @param warehouse what the warehouse has
   * @param files what the folder of files has; empty if none are kept
   * @param rowsByRows whether the warehouse can take some rows of a date
   */
  PublishPlan(
      StoreTable table,
      DaySelection selection,
      WarehouseLoader.State warehouse,
      Optional<Map<Integer, PublishedDay>> files,
      boolean rowsByRows) {
    this.table = table;
    this.selection = selection;
    this.warehouse = warehouse;
    this.files = files;
    this.rowsByRows = rowsByRows;
  }

  /** The trade dates of the store that are to be published, ascending. */
  List<Day> days(List<StoredDate> stored, String run) throws IOException {
    List<Day> days = new ArrayList<>();
    for (StoredDate date : stored) {
      if (selection.has(date.epochDay())) {
        plan(date, run).ifPresent(days::add);
      }
    }
    return days;
  }

  private Optional<Day> plan(StoredDate date, String run) throws IOException {
    PublishedDay now = noteOf(table, date, run);
    PublishedDay inWarehouse = warehouse.days().get(date.epochDay());
    PublishedDay inFiles = files.map(days -> days.get(date.epochDay())).orElse(null);
    boolean toWarehouse = inWarehouse == null || !inWarehouse.isSameState(now);
    boolean toFiles = files.isPresent() && (inFiles == null || !inFiles.isSameState(now));
    boolean forced = selection.isForced() || (!toWarehouse && !toFiles && selection.isList());
    if (forced) {
      return Optional.of(new Day(now, events(date), true, files.isPresent(), Optional.empty()));
    }
    if (!toWarehouse && !toFiles) {
      return Optional.empty();
    }
    Optional<long[]> keys = Optional.empty();
    boolean known =
        warehouse.counts().containsKey(date.epochDay()) && (files.isEmpty() || inFiles != null);
    if (rowsByRows && known) {
      keys = keys(date, now, inWarehouse, inFiles == null ? inWarehouse : inFiles);
      if (keys.isPresent() && keys.get().length == 0) {
        return Optional.empty(); // what happened to the date changed no row
      }
    }
    boolean rows = keys.isPresent();
    return Optional.of(
        new Day(now, events(date), rows || toWarehouse, rows ? files.isPresent() : toFiles, keys));
  }

  /** The keys that changed since both had the date, if they are known, and few. */
  private Optional<long[]> keys(
      StoredDate date, PublishedDay now, PublishedDay one, PublishedDay other) throws IOException {
    if (!isBefore(one, date, now) || !isBefore(other, date, now)) {
      return Optional.empty();
    }
    return Dates.changedSince(table, date.epochDay(), Math.min(one.version(), other.version()))
        .filter(keys -> (keys.length / 2) * (long) FEW <= date.events());
  }

  /** Whether this was a state of the same store, which may have been made anew. */
  private static boolean isBefore(PublishedDay published, StoredDate date, PublishedDay now) {
    return published.source().equals(now.source())
        && date.changes().stream()
            .anyMatch(
                change ->
                    change.version() == published.version()
                        && change.run().equals(published.change()));
  }

  /** About how many events a date has; very many where nobody has counted them. */
  private static long events(StoredDate date) {
    long events = date.linkedVersion() > 0 ? date.events() : Integer.MAX_VALUE;
    for (StoredDate.Change change : date.news()) {
      events += change.count() < 0 ? Integer.MAX_VALUE : change.count();
    }
    return events;
  }

  /** What is noted of a date when it is published as it is. */
  private static PublishedDay noteOf(StoreTable table, StoredDate date, String run) {
    String change =
        date.changes().isEmpty() ? "" : date.changes().get(date.changes().size() - 1).run();
    return new PublishedDay(
        date.epochDay(), table.store().address() + " " + table.name(), date.version(), change, run);
  }
}
