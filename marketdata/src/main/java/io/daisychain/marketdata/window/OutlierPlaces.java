package io.daisychain.marketdata.window;

import java.io.Serializable;
import java.util.Arrays;
import java.util.function.DoublePredicate;

/** Finds the outliers of one symbol and date, and keeps where they are: that is told from it. */
final class OutlierPlaces implements DoublePredicate, Serializable {
  private final transient OutlierFilter filter;
  private long[] places;
  private int found;
  private long seen;

  private OutlierPlaces(OutlierFilter filter) {
    this.filter = filter;
    places = new long[16];
  }

  private OutlierPlaces(long[] places) {
    filter = null;
    this.places = places;
    found = places.length;
  }

  /** What finds a value's outliers; null for no rule. */
  static OutlierPlaces of(OutlierRule rule, WindowValue value) {
    return rule == null ? null : new OutlierPlaces(OutlierFilter.of(rule, value));
  }

  @Override
  public boolean test(double value) {
    boolean isOutlier = filter.isOutlier(value);
    if (isOutlier) {
      if (found == places.length) {
        places = Arrays.copyOf(places, 2 * found);
      }
      places[found++] = seen;
    }
    seen++;
    return isOutlier;
  }

  /** Records that were looked at; 0 for null. */
  static long seen(OutlierPlaces places) {
    return places == null ? 0 : places.seen;
  }

  /** Outliers that were found; 0 for null. */
  static long found(OutlierPlaces places) {
    return places == null ? 0 : places.found;
  }

  /**
   * Where outliers are among records, counted from a record on; null for null.
   *
   * @param records that are wanted from there, outliers not counted
   */
  static OutlierPlaces from(OutlierPlaces places, long record, long records) {
    if (places == null) {
      return null;
    }
    int at = Arrays.binarySearch(places.places, 0, places.found, record);
    int first = at < 0 ? -at - 1 : at;
    int end = first;
    while (end < places.found && places.places[end] - record - (end - first) < records) {
      end++;
    }
    long[] told = Arrays.copyOfRange(places.places, first, end);
    Arrays.setAll(told, i -> told[i] - record);
    return new OutlierPlaces(told);
  }

  /** Tells outliers at the same places; null for null. */
  static DoublePredicate again(OutlierPlaces from) {
    return from == null
        ? null
        : new DoublePredicate() {
          private long record;
          private int next;

          @Override
          public boolean test(double value) {
            boolean isOutlier = next < from.found && from.places[next] == record;
            next += isOutlier ? 1 : 0;
            record++;
            return isOutlier;
          }
        };
  }
}
