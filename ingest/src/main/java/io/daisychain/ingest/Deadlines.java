package io.daisychain.ingest;

import io.daisychain.model.reference.BusinessDays;
import java.util.Arrays;

/** When an event of a day must have been reported: 08:00 New York time of the next business day. */
final class Deadlines {
  /** Days that are kept: those that a hand-in has, in nearly all. */
  private static final int KEPT = 64;

  private final BusinessDays days;
  private final int[] kept = new int[KEPT];
  private final long[] deadlines = new long[KEPT];

  Deadlines(BusinessDays days) {
    this.days = days;
    Arrays.fill(kept, Integer.MIN_VALUE);
  }

  /** Nanoseconds since 1970 after which a report of an event of {@code epochDay} is late. */
  long of(int epochDay) {
    int place = epochDay & KEPT - 1;
    if (kept[place] != epochDay) {
      kept[place] = epochDay;
      deadlines[place] = days.deadline(epochDay, BusinessDays.REPORTED);
    }
    return deadlines[place];
  }
}
