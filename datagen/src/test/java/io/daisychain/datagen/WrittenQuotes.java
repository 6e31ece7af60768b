package io.daisychain.datagen;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** The best of what a shard wrote of quotes, from the lines alone. */
final class WrittenQuotes {
  private final Map<String, Best> bests = new HashMap<>(); // by symbol

  /** The best of a symbol over time, in cents; 0 for none. */
  private static final class Best {
    private final Map<String, int[]> quotes = new HashMap<>(); // bid and ask by exchange
    private int size;
    private long[] times = new long[64];
    private int[] bids = new int[64];
    private int[] asks = new int[64];

    void add(long time, String exchange, int bid, int ask) {
      quotes.put(exchange, new int[] {bid, ask});
      int highest = 0;
      int lowest = 0;
      for (int[] quote : quotes.values()) {
        highest = Math.max(highest, quote[0]);
        lowest = quote[1] > 0 && (lowest == 0 || quote[1] < lowest) ? quote[1] : lowest;
      }
      if (size > 0 && times[size - 1] > time) {
        throw new AssertionError("quotes of a symbol are not in order of time: " + time);
      }
      if (size == times.length) {
        times = Arrays.copyOf(times, 2 * size);
        bids = Arrays.copyOf(bids, 2 * size);
        asks = Arrays.copyOf(asks, 2 * size);
      }
      times[size] = time;
      bids[size] = highest;
      asks[size++] = lowest;
    }

    /** The last of those that are not later. */
    int at(long time) {
      int from = 0;
      int to = size;
      while (from < to) {
        int middle = (from + to) >>> 1;
        if (times[middle] <= time) {
          from = middle + 1;
        } else {
          to = middle;
        }
      }
      return from - 1;
    }
  }

  /**
   * The lowest bid and the highest offer.
   *
   * @param bid in cents, 0 if there was none for a while
   * @param ask in cents
   */
  record Range(int bid, int ask) {
    boolean has(int cents) {
      return cents >= bid && cents <= ask;
    }
  }

  /** Takes a line of a file of quotes. */
  void line(String line) {
    String[] values = line.split(",", -1);
    if (!values[0].equals("symbol")) {
      bests
          .computeIfAbsent(values[0], key -> new Best())
          .add(Long.parseLong(values[1]), values[2], cents(values[3]), cents(values[5]));
    }
  }

  boolean has(String symbol) {
    return bests.containsKey(symbol);
  }

  /** Of a stretch of time, both ends included. */
  Range range(String symbol, long from, long to) {
    Best best = bests.get(symbol);
    int bid = Integer.MAX_VALUE;
    int ask = 0;
    for (int i = best.at(from); i <= best.at(to); i++) {
      int bidThen = i < 0 ? 0 : best.bids[i];
      int askThen = i < 0 ? 0 : best.asks[i];
      bid = Math.min(bid, bidThen);
      ask = Math.max(ask, askThen);
    }
    return new Range(bid, ask);
  }

  static int cents(String dollars) {
    return Integer.parseInt(dollars.replace(".", ""));
  }
}
