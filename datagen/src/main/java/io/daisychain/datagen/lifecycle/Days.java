package io.daisychain.datagen.lifecycle;

import java.io.Serializable;

/**
 * The trade dates of a workload: how many, which orders live over several of them, and what is
 * handed in late.
 *
 * @param count of successive weekdays; the events are dealt evenly over them
 * @param gtc share of the lifecycles of which the orders are good till cancel (FIX 4.2, tag 59 = 1)
 *     and may go on for further dates; for one date the model says it
 * @param gtcSpan most further dates of such a lifecycle
 * @param late share of the messages of a date that are handed in late, in files of their own; their
 *     SendingTime (tag 52) is as if they had come in time
 */
public record Days(int count, double gtc, int gtcSpan, double late) implements Serializable {
  /** Most further dates that a lifecycle can have: its times fit the queue of its steps. */
  public static final int LONGEST_SPAN = 8;

  /** Eight years of weekdays. */
  private static final int MOST_DATES = 2_000;

  /** One date, nothing of it handed in late. */
  public static final Days ONE = new Days(1, 0, 5, 0);

  /** Checks every value. */
  public Days {
    require(count >= 1 && count <= MOST_DATES, "days", count, "must be 1 to " + MOST_DATES);
    require(gtc >= 0 && gtc <= 1, "gtc", gtc, "must be 0 to 1");
    require(
        gtc == 0 || count > 1, "gtc", gtc, "needs --days: no order lives past the last of them");
    require(
        gtcSpan >= 1 && gtcSpan <= LONGEST_SPAN,
        "gtcSpan",
        gtcSpan,
        "must be 1 to " + LONGEST_SPAN);
    require(late >= 0 && late <= 1, "late", late, "must be 0 to 1");
  }

  /** True where files are named after their trade date, and no order lives past the last one. */
  public boolean areSeveral() {
    return count > 1;
  }

  /** Refuses a value in one line: the option, the value, the rule. */
  public static void require(boolean holds, String name, Object value, String rule) {
    if (!holds) {
      throw new IllegalArgumentException("--" + name + "=" + value + ": " + rule);
    }
  }
}
