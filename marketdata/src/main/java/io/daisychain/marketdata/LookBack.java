package io.daisychain.marketdata;

import io.daisychain.warehouse.column.ColumnSpec;
import java.util.Arrays;

/**
 * The most lenient best bid and offer of the second up to a moment: who trades outside of both
 * trades through (SEC Rule 611, which looks back for one second). The only copy of that rule.
 *
 * <p>It looks at whatever was in force at some moment of that second, its beginning included.
 * Nothing is said where a side was missing then, or where the last is crossed. Rows are added in
 * order of time, and moments asked for in order of time. Not thread-safe.
 */
public final class LookBack {
  /** How far it looks back, in nanoseconds. */
  public static final long SPAN = 1_000_000_000L;

  private static final long NULL = ColumnSpec.NULL;
  private static final int FIRST_CAPACITY = 64;

  private long[] times = new long[FIRST_CAPACITY];
  private long[] bids = new long[FIRST_CAPACITY];
  private long[] asks = new long[FIRST_CAPACITY];

  /** Rows of which the bid is below all later ones', the lowest first; of the offer likewise. */
  private int[] lowBids = new int[FIRST_CAPACITY];

  private int[] highAsks = new int[FIRST_CAPACITY];
  private int bidFrom;
  private int bidTo;
  private int askFrom;
  private int askTo;

  /** Rows that may still be in force from {@code from} to {@code to}. */
  private int from;

  private int to;
  private int missing;
  private long lowBid;
  private long highAsk;

  /** Forgets all rows. */
  public void clear() {
    from = 0;
    to = 0;
    bidFrom = 0;
    bidTo = 0;
    askFrom = 0;
    askTo = 0;
    missing = 0;
  }

  /**
   * Adds a row, which is in force until the next.
   *
   * @param time nanoseconds since 1970, after the time of the row before
   * @param bid {@link ColumnSpec#NULL} where nobody bids; likewise {@code ask}
   */
  public void add(long time, long bid, long ask) {
    if (to == times.length) {
      makeRoom();
    }
    times[to] = time;
    bids[to] = bid;
    asks[to] = ask;
    missing += isMissing(to) ? 1 : 0;
    while (bidTo > bidFrom && bids[lowBids[bidTo - 1]] >= bid) {
      bidTo--;
    }
    lowBids[bidTo++] = to;
    while (askTo > askFrom && asks[highAsks[askTo - 1]] <= ask) {
      askTo--;
    }
    highAsks[askTo++] = to;
    to++;
  }

  private boolean isMissing(int row) {
    return bids[row] == NULL || asks[row] == NULL;
  }

  /** Moves what is left to the front, of arrays twice as long where most of it is. */
  private void makeRoom() {
    int rows = to - from;
    int capacity = rows > times.length / 2 ? 2 * times.length : times.length;
    times = Arrays.copyOf(Arrays.copyOfRange(times, from, to), capacity);
    bids = Arrays.copyOf(Arrays.copyOfRange(bids, from, to), capacity);
    asks = Arrays.copyOf(Arrays.copyOfRange(asks, from, to), capacity);
    lowBids = moved(lowBids, bidFrom, bidTo, capacity);
    highAsks = moved(highAsks, askFrom, askTo, capacity);
    bidTo -= bidFrom;
    bidFrom = 0;
    askTo -= askFrom;
    askFrom = 0;
    from = 0;
    to = rows;
  }

  private int[] moved(int[] rows, int first, int end, int capacity) {
    int[] result = new int[capacity];
    for (int i = first; i < end; i++) {
      result[i - first] = rows[i] - from;
    }
    return result;
  }

  /** Looks back from a moment, of which all rows up to it were added and none after it. */
  public void at(long moment) {
    while (from + 1 < to && times[from + 1] <= moment - SPAN) {
      missing -= isMissing(from) ? 1 : 0;
      from++;
    }
    while (bidFrom < bidTo && lowBids[bidFrom] < from) {
      bidFrom++;
    }
    while (askFrom < askTo && highAsks[askFrom] < from) {
      askFrom++;
    }
    boolean isTold =
        from < to && times[from] <= moment - SPAN && missing == 0 && bids[to - 1] <= asks[to - 1];
    lowBid = isTold ? bids[lowBids[bidFrom]] : NULL;
    highAsk = isTold ? asks[highAsks[askFrom]] : NULL;
  }

  /** The lowest bid of that second; {@link ColumnSpec#NULL} where nothing is said. */
  public long lowBid() {
    return lowBid;
  }

  /** The highest offer of that second; {@link ColumnSpec#NULL} where nothing is said. */
  public long highAsk() {
    return highAsk;
  }
}
