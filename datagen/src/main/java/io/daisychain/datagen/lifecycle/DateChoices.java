package io.daisychain.datagen.lifecycle;

import io.daisychain.datagen.chain.RandomSource;
import java.util.List;

/**
 * Chooses, in lifecycles over several trade dates, which messages leave out the date of their
 * parents (tag 10836), and which are handed in late.
 *
 * <p>It has a random source of its own, so that the market is the same whatever it chooses.
 */
public final class DateChoices {
  /** Share of the messages with parents of another date that leave out that date. */
  public static final double UNDATED = 0.2;

  private static final long SALT = 0x64617465732d6f66L;

  private final Days days;
  private final RandomSource random = new RandomSource();

  public DateChoices(Days days) {
    this.days = days;
  }

  /** Chooses the references without a date; the events have their times and parents. */
  public void leaveOutDates(List<EventRecord> records, long seed, int shard) {
    random.reset(seed ^ SALT, shard, records.get(0).lifecycle);
    if (days.gtc() == 0 || hasCycle(records)) {
      return;
    }
    for (EventRecord record : records) {
      record.undated = isOverDates(records, record) && random.chance(UNDATED) && !record.inCat;
    }
  }

  /** Parents come before their children, but in a cycle: it is closed by its dates too. */
  private static boolean hasCycle(List<EventRecord> records) {
    for (int i = 0; i < records.size(); i++) {
      if (records.get(i).merged == null && records.get(i).parent > i) {
        return true;
      }
    }
    return false;
  }

  private static boolean isOverDates(List<EventRecord> records, EventRecord record) {
    for (int p = 0; p < record.parentCount(); p++) {
      if (records.get(record.parent(p)).day() != record.day()) {
        return true;
      }
    }
    return false;
  }

  /** Chooses the messages that are handed in late, repeats and all. */
  public void handInLate(List<EventRecord> records) {
    if (days.late() > 0) {
      for (EventRecord record : records) {
        record.late |= random.chance(days.late()) && !record.inCat;
      }
    }
  }
}
