package io.daisychain.explorer.live;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/**
 * The best bid and offer of each symbol that a running watch has quotes of: of too many the first
 * by name. A reader is told what has changed since it was told last.
 */
final class LiveQuotes extends LiveRows {
  static final int MOST = 200;

  private record Quote(ObjectNode row, long version) {}

  private NavigableMap<String, Quote> quotes = new TreeMap<>();
  private NavigableMap<String, Quote> gathered = new TreeMap<>();
  private boolean isCut;
  private long shown = 1;

  LiveQuotes(LiveSource source, Set<String> symbols) {
    super(source, "nbbo", symbols, Duration.ofMillis(250));
  }

  @Override
  void begin() {
    gathered = new TreeMap<>();
  }

  @Override
  void gather(String id, ObjectNode row, int length) {
    put(gathered, id, row);
  }

  @Override
  void showGathered() {
    quotes = gathered;
    gathered = new TreeMap<>();
    shown = version() + 1;
  }

  @Override
  void change(String id, ObjectNode row, int length) {
    Quote known = quotes.get(id);
    put(quotes, id, known == null ? row : known.row().setAll(row));
  }

  @Override
  void remove(String id) {
    quotes.remove(id);
    shown = version() + 1;
  }

  private void put(NavigableMap<String, Quote> into, String id, ObjectNode row) {
    into.put(id, new Quote(row, version() + 1));
    if (into.size() > MOST) {
      into.pollLastEntry();
      isCut = true;
    }
  }

  /** {@code all} says that nothing else is to be shown, else rows take the place of their like. */
  @Override
  void write(long seen, ObjectNode out) {
    boolean all = seen < shown;
    out.put("all", all);
    out.put("more", isCut);
    ArrayNode rows = out.putArray("quotes");
    for (Quote quote : quotes.values()) {
      if (all || quote.version() > seen) {
        rows.add(quote.row().deepCopy());
      }
    }
  }
}
