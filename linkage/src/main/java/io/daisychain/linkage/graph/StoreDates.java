package io.daisychain.linkage.graph;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Collection;
import java.util.stream.Stream;

/**
 * The trade dates that a store has, in their order, and those that were dropped from it, but for
 * lifecycles that go on on other dates.
 */
public final class StoreDates implements Serializable {
  /** On so many earlier dates a parent is looked for that is named by its id alone. */
  public static final int MOST_EARLIER = 30;

  private final int[] dates;
  private final int[] kept;

  /**
   * These dates, in days since 1970-01-01.
   *
   * @param kept those that were dropped and of which something was kept
   */
  public StoreDates(Collection<Integer> dates, Collection<Integer> kept) {
    this.dates =
        Stream.concat(dates.stream(), kept.stream()).mapToInt(Integer::intValue).sorted().toArray();
    this.kept = kept.stream().mapToInt(Integer::intValue).sorted().toArray();
  }

  /** True when events of the date can be read. */
  public boolean has(int date) {
    return Arrays.binarySearch(dates, date) >= 0;
  }

  /**
   * True for a date that was dropped: its events are what they were, for those alone that had been
   * linked to them.
   */
  public boolean isKept(int date) {
    return kept.length > 0 && Arrays.binarySearch(kept, date) >= 0;
  }

  /** Number of the dates of which events can be read. */
  public int count() {
    return dates.length;
  }

  /** Number of the dates that were not dropped. */
  public int stored() {
    return dates.length - kept.length;
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
