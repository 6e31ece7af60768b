package io.daisychain.linkage.plan;

import java.util.Set;

/**
 * The trade dates that a link run is asked for.
 *
 * @param isAll true for all dates that the store has
 * @param given dates that were named, days since 1970-01-01; of none and not all those that have
 *     news are linked
 */
public record LinkDays(boolean isAll, Set<Integer> given) {
  /** The dates that have news. */
  public static final LinkDays CHANGED = new LinkDays(false, Set.of());

  /** All dates. */
  public static final LinkDays ALL = new LinkDays(true, Set.of());

  boolean isChanged() {
    return !isAll && given.isEmpty();
  }
}
