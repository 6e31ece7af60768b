package io.daisychain.model.event;

import io.daisychain.fix.FixMessage;
import io.daisychain.fix.FixTag;
import io.daisychain.fix.FixValue;
import io.daisychain.fix.Limits;
import io.daisychain.model.Action;
import io.daisychain.model.ByteSlice;
import io.daisychain.model.EventType;
import io.daisychain.model.MessageFields;
import io.daisychain.model.OrderEvent;
import io.daisychain.model.ParentReferences;
import io.daisychain.model.Relation;

/** Reads the parents that a FIX message names, in native and in tagged lineage. */
final class ParentReader {
  private final OrderEvent event;
  private final Parties parties;
  private final MessageFields fields;
  private final LineageKeys keys;
  private final AllocatedOrders orders = new AllocatedOrders();
  private final ByteSlice work = new ByteSlice();
  private final ByteSlice parentFirm = new ByteSlice();
  private FixMessage message;
  private int daysEarlier;
  private long parentDate;
  private int taggedDate;
  private boolean brokenParentDate;

  /**
   * @param event gets parents, relation and the tag of a reference that cannot be read
   */
  ParentReader(OrderEvent event, Parties parties, MessageFields fields, LineageKeys keys) {
    this.event = event;
    this.parties = parties;
    this.fields = fields;
    this.keys = keys;
  }

  /**
   * Reads the parents of the event, of which type, action, reporter, id and trade date are read.
   *
   * @param fix the message, of which {@code fields} are
   * @param earlier days by which native parents were reported before the day that the message says
   */
  void read(FixMessage fix, int earlier) {
    message = fix;
    daysEarlier = earlier;
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
    keys.order(parentDate, parentFirm, work);
    return addDerived();
  }

  private boolean addAcceptedRoute() {
    keys.route(parentDate, parties.onBehalfOf, event.reporter, event.eventId);
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
    keys.orderOrRoute(parentDate, work);
    return addDerived();
  }

  private boolean addOrderOfReport() {
    fields.value(FixTag.CL_ORD_ID, work);
    return !work.isEmpty() && addOrder();
  }

  /** Adds the order, or the route, that a report or an allocation names. */
  private boolean addOrder() {
    keys.orderOrRoute(parentDate, work);
    return addDerived();
  }

  private boolean addReportedAllocation() {
    fields.value(FixTag.ALLOC_ID, work);
    if (work.isEmpty()) {
      return false;
    }
    keys.allocation(parentDate, work);
    return addDerived();
  }

  /** The orders of group 73; in tagged lineage whatever 10003 names, of each order or once. */
  private void readAllocatedOrders() {
    event.relation = Relation.ALLOCATION;
    if (event.reporter.length() > Limits.LONGEST_NAME
        || parties.onBehalfOf.length() > Limits.LONGEST_NAME
        || parties.deliverTo.length() > Limits.LONGEST_NAME) {
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
    keys.execution(parentDate, work);
    return addDerived();
  }

  private boolean addDerived() {
    event.parents.addNative(keys.high(), keys.low(), (int) parentDate);
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
    int end = message.fieldCount();
    int first = group + 1;
    int delimiter = first < end ? message.tag(first) : 0;
    if (delimiter != FixTag.PARENT_CL_ORD_ID && delimiter != FixTag.PARENT_EVENT_ID) {
      return; // the group is empty or broken, which the checks report
    }
    int start = first;
    while (start < end && message.tag(start) == delimiter) {
      int next = start + 1;
      while (next < end && isParentMember(message.tag(next), delimiter)) {
        next++;
      }
      addInstance(start, next);
      start = next;
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
    keys.order(parentDate, parentFirm, work);
    addDerived();
  }
}
