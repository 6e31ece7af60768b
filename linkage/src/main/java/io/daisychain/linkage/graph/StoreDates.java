package io.daisychain.linkage.graph;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Collection;

/** The trade dates that a store has, in their order. */
public final class StoreDates implements Serializable {
  private static final long serialVersionUID = 1;

  /** On so many earlier dates a parent is looked for that is named by its id alone. */
  public static final int MOST_EARLIER = 30;

  private final int[] dates;

  /** These dates, in days since 1970-01-01. */
  public StoreDates(Collection<Integer> dates) {
    this.dates = dates.stream().mapToInt(Integer::intValue).sorted().toArray();
  }

  /** True when the store has the date. */
  public boolean has(int date) {
    return Arrays.binarySearch(dates, date) >= 0;
  }

  /** Number of the dates. */
  public int count() {
    return dates.length;
  }

  /**
   * A date before another.
   *
   * @param back 1 for the last one before {@code date}, 2 for the one before that
   * @return {@link Integer#MIN_VALUE} where there is none
   */
  int before(int date, int back) {
    int at = Arrays.binarySearch(dates, date);
    int index = (at < 0 ? -at - 1 : at) - back;
    return index < 0 ? Integer.MIN_VALUE : dates[index];
  }
}
