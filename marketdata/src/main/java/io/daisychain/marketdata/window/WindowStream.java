package io.daisychain.marketdata.window;

import io.daisychain.marketdata.SymbolRows;
import io.daisychain.marketdata.TradeDateBounds;
import io.daisychain.marketdata.feed.NumberText;
import io.daisychain.marketdata.load.NbboBuilder;
import io.daisychain.model.TradeDates;
import io.daisychain.warehouse.column.ColumnSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Windows of the best bid and offer, and of trades, as quotes and trades come. A symbol's rows are
 * those that {@link WindowRequest} makes of the stored day, to the last bit.
 *
 * <p>For that, both are put into the order of their times first: one is held until its symbol has
 * one that is later by more than a given time. Those of one time stay in the order in which they
 * came. What equals one that is held, sequence number included, has come again and is passed over;
 * what comes when later ones have left is late, and left out. Not thread-safe, but for what it
 * counts.
 */
public final class WindowStream {
  /** Bytes of a symbol, of a quote that is held, and of a record until no window needs it. */
  private static final int SYMBOL_BYTES = 4_000;

  private static final int HELD_BYTES = 250;

  private static final int RECORD_BYTES = 40;

  /** Records beside those of a window of counts, so that several windows are made together. */
  private static final int TOGETHER = 256;

  private final Settings settings;
  private final Taker taker;
  private final CountWindows countWindows;
  private final Map<String, OfSymbol> symbols = new HashMap<>();
  private TimeWindows timeWindows;
  private TradeDateBounds timeWindowsOf;

  /** Of a symbol with all records that its windows of counts ever need. */
  private final long symbolBytes;

  private long bytesLeft;

  // Read by who counts, whenever it likes.
  private final LongAdder late = new LongAdder();
  private final LongAdder repeated = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private final LongAdder outliers = new LongAdder();

  /**
   * What windows are made.
   *
   * @param values of the best bid and offer, of each of which there are windows
   * @param shape of them
   * @param fit degree of the polynomial that is fitted, 1 to 5; 0 for none
   * @param dates which date a moment belongs to: no window goes from one to the next
   * @param outliers which records are left out; null for none
   * @param lateNanos by which a quote may come after later ones of its symbol
   */
  public record Settings(
      Set<WindowValue> values,
      WindowShape shape,
      int fit,
      OutlierRule outliers,
      TradeDates dates,
      long lateNanos) {

    long bytesOfFilters() {
      return outliers == null ? 0 : 2L * Double.BYTES * outliers.values() * (values.size() + 1);
    }
  }

  /** Takes windows. */
  public interface Taker {
    /** Windows of a symbol's value that are complete, in their order. */
    void windows(String symbol, WindowValue value, WindowRows rows);
  }

  private record Quote(
      long sequence, int exchange, long bid, long bidSize, long ask, long askSize) {}

  private record Trade(long sequence, int exchange, long price, long size) {}

  /**
   * Windows.
   *
   * @param bytes of memory that it may use
   */
  public WindowStream(Settings settings, long bytes, Taker taker) {
    this.settings = settings;
    this.taker = taker;
    this.bytesLeft = bytes;
    boolean ofTime = settings.shape().isOfTime();
    long records = ofTime ? 0 : settings.values().size() * (settings.shape().window() + TOGETHER);
    this.symbolBytes = SYMBOL_BYTES + RECORD_BYTES * records + settings.bytesOfFilters();
    this.countWindows = ofTime ? null : new CountWindows(settings.shape(), settings.fit());
  }

  /** Quotes that came when later ones of their symbol had left. */
  public long late() {
    return late.sum();
  }

  /** Quotes that came again. */
  public long repeated() {
    return repeated.sum();
  }

  /** Records of any value that were left out as outliers. */
  public long outliers() {
    return outliers.sum();
  }

  /** Quotes for which there was no room, or whose time is none. */
  public long refused() {
    return refused.sum();
  }

  /**
   * The next quote that counts; sides that are unchanged are {@link ColumnSpec#NULL}.
   *
   * @param sequence by which it is told from others that are equal
   * @param time in nanoseconds since 1970
   * @param exchange a number from 0, not far above the greatest so far
   */
  public void quote(
      String symbol,
      long sequence,
      long time,
      int exchange,
      long bid,
      long bidSize,
      long ask,
      long askSize) {
    hold(symbol, time, new Quote(sequence, exchange, bid, bidSize, ask, askSize));
  }

  /**
   * The next trade that counts for VWAP and windows.
   *
   * @param sequence by which it is told from others that are equal
   * @param time in nanoseconds since 1970
   * @param exchange as of quotes
   * @param price in millionths
   * @param size in shares
   */
  public void trade(String symbol, long sequence, long time, int exchange, long price, long size) {
    if (price <= 0 || size < 0) {
      refused.increment();
    } else {
      hold(symbol, time, new Trade(sequence, exchange, price, size));
    }
  }

  private void hold(String symbol, long time, Record tick) {
    OfSymbol of = symbols.get(symbol);
    if (!NumberText.isTime(time) || (of == null && symbolBytes > bytesLeft)) {
      refused.increment();
      return;
    }
    if (of == null) {
      of = new OfSymbol(symbol);
      symbols.put(symbol, of);
      bytesLeft -= symbolBytes;
    }
    if (HELD_BYTES > bytesLeft && !of.held.isEmpty()) {
      of.release(of.held.lastKey() + 1); // one at a time is of the symbol's own bytes
    }
    if (time < of.left) {
      late.increment();
    } else if (!of.held.computeIfAbsent(time, none -> new LinkedHashSet<>()).add(tick)) {
      repeated.increment();
    } else {
      bytesLeft -= HELD_BYTES;
      of.release(of.held.lastKey() - settings.lateNanos());
    }
  }

  /** Of one symbol. */
  private final class OfSymbol implements NbboBuilder.Rows {
    /** Quotes and trades by time, those of one in the order in which they came. */
    private final TreeMap<Long, Set<Record>> held = new TreeMap<>();

    /** Trades that windows of best bids and offers may still need. */
    private final Series trades = new Series();

    private final OutlierFilter tradeFilter =
        OutlierFilter.of(settings.outliers(), WindowValue.PRICE);

    /** All before this have left. */
    private long left = Long.MIN_VALUE;

    private final NbboBuilder builder = new NbboBuilder(this);

    private final List<OfValue> values = new ArrayList<>();

    private TradeDateBounds date = new TradeDateBounds(Long.MIN_VALUE, Long.MIN_VALUE);

    OfSymbol(String symbol) {
      settings.values().forEach(value -> values.add(new OfValue(symbol, value, trades)));
    }

    /** Takes all before a time, and tells the windows that are complete by then. */
    void release(long before) {
      left = Math.max(left, before);
      while (!held.isEmpty() && held.firstKey() < left) {
        Map.Entry<Long, Set<Record>> first = held.pollFirstEntry();
        bytesLeft += (long) HELD_BYTES * first.getValue().size();
        take(first.getKey(), first.getValue());
      }
      values.forEach(value -> value.tell(date, left));
      long needed = Long.MAX_VALUE;
      for (OfValue each : values) {
        needed = Math.min(needed, each.needsTradesFrom(date));
      }
      int past = SymbolRows.lowerBound(trades.times, 0, trades.count, needed);
      if (2 * past >= trades.count) { // not each time: what is behind is moved
        dropTrades(past);
      }
    }

    private void dropTrades(int past) {
      trades.drop(0, past);
      bytesLeft += (long) RECORD_BYTES * past;
    }

    private void take(long time, Set<Record> ticks) {
      if (time >= date.end()) {
        values.forEach(value -> value.end(date));
        dropTrades(trades.count);
        if (tradeFilter != null) {
          tradeFilter.begin();
        }
        date = TradeDateBounds.of(settings.dates().epochDay(time), settings.dates());
        builder.begin();
      }
      // Trades first: a window of counts that ends at this time has them.
      for (Record tick : ticks) {
        if (tick instanceof Trade trade) {
          add(time, trade);
        }
      }
      try {
        for (Record tick : ticks) {
          if (tick instanceof Quote quote) {
            builder.quote(
                time, quote.exchange(), quote.bid(), quote.bidSize(), quote.ask(), quote.askSize());
          }
        }
        builder.end();
      } catch (IOException e) {
        throw new IllegalStateException("nothing is written", e);
      }
    }

    private void add(long time, Trade trade) {
      if (tradeFilter == null || !tradeFilter.isOutlier((double) trade.price())) {
        keep(time, trade);
      }
      for (OfValue each : values) {
        if (each.value == WindowValue.PRICE) {
          each.add(time, trade.price(), trade.size());
        }
      }
    }

    private void keep(long time, Trade trade) {
      if (RECORD_BYTES > bytesLeft) {
        refused.increment();
      } else {
        bytesLeft -= RECORD_BYTES;
        trades.add(time, trade.price(), trade.size());
      }
    }

    @Override
    public void row(
        long time,
        long bid,
        long bidSize,
        int bidExchange,
        long ask,
        long askSize,
        int askExchange) {
      for (OfValue each : values) {
        if (each.value != WindowValue.PRICE) {
          each.add(time, each.value.of(bid, bidSize, ask, askSize), 0);
        }
      }
    }
  }

  /** Of one value of a symbol. */
  private final class OfValue {
    private final String symbol;
    private final WindowValue value;
    private final Series trades;

    /** The records that windows still need, from the beginning of one. */
    private final Series series = new Series();

    /** Finds outliers; null where none are left out. */
    private final OutlierFilter filter;

    /** Records between windows, which none needs. */
    private long skip;

    /** Number of the first window of time that is not told. */
    private long next;

    OfValue(String symbol, WindowValue value, Series trades) {
      this.trades = trades;
      this.symbol = symbol;
      this.value = value;
      this.filter = OutlierFilter.of(settings.outliers(), value);
    }

    void add(long time, long number, long size) {
      if (number == ColumnSpec.NULL) {
        return;
      }
      if (filter != null && filter.isOutlier((double) number)) {
        outliers.increment();
        return;
      }
      if (skip > 0) {
        skip--;
        return;
      }
      if (settings.shape().isOfTime()) {
        if (RECORD_BYTES > bytesLeft) {
          refused.increment();
          return;
        }
        bytesLeft -= RECORD_BYTES;
        series.add(time, number, size);
        return;
      }
      series.add(time, number, size);
      if (series.count >= settings.shape().window() + TOGETHER) {
        tellCounts();
      }
    }

    /** Tells the windows of a date that are complete when all before a time has come. */
    void tell(TradeDateBounds date, long before) {
      if (!settings.shape().isOfTime()) {
        tellCounts();
      } else if (date.end() != Long.MIN_VALUE) { // there is none before the first quote
        tellTimes(date, Math.min(before, date.end()));
      }
    }

    /** The first moment of windows to come, of what has come. */
    long needsTradesFrom(TradeDateBounds date) {
      if (value != WindowValue.PRICE && settings.shape().isOfTime()) {
        return date.start() + next * settings.shape().slide();
      }
      return value == WindowValue.PRICE || series.count == 0 ? Long.MAX_VALUE : series.times[0];
    }

    private void tell(WindowRows rows) {
      if (value != WindowValue.PRICE) {
        rows.addVwap(trades, settings.shape().isOfTime(), value.scale());
      }
      taker.windows(symbol, value, rows);
    }

    /** A date is over. */
    void end(TradeDateBounds date) {
      tell(date, date.end());
      drop(series.count);
      skip = 0;
      next = 0;
      if (filter != null) {
        filter.begin();
      }
    }

    private void tellCounts() {
      if (series.count >= settings.shape().window()) {
        WindowRows rows = countWindows.windows(series, settings.fit(), value == WindowValue.PRICE);
        tell(rows);
        long done = rows.count() * settings.shape().slide();
        skip = Math.max(0, done - series.count);
        drop((int) Math.min(series.count, done));
      }
    }

    /** Tells the windows of time that end by a moment of the date. */
    private void tellTimes(TradeDateBounds date, long moment) {
      WindowShape shape = settings.shape();
      long to = Math.floorDiv(moment - date.start() - shape.window(), shape.slide()) + 1;
      if (to <= next) {
        return;
      }
      if (series.count > 0) {
        WindowRows rows = timeWindows(date).windows(series, next, to, value == WindowValue.PRICE);
        if (rows.count() > 0) {
          tell(rows);
        }
      }
      next = to;
      int past = 0;
      while (past < series.count && series.times[past] < date.start() + next * shape.slide()) {
        past++;
      }
      drop(past);
    }

    private void drop(int count) {
      series.drop(0, count);
      bytesLeft += settings.shape().isOfTime() ? (long) RECORD_BYTES * count : 0;
    }
  }

  private TimeWindows timeWindows(TradeDateBounds date) {
    if (!date.equals(timeWindowsOf)) {
      timeWindowsOf = date;
      timeWindows = new TimeWindows(settings.shape(), settings.fit(), date);
    }
    return timeWindows;
  }
}
