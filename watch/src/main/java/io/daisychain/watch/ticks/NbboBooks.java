package io.daisychain.watch.ticks;

import io.daisychain.marketdata.LookBack;
import io.daisychain.marketdata.load.NbboBuilder;
import io.daisychain.marketdata.load.QuoteFeed;
import io.daisychain.marketdata.window.WindowStream;
import io.daisychain.model.LongBytes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The best bid and offer of each symbol, by the rules of {@code marketdata}, of quotes that come as
 * ticks. Safe for several threads.
 */
public final class NbboBooks {
  private static final long UNSIGNED = 0xFFFF_FFFFL;
  private static final int NONE = -1;

  /** Exchanges whose quotes are looked at; the United States have fewer than thirty. */
  private static final int MOST_EXCHANGES = 256;

  /** Bytes of a symbol's book and of its row for subscribers, and of a place for an exchange. */
  private static final int BOOK_BYTES = 1_000;

  private static final int PLACE_BYTES = 72;
  private static final int FIRST_PLACES = 8;

  private int bytesLeft;
  private long refused;

  /** Of each symbol what was in force in so many nanoseconds before its latest quote, */
  private static final long KEPT = 10 * LookBack.SPAN;

  /** and no more rows than these. */
  private static final int MOST_KEPT = 1_000;

  private final LookBack lookBack = new LookBack();
  private final Map<Long, Book> books = new HashMap<>();
  private final Map<String, Book> bySymbol = new HashMap<>();
  private final ArrayDeque<Book> changed = new ArrayDeque<>();
  private long[] exchanges = new long[16];
  private int exchangeCount;

  private final WindowStream windows;

  /** Takes quotes of as many symbols and exchanges as there is room for. */
  public NbboBooks(TickRoom room) {
    this(room, null);
  }

  /** The same, and has windows made of them; null for none. */
  public NbboBooks(TickRoom room, WindowStream windows) {
    bytesLeft = room.bookBytes();
    this.windows = windows;
  }

  /** One symbol's. */
  private final class Book implements NbboBuilder.Rows {
    private final String symbol;
    private final NbboBuilder builder = new NbboBuilder(this);
    private int places = FIRST_PLACES;
    private final ArrayDeque<long[]> recent = new ArrayDeque<>();

    /** The row before these: in force when the first of them begins. */
    private long[] before;

    private boolean isChanged;
    private long time;
    private long bid = QuoteFeed.NONE;
    private long bidSize = QuoteFeed.NONE;
    private int bidExchange = QuoteFeed.NO_EXCHANGE;
    private long ask = QuoteFeed.NONE;
    private long askSize = QuoteFeed.NONE;
    private int askExchange = QuoteFeed.NO_EXCHANGE;

    Book(String symbol) {
      this.symbol = symbol;
      builder.begin();
    }

    @Override
    public void row(
        long at,
        long newBid,
        long newBidSize,
        int newBidExchange,
        long newAsk,
        long newAskSize,
        int newAskExchange) {
      time = at;
      bid = newBid;
      bidSize = newBidSize;
      bidExchange = newBidExchange;
      ask = newAsk;
      askSize = newAskSize;
      askExchange = newAskExchange;
      keep(at);
      if (!isChanged) {
        isChanged = true;
        changed.add(this);
      }
    }

    /** Of rows of one time the last is in force then; a time that goes back is the latest. */
    private void keep(long at) {
      long from = at;
      long[] last = recent.peekLast();
      if (last != null && last[0] >= at) {
        from = last[0];
        recent.removeLast();
      }
      recent.add(new long[] {from, bid, ask});
      while (recent.size() > MOST_KEPT || recent.peekFirst()[0] <= from - KEPT) {
        before = recent.removeFirst();
      }
    }

    boolean isTradedThrough(BigDecimal price, long moment) {
      lookBack.clear();
      if (before != null && before[0] <= moment) {
        lookBack.add(before[0], before[1], before[2]);
      }
      for (long[] row : recent) {
        if (row[0] <= moment) {
          lookBack.add(row[0], row[1], row[2]);
        }
      }
      lookBack.at(moment);
      return lookBack.highAsk() != QuoteFeed.NONE
          && (price.compareTo(BigDecimal.valueOf(lookBack.highAsk(), 4)) > 0
              || price.compareTo(BigDecimal.valueOf(lookBack.lowBid(), 4)) < 0);
    }

    Nbbo now() {
      return new Nbbo(
          symbol, time, bid, bidSize, text(bidExchange), ask, askSize, text(askExchange));
    }
  }

  private String text(int exchange) {
    return exchange == QuoteFeed.NO_EXCHANGE ? "" : QuoteTick.text(exchanges[exchange]);
  }

  /** Takes a tick that is a quote. */
  synchronized void take(byte[] tick, int at) {
    long symbol = LongBytes.read(tick, at);
    int exchange = code(LongBytes.read(tick, at + QuoteTick.EXCHANGE));
    Book book = exchange == NONE ? null : book(symbol, exchange);
    if (book == null) {
      refused++;
      return;
    }
    byte kind = tick[at + QuoteTick.KIND];
    boolean hasBid = kind != 'A';
    boolean hasAsk = kind != 'B';
    long time = LongBytes.read(tick, at + QuoteTick.TIME);
    long bid = hasBid ? LongBytes.read(tick, at + QuoteTick.BID) : QuoteFeed.NONE;
    long bidSize =
        hasBid ? LongBytes.readInt(tick, at + QuoteTick.BID_SIZE) & UNSIGNED : QuoteFeed.NONE;
    long ask = hasAsk ? LongBytes.read(tick, at + QuoteTick.ASK) : QuoteFeed.NONE;
    long askSize =
        hasAsk ? LongBytes.readInt(tick, at + QuoteTick.ASK_SIZE) & UNSIGNED : QuoteFeed.NONE;
    try {
      book.builder.quote(time, exchange, bid, bidSize, ask, askSize);
      book.builder.end();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (windows != null) {
      long sequence = LongBytes.read(tick, at + QuoteTick.SEQUENCE);
      windows.quote(book.symbol, sequence, time, exchange, bid, bidSize, ask, askSize);
    }
  }

  /** Takes a tick that is a trade, for windows. */
  synchronized void takeTrade(byte[] tick, int at) {
    int exchange = code(LongBytes.read(tick, at + QuoteTick.EXCHANGE));
    if (windows != null && exchange != NONE) {
      windows.trade(
          QuoteTick.text(LongBytes.read(tick, at)),
          LongBytes.read(tick, at + QuoteTick.SEQUENCE),
          LongBytes.read(tick, at + QuoteTick.TIME),
          exchange,
          LongBytes.read(tick, at + QuoteTick.BID),
          LongBytes.read(tick, at + QuoteTick.ASK));
    } else if (exchange == NONE) {
      refused++;
    }
  }

  /** The book of a symbol, with a place for an exchange; null where there is no room. */
  private Book book(long symbol, int exchange) {
    Book book = books.get(symbol);
    int places = book == null ? FIRST_PLACES : book.places;
    while (places <= exchange) {
      places *= 2;
    }
    int more =
        book == null ? BOOK_BYTES + places * PLACE_BYTES : (places - book.places) * PLACE_BYTES;
    if (more > bytesLeft) {
      return null;
    }
    bytesLeft -= more;
    if (book == null) {
      book = new Book(QuoteTick.text(symbol));
      books.put(symbol, book);
      bySymbol.put(book.symbol, book);
    }
    book.places = places;
    return book;
  }

  /** Number of an exchange; {@link #NONE} where there are too many. */
  private int code(long exchange) {
    for (int i = 0; i < exchangeCount; i++) {
      if (exchanges[i] == exchange) {
        return i;
      }
    }
    if (exchangeCount == MOST_EXCHANGES) {
      return NONE;
    }
    if (exchangeCount == exchanges.length) {
      exchanges = java.util.Arrays.copyOf(exchanges, 2 * exchangeCount);
    }
    exchanges[exchangeCount] = exchange;
    return exchangeCount++;
  }

  /** Quotes of symbols and exchanges for which there was no room. */
  public synchronized long refused() {
    return refused;
  }

  /** The best bid and offer of a symbol at this moment; null where there were no quotes. */
  public synchronized Nbbo of(String symbol) {
    Book book = bySymbol.get(symbol);
    return book == null ? null : book.now();
  }

  /**
   * Whether an execution is outside of all that was in force in the second up to it: the rule of
   * {@code v_trade_through}, by the quotes that have come so far.
   *
   * @param price of the execution
   * @param moment its own time, in nanoseconds since 1970
   */
  public synchronized boolean isTradedThrough(String symbol, BigDecimal price, long moment) {
    Book book = bySymbol.get(symbol);
    return book != null && book.isTradedThrough(price, moment);
  }

  /** Those that have changed since this was asked last, each as it stands. */
  public synchronized List<Nbbo> takeChanged() {
    List<Nbbo> all = new ArrayList<>(changed.size());
    for (Book book = changed.poll(); book != null; book = changed.poll()) {
      book.isChanged = false;
      all.add(book.now());
    }
    return all;
  }
}
