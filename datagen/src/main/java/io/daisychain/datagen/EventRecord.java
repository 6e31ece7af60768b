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

  /** TransactTime and SendingTime, nanoseconds since midnight UTC of the trade date. */
  long time;

  long sendTime;

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

  boolean garbled;
  boolean badEnum;

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
    garbled = false;
    badEnum = false;
    statuses = 0;
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
