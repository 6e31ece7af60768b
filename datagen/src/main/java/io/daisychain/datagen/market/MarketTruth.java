package io.daisychain.datagen.market;

import io.daisychain.datagen.chain.TradingDay;
import io.daisychain.datagen.file.ByteSink;
import io.daisychain.datagen.lifecycle.EventRecord;
import io.daisychain.datagen.lifecycle.Market;
import io.daisychain.datagen.quote.Quotes;
import io.daisychain.model.EventType;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Writes what must be found of executions beside a generated market: the measures of each
 * execution: a standing fill of an order that went no further, whose symbol is not in doubt; the
 * trade-throughs, and average price and slippage of each lifecycle, as lines of id, kind and
 * expected value. A measure that cannot be told is empty.
 */
public final class MarketTruth {
  public static final byte[] HEADER =
      "id,kind,expected value\n".getBytes(StandardCharsets.US_ASCII);

  private static final long SECOND = 1_000_000_000L;
  private static final long[] HORIZONS = {SECOND, 60 * SECOND, 300 * SECOND};
  private static final String[] REALIZED = {
    "realizedSpread1s", "realizedSpread1m", "realizedSpread5m"
  };
  private static final int MEASURE_SCALE = 10;
  private static final int UNKNOWN = Integer.MIN_VALUE;

  private final Quotes quotes;
  private final Market market;
  private final int epochDay;
  private final DatesWithQuotes dates;
  private final ByteSink sink;
  private final Map<Integer, List<Question>> questions = new TreeMap<>(); // by symbol
  private SymbolQuotes symbolQuotes; // of the symbol whose questions are answered
  private int bid;
  private int ask;

  /** What is to be found beside the quotes of the date, when all of them are known. */
  private interface Question {
    void answer() throws IOException;
  }

  /** The row that a line is about. */
  private record Row(long high, long low) {
    static Row of(EventRecord record) {
      return new Row(record.high, record.low);
    }
  }

  /** Says whether a date, counted from 1970-01-01, has quotes. */
  public interface DatesWithQuotes {
    boolean has(int epochDay);
  }

  public MarketTruth(
      Quotes quotes, Market market, int epochDay, DatesWithQuotes dates, OutputStream out) {
    this.quotes = quotes;
    this.market = market;
    this.epochDay = epochDay;
    this.dates = dates;
    this.sink = new ByteSink(out);
  }

  public void flush() throws IOException {
    sink.flush();
  }

  /** Price and quantity of a fill as it stands. */
  private record Standing(long qty, int price) {}

  /**
   * Takes a lifecycle, whose events all have their keys.
   *
   * @param ownFills as of {@link Tape#ownFills}
   */
  public void write(List<EventRecord> records, BitSet ownFills) {
    long shares = 0;
    BigInteger worth = BigInteger.ZERO; // cents
    EventRecord root = oldestRoot(records);
    for (int i = 0; i < records.size(); i++) {
      EventRecord record = records.get(i);
      if (record.type == EventType.FILL || record.type == EventType.PARTIAL_FILL) {
        Standing standing = standing(records, i);
        if (standing != null
            && ownFills.get(i)
            && dates.has(epochDay + record.day())
            && agreesInSymbol(records, i)) {
          fill(record, records.get(record.parent), standing.price);
        }
        if (standing != null && ownFills.get(i) && record.symbol == root.symbol) {
          shares += standing.qty;
          worth =
              worth.add(
                  BigInteger.valueOf(standing.qty).multiply(BigInteger.valueOf(standing.price)));
        }
      }
    }
    if (shares > 0) {
      slippage(root, new BigDecimal(worth, 2), BigDecimal.valueOf(shares));
    }
  }

  private void ask(EventRecord record, Question question) {
    questions.computeIfAbsent(record.symbol, key -> new ArrayList<>()).add(question);
  }

  /** Symbols that have questions. */
  public Set<Integer> symbols() {
    return questions.keySet();
  }

  /** Writes the answers to the questions about a symbol, of which the quotes are known. */
  public void answer(int symbol, SymbolQuotes known) throws IOException {
    symbolQuotes = known;
    for (Question question : questions.getOrDefault(symbol, List.of())) {
      question.answer();
    }
  }

  /**
   * True for a fill that disagrees in its symbol neither with its order nor with what changes it.
   */
  private static boolean agreesInSymbol(List<EventRecord> records, int fill) {
    EventRecord record = records.get(fill);
    boolean agrees = records.get(record.parent).symbol == record.symbol;
    for (int i = fill + 1; agrees && i < records.size(); i++) {
      EventRecord child = records.get(i);
      agrees = child.merged != null || child.parent != fill || child.symbol == record.symbol;
    }
    return agrees;
  }

  private EventRecord oldestRoot(List<EventRecord> records) {
    EventRecord oldest = null;
    for (EventRecord record : records) {
      if (record.parentCount() == 0 && (oldest == null || isOlder(record, oldest))) {
        oldest = record;
      }
    }
    return oldest;
  }

  /** By the time that messages say, then by key. */
  private boolean isOlder(EventRecord one, EventRecord other) {
    int compared = Integer.compare(one.day(), other.day());
    compared = compared == 0 ? Long.compare(moment(one), moment(other)) : compared;
    compared = compared == 0 ? Long.compareUnsigned(one.high, other.high) : compared;
    compared = compared == 0 ? Long.compareUnsigned(one.low, other.low) : compared;
    return compared < 0;
  }

  /** Of what a lifecycle was filled, beside the mid when its oldest root arrived. */
  private void slippage(EventRecord root, BigDecimal worth, BigDecimal shares) {
    Row row = Row.of(root);
    int symbol = root.symbol;
    long moment = moment(root);
    boolean buys = isBuy(root);
    ask(
        root,
        () -> {
          value(row, "avgPrice", worth.divide(shares, MEASURE_SCALE, RoundingMode.HALF_UP));
          best(symbol, moment);
          value(row, "slippage", isFair() ? cost(worth, shares, buys) : null);
        });
  }

  private BigDecimal cost(BigDecimal worth, BigDecimal shares, boolean buys) {
    // Twice of each, since a mid may have half a cent.
    BigDecimal two = BigDecimal.valueOf(2);
    BigDecimal mids = BigDecimal.valueOf((long) bid + ask, 2);
    BigDecimal cost =
        worth
            .multiply(two)
            .subtract(mids.multiply(shares))
            .divide(shares.multiply(two), MEASURE_SCALE, RoundingMode.HALF_UP);
    return buys ? cost : cost.negate();
  }

  private static boolean isBuy(EventRecord record) {
    return record.side == '1' || record.side == '3';
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

  /** The time that a message says, by its reporter's clock. */
  private long moment(EventRecord record) {
    int grain = market.clockNanos[record.reporter];
    return record.time / grain * grain;
  }

  /**
   * Computes the best of a moment; 0 where there is none.
   *
   * @param moment from midnight of the trade date
   */
  private void best(int symbol, long moment) {
    bid = 0;
    ask = 0;
    int day = (int) (moment / TradingDay.NANOS_PER_DAY);
    if (symbol < market.symbols && dates.has(epochDay + day)) {
      if (day == 0) {
        best(symbolQuotes.momentAt(moment));
      } else { // of other dates no shard knows what orders show: there are none then
        quotes.best(symbol, moment);
        bid = quotes.bid;
        ask = quotes.ask;
      }
    }
  }

  private void best(int place) {
    bid = symbolQuotes.bid(place);
    ask = symbolQuotes.ask(place);
  }

  /** Twice the middle, in cents; also of a crossed market. */
  private int doubleMid() {
    return bid > 0 && ask > 0 ? bid + ask : UNKNOWN;
  }

  private boolean isFair() {
    return bid > 0 && ask >= bid;
  }

  private void fill(EventRecord fill, EventRecord parent, int price) {
    Row row = Row.of(fill);
    int symbol = fill.symbol;
    int parentSymbol = parent.symbol;
    int d = isBuy(fill) ? 1 : -1;
    long moment = moment(fill);
    long parentMoment = moment(parent);
    ask(fill, () -> answerFill(row, symbol, d, price, moment, parentSymbol, parentMoment));
  }

  private void answerFill(
      Row row, int symbol, int d, int price, long moment, int parentSymbol, long parentMoment)
      throws IOException {
    best(symbol, moment);
    boolean isFair = isFair();
    line(row, "bid", bid == 0 ? UNKNOWN : bid);
    line(row, "ask", ask == 0 ? UNKNOWN : ask);
    line(row, "quotedSpread", isFair ? ask - bid : UNKNOWN);
    line(row, "effectiveSpread", isFair ? d * (2 * price - bid - ask) : UNKNOWN);
    if (isFair && ask == bid) {
      line(row, "locked", bid);
    }
    best(parentSymbol, parentMoment);
    boolean isParentFair = isFair();
    line(row, "effectiveSpread605", isParentFair ? d * (2 * price - bid - ask) : UNKNOWN);
    int touch = d == 1 ? ask : bid;
    line(row, "priceImprovement", isParentFair ? d * (touch - price) : UNKNOWN);
    for (int i = 0; i < HORIZONS.length; i++) {
      best(symbol, moment + HORIZONS[i]);
      int mid = doubleMid();
      line(row, REALIZED[i], mid == UNKNOWN ? UNKNOWN : d * (2 * price - mid));
    }
    int beyond = isFair ? beyondAll(symbol, price, moment) : UNKNOWN;
    if (beyond > 0) {
      line(row, "tradeThrough", beyond);
    }
  }

  /**
   * By how much a price is above all offers, or below all bids, of the second up to a moment; 0 for
   * neither, unknown if a side was missing then.
   */
  private int beyondAll(int symbol, int price, long moment) {
    int[] beyond = {0, Integer.MAX_VALUE}; // highest offer and lowest bid
    Quotes.BestTarget extremes =
        (bestBid, bestAsk) -> {
          boolean isWhole = bestBid > 0 && bestAsk > 0 && beyond[0] != UNKNOWN;
          beyond[0] = isWhole ? Math.max(beyond[0], bestAsk) : UNKNOWN;
          beyond[1] = Math.min(beyond[1], bestBid);
        };
    if (moment < TradingDay.NANOS_PER_DAY) {
      int last = symbolQuotes.momentAt(moment);
      for (int i = symbolQuotes.momentAt(moment - SECOND); i <= last; i++) {
        best(i);
        extremes.accept(bid, ask);
      }
    } else {
      quotes.forEachBest(symbol, moment - SECOND, moment, extremes);
    }
    return beyond[0] == UNKNOWN
        ? UNKNOWN
        : Math.max(0, Math.max(price - beyond[0], beyond[1] - price));
  }

  private void value(Row row, String kind, BigDecimal value) throws IOException {
    begin(row, kind);
    if (value != null) {
      sink.put(value.toPlainString().getBytes(StandardCharsets.US_ASCII));
    }
    sink.put('\n');
  }

  private void line(Row row, String kind, int cents) throws IOException {
    begin(row, kind);
    if (cents != UNKNOWN) {
      QuoteFile.cents(cents, sink);
    }
    sink.put('\n');
  }

  private void begin(Row row, String kind) throws IOException {
    sink.makeRoom();
    sink.uuid(row.high, row.low);
    sink.put(',');
    sink.put(kind.getBytes(StandardCharsets.US_ASCII));
    sink.put(',');
  }
}
