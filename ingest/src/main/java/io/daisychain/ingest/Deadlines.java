package io.daisychain.ingest;

import io.daisychain.model.reference.BusinessDays;

/** When an event of a day must have been reported: 08:00 New York time of the next business day. */
final class Deadlines {
  private final BusinessDays days;
  private int day = Integer.MIN_VALUE;
  private long deadline;

  Deadlines(BusinessDays days) {
    this.days = days;
  }

  /** Nanoseconds since 1970 after which a report of an event of {@code epochDay} is late. */
  long of(int epochDay) {
    if (epochDay != day) { // files hold few days, so the last one is nearly always asked again
      day = epochDay;
      deadline = days.deadline(epochDay, BusinessDays.REPORTED);
    }
    return deadline;
  }
}
