package io.daisychain.model.event;

import io.daisychain.fix.FixMessage;
import io.daisychain.fix.FixTag;
import io.daisychain.fix.FixValue;
import io.daisychain.fix.FixVersion;
import io.daisychain.fix.Instrument;
import io.daisychain.fix.Legs;
import io.daisychain.fix.Limits;
import io.daisychain.fix.MsgType;
import io.daisychain.model.Action;
import io.daisychain.model.AllocatedAccounts;
import io.daisychain.model.ByteSlice;
import io.daisychain.model.EventType;
import io.daisychain.model.MessageFields;
import io.daisychain.model.OrderEvent;
import io.daisychain.model.PackedWriter;
import io.daisychain.model.ParentReferences;
import io.daisychain.model.Relation;
import io.daisychain.model.TableSchema;
import io.daisychain.model.TradeDates;
import io.daisychain.model.cell.EventCell;
import java.io.Serializable;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;

/**
 * Reads events from FIX messages of any version: type, identity and parents, by the rules of
 * docs/input.md.
 *
 * <p>Everything is in the message itself, so any worker can read any message. A malformed field
 * counts as absent; the checks report it. Only a message without a readable identity is refused
 * here. Reusable, not thread-safe.
 */
public final class EventReader {
  /** Bytes of legs that reports are held against, of those that begin before. */
  private static final int MOST_LEG_TERMS = 16_384;

  private static final int SOH = 1;

  /**
   * Settings by which messages are read.
   *
   * @param receiver TargetCompID of submissions; a message to anybody else came in a parties.wire
   *     log
   * @param dates which day a moment belongs to
   * @param applVer version of messages of FIXT.1.1 where neither they nor their session say it
   */
  public record Rules(String receiver, TradeDates dates, FixVersion applVer)
      implements Serializable {
    /** Submissions to {@code MRP}, calendar days of UTC. */
    public static final Rules DEFAULT = new Rules("MRP", TradeDates.UTC);

    public Rules(String receiver, TradeDates dates) {
      this(receiver, dates, FixVersion.FIX50SP2);
    }

    /** The same rules, with another version for messages that do not say theirs. */
    public Rules withApplVer(FixVersion version) {
      return new Rules(receiver, dates, version);
    }
  }

  /** Values of AllocTransType (71). */
  private static final byte REPLACED = '1';

  private static final byte CANCELED = '2';

  private final TradeDates dates;
  private final FixVersion applVer;
  private final ByteSlice receiver = new ByteSlice();
  private final OrderEvent event = new OrderEvent();
  private final ByteSlice work = new ByteSlice();
  private final MessageFields fields = new MessageFields();
  private final Parties parties = new Parties();
  private final LineageKeys keys = new LineageKeys(event, parties, fields);
  private final ParentReader parents = new ParentReader(event, parties, fields, keys);
  private final Instrument instrument = new Instrument();
  private final Legs legs = new Legs();
  private final PackedWriter legTerms = new PackedWriter();
  private FixMessage message;
  private int unreadableTag;
  private final AllocatedAccounts accounts = new AllocatedAccounts();

  public EventReader(Rules rules) {
    this.dates = rules.dates();
    this.applVer = rules.applVer();
    byte[] name = rules.receiver().getBytes(StandardCharsets.ISO_8859_1);
    receiver.set(name, 0, name.length);
  }

  /** The event read last, valid until the next {@link #read}. */
  public OrderEvent event() {
    return event;
  }

  /** After {@link ReadResult#UNREADABLE}: the tag without which there is no identity. */
  public int unreadableTag() {
    return unreadableTag;
  }

  /** Reads a message that is not of a session that agreed on a version. */
  public ReadResult read(FixMessage fix) {
    return read(fix, FixVersion.of(fix, applVer));
  }

  /** Reads a message of a version. */
  public ReadResult read(FixMessage fix, FixVersion version) {
    message = fix;
    fields.of(fix);
    unreadableTag = 0;
    EventType type = EventType.of(fix, version);
    if (type == null) {
      return ReadResult.SKIPPED;
    }
    parties.read(fields, receiver);
    event.wireLog = parties.wire;
    event.version = version;
    fields.value(FixTag.POSS_RESEND, work);
    event.sentAgain = work.single() == 'Y';
    event.type = type == EventType.NEW ? orderType() : type;
    event.oneTwice = false;
    event.action = readAction();
    if (!readReporter() || !readTimes() || !readKey()) {
      return ReadResult.UNREADABLE;
    }
    readValues();
    parents.read(message, 0);
    event.parents.settle(event.high, event.low);
    if (event.parents.count() == 0 && !event.brokenParent()) {
      event.relation = Relation.NONE;
    }
    return ReadResult.EVENT;
  }

  /**
   * Finds the keys that the native parents of a stored event have when they were reported on an
   * earlier day than the event says: orders good till cancel (FIX 4.2, tag 59 = 1).
   *
   * @param stored the event's cell
   * @param days number of days back
   * @param into takes the keys in the message's order, repetitions and all
   */
  public void parentsEarlier(EventCell stored, int days, ParentReferences into) {
    if (stored.isCat()) { // which says the day of every key itself
      into.clear();
      return;
    }
    message = stored.content();
    fields.of(message);
    event.type = stored.type();
    event.action = stored.action();
    event.eventTime = stored.eventTime();
    event.sendingTime = stored.sendingTime();
    event.tradeDate = dates.epochDay(stored.eventTime());
    parties.read(fields, stored.isWireLog());
    if (readReporter() && readIds()) {
      parents.read(message, days);
    }
    into.clear();
    for (int i = 0; i < event.parents.count(); i++) {
      into.add(event.parents, i);
    }
  }

  private EventType orderType() {
    if (parties.wire) {
      return EventType.NEW;
    }
    if (fields.has(FixTag.NO_PARENTS)) {
      return EventType.AGGREGATE;
    }
    if (!parties.deliverTo.isEmpty()) {
      return EventType.ROUTE;
    }
    if (!parties.onBehalfOf.isEmpty()) {
      return EventType.ACCEPT;
    }
    if (fields.has(FixTag.PARENT_CL_ORD_ID) || fields.has(FixTag.PARENT_EVENT_ID)) {
      return EventType.INTERNAL;
    }
    return EventType.NEW;
  }

  private Action readAction() {
    Action action = parties.wire ? Action.NEW : Action.ofValue(message.character(FixTag.ACTION));
    if (event.type != EventType.ALLOCATION || action != Action.NEW) {
      return action;
    }
    return switch (message.character(FixTag.ALLOC_TRANS_TYPE)) {
      case REPLACED -> Action.CORRECTION;
      case CANCELED -> Action.DELETION;
      default -> Action.NEW;
    };
  }

  /** An allocation that replaces or cancels one is a version of that one (FIX 4.2, tag 71). */
  private boolean isOfEarlierAllocation() {
    byte transType = message.character(FixTag.ALLOC_TRANS_TYPE);
    return (transType == REPLACED || transType == CANCELED) && fields.has(FixTag.REF_ALLOC_ID);
  }

  private boolean readReporter() {
    boolean fromVenue =
        event.type.isReport()
            || event.type == EventType.CANCEL_REJECT
            || event.type == EventType.ALLOCATION_STATUS;
    ByteSlice owner = parties.wire && fromVenue ? parties.target : parties.sender;
    if (owner.isEmpty()) { // a wire log's receiver is there, or it would be none
      return unreadable(FixTag.SENDER_COMP_ID);
    }
    event.reporter.set(owner.buffer(), owner.offset(), owner.length());
    return true;
  }

  private boolean readTimes() {
    event.sendingTime = fields.time(FixTag.SENDING_TIME, event.version);
    long transactTime = fields.time(FixTag.TRANSACT_TIME, event.version);
    event.eventTime = transactTime != TableSchema.NO_TIME ? transactTime : event.sendingTime;
    if (event.action != Action.NEW
        && transactTime == TableSchema.NO_TIME
        && (event.type != EventType.ALLOCATION || fields.has(FixTag.ACTION))) {
      return unreadable(FixTag.TRANSACT_TIME); // 52 of an action is days after the event
    }
    if (event.eventTime == TableSchema.NO_TIME) {
      return unreadable(
          fields.has(FixTag.TRANSACT_TIME) ? FixTag.TRANSACT_TIME : FixTag.SENDING_TIME);
    }
    event.tradeDate = dates.epochDay(event.eventTime);
    return true;
  }

  /** The ids of which keys are made; false where there is none. */
  private boolean readIds() {
    fields.value(FixTag.EVENT_ID, work);
    event.tagged = !work.isEmpty();
    fields.value(idTag(), event.eventId);
    return event.tagged || !event.eventId.isEmpty();
  }

  /** The tag of the reporter's own id of the event. */
  private int idTag() {
    return switch (event.type) {
      case ALLOCATION -> isOfEarlierAllocation() ? FixTag.REF_ALLOC_ID : FixTag.ALLOC_ID;
      case ALLOCATION_STATUS ->
          fields.has(FixTag.ALLOC_REPORT_ID) ? FixTag.ALLOC_REPORT_ID : FixTag.ALLOC_ID;
      default -> event.type.isReport() ? FixTag.EXEC_ID : FixTag.CL_ORD_ID;
    };
  }

  private boolean readKey() {
    boolean hasId = readIds();
    if (event.tagged) {
      if (!FixValue.isUuid(work.buffer(), work.offset(), work.length())) {
        return unreadable(FixTag.EVENT_ID);
      }
      event.high = FixValue.uuidMostSignificant(work.buffer(), work.offset());
      event.low = FixValue.uuidLeastSignificant(work.buffer(), work.offset());
      if (Identity.isDerived(event.high, event.low)) {
        return unreadable(FixTag.EVENT_ID); // only events in native lineage have such keys
      }
      return true;
    }
    if (!hasId) {
      return unreadable(idTag());
    }
    keys.own();
    event.high = keys.high();
    event.low = keys.low();
    return true;
  }

  private void readValues() {
    fields.value(FixTag.SYMBOL, event.symbol);
    readInstrument();
    readLegs();
    fields.value(FixTag.SIDE, event.side);
    fields.value(FixTag.ORD_TYPE, event.ordType);
    fields.value(FixTag.ORD_STATUS, event.ordStatus);
    fields.client(event.clientId);
    fields.value(FixTag.DELIVER_TO_COMP_ID, event.destination);
    event.source.set(
        parties.onBehalfOf.buffer(), parties.onBehalfOf.offset(), parties.onBehalfOf.length());
    fields.value(FixTag.ACCOUNT, event.account);
    fields.value(FixTag.TIME_IN_FORCE, event.timeInForce);
    if (event.type == EventType.ALLOCATION) {
      readAllocated();
    } else {
      fields.quantity(FixTag.ORDER_QTY, event.orderQty);
    }
    fields.quantity(FixTag.LAST_SHARES, event.lastShares);
    fields.price(FixTag.PRICE, event.price);
    fields.price(FixTag.LAST_PX, event.lastPx);
  }

  private void readAllocated() {
    accounts.of(message);
    event.oneTwice = accounts.isOneTwice();
    event.orderQty.clear();
    BigDecimal total = accounts.total();
    if (total != null) {
      byte[] digits = total.toPlainString().getBytes(StandardCharsets.US_ASCII);
      event.orderQty.set(digits, 0, digits.length);
    }
  }

  private void readInstrument() {
    event.derivative = instrument.read(message).kind() != Instrument.Kind.OTHER;
    event.instrument.set(instrument.buffer(), instrument.offset(), instrument.length());
  }

  private void readLegs() {
    event.ofLegs = false;
    event.legs.clear();
    if (event.type.isReport()) {
      event.ofLegs = message.character(FixTag.MULTI_LEG_REPORTING_TYPE) == '2';
      if (event.ofLegs) {
        fields.value(FixTag.LEG_REF_ID, event.legs);
        int length = Math.min(event.legs.length(), Limits.LONGEST_NAME);
        event.legs.set(event.legs.buffer(), event.legs.offset(), length);
      }
    } else if (MsgType.hasLegs(MsgType.of(message))) {
      event.ofLegs = true;
      writeLegs();
    }
  }

  private void writeLegs() {
    legs.read(message);
    legTerms.clear();
    for (int leg = 0; leg < legs.count(); leg++) {
      int ratio = legs.find(leg, FixTag.LEG_RATIO_QTY);
      int refId = legs.find(leg, FixTag.LEG_REF_ID);
      int length = refId < 0 ? 0 : message.valueLength(refId);
      if (refId < 0 || length > Limits.LONGEST_NAME || legTerms.length() > MOST_LEG_TERMS) {
        continue; // no report names it, or more than is held against reports
      }
      if (ratio < 0) {
        legTerms.u8('1');
      } else if (MessageFields.isUnsigned(message, ratio)) {
        legTerms.raw(message.buffer(), message.valueOffset(ratio), message.valueLength(ratio));
      }
      legTerms.u8(SOH).raw(message.buffer(), message.valueOffset(refId), length).u8(SOH);
    }
    event.legs.set(legTerms.buffer(), 0, legTerms.length());
  }

  private boolean unreadable(int tag) {
    unreadableTag = tag;
    return false;
  }
}
