package io.daisychain.publish;

import java.util.Set;

/**
 * Trade dates that a publication is asked for.
 *
 * @param isForced whether dates that have not changed are published too
 * @param dates by epoch day; empty for all of the store
 * @param retainedFrom dates from this on stay in the warehouse, however many it is to keep
 */
public record DaySelection(boolean isForced, Set<Integer> dates, int retainedFrom) {
  /** Those that have changed. */
  public static final DaySelection CHANGED = new DaySelection(false, Set.of());

  /** All of the store. */
  public static final DaySelection ALL = new DaySelection(true, Set.of());

  /** Dates of which any may be taken out of the warehouse. */
  public DaySelection(boolean isForced, Set<Integer> dates) {
    this(isForced, dates, Integer.MAX_VALUE);
  }

  /** Whether dates are named one by one. */
  boolean isList() {
    return !dates.isEmpty();
  }

  /** The same of all dates of the store. */
  DaySelection ofAllDates() {
    return new DaySelection(isForced, Set.of(), retainedFrom);
  }

  boolean has(int epochDay) {
    return dates.isEmpty() || dates.contains(epochDay);
  }
}
