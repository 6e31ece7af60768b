package io.daisychain.explorer.point;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Finds events by id: open addressing over their indices, built and asked by all cores.
 *
 * <p>Almost every look into it misses the caches, so that many ids are looked for at once: loads
 * that do not wait for each other overlap.
 */
public final class IdIndex {
  /** Ids that are looked for together. */
  private static final int TOGETHER = 512;

  private static final long DAY = 86_400_000_000_000L;
  private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(int[].class);

  private final long[] high;
  private final long[] low;
  private final int[] slots;
  private final int mask;

  public IdIndex(long[] high, long[] low) {
    this.high = high;
    this.low = low;
    int capacity = Integer.highestOneBit(Math.max(16, high.length)) << 2;
    slots = new int[capacity < 0 ? 1 << 30 : capacity];
    mask = slots.length - 1;
    Workers.ranges(high.length, this::add);
  }

  private void add(int from, int to) {
    for (int i = from; i < to; i++) {
      int slot = slot(high[i], low[i], mask);
      while (slots[slot] != 0 || !SLOT.compareAndSet(slots, slot, 0, i + 1)) {
        slot = slot + 1 & mask;
      }
    }
  }

  /** Ids are spread evenly already, those that reporters chose perhaps not. */
  static int slot(long high, long low, int mask) {
    long mixed = (high ^ Long.rotateLeft(low, 31)) * 0x9E3779B97F4A7C15L;
    return (int) (mixed >>> 32) & mask;
  }

  /** Which of two events of one id is meant by whom it is looked for; the first may be -1. */
  @FunctionalInterface
  private interface Choice {
    int of(int best, int event, int query);
  }

  /** Takes what was found: the number of the query, the event or -1. */
  @FunctionalInterface
  public interface Found {
    void take(int query, int event);
  }

  /** Finds the earliest event of each of the ids from {@code from} to below {@code to}. */
  public void firsts(long[] idHigh, long[] idLow, int from, int to, Found found) {
    all(idHigh, idLow, from, to, (best, event, query) -> Math.min(best, event), found);
  }

  /**
   * Finds the events of ids that are the latest up to a query's time, else the earliest after it.
   *
   * @param time of events
   * @param at of queries
   */
  public void latest(
      long[] idHigh, long[] idLow, int from, int to, long[] time, long[] at, Found found) {
    all(
        idHigh,
        idLow,
        from,
        to,
        (best, event, query) -> {
          // Events are ascending by time: of equal times the first of them.
          if (time[event] == time[best]) {
            return Math.min(best, event);
          }
          boolean later = time[event] > time[best];
          boolean bothUpTo = Math.max(time[event], time[best]) <= at[query];
          return later == bothUpTo ? event : best;
        },
        found);
  }

  /**
   * Finds the events of ids whose times are nearest to the middle of a query's date.
   *
   * @param time of events
   * @param dateBegins of queries
   */
  void nearest(
      long[] idHigh, long[] idLow, int from, int to, long[] time, long[] dateBegins, Found found) {
    all(
        idHigh,
        idLow,
        from,
        to,
        (best, event, query) -> {
          long middle = dateBegins[query] + DAY / 2;
          long nearer = Math.abs(time[best] - middle) - Math.abs(time[event] - middle);
          return nearer == 0 ? Math.min(best, event) : nearer > 0 ? event : best;
        },
        found);
  }

  private void all(long[] idHigh, long[] idLow, int from, int to, Choice choice, Found found) {
    int[] home = new int[TOGETHER];
    int[] first = new int[TOGETHER];
    for (int begin = from; begin < to; begin += TOGETHER) {
      int count = Math.min(TOGETHER, to - begin);
      for (int i = 0; i < count; i++) {
        home[i] = slot(idHigh[begin + i], idLow[begin + i], mask);
        first[i] = slots[home[i]] - 1;
      }
      for (int i = 0; i < count; i++) {
        int event = first[i];
        if (event >= 0 && (high[event] != idHigh[begin + i] || low[event] != idLow[begin + i])) {
          first[i] = -1;
          home[i] = ~home[i];
        }
      }
      for (int i = 0; i < count; i++) {
        int query = begin + i;
        int best = first[i];
        int slot = home[i];
        if (best >= 0 || slot < 0) { // what follows may be of the same id
          for (slot = (slot < 0 ? ~slot : slot) + 1 & mask;
              slots[slot] != 0;
              slot = slot + 1 & mask) {
            int event = slots[slot] - 1;
            if (high[event] == idHigh[query] && low[event] == idLow[query]) {
              best = best < 0 ? event : choice.of(best, event, query);
            }
          }
        }
        found.take(query, best);
      }
    }
  }
}
