package io.daisychain.datagen;

import io.daisychain.model.EventType;
import java.util.ArrayList;
import java.util.List;

/**
 * The events of one lifecycle, in the order in which they came about; parents stand before their
 * children.
 */
final class Reports {
  private final Market market;
  private final OrderChain.Orders laws;
  private final RecordPool pool;
  private final Dice dice;
  private final List<EventRecord> records = new ArrayList<>();
  private long lifecycle;
  private int symbol;
  private byte side;
  private byte ordType;
  private byte timeInForce;
  private int numbers;

  Reports(Market market, OrderChain.Orders laws, RecordPool pool, Dice dice) {
    this.market = market;
    this.laws = laws;
    this.pool = pool;
    this.dice = dice;
  }

  /** Begins a lifecycle, which is of one symbol and side. */
  void begin(long number, int ofSymbol, byte ofSide, byte ofType, boolean isGtc) {
    records.clear();
    numbers = 0;
    lifecycle = number;
    symbol = ofSymbol;
    side = ofSide;
    ordType = ofType;
    timeInForce = (byte) (isGtc ? '1' : dice.chance(0.8) ? '0' : '3');
  }

  List<EventRecord> records() {
    return records;
  }

  int symbol() {
    return symbol;
  }

  boolean isMarketOrder() {
    return ordType == '1';
  }

  boolean isGoodTillCanceled() {
    return timeInForce == '1';
  }

  /** A price, or the limit where that would be beyond it: above of a buy, below of a sale. */
  int within(int limit, int price) {
    return isBuy() ? Math.min(limit, price) : Math.max(limit, price);
  }

  private boolean isBuy() {
    return isBuy(side);
  }

  /** Buy, or buy minus (FIX 4.2, tag 54). */
  static boolean isBuy(byte side) {
    return side == '1' || side == '3';
  }

  /** The next number for an id. */
  int number() {
    return numbers++;
  }

  /** An order, route or acceptance; it becomes the version in force. */
  EventRecord order(EventType type, Ledger ledger, long time, int parent) {
    EventRecord record = add(type, ledger, time, parent);
    record.clOrdNo = ledger.id;
    ledger.event = last();
    return record;
  }

  /** A request, G or F, with the ledger's request as id. */
  EventRecord request(EventType type, Ledger ledger, long time) {
    EventRecord record = add(type, ledger, time, ledger.event);
    record.clOrdNo = ledger.requestId;
    record.origNo = ledger.id;
    record.qty = ledger.requestQty;
    record.price = ledger.requestPrice;
    ledger.requestEvent = last();
    return record;
  }

  /** A report on the version in force. */
  EventRecord report(EventType type, Ledger ledger, byte status, long time) {
    EventRecord record = add(type, ledger, time, ledger.event);
    record.clOrdNo = ledger.id;
    record.execNo = number();
    record.ordStatus = status;
    return record;
  }

  /** A report on the open request. */
  EventRecord answer(EventType type, Ledger ledger, byte status, long time) {
    EventRecord record = add(type, ledger, time, ledger.requestEvent);
    record.clOrdNo = ledger.requestId;
    record.origNo = ledger.id;
    record.execNo = number();
    record.ordStatus = status;
    return record;
  }

  /** A bust or correction of a firm's report of a trade. */
  EventRecord amendment(EventType type, Trade.Leg leg, long time) {
    EventRecord record = add(type, leg.ledger, time, leg.event);
    record.clOrdNo = leg.ledger.id;
    record.execNo = number();
    record.execRefNo = leg.execNo;
    record.ordStatus = leg.ledger.status();
    return record;
  }

  /** Place of the event added last. */
  int last() {
    return records.size() - 1;
  }

  /** Time of the event added last, before its reporter's clock read it wrong. */
  long lastTime() {
    return records.get(records.size() - 1).at;
  }

  private EventRecord add(EventType type, Ledger ledger, long time, int parent) {
    EventRecord record = pool.take();
    record.type = type;
    record.reporter = ledger.reporter;
    if (ledger.route) {
      record.deliverTo = ledger.other;
    } else {
      record.onBehalfOf = ledger.other;
    }
    record.lifecycle = lifecycle;
    record.symbol = symbol;
    record.side = side;
    record.ordType = ordType;
    record.timeInForce = timeInForce;
    record.orderNo = ledger.orderNo;
    record.qty = ledger.qty;
    record.price = ledger.price;
    record.cum = ledger.cum;
    record.leaves = ledger.leaves();
    record.notional = ledger.notional;
    record.parent = parent;
    record.at = clock(ledger, parent == EventRecord.NONE ? time : after(parent, time));
    record.time = record.at + market.clockOffsets[ledger.reporter];
    // Submissions carry whole milliseconds, the event's own rounded up; one clock stamps both.
    long delay = laws.sending().drawLong(dice);
    record.sendTime = (record.time + delay + 999_999) / 1_000_000 * 1_000_000;
    record.due = record.sendTime;
    records.add(record);
    return record;
  }

  private long after(int parent, long time) {
    return Math.max(time, records.get(parent).at + 1);
  }

  /** The reporter's clock can tell this of {@code time}; it never goes back on an order. */
  private long clock(Ledger ledger, long time) {
    int grain = market.clockNanos[ledger.reporter];
    long read = (Math.max(time, ledger.lastTime + 1) + grain - 1) / grain * grain;
    ledger.lastTime = read;
    return read;
  }
}
