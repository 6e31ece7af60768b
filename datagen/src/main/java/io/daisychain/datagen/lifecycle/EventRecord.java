package io.daisychain.datagen.lifecycle;

import io.daisychain.datagen.chain.TradingDay;
import io.daisychain.datagen.fault.ErrorKind;
import io.daisychain.datagen.fault.Garbling;
import io.daisychain.datagen.instrument.OptionContract;
import io.daisychain.datagen.instrument.Spread;
import io.daisychain.datagen.list.NewOrderList;
import io.daisychain.model.EventType;

/**
 * An event of a simulated lifecycle, until its message is written. Records are pooled and reused.
 */
public final class EventRecord {
  /** Means that the message has no such number, firm or customer. */
  public static final int NONE = -1;

  /** Of {@link #instruction}: an intermarket sweep order, or the execution of one. */
  public static final byte SWEEP = 1;

  /** Of {@link #instruction}: an order that its exchange does not display. */
  public static final byte HIDDEN = 2;

  public EventType type;

  /** Time of the event; all times are nanoseconds since midnight UTC of the trade date. */
  long at;

  /** TransactTime by the reporter's clock, and SendingTime. */
  public long time;

  public long sendTime;

  /** The time by which messages are ordered: SendingTime, except for LATE and SHUFFLE. */
  public long due;

  public int reporter;
  public int onBehalfOf;
  public int deliverTo;
  public int customer;
  public int symbol;

  /** The option on the symbol; null for shares. */
  public OptionContract option;

  /** The legs of the order that the event is about; null for one of one instrument. */
  public Spread spread;

  /** Number of the leg, from 1, that a report is of; 0 for none. */
  public int leg;

  public byte side;
  public byte ordType;
  public byte timeInForce;

  /** Numbers of ids within the lifecycle. */
  public long lifecycle;

  public int clOrdNo;
  public int origNo;
  public int orderNo;
  public int execNo;
  public int execRefNo;
  public int parentNo;
  public int parentFirm;

  /** Numbers of the parents' ids of an aggregate. */
  public int[] mergedNos;

  public long qty;
  public long cum;
  public long leaves;
  public long lastQty;
  public long notional;
  public int price;
  public int lastPrice;
  public byte ordStatus;

  /** The list with which an order is handed in; null for one by itself. */
  public NewOrderList list;

  /** Accounts that an allocation names and what each gets, in turn; null for other events. */
  public long[] allocated;

  public byte rejectResponseTo;

  /** Indices of the parents in the lifecycle. */
  public int parent;

  public int[] merged;

  /** Days of the parents, counted from the trade date. */
  public int parentDay;

  public int[] mergedDays;

  /** Row keys of the event, its parents and its oldest root. */
  public long high;

  public long low;
  public long parentHigh;
  public long parentLow;
  public long[] mergedKeys;
  public long grandparentHigh;
  public long grandparentLow;

  /** False for an event without a message, of which the children are orphans. */
  public boolean reported;

  /** True where the reporter reports in CAT: the message is converted, and its row one of CAT. */
  public boolean inCat;

  /** True for an event that CAT has no record for: it has a message and no row. */
  public boolean unsaid;

  /** True for a route of which CAT says that it was refused. */
  public boolean refused;

  /** How the order is to be executed; 0 for nothing of that kind. */
  public byte instruction;

  /** True for a fill of which the tape has the trade from the other side. */
  public boolean otherSide;

  public boolean badEnum;

  /** How its line is damaged: one of the constants of {@link Garbling}, or 0 for not at all. */
  public byte garbling;

  public boolean noiseBefore;

  /** True if its message leaves out the date of parents that are of another one (tag 10836). */
  public boolean undated;

  /** True if its message is written to the file of late messages. */
  public boolean late;

  /** True if its message has no time but that of sending. */
  public boolean untimed;

  /** True for a message that was sent before; with other contents it is a duplicate. */
  public boolean repeat;

  public boolean duplicate;

  /** What the message does to its event, {@code C} or {@code D} in tag 10004; 0 for none. */
  public byte action;

  /** SendingTime of the message that was corrected or deleted. */
  public long originalSendTime;

  /** True for a correction of an event that is never reported as new. */
  public boolean unknownOriginal;

  /** True for a message of which a later one takes the place, and for deletions. */
  public boolean superseded;

  /** Mask of the {@link ErrorKind}s that were put in. */
  public int injected;

  /** Mask of the statuses that the event must end with. */
  public int statuses;

  void clear() {
    leg = 0;
    list = null;
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
    allocated = null;
    parent = NONE;
    merged = null;
    mergedKeys = null;
    reported = true;
    inCat = false;
    unsaid = false;
    refused = false;
    otherSide = false;
    instruction = 0;
    badEnum = false;
    garbling = 0;
    noiseBefore = false;
    late = false;
    undated = false;
    untimed = false;
    repeat = false;
    duplicate = false;
    action = 0;
    superseded = false;
    unknownOriginal = false;
    injected = 0;
    mergedDays = null;
    statuses = 0;
  }

  /** True if the line is damaged, so that it must be rejected. */
  public boolean isGarbled() {
    return garbling != 0;
  }

  /** Copies the fields of a message, its keys and its parents; the copy is in no list. */
  public void copyFrom(EventRecord other) {
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
    option = other.option;
    spread = other.spread;
    leg = other.leg;
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
    allocated = other.allocated;
    parent = other.parent;
    merged = other.merged;
    inCat = other.inCat;
    refused = other.refused;
    instruction = other.instruction;
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
    undated = other.undated;
    untimed = other.untimed;
  }

  /** SendingTime of the message with which the event was reported first. */
  public long firstSendTime() {
    return action == 0 ? sendTime : originalSendTime;
  }

  /** The day of the event, counted from the trade date. */
  public int day() {
    return TradingDay.dayOf(time);
  }

  /**
   * True if the message has tags 54 and 55; an OrderCancelReject and an AllocationACK have neither.
   */
  public boolean hasInstrument() {
    return type != EventType.CANCEL_REJECT
        && (type != EventType.ALLOCATION_STATUS || execNo != NONE);
  }

  /** True for a version of an order of several legs, which its message names. */
  public boolean hasLegs() {
    return spread != null && (type.isOrder() || type == EventType.REPLACE);
  }

  /** What the accounts of an allocation get together. */
  public long allocatedTotal() {
    long total = 0;
    for (int i = 0; i < allocated.length; i += 2) {
      total += isOverruled(i) ? 0 : allocated[i + 1];
    }
    return total;
  }

  /** True where the account is named once more: of these the smaller bytes count. */
  public boolean isOverruled(int account) {
    for (int i = 0; i < allocated.length; i += 2) {
      if (i != account && allocated[i] == allocated[account]) {
        String other = Long.toString(allocated[i + 1]);
        int compared = other.compareTo(Long.toString(allocated[account + 1]));
        return compared < 0 || (compared == 0 && i < account);
      }
    }
    return false;
  }

  /** True if its row has a side that those of parents and children are compared with. */
  public boolean hasSide() {
    return hasInstrument()
        && !(inCat
            && switch (type) {
              case CANCEL, CANCELED, RESTATED, PARTIAL_FILL, FILL -> true;
              default -> false;
            });
  }

  /**
   * True if link finds a parent.
   *
   * @param searched whether it looks on earlier dates for one whose date is left out
   */
  public boolean finds(EventRecord above, boolean searched) {
    return (above.reported || (unsaid && above.unsaid))
        && (searched || !undated || above.day() == day());
  }

  /** True of a bust or correction that CAT says by reporting the trade once more. */
  public boolean changesTrade() {
    return unsaid && deliverTo == NONE && (type == EventType.BUST || type == EventType.CORRECT);
  }

  /** The type of its row. */
  public EventType rowType() {
    if (!inCat) {
      return type;
    }
    return switch (type) {
      case FILL, PARTIAL_FILL -> EventType.TRADE;
      case CANCEL -> EventType.PENDING_CANCEL;
      default -> type;
    };
  }

  /** Names the order from which this one was routed or split (tags 10887 and 10835). */
  void nameParent(OrderView order) {
    parentNo = order.id;
    parentFirm = order.other;
  }

  public int parentCount() {
    return merged != null ? merged.length : parent == NONE ? 0 : 1;
  }

  public int parent(int i) {
    return merged != null ? merged[i] : parent;
  }
}
