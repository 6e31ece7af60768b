package io.daisychain.marketdata;

import io.daisychain.warehouse.column.ColumnFile;
import io.daisychain.warehouse.column.ColumnSpec;
import io.daisychain.warehouse.column.TextCodes;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Finds the best bid and offer in force at moments of a symbol, by merging both in one pass: a row
 * is in force from its own time until the next row's. Not thread-safe; threads have one each.
 */
public final class AsOfMerge {
  private static final long NULL = ColumnSpec.NULL;
  private static final long NEVER = Long.MAX_VALUE;

  /** Horizons after a fill, in nanoseconds: a second, a minute, five minutes. */
  static final long[] HORIZONS = {1_000_000_000L, 60_000_000_000L, 300_000_000_000L};

  /** Hundred thousandths: the middle of two prices of ten thousandths needs one digit more. */
  public static final int MID_SCALE = 5;

  private final ColumnFile file;
  private final Map<String, SymbolRows> symbols;
  private final RowReader reader;
  private final int[] next = new int[HORIZONS.length];
  private final LookBack lookBack = new LookBack();

  /**
   * A merge with a file of the kind {@link MarketKind#NBBO}.
   *
   * @param symbols where each symbol lies in the file, as {@link #symbolsOf} finds it
   */
  public AsOfMerge(ColumnFile file, Map<String, SymbolRows> symbols) {
    this.file = file;
    this.symbols = symbols;
    this.reader =
        new RowReader(
            file,
            new TextCodes(),
            MarketKind.NBBO.column("time"),
            MarketKind.NBBO.column("bid"),
            MarketKind.NBBO.column("bidSize"),
            MarketKind.NBBO.column("ask"),
            MarketKind.NBBO.column("askSize"));
  }

  public static Map<String, SymbolRows> symbolsOf(ColumnFile file) throws IOException {
    Map<String, SymbolRows> symbols = new HashMap<>();
    for (SymbolRows rows : SymbolRows.all(file)) {
      symbols.put(rows.symbol(), rows);
    }
    return symbols;
  }

  /** What was in force: prices in ten thousandths, mids in hundred thousandths, NULL for none. */
  public static final class Found {
    final long[] bid;
    final long[] bidSize;
    final long[] ask;
    final long[] askSize;
    final long[] time;

    /** Of executions alone, see {@link LookBack}. */
    final long[] lowBid;

    final long[] highAsk;

    /** By horizon, of fills alone. */
    final long[][] later = new long[HORIZONS.length][];

    /** Room for so many moments. */
    public Found(int capacity) {
      bid = new long[capacity];
      bidSize = new long[capacity];
      ask = new long[capacity];
      askSize = new long[capacity];
      time = new long[capacity];
      lowBid = new long[capacity];
      highAsk = new long[capacity];
      for (int i = 0; i < later.length; i++) {
        later[i] = new long[capacity];
      }
      clear(0, capacity);
    }

    private void clear(int from, int to) {
      Arrays.fill(bid, from, to, NULL);
      Arrays.fill(bidSize, from, to, NULL);
      Arrays.fill(ask, from, to, NULL);
      Arrays.fill(askSize, from, to, NULL);
      Arrays.fill(time, from, to, NULL);
      Arrays.fill(lowBid, from, to, NULL);
      Arrays.fill(highAsk, from, to, NULL);
      for (long[] values : later) {
        Arrays.fill(values, from, to, NULL);
      }
    }

    /** The mid at a moment. */
    public long mid(int i) {
      return AsOfMerge.mid(bid[i], ask[i]);
    }

    /** The bid at a moment. */
    public long bid(int i) {
      return bid[i];
    }

    /** The offer at a moment. */
    public long ask(int i) {
      return ask[i];
    }
  }

  private static long mid(long bid, long ask) {
    return bid == NULL || ask == NULL ? NULL : (bid + ask) * 5;
  }

  /**
   * Finds what was in force.
   *
   * @param moments sorted from {@code from} to {@code to}
   * @param isFill which of them have horizons
   * @param found gets the answers at the same indices
   */
  public void find(String symbol, long[] moments, boolean[] isFill, int from, int to, Found found)
      throws IOException {
    found.clear(from, to);
    SymbolRows rows = symbols.get(symbol);
    if (rows == null || from == to) {
      return;
    }
    reader.seek(rows.beginFor(file, moments[from]), rows.to());
    Arrays.fill(next, from);
    int at = from;
    for (int h = 0; h < next.length; h++) {
      next[h] = nextFill(isFill, from, to);
    }
    boolean isFirst = true;
    long time = NEVER;
    long bid = NULL;
    long bidSize = NULL;
    long ask = NULL;
    long askSize = NULL;
    long wanted = wanted(moments, at, to);
    while (wanted != NEVER && reader.next()) {
      long[] times = reader.numbers(0);
      int end = reader.end();
      int row = reader.begin();
      if (isFirst) {
        // Moments before the first row have nothing.
        while (at < to && moments[at] < times[row]) {
          at++;
        }
        for (int h = 0; h < next.length; h++) {
          while (next[h] < to && moments[next[h]] + HORIZONS[h] < times[row]) {
            next[h] = nextFill(isFill, next[h] + 1, to);
          }
        }
        wanted = wanted(moments, at, to);
        isFirst = false;
      }
      while (row < end) {
        if (times[row] <= wanted) {
          // It is in force at the next moment that is asked for, unless another follows.
          do {
            row++;
          } while (row < end && times[row] <= wanted);
          time = times[row - 1];
          bid = reader.numbers(1)[row - 1];
          bidSize = reader.numbers(2)[row - 1];
          ask = reader.numbers(3)[row - 1];
          askSize = reader.numbers(4)[row - 1];
          if (row == end) {
            break; // the next part may have one
          }
        }
        // Until the row that follows, what was found holds.
        long until = times[row];
        while (at < to && moments[at] < until) {
          put(found, at, bid, bidSize, ask, askSize, time);
          at++;
        }
        for (int h = 0; h < next.length; h++) {
          while (next[h] < to && moments[next[h]] + HORIZONS[h] < until) {
            found.later[h][next[h]] = mid(bid, ask);
            next[h] = nextFill(isFill, next[h] + 1, to);
          }
        }
        wanted = wanted(moments, at, to);
        if (wanted == NEVER) {
          return;
        }
      }
    }
    if (isFirst) {
      return;
    }
    for (; at < to; at++) {
      put(found, at, bid, bidSize, ask, askSize, time);
    }
    for (int h = 0; h < next.length; h++) {
      while (next[h] < to) {
        found.later[h][next[h]] = mid(bid, ask);
        next[h] = nextFill(isFill, next[h] + 1, to);
      }
    }
  }

  /**
   * Looks back for a second from executions.
   *
   * @param moments sorted from {@code from} to {@code to}
   * @param isExecution which of them
   * @param found gets the answers at the same indices
   */
  public void lookBack(
      String symbol, long[] moments, boolean[] isExecution, int from, int to, Found found)
      throws IOException {
    int at = nextFill(isExecution, from, to);
    SymbolRows rows = symbols.get(symbol);
    if (rows == null || at == to) {
      return;
    }
    lookBack.clear();
    reader.seek(rows.beginFor(file, moments[at] - LookBack.SPAN), rows.to());
    while (at < to && reader.next()) {
      for (int row = reader.begin(); at < to && row < reader.end(); row++) {
        at = tell(moments, isExecution, at, to, reader.numbers(0)[row], found);
        lookBack.add(reader.numbers(0)[row], reader.numbers(1)[row], reader.numbers(3)[row]);
      }
    }
    tell(moments, isExecution, at, to, NEVER, found);
  }

  /** Tells of executions before the time of the next row. */
  private int tell(
      long[] moments, boolean[] isExecution, int first, int to, long until, Found found) {
    int at = first;
    while (at < to && moments[at] < until) {
      lookBack.at(moments[at]);
      found.lowBid[at] = lookBack.lowBid();
      found.highAsk[at] = lookBack.highAsk();
      at = nextFill(isExecution, at + 1, to);
    }
    return at;
  }

  private static void put(
      Found found, int at, long bid, long bidSize, long ask, long askSize, long time) {
    found.bid[at] = bid;
    found.bidSize[at] = bid == NULL ? NULL : bidSize;
    found.ask[at] = ask;
    found.askSize[at] = ask == NULL ? NULL : askSize;
    found.time[at] = time;
  }

  private static int nextFill(boolean[] isFill, int from, int to) {
    int at = from;
    while (at < to && !isFill[at]) {
      at++;
    }
    return at;
  }

  /** The earliest moment for which something is still to be found. */
  private long wanted(long[] moments, int at, int to) {
    long wanted = at < to ? moments[at] : NEVER;
    for (int h = 0; h < next.length; h++) {
      if (next[h] < to) {
        wanted = Math.min(wanted, moments[next[h]] + HORIZONS[h]);
      }
    }
    return wanted;
  }
}
