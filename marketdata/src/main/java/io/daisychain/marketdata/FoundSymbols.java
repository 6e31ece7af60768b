package io.daisychain.marketdata;

import io.daisychain.warehouse.column.ColumnFile;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Where symbols lie in files, of those that were looked for last: the next request for them reads
 * no page to find out. Safe for several threads.
 */
public final class FoundSymbols {
  private final int most;
  private final Map<Key, SymbolRows> found = new LinkedHashMap<>(16, 0.75f, true);

  /** A date that is loaded anew has other files, and so another key. */
  private record Key(DayFiles day, MarketKind kind, String symbol) {}

  /**
   * Knows nothing yet.
   *
   * @param most symbols of files that are kept, some 200 bytes each
   */
  public FoundSymbols(int most) {
    this.most = most;
  }

  SymbolRows find(DayFiles day, MarketKind kind, ColumnFile file, String symbol)
      throws IOException {
    Key key = new Key(day, kind, symbol);
    synchronized (this) {
      SymbolRows known = found.get(key);
      if (known != null) {
        return known;
      }
    }
    SymbolRows rows = SymbolRows.of(file, symbol);
    if (rows.count() == 0) {
      return rows; // names that are none could be of any number and length
    }
    synchronized (this) {
      found.put(key, rows);
      if (found.size() > most) {
        found.remove(found.keySet().iterator().next());
      }
    }
    return rows;
  }
}
