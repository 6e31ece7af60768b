package io.daisychain.marketdata.feed;

import java.util.Map;
import java.util.TreeMap;

/**
 * The symbols of an instrument by day; of two for the same day, the first that was added. What it
 * costs is not the square of their number.
 */
final class SymbolDays {
  /** By the first day. */
  private final TreeMap<Integer, Mapping> mappings = new TreeMap<>();

  /** Days that have a symbol: by the first of days without a gap, the one behind the last. */
  private final TreeMap<Integer, Integer> known = new TreeMap<>();

  /** A symbol before a day. */
  private record Mapping(int endDay, int symbol) {}

  /** Adds a symbol of the days from one on, before another. */
  void add(int from, int to, int symbol) {
    if (from >= to) {
      return;
    }
    Map.Entry<Integer, Integer> before = known.floorEntry(from);
    boolean isAttached = before != null && before.getValue() >= from;
    int first = isAttached ? before.getKey() : from;
    int day = from;
    Map.Entry<Integer, Integer> next = isAttached ? before : known.higherEntry(from);
    while (next != null && next.getKey() <= to) {
      put(day, next.getKey(), symbol);
      day = Math.max(day, next.getValue());
      known.remove(next.getKey());
      next = known.higherEntry(next.getKey());
    }
    put(day, to, symbol);
    known.put(first, Math.max(day, to));
  }

  private void put(int from, int to, int symbol) {
    if (from < to) {
      mappings.put(from, new Mapping(to, symbol));
    }
  }

  /** The symbol of a day, -1 for none. */
  int of(int day) {
    Map.Entry<Integer, Mapping> last = mappings.floorEntry(day);
    return last == null || day >= last.getValue().endDay ? -1 : last.getValue().symbol;
  }
}
