package io.daisychain.model;

import io.daisychain.fix.ExecutionCodes;
import io.daisychain.fix.FixMessage;
import io.daisychain.fix.FixTag;
import io.daisychain.fix.FixVersion;
import io.daisychain.fix.MsgType;

/**
 * Types of events, by MsgType, ExecTransType and ExecType (docs/input.md).
 *
 * <p>The codes are stored in cells: a code never gets another meaning.
 */
public enum EventType {
  /** A customer's order (MsgType D, of several legs AB, one of a list E). */
  NEW(1, Kind.ORDER),
  /** An order merged from several (D with 10073). */
  AGGREGATE(2, Kind.ORDER),
  /** An order sent to another firm (D with 128). */
  ROUTE(3, Kind.ORDER),
  /** The receiver's report of a route (D with 115). */
  ACCEPT(4, Kind.ORDER),
  /** An order made of another one at the same firm (D). */
  INTERNAL(5, Kind.ORDER),
  /** An OrderCancelReplaceRequest (G, of several legs AC). */
  REPLACE(6, Kind.VERSION),
  /** An OrderCancelRequest (F). */
  CANCEL(7, Kind.VERSION),
  /** An OrderCancelReject (9). */
  CANCEL_REJECT(8, Kind.CANCEL_REJECT),
  /** ExecType 0, New. */
  ACK(16, Kind.REPORT),
  /** ExecType 1. */
  PARTIAL_FILL(17, Kind.REPORT),
  /** ExecType 2. */
  FILL(18, Kind.REPORT),
  /** ExecType 3. */
  DONE_FOR_DAY(19, Kind.REPORT),
  /** ExecType 4. */
  CANCELED(20, Kind.REPORT),
  /** ExecType 5. */
  REPLACED(21, Kind.REPORT),
  /** ExecType 6. */
  PENDING_CANCEL(22, Kind.REPORT),
  /** ExecType 7. */
  STOPPED(23, Kind.REPORT),
  /** ExecType 8. */
  REJECTED(24, Kind.REPORT),
  /** ExecType 9. */
  SUSPENDED(25, Kind.REPORT),
  /** ExecType A. */
  PENDING_NEW(26, Kind.REPORT),
  /** ExecType B. */
  CALCULATED(27, Kind.REPORT),
  /** ExecType C. */
  EXPIRED(28, Kind.REPORT),
  /** ExecType D. */
  RESTATED(29, Kind.REPORT),
  /** ExecType E. */
  PENDING_REPLACE(30, Kind.REPORT),
  /** ExecTransType 1, Cancel. */
  BUST(31, Kind.REPORT),
  /** ExecTransType 2, Correct. */
  CORRECT(32, Kind.REPORT),
  /** An ExecutionReport whose ExecTransType or ExecType is missing or unknown. */
  UNKNOWN(33, Kind.REPORT),
  /** A trade of CAT (OT), on the orders of both sides. */
  TRADE(34, Kind.REPORT),
  /** A fulfillment of CAT (OF), of a client's order from a firm's. */
  FULFILLMENT(35, Kind.REPORT),
  /** What of orders goes to which accounts (MsgType J); of CAT after the trade (PA, AA). */
  ALLOCATION(36, Kind.FURTHER),
  /** A quote of CAT (NQ). */
  QUOTE(37, Kind.ORDER),
  /** What CAT takes later of an event that was reported before (NOS, ORS and so on). */
  SUPPLEMENT(38, Kind.FURTHER),
  /** An order of CAT that takes effect (OE). */
  EFFECTIVE(39, Kind.REPORT),
  /** What a receiver says of an allocation (MsgTypes P and AS). */
  ALLOCATION_STATUS(40, Kind.FURTHER);

  private enum Kind {
    FURTHER,
    ORDER,
    VERSION,
    CANCEL_REJECT,
    REPORT
  }

  /** FIX 4.2, tag 150: values 0 to 9 and A to E, in the order of the types from ACK on. */
  private static final String EXEC_TYPES = "0123456789ABCDE";

  private static final EventType[] BY_CODE = new EventType[41];

  static {
    for (EventType type : values()) {
      BY_CODE[type.code] = type;
    }
  }

  private final byte code;
  private final Kind kind;

  EventType(int code, Kind kind) {
    this.code = (byte) code;
    this.kind = kind;
  }

  /** The stored code. */
  public byte code() {
    return code;
  }

  /** True for messages D: an order, a route, or the receiver's acceptance of one. */
  public boolean isOrder() {
    return kind == Kind.ORDER;
  }

  /** True for messages G and F, which are versions of an order or route. */
  public boolean isVersion() {
    return kind == Kind.VERSION;
  }

  /** True for messages 8. */
  public boolean isReport() {
    return kind == Kind.REPORT;
  }

  /** True for an execution that adds shares (FIX 4.2, tag 150: 1 and 2). */
  public boolean isFill() {
    return this == PARTIAL_FILL || this == FILL || isCatFill();
  }

  /** True for what adds shares in CAT, which says no state of the order. */
  public boolean isCatFill() {
    return this == TRADE || this == FULFILLMENT;
  }

  /**
   * The type by MsgType, ExecTransType and ExecType, as {@link ExecutionCodes} has them of a
   * version; null if the message is no event. A D, AB or E is NEW here; its type depends on further
   * fields.
   */
  public static EventType of(FixMessage message, FixVersion version) {
    return switch (MsgType.of(message)) {
      case 'D', MsgType.ORDER_LIST -> NEW;
      case 'G' -> REPLACE;
      case 'F' -> CANCEL;
      case '9' -> CANCEL_REJECT;
      case '8' -> reportType(message, version);
      case MsgType.ALLOCATION -> isFurtherAllocation(message) ? null : ALLOCATION;
      case MsgType.ALLOCATION_ACK, MsgType.ALLOCATION_REPORT -> ALLOCATION_STATUS;
      // FIX 4.3 is the first that has them.
      case MsgType.MULTILEG -> version.compareTo(FixVersion.FIX43) < 0 ? null : NEW;
      case MsgType.MULTILEG_REPLACE -> version.compareTo(FixVersion.FIX43) < 0 ? null : REPLACE;
      default -> null;
    };
  }

  /** A preliminary or calculated allocation gives nobody anything (FIX 4.2, tag 71: 3 and more). */
  private static boolean isFurtherAllocation(FixMessage message) {
    byte transType = message.character(FixTag.ALLOC_TRANS_TYPE);
    return transType >= '3' && transType <= '6';
  }

  /** True for allocations and for what is reported of them. */
  public boolean isOfAllocation() {
    return this == ALLOCATION || this == ALLOCATION_STATUS;
  }

  private static EventType reportType(FixMessage message, FixVersion version) {
    byte transType = ExecutionCodes.transType(message, version);
    if (transType == '3') {
      return null; // a status report is no event
    }
    EventType byExecType = ofExecType(ExecutionCodes.execType(message, version));
    if (byExecType == UNKNOWN && version.hasExecTransType()) {
      return UNKNOWN;
    }
    return switch (transType) {
      case '0' -> byExecType;
      case '1' -> BUST;
      case '2' -> CORRECT;
      default -> UNKNOWN;
    };
  }

  /** The type stored as {@code code}; an unknown code is a corrupt row. */
  public static EventType ofCode(int code) {
    if (code < 0 || code >= BY_CODE.length || BY_CODE[code] == null) {
      throw new IllegalStateException("no event type has the code " + code);
    }
    return BY_CODE[code];
  }

  /** Type of a report with ExecTransType 0 (FIX 4.2, tag 150), {@code UNKNOWN} if there is none. */
  private static EventType ofExecType(byte execType) {
    int index = EXEC_TYPES.indexOf(execType);
    return index < 0 ? UNKNOWN : BY_CODE[ACK.code + index];
  }
}
