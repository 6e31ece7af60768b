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
   * @param receiver TargetCompID of submissions; a message to anybody else came in a wire log
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
  private final Identity identity = new Identity();
  private final OrderEvent event = new OrderEvent();
  private final ByteSlice onBehalfOf = new ByteSlice();
  private final ByteSlice deliverTo = new ByteSlice();
  private final ByteSlice sender = new ByteSlice();
  private final ByteSlice target = new ByteSlice();
  private final ByteSlice work = new ByteSlice();
  private final ByteSlice parentFirm = new ByteSlice();
  private final MessageFields fields = new MessageFields();
  private final Instrument instrument = new Instrument();
  private final Legs legs = new Legs();
  private final PackedWriter legTerms = new PackedWriter();
  private FixMessage message;
  private boolean wire;
  private long parentDate;
  private int taggedDate;
  private boolean brokenParentDate;
  private int unreadableTag;
  private int daysEarlier;
  private final AllocatedOrders orders = new AllocatedOrders();
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
    fields.value(FixTag.TARGET_COMP_ID, target);
    wire = !target.isEmpty() && !target.sameAs(receiver);
    readParties();
    event.wireLog = wire;
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
    readParents();
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
    wire = stored.isWireLog();
    readParties();
    if (readReporter() && readIds()) {
      daysEarlier = days;
      addParents();
      daysEarlier = 0;
    }
    into.clear();
    for (int i = 0; i < event.parents.count(); i++) {
      into.add(event.parents, i);
    }
  }

  private void readParties() {
    fields.value(FixTag.SENDER_COMP_ID, sender);
    fields.value(FixTag.TARGET_COMP_ID, target);
    fields.value(FixTag.ON_BEHALF_OF_COMP_ID, onBehalfOf);
    fields.value(FixTag.DELIVER_TO_COMP_ID, deliverTo);
    if (wire) { // there they name desks of the wire's two ends
      onBehalfOf.clear();
      deliverTo.clear();
    }
  }

  private EventType orderType() {
    if (wire) {
      return EventType.NEW;
    }
    if (fields.has(FixTag.NO_PARENTS)) {
      return EventType.AGGREGATE;
    }
    if (!deliverTo.isEmpty()) {
      return EventType.ROUTE;
    }
    if (!onBehalfOf.isEmpty()) {
      return EventType.ACCEPT;
    }
    if (fields.has(FixTag.PARENT_CL_ORD_ID) || fields.has(FixTag.PARENT_EVENT_ID)) {
      return EventType.INTERNAL;
    }
    return EventType.NEW;
  }

  private Action readAction() {
    Action action = wire ? Action.NEW : Action.ofValue(message.character(FixTag.ACTION));
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
    ByteSlice owner = wire && fromVenue ? target : sender;
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
    deriveKey();
    event.high = identity.high();
    event.low = identity.low();
    return true;
  }

  private void deriveKey() {
    int date = event.tradeDate;
    if (event.type.isReport()) {
      executionKey(date, event.eventId);
    } else if (event.type == EventType.CANCEL_REJECT) {
      identity.reject(date);
      add(event.reporter);
      add(event.eventId);
      addVenue();
      identity.derive();
    } else if (event.type == EventType.ALLOCATION) {
      allocationKey(date, event.eventId);
    } else if (event.type == EventType.ALLOCATION_STATUS) {
      allocationStatusKey(date);
    } else if (event.type == EventType.AGGREGATE || event.type == EventType.NEW) {
      orderKey(date, work.clear(), event.eventId);
    } else if (deliverTo.isEmpty()) {
      orderKey(date, onBehalfOf, event.eventId);
    } else {
      routeKey(date, event.reporter, deliverTo, event.eventId);
    }
  }

  private void orderKey(long date, ByteSlice firm, ByteSlice id) {
    identity.order((int) date);
    add(event.reporter);
    add(firm);
    add(id);
    identity.derive();
  }

  private void routeKey(long date, ByteSlice from, ByteSlice to, ByteSlice id) {
    identity.route((int) date);
    add(from);
    add(to);
    add(id);
    identity.derive();
  }

  private void executionKey(long date, ByteSlice id) {
    identity.execution((int) date);
    add(event.reporter);
    add(id);
    addVenue();
    identity.derive();
  }

  private void allocationKey(long date, ByteSlice id) {
    identity.allocation((int) date);
    add(event.reporter);
    add(id);
    identity.derive();
  }

  /** Of an allocation several things are said, which one message without an id does not tell. */
  private void allocationStatusKey(int date) {
    boolean hasOwnId = fields.has(FixTag.ALLOC_REPORT_ID);
    identity.allocationStatus(date, hasOwnId);
    add(event.reporter);
    add(event.eventId);
    if (!hasOwnId) {
      fields.value(FixTag.ALLOC_STATUS, work);
      add(work);
    }
    addVenue();
    identity.derive();
  }

  /** In a wire log each venue numbers its own executions. */
  private void addVenue() {
    if (wire) {
      add(sender);
    }
  }

  private void add(ByteSlice component) {
    identity.with(component.buffer(), component.offset(), component.length());
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
    event.source.set(onBehalfOf.buffer(), onBehalfOf.offset(), onBehalfOf.length());
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

  private void readParents() {
    addParents();
    event.parents.settle(event.high, event.low);
    if (event.parents.count() == 0 && !event.brokenParent()) {
      event.relation = Relation.NONE;
    }
  }

  private void addParents() {
    event.parents.clear();
    event.relation = Relation.NONE;
    event.brokenParentTag = 0;
    if (event.action == Action.DELETION) {
      return; // of a deletion only the identity is read
    }
    readParentDate();
    if (event.type == EventType.AGGREGATE) {
      readMergedParents();
    } else if (event.type == EventType.ALLOCATION) {
      readAllocatedOrders();
    } else if (event.tagged) {
      readTaggedParent();
    } else if (!readNativeParent()
        && event.type != EventType.NEW
        && fields.has(FixTag.PARENT_EVENT_ID)) {
      addTagged(message.find(FixTag.PARENT_EVENT_ID), taggedDate);
      event.relation = relationByType();
    }
    if (brokenParentDate && (event.parents.count() > 0 || event.brokenParent())) {
      event.parents.clear();
      event.brokenParentTag = FixTag.PARENT_TRADE_DATE;
    }
  }

  private void readParentDate() {
    fields.value(FixTag.PARENT_TRADE_DATE, work);
    brokenParentDate = false;
    parentDate = event.tradeDate;
    taggedDate = ParentReferences.NO_DATE;
    if (!work.isEmpty() && event.type != EventType.AGGREGATE) {
      long date = FixValue.date(work.buffer(), work.offset(), work.length());
      taggedDate = date == FixValue.INVALID ? ParentReferences.NO_DATE : (int) date;
      if (!event.tagged) {
        parentDate = date;
        brokenParentDate = date == FixValue.INVALID;
      }
    }
    parentDate -= daysEarlier;
  }

  private void readTaggedParent() {
    if (fields.has(FixTag.PARENT_EVENT_ID)) {
      addTagged(message.find(FixTag.PARENT_EVENT_ID), taggedDate);
      event.relation = relationByType();
    } else if (event.type.isVersion() && !fields.has(FixTag.ORIG_CL_ORD_ID)) {
      event.brokenParentTag = FixTag.ORIG_CL_ORD_ID;
      event.relation = Relation.PRIOR;
    }
  }

  private Relation relationByType() {
    return switch (event.type) {
      case NEW, INTERNAL -> Relation.INTERNAL;
      case AGGREGATE -> Relation.MERGE;
      case ALLOCATION -> Relation.ALLOCATION;
      case ROUTE -> Relation.ROUTE;
      case ACCEPT -> Relation.ACCEPT;
      case REPLACE, CANCEL -> Relation.PRIOR;
      case BUST -> fields.has(FixTag.EXEC_REF_ID) ? Relation.BUST : Relation.EXECUTION;
      case CORRECT -> fields.has(FixTag.EXEC_REF_ID) ? Relation.CORRECT : Relation.EXECUTION;
      default -> Relation.EXECUTION;
    };
  }

  /** Adds the parent that the native fields name; false where they name none. */
  private boolean readNativeParent() {
    event.relation = relationByType();
    return switch (event.type) {
      case NEW, AGGREGATE, ALLOCATION -> false;
      case INTERNAL, ROUTE -> addSourceOrder();
      case ACCEPT -> addAcceptedRoute();
      case REPLACE, CANCEL -> addPriorVersion();
      case BUST, CORRECT -> addReferencedExecution() || addOrderOfReport();
      case ALLOCATION_STATUS -> addReportedAllocation();
      default -> addOrderOfReport();
    };
  }

  private boolean addSourceOrder() {
    if (!fields.has(FixTag.PARENT_CL_ORD_ID)) {
      return false;
    }
    fields.value(FixTag.PARENT_FIRM, parentFirm);
    fields.value(FixTag.PARENT_CL_ORD_ID, work);
    orderKey(parentDate, parentFirm, work);
    return addDerived();
  }

  private boolean addAcceptedRoute() {
    routeKey(parentDate, onBehalfOf, event.reporter, event.eventId);
    return addDerived();
  }

  private boolean addPriorVersion() {
    fields.value(FixTag.ORIG_CL_ORD_ID, work);
    if (work.isEmpty()) {
      // STRUCTURE, and an orphan unless tag 10003 names the parent.
      event.brokenParentTag = fields.has(FixTag.PARENT_EVENT_ID) ? 0 : FixTag.ORIG_CL_ORD_ID;
      return false;
    }
    if (work.sameAs(event.eventId)) {
      return true; // says nothing: a root without fault
    }
    if (deliverTo.isEmpty()) {
      orderKey(parentDate, onBehalfOf, work);
    } else {
      routeKey(parentDate, event.reporter, deliverTo, work);
    }
    return addDerived();
  }

  private boolean addOrderOfReport() {
    fields.value(FixTag.CL_ORD_ID, work);
    return !work.isEmpty() && addOrder();
  }

  /** Adds the order, or the route, that a report or an allocation names. */
  private boolean addOrder() {
    if (deliverTo.isEmpty()) {
      orderKey(parentDate, onBehalfOf, work);
    } else {
      routeKey(parentDate, event.reporter, deliverTo, work);
    }
    return addDerived();
  }

  private boolean addReportedAllocation() {
    fields.value(FixTag.ALLOC_ID, work);
    if (work.isEmpty()) {
      return false;
    }
    allocationKey(parentDate, work);
    return addDerived();
  }

  /** The orders of group 73; in tagged lineage whatever 10003 names, of each order or once. */
  private void readAllocatedOrders() {
    event.relation = Relation.ALLOCATION;
    if (event.reporter.length() > Limits.LONGEST_NAME
        || onBehalfOf.length() > Limits.LONGEST_NAME
        || deliverTo.length() > Limits.LONGEST_NAME) {
      event.brokenParentTag = FixTag.SENDER_COMP_ID; // as of an aggregate
      return;
    }
    orders.of(message);
    for (int at = event.tagged ? FixMessage.NOT_FOUND : orders.next(); at >= 0; ) {
      work.set(message.buffer(), message.valueOffset(at), message.valueLength(at));
      addOrder();
      if (message.tag(at) == FixTag.ORDER_ID) {
        event.parents.quantity(ParentReferences.BY_ORDER_ID);
      }
      at = orders.next();
    }
    if (event.parents.count() == 0) {
      for (int i = 0; i < message.fieldCount(); i++) {
        if (message.tag(i) == FixTag.PARENT_EVENT_ID && message.valueLength(i) > 0) {
          addTagged(i, taggedDate);
        }
      }
    }
  }

  private boolean addReferencedExecution() {
    fields.value(FixTag.EXEC_REF_ID, work);
    if (work.isEmpty()) {
      return false;
    }
    executionKey(parentDate, work);
    return addDerived();
  }

  private boolean addDerived() {
    event.parents.addNative(identity.high(), identity.low(), (int) parentDate);
    return true;
  }

  private void addTagged(int field, int date) {
    byte[] buffer = message.buffer();
    int at = message.valueOffset(field);
    if (FixValue.isUuid(buffer, at, message.valueLength(field))) {
      event.parents.addTagged(
          FixValue.uuidMostSignificant(buffer, at),
          FixValue.uuidLeastSignificant(buffer, at),
          date);
    } else {
      event.brokenParentTag = FixTag.PARENT_EVENT_ID;
    }
  }

  /** Instances of 10073: each begins with the tag that begins the first. */
  private void readMergedParents() {
    event.relation = Relation.MERGE;
    if (event.reporter.length() > Limits.LONGEST_NAME) {
      event.brokenParentTag =
          FixTag.SENDER_COMP_ID; // each of many instances would have its name digested
      return;
    }
    int group = message.find(FixTag.NO_PARENTS);
    int fields = message.fieldCount();
    int first = group + 1;
    int delimiter = first < fields ? message.tag(first) : 0;
    if (delimiter != FixTag.PARENT_CL_ORD_ID && delimiter != FixTag.PARENT_EVENT_ID) {
      return; // the group is empty or broken, which the checks report
    }
    int start = first;
    while (start < fields && message.tag(start) == delimiter) {
      int end = start + 1;
      while (end < fields && isParentMember(message.tag(end), delimiter)) {
        end++;
      }
      addInstance(start, end);
      start = end;
    }
  }

  static boolean isParentMember(int tag, int delimiter) {
    return tag != delimiter
        && switch (tag) {
          case FixTag.PARENT_CL_ORD_ID,
              FixTag.PARENT_EVENT_ID,
              FixTag.PARENT_FIRM,
              FixTag.PARENT_TRADE_DATE,
              FixTag.PARENT_QTY ->
              true;
          default -> false;
        };
  }

  private void addInstance(int start, int end) {
    if (message.valueLength(start) == 0) {
      event.brokenParentTag = message.tag(start);
      return;
    }
    boolean byId = message.tag(start) == FixTag.PARENT_EVENT_ID;
    long date = byId ? ParentReferences.NO_DATE : event.tradeDate;
    long quantity = ParentReferences.NO_QUANTITY;
    parentFirm.clear();
    for (int i = start + 1; i < end; i++) {
      if (message.valueLength(i) == 0) {
        continue;
      }
      if (message.tag(i) == FixTag.PARENT_FIRM) {
        parentFirm.set(message.buffer(), message.valueOffset(i), message.valueLength(i));
      } else if (message.tag(i) == FixTag.PARENT_TRADE_DATE) {
        date = FixValue.date(message.buffer(), message.valueOffset(i), message.valueLength(i));
      } else if (message.tag(i) == FixTag.PARENT_QTY) {
        quantity = quantity(i);
      }
    }
    int before = event.parents.count();
    addInstance(start, byId, date);
    if (event.parents.count() > before) {
      event.parents.quantity(quantity);
    }
  }

  /** A quantity in millionths. */
  private long quantity(int field) {
    if (!MessageFields.isUnsigned(message, field)) {
      return ParentReferences.NO_QUANTITY;
    }
    return FixValue.decimal(
        message.buffer(),
        message.valueOffset(field),
        message.valueLength(field),
        ParentReferences.QUANTITY_SCALE);
  }

  private void addInstance(int start, boolean byId, long date) {
    if (byId) {
      addTagged(start, date == FixValue.INVALID ? ParentReferences.NO_DATE : (int) date);
      return;
    }
    if (date == FixValue.INVALID) {
      event.brokenParentTag = FixTag.PARENT_TRADE_DATE;
      return;
    }
    work.set(message.buffer(), message.valueOffset(start), message.valueLength(start));
    parentDate = date - daysEarlier;
    orderKey(parentDate, parentFirm, work);
    addDerived();
  }

  private boolean unreadable(int tag) {
    unreadableTag = tag;
    return false;
  }
}
