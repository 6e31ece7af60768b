package io.daisychain.publish;

import java.util.Set;

/**
 * Trade dates that a publication is asked for.
 *
 * @param isForced whether dates that have not changed are published too
 * @param dates by epoch day; empty for all of the store
 */
public record DaySelection(boolean isForced, Set<Integer> dates) {
  /** Those that have changed. */
  public static final DaySelection CHANGED = new DaySelection(false, Set.of());

  /** All of the store. */
  public static final DaySelection ALL = new DaySelection(true, Set.of());

  /** Whether dates are named one by one. */
  boolean isList() {
    return !dates.isEmpty();
  }

  /** The same of all dates of the store. */
  DaySelection ofAllDates() {
    return isForced ? ALL : CHANGED;
  }

  boolean has(int epochDay) {
    return dates.isEmpty() || dates.contains(epochDay);
  }
}
