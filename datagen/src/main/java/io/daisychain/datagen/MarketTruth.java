package io.daisychain.datagen;

import io.daisychain.model.EventType;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Writes what must be found of executions beside a generated market: the measures of each standing
 * fill, and the trade-throughs, as lines of id, kind and expected value. A measure that cannot be
 * told is empty.
 */
final class MarketTruth {
  static final byte[] HEADER = "id,kind,expected value\n".getBytes(StandardCharsets.US_ASCII);

  private static final long SECOND = 1_000_000_000L;
  private static final long[] HORIZONS = {SECOND, 60 * SECOND, 300 * SECOND};
  private static final String[] REALIZED = {
    "realizedSpread1s", "realizedSpread1m", "realizedSpread5m"
  };
  private static final int UNKNOWN = Integer.MIN_VALUE;

  private final QuoteStream quotes;
  private final Market market;
  private final int epochDay;
  private final DatesWithQuotes dates;
  private final ByteSink sink;

  /** Says whether a date, counted from 1970-01-01, has quotes. */
  interface DatesWithQuotes {
    boolean has(int epochDay);
  }

  MarketTruth(
      QuoteStream quotes, Market market, int epochDay, DatesWithQuotes dates, OutputStream out) {
    this.quotes = quotes;
    this.market = market;
    this.epochDay = epochDay;
    this.dates = dates;
    this.sink = new ByteSink(out);
  }

  void flush() throws IOException {
    sink.flush();
  }

  /** Price and quantity of a fill as it stands. */
  private record Standing(long qty, int price) {}

  /** Writes the lines of a lifecycle, whose events all have their keys. */
  void write(List<EventRecord> records) throws IOException {
    for (int i = 0; i < records.size(); i++) {
      EventRecord record = records.get(i);
      if (record.type == EventType.FILL || record.type == EventType.PARTIAL_FILL) {
        Standing standing = standing(records, i);
        if (standing != null && dates.has(epochDay + record.day())) {
          fill(records, record, standing);
        }
      }
    }
  }

  /** What stands of a fill after the corrections and busts below it; null for nothing. */
  private static Standing standing(List<EventRecord> records, int fill) {
    boolean[] isInChain = new boolean[records.size()];
    isInChain[fill] = true;
    EventRecord last = records.get(fill);
    boolean isCorrected = false;
    for (int i = fill + 1; i < records.size(); i++) {
      EventRecord record = records.get(i);
      boolean isChange = record.type == EventType.BUST || record.type == EventType.CORRECT;
      if (isChange && record.merged == null && record.parent >= 0 && isInChain[record.parent]) {
        if (record.type == EventType.BUST) {
          return null;
        }
        isInChain[i] = true;
        // Of two of one time the larger key is the later.
        int compared = Long.compare(record.time, last.time);
        if (compared == 0) {
          compared = Long.compareUnsigned(record.high, last.high);
        }
        if (!isCorrected || compared > 0) {
          last = record;
          isCorrected = true;
        }
      }
    }
    return new Standing(last.lastQty, last.lastPrice);
  }

  /** The time that a message says, by its reporter's clock; from midnight of its own day. */
  private long moment(EventRecord record) {
    int grain = market.clockNanos[record.reporter];
    return Math.floorMod(record.time, TradingDay.NANOS_PER_DAY) / grain * grain;
  }

  /** Computes the best of a moment; 0 where there is none. */
  private void best(EventRecord record, int day, long moment) {
    quotes.bestBid = 0;
    quotes.bestAsk = 0;
    if (record.symbol < market.symbols && dates.has(epochDay + day)) {
      long number = quotes.lastNotAfter(record.symbol, epochDay + day, moment);
      if (number >= 0) {
        quotes.best(record.symbol, epochDay + day, number);
      }
    }
  }

  /** Twice the middle, in cents; also of a crossed market. */
  private int doubleMid() {
    return quotes.bestBid > 0 && quotes.bestAsk > 0 ? quotes.bestBid + quotes.bestAsk : UNKNOWN;
  }

  private boolean isFair() {
    return quotes.bestBid > 0 && quotes.bestAsk >= quotes.bestBid;
  }

  private void fill(List<EventRecord> records, EventRecord fill, Standing standing)
      throws IOException {
    int d = fill.side == '1' || fill.side == '3' ? 1 : -1;
    int price = standing.price;
    long moment = moment(fill);
    best(fill, fill.day(), moment);
    int bid = quotes.bestBid;
    int ask = quotes.bestAsk;
    boolean isFair = isFair();
    line(fill, "bid", bid == 0 ? UNKNOWN : bid);
    line(fill, "ask", ask == 0 ? UNKNOWN : ask);
    line(fill, "quotedSpread", isFair ? ask - bid : UNKNOWN);
    line(fill, "effectiveSpread", isFair ? d * (2 * price - bid - ask) : UNKNOWN);
    if (isFair && ask == bid) {
      line(fill, "locked", bid);
    }
    EventRecord parent = records.get(fill.parent);
    best(parent, parent.day(), moment(parent));
    boolean isParentFair = isFair();
    line(
        fill,
        "effectiveSpread605",
        isParentFair ? d * (2 * price - quotes.bestBid - quotes.bestAsk) : UNKNOWN);
    int touch = d == 1 ? quotes.bestAsk : quotes.bestBid;
    line(fill, "priceImprovement", isParentFair ? d * (touch - price) : UNKNOWN);
    for (int i = 0; i < HORIZONS.length; i++) {
      best(fill, fill.day(), moment + HORIZONS[i]);
      int mid = doubleMid();
      line(fill, REALIZED[i], mid == UNKNOWN ? UNKNOWN : d * (2 * price - mid));
    }
    int best = isFair ? lenientTouch(fill, d, moment) : UNKNOWN;
    if (best != UNKNOWN && d * (price - best) > 0) {
      line(fill, "tradeThrough", d * (price - best));
    }
  }

  /** The most lenient touch of the second up to a moment; unknown if a side was missing then. */
  private int lenientTouch(EventRecord fill, int d, long moment) {
    int date = epochDay + fill.day();
    long first = quotes.lastNotAfter(fill.symbol, date, moment - SECOND);
    long last = quotes.lastNotAfter(fill.symbol, date, moment);
    if (first < 0) {
      return UNKNOWN;
    }
    int lenient = UNKNOWN;
    for (long number = first; number <= last; number++) {
      quotes.best(fill.symbol, date, number);
      if (quotes.bestBid == 0 || quotes.bestAsk == 0) {
        return UNKNOWN;
      }
      int touch = d == 1 ? quotes.bestAsk : quotes.bestBid;
      lenient =
          lenient == UNKNOWN ? touch : d == 1 ? Math.max(lenient, touch) : Math.min(lenient, touch);
    }
    return lenient;
  }

  private void line(EventRecord record, String kind, int cents) throws IOException {
    sink.makeRoom();
    sink.uuid(record.high, record.low);
    sink.put(',');
    sink.put(kind.getBytes(StandardCharsets.US_ASCII));
    sink.put(',');
    if (cents != UNKNOWN) {
      QuoteStream.cents(cents, sink);
    }
    sink.put('\n');
  }
}
