package io.daisychain.warehouse.duckdb;

import io.daisychain.warehouse.PublishedDay;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a DuckDB warehouse notes of itself.
 *
 * @param isThere whether there is a file
 * @param isOfOlderForm whether it is of the form in which all rows lay in the DuckDB file itself:
 *     the dates that it has are not known, and the first publication replaces it
 * @param isMoved whether file and folder were moved since the last publication: the next one names
 *     the files where they are now
 * @param hasAddition whether it has what its {@link DayAddition} would add now; true without one
 * @param days what it has, by epoch day; dates whose files have other columns than tables have now
 *     are left out
 * @param counts of these, what {@link DayLoad#counts} said, where it said something
 * @param newest of these, the rows that were brought last, where they are a few: a {@link
 *     DayLoad.Change#ROWS} that has their keys too takes their place, instead of being one more
 */
public record WarehouseNotes(
    boolean isThere,
    boolean isOfOlderForm,
    boolean isMoved,
    boolean hasAddition,
    SortedMap<Integer, PublishedDay> days,
    SortedMap<Integer, String> counts,
    SortedMap<Integer, Newest> newest) {

  /**
   * Rows that were brought last.
   *
   * @param keys of these
   * @param counts what {@link DayLoad#counts} said of them
   */
  public record Newest(List<String> keys, String counts) {}

  static final WarehouseNotes NONE =
      new WarehouseNotes(
          false,
          false,
          false,
          false,
          Collections.unmodifiableSortedMap(new TreeMap<>()),
          Collections.unmodifiableSortedMap(new TreeMap<>()),
          Collections.unmodifiableSortedMap(new TreeMap<>()));
}
