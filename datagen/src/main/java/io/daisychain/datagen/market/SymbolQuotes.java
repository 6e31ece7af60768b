package io.daisychain.datagen.market;

import io.daisychain.datagen.quote.Quotes;
import io.daisychain.datagen.quote.ShownOrders;
import io.daisychain.datagen.quote.ShownOrders.Change;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * What exchanges quote in a symbol on the date: the best of their books, in which what others quote
 * stands beside the reported orders that are shown; and the best of all exchanges at each time.
 */
public final class SymbolQuotes implements Quotes.QuoteTarget<IOException> {
  private static final Quote NOTHING = new Quote();

  private final Quotes quotes;
  private final Quote[] others;
  private final Quote[] now; // with what reported orders show
  private final Quote[] written;
  private final ShownOrders shown = new ShownOrders();
  private List<Change> changes;
  private int next;
  private Target target;

  // What all exchanges come to at a step; and what orders may not lock until they have.
  private int stepBid;
  private int stepAsk;
  private int bid;
  private int ask;
  private long settled;
  private long halt; // when trading is halted next, or, while it is, goes on
  private boolean isHalted;

  // The best from a time on.
  private int moments;
  private long[] times = new long[64];
  private int[] bids = new int[64];
  private int[] asks = new int[64];

  /** A quote: prices in cents, sizes in shares, 0 for none. */
  public static final class Quote {
    int bid;
    long bidSize;
    int ask;
    long askSize;

    private void set(int newBid, long newBidSize, int newAsk, long newAskSize) {
      bid = newBid;
      bidSize = newBidSize;
      ask = newAsk;
      askSize = newAskSize;
    }

    private void set(Quote other) {
      set(other.bid, other.bidSize, other.ask, other.askSize);
    }

    private boolean isSame(Quote other) {
      return bid == other.bid
          && bidSize == other.bidSize
          && ask == other.ask
          && askSize == other.askSize;
    }

    private void add(Change order) {
      int price = order.price();
      if (order.buys() && price >= bid) {
        bidSize = order.size() + (price == bid ? bidSize : 0);
        bid = price;
      } else if (!order.buys() && (ask == 0 || price <= ask)) {
        askSize = order.size() + (price == ask ? askSize : 0);
        ask = price;
      }
    }
  }

  /** Takes quotes in order of their time. */
  public interface Target {
    void accept(long time, int exchange, Quote quote) throws IOException;
  }

  public SymbolQuotes(Quotes quotes) {
    this.quotes = quotes;
    others = quotes(quotes.exchanges());
    now = quotes(others.length);
    written = quotes(others.length);
  }

  private static Quote[] quotes(int count) {
    Quote[] all = new Quote[count];
    Arrays.setAll(all, i -> new Quote());
    return all;
  }

  /**
   * Puts out the quotes of a symbol.
   *
   * @param orders what reported orders show; those of one time in the order in which they changed
   */
  public void forEach(int symbol, List<Change> orders, Target to) throws IOException {
    changes = new ArrayList<>(orders);
    changes.sort(Comparator.comparingLong(Change::time));
    next = 0;
    target = to;
    moments = 0;
    settled = Long.MAX_VALUE;
    halt = quotes.haltOf(symbol, 0);
    isHalted = false;
    stepBid = 0;
    stepAsk = 0;
    for (int i = 0; i < others.length; i++) {
      others[i].set(0, 0, 0, 0);
      written[i].set(others[i]);
    }
    quotes.forEach(symbol, this);
    advance(Long.MAX_VALUE);
  }

  @Override
  public void step(long time, int newBid, int newAsk) throws IOException {
    advance(time);
    // Until all exchanges have followed, no order is shown that would lock what any of them has.
    bid = Math.max(stepBid, newBid);
    ask = stepAsk == 0 ? newAsk : Math.min(stepAsk, newAsk);
    stepBid = newBid;
    stepAsk = newAsk;
    settled = time + Quotes.SETTLES_NANOS;
    show(time);
  }

  @Override
  public void accept(long time, int exchange) throws IOException {
    advance(time);
    others[exchange].set(quotes.bid, quotes.bidSize, quotes.ask, quotes.askSize);
    show(time);
  }

  /** Makes the changes of orders, and shows those that had to wait, before a time. */
  private void advance(long time) throws IOException {
    while (true) {
      long change = next < changes.size() ? changes.get(next).time() : Long.MAX_VALUE;
      long at = Math.min(Math.min(change, settled), halt);
      if (at >= Math.min(time, Quotes.NEVER)) {
        return;
      }
      if (halt <= at) {
        halt = isHalted ? Quotes.NEVER : Quotes.haltEnds(halt);
        isHalted = !isHalted;
      }
      for (; next < changes.size() && changes.get(next).time() == at; next++) {
        shown.apply(changes.get(next));
      }
      if (settled <= at) {
        bid = stepBid;
        ask = stepAsk;
        settled = Long.MAX_VALUE;
      }
      show(at);
    }
  }

  private void show(long time) throws IOException {
    for (int i = 0; i < others.length; i++) {
      now[i].set(isHalted ? NOTHING : others[i]);
    }
    if (!isHalted) {
      shown.look(bid, ask, order -> now[order.exchange()].add(order));
    }
    boolean isChanged = false;
    for (int i = 0; i < others.length; i++) {
      if (!now[i].isSame(written[i])) {
        written[i].set(now[i]);
        target.accept(time, i, written[i]);
        isChanged = true;
      }
    }
    if (isChanged) {
      addMoment(time);
    }
  }

  private void addMoment(long time) {
    int highest = 0;
    int lowest = 0;
    for (Quote quote : written) {
      highest = Math.max(highest, quote.bid);
      lowest = quote.ask > 0 && (lowest == 0 || quote.ask < lowest) ? quote.ask : lowest;
    }
    if (moments > 0 && bids[moments - 1] == highest && asks[moments - 1] == lowest) {
      return;
    }
    if (moments == times.length) {
      times = Arrays.copyOf(times, 2 * moments);
      bids = Arrays.copyOf(bids, 2 * moments);
      asks = Arrays.copyOf(asks, 2 * moments);
    }
    times[moments] = time;
    bids[moments] = highest;
    asks[moments++] = lowest;
  }

  /** The place of the best of a time in those of the symbol; negative before the first quote. */
  int momentAt(long time) {
    int found = Arrays.binarySearch(times, 0, moments, time);
    return found < 0 ? -2 - found : found;
  }

  /** The best bid, 0 for none. */
  int bid(int moment) {
    return moment < 0 ? 0 : bids[moment];
  }

  /** The best offer, 0 for none. */
  int ask(int moment) {
    return moment < 0 ? 0 : asks[moment];
  }
}
