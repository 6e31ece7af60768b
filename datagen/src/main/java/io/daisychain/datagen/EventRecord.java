package io.daisychain.datagen;

import io.daisychain.model.EventType;

/**
 * One event on its way into a file. Pooled: it lives from its lifecycle's simulation until its turn
 * in time has come.
 */
final class EventRecord {
  /** Stands for a number, firm or customer that the message does not carry. */
  static final int NONE = -1;

  EventType type;

  /** When it happened; all times are nanoseconds since midnight UTC of the trade date. */
  long at;

  /** TransactTime, which is what the reporter's clock says, and SendingTime. */
  long time;

  long sendTime;

  /** When its turn in the file has come: SendingTime, unless it is out of place on purpose. */
  long due;

  int reporter;
  int onBehalfOf;
  int deliverTo;
  int customer;
  int symbol;
  byte side;
  byte ordType;
  byte timeInForce;

  /** Numbers of ids within the lifecycle. */
  long lifecycle;

  int clOrdNo;
  int origNo;
  int orderNo;
  int execNo;
  int execRefNo;
  int parentNo;
  int parentFirm;

  /** Of an aggregate: numbers of its parents' ids. */
  int[] mergedNos;

  long qty;
  long cum;
  long leaves;
  long lastQty;
  long notional;
  int price;
  int lastPrice;
  byte ordStatus;
  byte rejectResponseTo;

  /** Places of the parents within the lifecycle. */
  int parent;

  int[] merged;

  /** Days of the parents, counted from the trade date. */
  int parentDay;

  int[] mergedDays;

  /** Row keys: own, parents', and of the oldest root. */
  long high;

  long low;
  long parentHigh;
  long parentLow;
  long[] mergedKeys;
  long grandparentHigh;
  long grandparentLow;

  /** False for an event that is withheld, so that its children become orphans. */
  boolean reported;

  boolean badEnum;

  /** What is done to its line: 0, or one of the constants of {@link Garbling}. */
  byte garbling;

  boolean noiseBefore;

  /** True where its message goes into the file of late messages. */
  boolean late;

  /** True of a message that repeats another, or has other contents under the same identity. */
  boolean repeat;

  boolean duplicate;

  /** Mask of the {@link ErrorKind}s that were put in. */
  int injected;

  /** Mask of the statuses that the event must end with. */
  int statuses;

  void clear() {
    onBehalfOf = NONE;
    deliverTo = NONE;
    customer = NONE;
    origNo = NONE;
    execRefNo = NONE;
    parentNo = NONE;
    parentFirm = NONE;
    mergedNos = null;
    lastQty = 0;
    lastPrice = 0;
    rejectResponseTo = 0;
    parent = NONE;
    merged = null;
    mergedKeys = null;
    reported = true;
    badEnum = false;
    garbling = 0;
    noiseBefore = false;
    late = false;
    repeat = false;
    duplicate = false;
    injected = 0;
    mergedDays = null;
    statuses = 0;
  }

  /** True of a message whose line is broken, so that it must be rejected. */
  boolean isGarbled() {
    return garbling != 0;
  }

  /** The same message again, with keys, statuses and parents. */
  void copyFrom(EventRecord other) {
    type = other.type;
    at = other.at;
    time = other.time;
    sendTime = other.sendTime;
    due = other.due;
    reporter = other.reporter;
    onBehalfOf = other.onBehalfOf;
    deliverTo = other.deliverTo;
    customer = other.customer;
    symbol = other.symbol;
    side = other.side;
    ordType = other.ordType;
    timeInForce = other.timeInForce;
    lifecycle = other.lifecycle;
    clOrdNo = other.clOrdNo;
    origNo = other.origNo;
    orderNo = other.orderNo;
    execNo = other.execNo;
    execRefNo = other.execRefNo;
    parentNo = other.parentNo;
    parentFirm = other.parentFirm;
    mergedNos = other.mergedNos;
    qty = other.qty;
    cum = other.cum;
    leaves = other.leaves;
    lastQty = other.lastQty;
    notional = other.notional;
    price = other.price;
    lastPrice = other.lastPrice;
    ordStatus = other.ordStatus;
    rejectResponseTo = other.rejectResponseTo;
    parent = other.parent;
    merged = other.merged;
    copyKeys(other);
  }

  private void copyKeys(EventRecord other) {
    parentDay = other.parentDay;
    mergedDays = other.mergedDays;
    high = other.high;
    low = other.low;
    parentHigh = other.parentHigh;
    parentLow = other.parentLow;
    mergedKeys = other.mergedKeys;
    grandparentHigh = other.grandparentHigh;
    grandparentLow = other.grandparentLow;
    badEnum = other.badEnum;
  }

  /** The day from the trade date on that the event is of. */
  int day() {
    return TradingDay.dayOf(time);
  }

  /** True where the message has tags 54 and 55: FIX 4.2 defines neither in an OrderCancelReject. */
  boolean hasInstrument() {
    return type != EventType.CANCEL_REJECT;
  }

  int parentCount() {
    return merged != null ? merged.length : parent == NONE ? 0 : 1;
  }

  int parent(int i) {
    return merged != null ? merged[i] : parent;
  }
}
