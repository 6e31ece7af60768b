package io.daisychain.watch.subscribe;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.daisychain.linkage.graph.DatedKey;
import io.daisychain.linkage.live.LifecycleShare;
import io.daisychain.linkage.live.LiveLink;
import io.daisychain.linkage.live.LiveListener;
import io.daisychain.marketdata.window.WindowRows;
import io.daisychain.marketdata.window.WindowValue;
import io.daisychain.model.ErrorStatus;
import io.daisychain.model.OrdStatusNames;
import io.daisychain.model.RowKey;
import io.daisychain.model.cell.LifecycleCell;
import io.daisychain.model.cell.ParentReferenceCell;
import io.daisychain.model.text.TextLines;
import io.daisychain.watch.ticks.Nbbo;
import io.daisychain.watch.ticks.QuoteTick;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The tables that are handed out: lifecycles, as they are published, and alerts, a row an event
 * that somebody should look at.
 */
public final class HandOut implements LiveListener, LiveLink.StoredEvents {
  /** Alerts that are told at once. */
  private static final int AT_ONCE =
      ErrorStatus.SYMBOL_MISMATCH.bit()
          | ErrorStatus.INSTRUMENT_MISMATCH.bit()
          | ErrorStatus.SIDE_MISMATCH.bit()
          | ErrorStatus.OVERFILL.bit();

  /** Alerts that are told when they last. */
  private static final int LASTING =
      ErrorStatus.ORPHAN.bit() | ErrorStatus.UNACCEPTED.bit() | ErrorStatus.OVERALLOCATION.bit();

  /** Status of an execution outside of the best bid and offer, among alerts alone. */
  static final String TRADE_THROUGH = "TRADE_THROUGH";

  /** Its bit, which is none of an {@link ErrorStatus}. */
  static final int TRADE_THROUGH_BIT = 1 << 30;

  private static final int PRICE_SCALE = 4;

  private static final List<String> NBBO_COLUMNS =
      List.of("symbol", "time", "bid", "bidSize", "bidExchange", "ask", "askSize", "askExchange");

  private static final List<String> WINDOW_COLUMNS =
      List.of(
          "symbol value from to count open high low close vwap c0 c1 c2 c3 c4 c5 forecast"
              .split(" ", -1));

  static final List<String> LIFECYCLE_COLUMNS =
      List.of(
          ("symbol firstTime lastTime events depth firms orderedQuantity filledQuantity "
                  + "bustedQuantity finalState errors rootState ReporterId CustomerId account side "
                  + "ordType price timeInForce firstDate")
              .split(" ", -1));

  static final List<String> ALERT_COLUMNS =
      List.of("status", "eventType", "reporter", "EventId", "symbol", "lifecycle", "tradeDate");

  private final LiveTable<DatedKey> lifecycles = new LiveTable<>(LIFECYCLE_COLUMNS);
  private final LiveTable<DatedKey> alerts = new LiveTable<>(ALERT_COLUMNS);
  private final LiveTable<DatedKey> nbbos = new LiveTable<>(NBBO_COLUMNS);
  private final LiveTable<DatedKey> windows = new LiveTable<>(WINDOW_COLUMNS);

  /** Executions outside of the best bid and offer at their arrival. */
  private final Set<DatedKey> throughs = ConcurrentHashMap.newKeySet();

  private final long patienceNanos;

  /** Of what is told only when it lasts: what was found, and when that is. */
  private final Map<DatedKey, Waiting> waiting = new HashMap<>();

  /** While the store is read: of each lifecycle what its events have. */
  private Map<RowKey, Stored> stored = new HashMap<>();

  private final CountDownLatch read = new CountDownLatch(1);

  /** The same in the order in which they become alerts. */
  private final ArrayDeque<Waiting> due = new ArrayDeque<>();

  private record Waiting(Finding finding, long due) {}

  private static final class Stored {
    private final Map<String, LifecycleShare> shares = new HashMap<>();
    private DatedKey id;
    private LifecycleCell sums;
  }

  /**
   * Tables.
   *
   * @param patienceSeconds for which orphans and unaccepted routes are no alerts
   */
  public HandOut(long patienceSeconds) {
    patienceNanos = TimeUnit.SECONDS.toNanos(patienceSeconds);
  }

  /** Columns of a table, besides id. */
  static List<String> columns(String table) {
    return switch (table) {
      case Subscription.LIFECYCLES -> LIFECYCLE_COLUMNS;
      case Subscription.ALERTS -> ALERT_COLUMNS;
      case Subscription.NBBO -> NBBO_COLUMNS;
      case Subscription.WINDOWS -> WINDOW_COLUMNS;
      default ->
          throw new IllegalArgumentException(
              "there is no table %s: %s, %s, %s and %s are"
                  .formatted(
                      table,
                      Subscription.LIFECYCLES,
                      Subscription.ALERTS,
                      Subscription.NBBO,
                      Subscription.WINDOWS));
    };
  }

  LiveTable<DatedKey> table(String name) {
    return switch (name) {
      case Subscription.ALERTS -> alerts;
      case Subscription.NBBO -> nbbos;
      case Subscription.WINDOWS -> windows;
      default -> lifecycles;
    };
  }

  @Override
  public void accept(
      int date,
      RowKey key,
      ParentReferenceCell references,
      RowKey lifecycle,
      int statuses,
      LifecycleCell sums) {
    if (lifecycle == null) {
      return;
    }
    Stored of = stored.computeIfAbsent(lifecycle, none -> new Stored());
    DatedKey event = new DatedKey(date, key);
    LifecycleShare share = LifecycleShare.of(event, references, statuses);
    share.addTo(of.shares);
    if (sums != null) {
      of.id = event;
      of.sums = sums;
    }
    if ((statuses & (AT_ONCE | LASTING)) != 0) {
      String eventId = references.eventId().toString();
      found(
          new Finding(
              event,
              new DatedKey(date, lifecycle),
              references.type(),
              share.reporter(),
              eventId,
              share.symbol(),
              statuses,
              false));
    }
  }

  /** The store has been read. */
  public void loaded() {
    for (Stored of : stored.values()) {
      if (of.id != null) {
        changed(new Lifecycle(of.id, of.sums, List.copyOf(of.shares.values())));
      }
    }
    stored = new HashMap<>();
    read.countDown();
  }

  /** Waits until the store has been read, for a table that shows what it has. */
  void awaitRead(LiveTable<DatedKey> table) throws InterruptedException {
    if (table == lifecycles || table == alerts) {
      read.await();
    }
  }

  /** Nobody waits any more: the store is not read to its end. */
  void giveUp() {
    read.countDown();
  }

  /** An event was found to be a trade-through, before it is linked. */
  void tradedThrough(DatedKey event) {
    throughs.add(event);
  }

  @Override
  public boolean isWanted(DatedKey event) {
    return throughs.contains(event);
  }

  /** A best bid and offer as it stands. */
  void quoted(Nbbo nbbo) {
    List<String> values =
        List.of(
            text(nbbo.symbol()),
            time(nbbo.time()),
            price(nbbo.bid()),
            size(nbbo.bidSize()),
            text(nbbo.bidExchange()),
            price(nbbo.ask()),
            size(nbbo.askSize()),
            text(nbbo.askExchange()));
    set(nbbos, new RowKey(0, number(nbbo.symbol())), nbbo.symbol(), values, nbbo.symbol());
  }

  /** Windows of a symbol's value, of which the last is its row. */
  public void windowed(String symbol, WindowValue value, WindowRows rows) {
    set(
        windows,
        new RowKey(number(value.toString()), number(symbol)),
        symbol + ' ' + value,
        new LazyValues(() -> valuesOf(symbol, value, rows)),
        symbol);
  }

  private static List<String> valuesOf(String symbol, WindowValue value, WindowRows rows) {
    List<String> fields = rows.fields(rows.count() - 1, value.scale());
    List<String> values = new ArrayList<>(WINDOW_COLUMNS.size());
    values.add(text(symbol));
    values.add(text(value.toString()));
    for (String field : fields) {
      values.add(field.isEmpty() ? "null" : field.endsWith("Z") ? '"' + field + '"' : field);
    }
    // Of windows with a smaller fit the further coefficients, and the forecast without one, are
    // null.
    int at = rows.hasFit() ? values.size() - 1 : values.size();
    values.addAll(at, Collections.nCopies(WINDOW_COLUMNS.size() - values.size(), "null"));
    return values;
  }

  private static long number(String name) {
    return QuoteTick.number(name.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1));
  }

  /** Sets a row that belongs to a symbol alone. */
  private static void set(
      LiveTable<DatedKey> table, RowKey key, String id, List<String> values, String symbol) {
    table.set(
        new DatedKey(0, key),
        new LiveRow(
            new String(JsonStringEncoder.getInstance().quoteAsString(id)),
            values,
            List.of(new LifecycleShare("", symbol, null, 0, 0, 0, 0, 0))));
  }

  private static String price(long price) {
    return price == Nbbo.NONE
        ? "null"
        : LifecycleCell.plain(BigDecimal.valueOf(price, PRICE_SCALE));
  }

  private static String size(long size) {
    return size == Nbbo.NONE ? "null" : Long.toString(size);
  }

  @Override
  public void gone(DatedKey id, DatedKey into) {
    lifecycles.remove(id, into, into == null ? null : into.key().toString());
  }

  @Override
  public void changed(Lifecycle lifecycle) {
    lifecycles.set(
        lifecycle.id(),
        new LiveRow(
            lifecycle.id().key().toString(),
            new LazyValues(() -> valuesOf(lifecycle)),
            lifecycle.shares()));
  }

  private static List<String> valuesOf(Lifecycle lifecycle) {
    LifecycleCell sums = lifecycle.sums();
    List<String> values = new ArrayList<>(LIFECYCLE_COLUMNS.size());
    values.add(text(sums.symbol()));
    values.add(time(sums.firstTime()));
    values.add(time(sums.lastTime()));
    values.add(Integer.toString(sums.events()));
    values.add(Integer.toString(sums.depth()));
    values.add(Integer.toString(sums.firms()));
    values.add(quantity(sums.orderedQuantity()));
    values.add(quantity(sums.filledQuantity()));
    values.add(quantity(sums.bustedQuantity()));
    values.add(text(OrdStatusNames.nameOf(sums.ordStatus())));
    values.add(Integer.toString(sums.errors()));
    values.add(text(OrdStatusNames.nameOf(sums.rootStatus())));
    LifecycleCell.Terms terms = sums.terms();
    values.add(text(terms.reporter()));
    values.add(text(terms.clientId()));
    values.add(text(terms.account()));
    values.add(text(terms.side()));
    values.add(text(terms.ordType()));
    values.add(quantity(terms.price().isEmpty() ? null : new BigDecimal(terms.price())));
    values.add(text(terms.timeInForce()));
    values.add(date(lifecycle.id()));
    return values;
  }

  @Override
  public void found(Finding finding) {
    boolean waits = (finding.statuses() & LASTING) != 0;
    Waiting before = waiting.get(finding.event());
    if (!waits) {
      waiting.remove(finding.event());
    } else if (before == null) {
      Waiting begun = new Waiting(finding, System.nanoTime() + patienceNanos);
      waiting.put(finding.event(), begun);
      due.add(begun);
    } else {
      waiting.put(finding.event(), new Waiting(finding, before.due()));
    }
    boolean lasts = before != null && waits && System.nanoTime() - before.due() >= 0;
    show(finding, lasts);
  }

  /** Makes alerts of what has lasted long enough. */
  public void tick() {
    long now = System.nanoTime();
    while (!due.isEmpty() && now - due.peek().due() >= 0) {
      Waiting first = due.poll();
      Waiting still = waiting.get(first.finding().event());
      if (still != null && still.due() == first.due()) {
        show(still.finding(), true);
      }
    }
  }

  private void show(Finding finding, boolean lasts) {
    int told = finding.statuses() & (lasts ? AT_ONCE | LASTING : AT_ONCE);
    if (finding.isCountedFill()
        && (finding.statuses() & ErrorStatus.SYMBOL_MISMATCH.bit()) == 0
        && throughs.contains(finding.event())) {
      told |= TRADE_THROUGH_BIT;
    }
    if (told == 0) {
      alerts.remove(finding.event(), null, null);
      return;
    }
    alerts.set(
        finding.event(),
        new LiveRow(
            finding.event().key().toString(),
            List.of(
                text(words(told)),
                text(finding.type().name()),
                text(finding.reporter()),
                text(finding.eventId()),
                text(finding.symbol()),
                text(finding.lifecycle().key().toString()),
                date(finding.event())),
            List.of(
                new LifecycleShare(
                    finding.reporter(), finding.symbol(), finding.event(), 0, 0, 1, 1, told))));
  }

  private static String words(int told) {
    String words = ErrorStatus.words(told & ~TRADE_THROUGH_BIT);
    boolean isThrough = (told & TRADE_THROUGH_BIT) != 0;
    return isThrough ? words + (words.isEmpty() ? "" : ";") + TRADE_THROUGH : words;
  }

  static String time(long nanos) {
    return '"' + TextLines.timeText(nanos) + '"';
  }

  /** The trade date as the published tables show it. */
  static String date(DatedKey event) {
    return '"' + LocalDate.ofEpochDay(event.date()).toString() + '"';
  }

  private static String quantity(BigDecimal quantity) {
    return quantity == null ? "null" : LifecycleCell.plain(quantity);
  }

  static String text(String value) {
    return value.isEmpty()
        ? "null"
        : '"' + new String(JsonStringEncoder.getInstance().quoteAsString(value)) + '"';
  }
}
