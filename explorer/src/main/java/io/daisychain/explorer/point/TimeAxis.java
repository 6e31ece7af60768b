package io.daisychain.explorer.point;

import java.util.Arrays;

/**
 * The axis of time, which leaves out long stretches without any event: nights, and the years
 * between a day and an event whose time is wrong. A place on it is nanoseconds of what is left.
 */
public final class TimeAxis {
  /** A longer stretch without an event is left out. */
  private static final long GAP = 2L * 3600 * 1_000_000_000;

  /** Left before and after each stretch, so that a single event has a width. */
  private static final long MARGIN = 30L * 1_000_000_000;

  private final long[] begins;
  private final long[] ends;
  private final long[] places;

  TimeAxis(long[] ascending) {
    long[] from = new long[16];
    long[] to = new long[16];
    int count = 0;
    for (int i = 0; i < ascending.length; i++) {
      if (i == 0 || ascending[i] - to[count - 1] > GAP) {
        if (count == from.length) {
          from = Arrays.copyOf(from, count * 2);
          to = Arrays.copyOf(to, count * 2);
        }
        from[count++] = ascending[i];
      }
      to[count - 1] = ascending[i];
    }
    begins = Arrays.copyOf(from, count);
    ends = Arrays.copyOf(to, count);
    places = new long[count + 1];
    for (int i = 0; i < count; i++) {
      begins[i] -= MARGIN;
      ends[i] += MARGIN;
      places[i + 1] = places[i] + ends[i] - begins[i];
    }
  }

  public int stretches() {
    return begins.length;
  }

  public long begin(int stretch) {
    return begins[stretch];
  }

  public long end(int stretch) {
    return ends[stretch];
  }

  /** First time on the axis. */
  public long first() {
    return begins.length == 0 ? 0 : begins[0];
  }

  /** Time after the last on the axis. */
  public long last() {
    return ends.length == 0 ? 1 : ends[ends.length - 1];
  }

  /** The place of a time; of one that is left out, that of the next which is not. */
  public long place(long time) {
    int low = 0;
    int high = begins.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (ends[middle] <= time) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low == begins.length ? places[low] : places[low] + Math.max(0, time - begins[low]);
  }

  /** The time of a place. */
  public long time(long place) {
    if (begins.length == 0) {
      return place;
    }
    int found = Arrays.binarySearch(places, place);
    int stretch = Math.max(0, Math.min(begins.length - 1, found >= 0 ? found : -found - 2));
    return begins[stretch] + place - places[stretch];
  }
}
