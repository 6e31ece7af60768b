package io.daisychain.model;

import io.daisychain.fix.FixVersion;
import io.daisychain.model.event.EventReader;

/**
 * One event as {@link EventReader} reads it from a message: what it is, who it is, whom it names as
 * parents.
 *
 * <p>Reusable: its texts lie in the message's array and are valid until the next message.
 */
public final class OrderEvent {
  public FixVersion version = FixVersion.FIX42;
  public EventType type;
  public Relation relation;
  public Action action = Action.NEW;
  public boolean wireLog;
  public boolean sentAgain;
  public boolean tagged;
  public int brokenParentTag;
  public CatKey.Kind keyKind = CatKey.Kind.NONE;
  public long keyHigh;
  public long keyLow;
  public int keyDate;
  public long keySession;
  public int catFlags;
  public final ByteSlice catType = new ByteSlice();
  public long high;
  public long low;
  public int tradeDate;
  public long eventTime;
  public long sendingTime;
  public final ParentReferences parents = new ParentReferences();
  public final ByteSlice reporter = new ByteSlice();
  public final ByteSlice eventId = new ByteSlice();
  public final ByteSlice symbol = new ByteSlice();
  public boolean oneTwice;
  public boolean derivative;
  public final ByteSlice instrument = new ByteSlice();
  public boolean ofLegs;
  public final ByteSlice legs = new ByteSlice();
  public final ByteSlice side = new ByteSlice();
  public final ByteSlice ordType = new ByteSlice();
  public final ByteSlice orderQty = new ByteSlice();
  public final ByteSlice lastShares = new ByteSlice();
  public final ByteSlice ordStatus = new ByteSlice();
  public final ByteSlice destination = new ByteSlice();
  public final ByteSlice source = new ByteSlice();
  public final ByteSlice clientId = new ByteSlice();
  public final ByteSlice account = new ByteSlice();
  public final ByteSlice price = new ByteSlice();
  public final ByteSlice timeInForce = new ByteSlice();
  public final ByteSlice lastPx = new ByteSlice();

  /** The version of FIX of the message. */
  public FixVersion version() {
    return version;
  }

  public EventType type() {
    return type;
  }

  /** True for a record of CAT, false for a message of FIX. */
  public boolean isCat() {
    return !catType.isEmpty();
  }

  /** Type of a record of CAT, as MENO; empty for a message of FIX. */
  public ByteSlice catType() {
    return catType;
  }

  /** What others name the event by; NONE for its id alone, as a message of FIX. */
  public CatKey.Kind keyKind() {
    return keyKind;
  }

  /** What the message does to the event (tag 10004); always new in a wire log. */
  public Action action() {
    return action;
  }

  /** Relation to the first parent, {@link Relation#NONE} where none is named. */
  public Relation relation() {
    return relation;
  }

  /** True when the message came in a wire log. */
  public boolean isWireLog() {
    return wireLog;
  }

  /** True when the message says that it was sent before (97=Y). */
  public boolean isSentAgain() {
    return sentAgain;
  }

  /** True when the reporter gave the event's key (tag 10001). */
  public boolean isTagged() {
    return tagged;
  }

  /** True when a parent reference could not be read, which makes the event an orphan. */
  public boolean brokenParent() {
    return brokenParentTag != 0;
  }

  /** The tag of the parent reference that could not be read; 0 for none. */
  public int brokenParentTag() {
    return brokenParentTag;
  }

  /** First half of the row key. */
  public long high() {
    return high;
  }

  /** Second half of the row key. */
  public long low() {
    return low;
  }

  public RowKey key() {
    return new RowKey(high, low);
  }

  /** Day of the event's time, in days since 1970-01-01. */
  public int tradeDate() {
    return tradeDate;
  }

  /** TransactTime, else SendingTime, in nanoseconds since 1970. */
  public long eventTime() {
    return eventTime;
  }

  /** SendingTime in nanoseconds since 1970, {@link TableSchema#NO_TIME} if it cannot be read. */
  public long sendingTime() {
    return sendingTime;
  }

  /** The direct parents that the message names. */
  public ParentReferences parents() {
    return parents;
  }

  /** The reporter's MPID: 49, or 56 of a venue's message in a wire log. */
  public ByteSlice reporter() {
    return reporter;
  }

  /**
   * The reporter's own id: FIX 4.2, tag 17 of an ExecutionReport, 70 of an allocation (72 of what
   * replaces or cancels one), 755, else 70, of a report of it, else tag 11.
   */
  public ByteSlice eventId() {
    return eventId;
  }

  /** FIX 4.2, tag 55. */
  public ByteSlice symbol() {
    return symbol;
  }

  /** True of an allocation that names an account twice, with other values. */
  public boolean isOneTwice() {
    return oneTwice;
  }

  /** True of an option or a future, which its symbol alone does not name. */
  public boolean isDerivative() {
    return derivative;
  }

  /** Of an option its OSI symbol, of a future root and maturity; empty where it is half of one. */
  public ByteSlice instrument() {
    return instrument;
  }

  /** True of an order of several legs, and of a report of one of them (442=2). */
  public boolean isOfLegs() {
    return ofLegs;
  }

  /**
   * Of an order its legs, each LegRatioQty (623, empty unless it is a number that can be published)
   * and LegRefID (654) with an SOH behind either; of a report of a leg that one's LegRefID.
   */
  public ByteSlice legs() {
    return legs;
  }

  /** FIX 4.2, tag 54. */
  public ByteSlice side() {
    return side;
  }

  /** FIX 4.2, tag 40. */
  public ByteSlice ordType() {
    return ordType;
  }

  /** FIX 4.2, tag 1. */
  public ByteSlice account() {
    return account;
  }

  /** FIX 4.2, tag 44; empty unless it is a number that can be published. */
  public ByteSlice price() {
    return price;
  }

  /** FIX 4.2, tag 59. */
  public ByteSlice timeInForce() {
    return timeInForce;
  }

  /** FIX 4.2, tag 31; empty unless it is a number that can be published. */
  public ByteSlice lastPx() {
    return lastPx;
  }

  /**
   * FIX 4.2, tag 38; empty unless it is a number that can be published. Of an allocation what its
   * accounts get together.
   */
  public ByteSlice orderQty() {
    return orderQty;
  }

  /** FIX 4.2, tag 32; empty unless it is a number that can be published. */
  public ByteSlice lastShares() {
    return lastShares;
  }

  /** FIX 4.2, tag 39. */
  public ByteSlice ordStatus() {
    return ordStatus;
  }

  /** FIX 4.2, tag 115; empty in a wire log. */
  public ByteSlice source() {
    return source;
  }

  /** FIX 4.2, tag 128. */
  public ByteSlice destination() {
    return destination;
  }

  /** The customer: FIX 4.2, tag 109; later a party, see {@link MessageFields#client}. */
  public ByteSlice clientId() {
    return clientId;
  }
}
