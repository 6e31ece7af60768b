package io.daisychain.ingest.convert;

import io.daisychain.fix.FixTag;
import io.daisychain.fix.FixValue;
import io.daisychain.model.EventType;
import java.util.ArrayList;
import java.util.List;

/** Records of orders and routes, and of their changes. */
final class OrderRecords {
  /** An order that is merged into another. */
  private record Merged(String order, int day, String quantity) {}

  private final ConvertedEvent of;

  OrderRecords(ConvertedEvent of) {
    this.of = of;
  }

  Unsayable order() {
    List<Merged> merged = List.of();
    if (of.event.type() == EventType.AGGREGATE) {
      merged = merged();
      if (merged.isEmpty()) {
        return Unsayable.NO_ORDER;
      }
      if (of.differs()) {
        return Unsayable.OTHER_SYMBOL;
      }
    }
    of.head("MENO");
    of.key(of.event.tradeDate(), of.ownId());
    of.at();
    of.electronic(true);
    of.text.with("deptType", "O").with("solicitationFlag", false);
    of.terms();
    of.orderType();
    of.timeInForce();
    of.text.with("tradingSession", "REG").with("custDspIntrFlag", false);
    of.text.with("firmDesignatedID", of.customer()).with("accountHolderType", "A");
    of.text.with("affiliateFlag", false);
    if (!merged.isEmpty()) {
      of.text.beginArray("aggregatedOrders");
      for (Merged one : merged) {
        of.text.beginElement().with("orderID", one.order());
        of.text.with("orderKeyDate", of.keyDate(one.day())).number("quantity", one.quantity());
        of.text.endObject();
      }
      of.text.endArray();
    }
    of.text.with("negotiatedTradeFlag", false);
    of.text.with("representativeInd", merged.isEmpty() ? "N" : "Y");
    return null;
  }

  /** Instances of 10073, up to one that does not name its order. */
  private List<Merged> merged() {
    List<Merged> all = new ArrayList<>();
    int fieldCount = of.message.fieldCount();
    int at = of.message.find(FixTag.NO_PARENTS) + 1;
    while (at < fieldCount && of.message.tag(at) == FixTag.PARENT_CL_ORD_ID) {
      String order = valueAt(at++);
      String firm = "";
      String quantity = "";
      int day = of.event.tradeDate();
      for (; at < fieldCount && isMember(of.message.tag(at)); at++) {
        switch (of.message.tag(at)) {
          case FixTag.PARENT_FIRM -> firm = valueAt(at);
          case FixTag.PARENT_QTY -> quantity = quantityAt(at);
          case FixTag.PARENT_TRADE_DATE -> day = dayAt(at, day);
          default -> {}
        }
      }
      all.add(new Merged(ConvertedEvent.id(firm, order), day, quantity));
    }
    return all;
  }

  private static boolean isMember(int tag) {
    return tag == FixTag.PARENT_FIRM
        || tag == FixTag.PARENT_TRADE_DATE
        || tag == FixTag.PARENT_QTY
        || tag == FixTag.PARENT_EVENT_ID;
  }

  private String valueAt(int field) {
    return of.work
        .set(of.message.buffer(), of.message.valueOffset(field), of.message.valueLength(field))
        .toString();
  }

  private String quantityAt(int field) {
    boolean isQuantity =
        FixValue.isQuantity(
            of.message.buffer(), of.message.valueOffset(field), of.message.valueLength(field));
    return isQuantity ? valueAt(field) : "";
  }

  private int dayAt(int field, int otherwise) {
    long day =
        FixValue.date(
            of.message.buffer(), of.message.valueOffset(field), of.message.valueLength(field));
    return day == FixValue.INVALID || of.message.valueLength(field) == 0 ? otherwise : (int) day;
  }

  Unsayable route() {
    String order = of.sourceOrder();
    if (order.isEmpty()) {
      return Unsayable.NO_ORDER;
    }
    if (!of.isImid(of.destination)) {
      return Unsayable.IMID;
    }
    if (of.differs()) {
      return Unsayable.OTHER_SYMBOL;
    }
    of.head("MEOR");
    of.key(of.parentDay(), order);
    of.at();
    of.electronic(true);
    of.text.with("destination", of.destination).with("destinationType", "F");
    of.text.with("routedOrderID", of.event.eventId().toString());
    routed();
    of.text.with("affiliateFlag", false).with("isoInd", "NA");
    of.text.with("routeRejectedFlag", of.isRefused());
    of.text.with("dupROIDCond", false).with("multiLegInd", false);
    return null;
  }

  private void routed() {
    of.terms();
    of.orderType();
    of.timeInForce();
    of.text.with("tradingSession", "REG");
  }

  Unsayable accept() {
    String sender = of.event.source().toString();
    if (!of.isImid(sender)) {
      return Unsayable.IMID;
    }
    if (of.parentDay() != of.event.tradeDate()) {
      return Unsayable.OTHER_DAY;
    }
    of.head("MEOA");
    of.key(of.event.tradeDate(), of.ownId());
    of.at();
    of.electronic(true);
    of.text.with("receiverIMID", of.event.reporter().toString()).with("senderIMID", sender);
    of.text.with("senderType", "F").with("routedOrderID", of.event.eventId().toString());
    of.text.with("affiliateFlag", false).with("deptType", "O");
    routed();
    of.text.with("isoInd", "NA").with("custDspIntrFlag", false).with("solicitationFlag", false);
    return null;
  }

  Unsayable internal() {
    String order = of.sourceOrder();
    if (order.isEmpty()) {
      return Unsayable.NO_ORDER;
    }
    if (of.differs()) {
      return Unsayable.OTHER_SYMBOL;
    }
    of.head("MEIR");
    of.key(of.event.tradeDate(), of.ownId());
    of.text.with("parentOrderKeyDate", of.keyDate(of.parentDay())).with("parentOrderID", order);
    of.at();
    of.electronic(false);
    of.text.with("deptType", "O").with("receivingDeskType", "O");
    routed();
    of.text.with("multiLegInd", false);
    return null;
  }

  Unsayable modified() {
    String prior = of.prior();
    if (prior.isEmpty()) {
      return Unsayable.NO_ORDER;
    }
    if (!of.isSenderSayable()) {
      return Unsayable.IMID;
    }
    if (of.differs()) {
      return Unsayable.OTHER_SYMBOL;
    }
    of.head("MEOM");
    of.key(of.event.tradeDate(), of.ownId());
    of.text.with("priorOrderKeyDate", of.keyDate(of.parentDay()));
    of.text.with("priorOrderID", ConvertedEvent.id(of.event.source().toString(), prior));
    of.at();
    of.electronic(true);
    of.text.with("initiator", "C");
    of.terms();
    of.text.number("leavesQty", of.event.orderQty().toString());
    of.orderType();
    of.timeInForce();
    of.text.with("tradingSession", "REG").with("isoInd", "NA").with("custDspIntrFlag", false);
    of.text.with("representativeInd", "N");
    return null;
  }

  Unsayable modifiedRoute() {
    String prior = of.prior();
    if (prior.isEmpty()) {
      return Unsayable.NO_ORDER;
    }
    if (!of.isImid(of.destination)) {
      return Unsayable.IMID;
    }
    if (of.parentDay() != of.event.tradeDate()) {
      return Unsayable.OTHER_DAY;
    }
    of.head("MEMR");
    String order = of.sourceOrder();
    of.key(of.event.tradeDate(), order.isEmpty() ? prior : order);
    of.at();
    of.electronic(false);
    of.text.with("destination", of.destination).with("destinationType", "F");
    of.text.with("routedOrderID", of.event.eventId().toString()).with("priorRoutedOrderID", prior);
    routed();
    of.text.with("affiliateFlag", false).with("isoInd", "NA");
    of.text.with("routeRejectedFlag", of.isRefused());
    of.text.with("dupROIDCond", false).with("multiLegInd", false);
    return null;
  }
}
