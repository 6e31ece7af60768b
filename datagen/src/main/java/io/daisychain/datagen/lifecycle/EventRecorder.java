package io.daisychain.datagen.lifecycle;

import io.daisychain.datagen.chain.OrderChain;
import io.daisychain.datagen.chain.RandomSource;
import io.daisychain.model.EventType;
import java.util.List;

/**
 * Records the events of lifecycles, of each in the order in which they happen, parents before their
 * children. It goes on with one at a time.
 */
public final class EventRecorder {
  private final Market market;
  private final OrderChain.Orders settings;
  private final RecordPool pool;
  private final RandomSource random;
  private Lifecycle current;
  private int waiting; // events of lifecycles that have not ended
  private int usual; // events of a customer's lifecycle
  private long missing; // of those that have not ended, up to the usual number

  EventRecorder(Market market, OrderChain.Orders settings, RecordPool pool, RandomSource random) {
    this.market = market;
    this.settings = settings;
    this.pool = pool;
    this.random = random;
  }

  /** Goes on with another lifecycle, where it stopped; returns the one before. */
  Lifecycle turnTo(Lifecycle lifecycle) {
    Lifecycle before = current;
    if (before != lifecycle) {
      if (before != null) {
        before.randomState = random.state();
      }
      random.resume(lifecycle.randomState);
      current = lifecycle;
    }
    return before;
  }

  Lifecycle lifecycle() {
    return current;
  }

  List<EventRecord> records() {
    return current.records;
  }

  /** Number of events of lifecycles that have not ended. */
  int waiting() {
    return waiting;
  }

  /** Customers' lifecycles have so many events, about. */
  void expect(int events) {
    usual = events;
  }

  /** Events that customers' lifecycles that have not ended will still have, about. */
  long expected() {
    return missing;
  }

  /** The current lifecycle has begun. */
  void begin() {
    missing += current.isMakers ? 0 : usual;
  }

  /** The current lifecycle has ended. */
  void end() {
    waiting -= current.records.size();
    missing -= current.isMakers ? 0 : Math.max(0, usual - current.records.size());
  }

  int symbol() {
    return current.symbol;
  }

  boolean isMarketOrder() {
    return current.isMarketOrder();
  }

  boolean isGoodTillCanceled() {
    return current.timeInForce == '1';
  }

  /** The price, or the limit if the price is beyond it: above for a buy, below for a sale. */
  int within(int limit, int price) {
    return isBuy() ? Math.min(limit, price) : Math.max(limit, price);
  }

  boolean isBuy() {
    return current.isBuy();
  }

  /** True for buy and buy minus (FIX 4.2, tag 54). */
  public static boolean isBuy(byte side) {
    return side == '1' || side == '3';
  }

  /** The next number for an id. */
  int number() {
    return current.numbers++;
  }

  /** Records an order, route or acceptance, which becomes the current version. */
  EventRecord order(EventType type, OrderView view, long time, int parent) {
    EventRecord record = add(type, view, time, parent);
    record.clOrdNo = view.id;
    view.event = last();
    return record;
  }

  /** Records a request (MsgType G or F) under the id of the open request. */
  EventRecord request(EventType type, OrderView view, long time) {
    EventRecord record = add(type, view, time, view.event);
    record.clOrdNo = view.requestId;
    record.origNo = view.id;
    record.qty = view.requestQty;
    record.price = view.requestPrice;
    view.requestEvent = last();
    return record;
  }

  /** Records a report on the current version. */
  EventRecord report(EventType type, OrderView view, byte status, long time) {
    EventRecord record = add(type, view, time, view.event);
    record.clOrdNo = view.id;
    record.execNo = number();
    record.ordStatus = status;
    return record;
  }

  /** Records a report on the open request. */
  EventRecord answer(EventType type, OrderView view, byte status, long time) {
    EventRecord record = add(type, view, time, view.requestEvent);
    record.clOrdNo = view.requestId;
    record.origNo = view.id;
    record.execNo = number();
    record.ordStatus = status;
    return record;
  }

  /** Records a firm's bust or correction of a trade. */
  EventRecord amendment(EventType type, Trade.Booking booking, long time) {
    EventRecord record = add(type, booking.view, time, booking.event);
    record.clOrdNo = booking.view.id;
    record.execNo = number();
    record.execRefNo = booking.execNo;
    record.ordStatus = booking.view.status();
    return record;
  }

  /** Index of the event that was added last. */
  int last() {
    return current.records.size() - 1;
  }

  /** True time of the event that was added last, without the offset of its reporter's clock. */
  long lastTime() {
    return current.records.get(last()).at;
  }

  private EventRecord add(EventType type, OrderView view, long time, int parent) {
    EventRecord record = pool.take();
    record.type = type;
    record.reporter = view.reporter;
    if (view.route) {
      record.deliverTo = view.other;
    } else {
      record.onBehalfOf = view.other;
    }
    record.lifecycle = current.number;
    record.symbol = current.symbol;
    record.option = current.option;
    record.spread = current.spread;
    record.side = current.side;
    record.ordType = current.ordType;
    record.timeInForce = current.timeInForce;
    record.orderNo = view.orderNo;
    record.qty = view.qty;
    record.price = view.price;
    record.cum = view.cum;
    record.leaves = view.leaves();
    record.notional = view.notional;
    record.parent = parent;
    record.at = clock(view, parent == EventRecord.NONE ? time : after(parent, time));
    record.time = record.at + market.clockOffsets[view.reporter];
    // SendingTime is of the same clock, rounded up to milliseconds.
    long delay = settings.sending().drawLong(random);
    record.sendTime = (record.time + delay + 999_999) / 1_000_000 * 1_000_000;
    record.due = record.sendTime;
    current.records.add(record);
    waiting++;
    missing -= !current.isMakers && current.records.size() <= usual ? 1 : 0;
    return record;
  }

  private long after(int parent, long time) {
    return Math.max(time, current.records.get(parent).at + 1);
  }

  /** The time in the resolution of the reporter's clock; later than the order's last time. */
  private long clock(OrderView view, long time) {
    int grain = market.clockNanos[view.reporter];
    long read = (Math.max(time, view.lastTime + 1) + grain - 1) / grain * grain;
    view.lastTime = read;
    return read;
  }
}
