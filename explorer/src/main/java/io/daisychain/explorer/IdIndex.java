package io.daisychain.explorer;

/** Finds events by id: open addressing over their indices. */
final class IdIndex {
  private static final long DAY = 86_400_000_000_000L;

  private final long[] high;
  private final long[] low;
  private final int[] slots;
  private final int mask;

  IdIndex(long[] high, long[] low) {
    this.high = high;
    this.low = low;
    int capacity = Integer.highestOneBit(Math.max(16, high.length)) << 2;
    slots = new int[capacity < 0 ? 1 << 30 : capacity];
    mask = slots.length - 1;
    for (int i = 0; i < high.length; i++) {
      int slot = slot(high[i], low[i], mask);
      while (slots[slot] != 0) {
        slot = slot + 1 & mask;
      }
      slots[slot] = i + 1;
    }
  }

  /** Ids are spread evenly already, those that reporters chose perhaps not. */
  static int slot(long high, long low, int mask) {
    long mixed = (high ^ Long.rotateLeft(low, 31)) * 0x9E3779B97F4A7C15L;
    return (int) (mixed >>> 32) & mask;
  }

  /**
   * The event of an id that is the latest up to a time, else the earliest after it; -1 for none.
   */
  int find(long idHigh, long idLow, long[] time, long at) {
    int best = -1;
    for (int slot = slot(idHigh, idLow, mask); slots[slot] != 0; slot = slot + 1 & mask) {
      int event = slots[slot] - 1;
      if (high[event] == idHigh && low[event] == idLow) {
        if (best < 0
            || (time[event] <= at
                ? time[best] > at || time[event] > time[best]
                : time[best] > at && time[event] < time[best])) {
          best = event;
        }
      }
    }
    return best;
  }

  /** The event of an id whose time is nearest to the middle of a date; -1 for none. */
  int nearest(long idHigh, long idLow, long[] time, long dateBegins) {
    int best = -1;
    long middle = dateBegins + DAY / 2;
    for (int slot = slot(idHigh, idLow, mask); slots[slot] != 0; slot = slot + 1 & mask) {
      int event = slots[slot] - 1;
      if (high[event] == idHigh && low[event] == idLow) {
        if (best < 0 || Math.abs(time[event] - middle) < Math.abs(time[best] - middle)) {
          best = event;
        }
      }
    }
    return best;
  }
}
