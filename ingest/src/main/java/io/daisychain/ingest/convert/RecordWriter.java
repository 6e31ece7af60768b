package io.daisychain.ingest.convert;

import io.daisychain.cat.NewYorkTime;
import io.daisychain.fix.FixMessage;
import io.daisychain.fix.FixTag;
import io.daisychain.fix.FixValue;
import io.daisychain.model.Action;
import io.daisychain.model.ByteSlice;
import io.daisychain.model.CalendarDates;
import io.daisychain.model.EventType;
import io.daisychain.model.MessageFields;
import io.daisychain.model.OrderEvent;
import io.daisychain.model.ParentReferences;
import io.daisychain.model.TradeDates;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Says an event of FIX as a record of CAT, by the table of docs/cat.md. Not thread-safe. */
final class RecordWriter {
  private static final Pattern IMID = Pattern.compile("[A-Za-z0-9]{1,7}");
  private static final int SECURITY_TYPE = 167;
  private static final int PUT_OR_CALL = 201;
  private static final Set<String> NO_EQUITY = Set.of("OPT", "OOF", "OOP", "FUT", "MLEG");
  private static final long NANOS = 1_000_000_000L;

  private final TradeDates dates;
  private final OrderIndex orders;
  private final RecordText text = new RecordText();
  private final MessageFields fields = new MessageFields();
  private final ByteSlice work = new ByteSlice();
  private final Map<Integer, String> keyDates = new HashMap<>();
  private final Map<String, Boolean> imids = new HashMap<>();
  private OrderEvent event;
  private FixMessage message;
  private String destination = "";
  private byte[] record = {};
  private Trades.Trade trade;

  RecordWriter(TradeDates dates, OrderIndex orders) {
    this.dates = dates;
    this.orders = orders;
  }

  /** The record written last. */
  byte[] record() {
    return record;
  }

  /** What was traded, where the record written last is one of a trade; else null. */
  Trades.Trade trade() {
    return trade;
  }

  /** {@code YYYYMMDD} of New York. */
  static String day(int epochDay) {
    return CalendarDates.text(epochDay).replace("-", "");
  }

  /** Writes the record of an event; null where that could be done, else why not. */
  Unsayable write(OrderEvent of, FixMessage from) {
    event = of;
    message = from;
    fields.of(from);
    trade = null;
    destination = of.isWireLog() ? "" : of.destination().toString();
    if (!isImid(of.reporter().toString())) {
      return Unsayable.IMID;
    }
    if (of.brokenParent()) {
      return Unsayable.NO_ORDER;
    }
    if (NO_EQUITY.contains(value(SECURITY_TYPE)) || fields.has(PUT_OR_CALL)) {
      return Unsayable.NO_EQUITY;
    }
    text.begin();
    Unsayable why =
        switch (of.type()) {
          case NEW, AGGREGATE -> order();
          case ROUTE -> route();
          case ACCEPT -> accept();
          case INTERNAL -> internal();
          case REPLACE -> destination.isEmpty() ? modified() : modifiedRoute();
          case CANCEL -> destination.isEmpty() ? cancel() : Unsayable.ROUTE_CANCEL;
          case CANCELED -> destination.isEmpty() ? canceled() : canceledRoute();
          case RESTATED -> destination.isEmpty() ? restated() : Unsayable.REPORT;
          case PARTIAL_FILL, FILL -> destination.isEmpty() ? traded() : Unsayable.REPORT;
          default -> Unsayable.REPORT;
        };
    if (why == null) {
      record = text.end();
    }
    return why;
  }

  private boolean isImid(String firm) {
    if (imids.size() > 10_000) {
      imids.clear();
    }
    return imids.computeIfAbsent(firm, name -> IMID.matcher(name).matches());
  }

  private String value(int tag) {
    fields.value(tag, work);
    return work.toString();
  }

  private void head(String type) {
    String action =
        event.action() == Action.CORRECTION
            ? "COR"
            : event.action() == Action.DELETION ? "DEL" : "NEW";
    head(type, action, firmRoeId(), event.reporter().toString());
  }

  private void head(String type, String action, String firmRoeId, String reporter) {
    text.with("actionType", action).with("firmROEID", firmRoeId).with("type", type);
    text.with("CATReporterIMID", reporter);
  }

  private String firmRoeId() {
    return day(NewYorkTime.day(event.eventTime())) + "_" + event.key();
  }

  /** Noon of a trade date: a moment of that date, in whatever zone it is. */
  private String keyDate(int day) {
    if (keyDates.size() > 10_000) {
      keyDates.clear();
    }
    return keyDates.computeIfAbsent(
        day,
        date ->
            String.valueOf(
                LocalDate.ofEpochDay(date)
                        .atTime(LocalTime.NOON)
                        .minus(dates.shift())
                        .atZone(dates.zone())
                        .toEpochSecond()
                    * NANOS));
  }

  /** An order's id: 11, behind the firm that sent it (115). */
  private static String id(String firm, String id) {
    return firm.isEmpty() ? id : firm + ":" + id;
  }

  private String ownId() {
    boolean isSent = event.type() != EventType.NEW && event.type() != EventType.AGGREGATE;
    return id(
        isSent && event.type() != EventType.INTERNAL ? event.source().toString() : "",
        event.eventId().toString());
  }

  private void key(int day, String id) {
    text.raw("orderKeyDate", keyDate(day)).with("orderID", id);
    text.with("symbol", event.symbol().toString());
  }

  private void at() {
    text.raw("eventTimestamp", String.valueOf(event.eventTime()));
  }

  private void electronic(boolean isDuplicable) {
    text.with("manualFlag", false);
    if (isDuplicable) {
      text.with("electronicDupFlag", false);
    }
  }

  private String side() {
    return side(event.side().toString());
  }

  /** Of a side that CAT lacks FIX's character, which is none of CAT's. */
  private static String side(String side) {
    return switch (side) {
      case "1", "3" -> "B";
      case "2", "4" -> "SL";
      case "5" -> "SS";
      case "6" -> "SX";
      default -> side;
    };
  }

  private void terms() {
    text.with("side", side());
    text.number("price", event.price().toString());
    text.number("quantity", event.orderQty().toString());
  }

  /** Types of order that CAT lacks: with a limit, or without. */
  private void orderType() {
    text.with("orderType", event.price().isEmpty() ? "MKT" : "LMT");
  }

  private void timeInForce() {
    String day = day(NewYorkTime.day(event.eventTime()));
    text.raw(
        "timeInForce",
        switch (event.timeInForce().toString()) {
          case "1" -> "{\"GTC\":true}";
          case "3", "4" -> "{\"IOC\":true}";
          default -> "{\"DAY\":" + day + "}";
        });
  }

  private String customer() {
    String customer = event.clientId().toString();
    return customer.isEmpty() ? "PENDING" : customer;
  }

  private boolean differs() {
    ParentReferences parents = event.parents();
    boolean differs = false;
    for (int i = 0; i < parents.count(); i++) {
      differs |= orders.differs(parents.high(i), parents.low(i), event.symbol());
    }
    return differs;
  }

  private int parentDay() {
    ParentReferences parents = event.parents();
    boolean isSaid = parents.count() > 0 && parents.date(0) != ParentReferences.NO_DATE;
    OrderIndex.Canceled canceled = whatIsCanceled();
    if (canceled != null) {
      return canceled.day();
    }
    return isSaid ? parents.date(0) : event.tradeDate();
  }

  /** What is canceled, of the report of a cancel; else null. */
  private OrderIndex.Canceled whatIsCanceled() {
    ParentReferences parents = event.parents();
    boolean isOfCancel =
        event.type().isReport()
            && parents.count() > 0
            && orders.isCancel(parents.high(0), parents.low(0));
    return isOfCancel ? orders.canceled(parents.key(0)) : null;
  }

  private Unsayable order() {
    String merged = "";
    if (event.type() == EventType.AGGREGATE) {
      merged = merged();
      if (merged.isEmpty()) {
        return Unsayable.NO_ORDER;
      }
      if (differs()) {
        return Unsayable.OTHER_SYMBOL;
      }
    }
    head("MENO");
    key(event.tradeDate(), ownId());
    at();
    electronic(true);
    text.with("deptType", "O").with("solicitationFlag", false);
    terms();
    orderType();
    timeInForce();
    text.with("tradingSession", "REG").with("custDspIntrFlag", false);
    text.with("firmDesignatedID", customer()).with("accountHolderType", "A");
    text.with("affiliateFlag", false);
    if (!merged.isEmpty()) {
      text.raw("aggregatedOrders", merged);
    }
    text.with("negotiatedTradeFlag", false);
    text.with("representativeInd", merged.isEmpty() ? "N" : "Y");
    return null;
  }

  /** Instances of 10073 as elements; empty where one does not name its order. */
  private String merged() {
    StringBuilder all = new StringBuilder("[");
    int fieldCount = message.fieldCount();
    int at = message.find(FixTag.NO_PARENTS) + 1;
    while (at < fieldCount && message.tag(at) == FixTag.PARENT_CL_ORD_ID) {
      String order = valueAt(at++);
      String firm = "";
      String quantity = "";
      int day = event.tradeDate();
      for (; at < fieldCount && isMember(message.tag(at)); at++) {
        switch (message.tag(at)) {
          case FixTag.PARENT_FIRM -> firm = valueAt(at);
          case FixTag.PARENT_QTY -> quantity = quantityAt(at);
          case FixTag.PARENT_TRADE_DATE -> day = dayAt(at, day);
          default -> {}
        }
      }
      all.append(all.length() > 1 ? ",{" : "{").append("\"orderID\":");
      all.append(RecordText.quote(id(firm, order)));
      all.append(",\"orderKeyDate\":").append(keyDate(day));
      if (!quantity.isEmpty()) {
        all.append(",\"quantity\":").append(RecordText.plain(quantity));
      }
      all.append('}');
    }
    return all.length() == 1 ? "" : all.append(']').toString();
  }

  private static boolean isMember(int tag) {
    return tag == FixTag.PARENT_FIRM
        || tag == FixTag.PARENT_TRADE_DATE
        || tag == FixTag.PARENT_QTY
        || tag == FixTag.PARENT_EVENT_ID;
  }

  private String valueAt(int field) {
    return work.set(message.buffer(), message.valueOffset(field), message.valueLength(field))
        .toString();
  }

  private String quantityAt(int field) {
    boolean isQuantity =
        FixValue.isQuantity(
            message.buffer(), message.valueOffset(field), message.valueLength(field));
    return isQuantity ? valueAt(field) : "";
  }

  private int dayAt(int field, int otherwise) {
    long day =
        FixValue.date(message.buffer(), message.valueOffset(field), message.valueLength(field));
    return day == FixValue.INVALID || message.valueLength(field) == 0 ? otherwise : (int) day;
  }

  private String sourceOrder() {
    String order = value(FixTag.PARENT_CL_ORD_ID);
    return order.isEmpty() ? "" : id(value(FixTag.PARENT_FIRM), order);
  }

  private Unsayable route() {
    String order = sourceOrder();
    if (order.isEmpty()) {
      return Unsayable.NO_ORDER;
    }
    if (!isImid(destination)) {
      return Unsayable.IMID;
    }
    if (differs()) {
      return Unsayable.OTHER_SYMBOL;
    }
    head("MEOR");
    key(parentDay(), order);
    at();
    electronic(true);
    text.with("destination", destination).with("destinationType", "F");
    text.with("routedOrderID", event.eventId().toString());
    routed();
    text.with("affiliateFlag", false).with("isoInd", "NA");
    text.with("routeRejectedFlag", false).with("dupROIDCond", false).with("multiLegInd", false);
    return null;
  }

  private void routed() {
    terms();
    orderType();
    timeInForce();
    text.with("tradingSession", "REG");
  }

  private Unsayable accept() {
    String sender = event.source().toString();
    if (!isImid(sender)) {
      return Unsayable.IMID;
    }
    if (parentDay() != event.tradeDate()) {
      return Unsayable.OTHER_DAY;
    }
    head("MEOA");
    key(event.tradeDate(), ownId());
    at();
    electronic(true);
    text.with("receiverIMID", event.reporter().toString()).with("senderIMID", sender);
    text.with("senderType", "F").with("routedOrderID", event.eventId().toString());
    text.with("affiliateFlag", false).with("deptType", "O");
    routed();
    text.with("isoInd", "NA").with("custDspIntrFlag", false).with("solicitationFlag", false);
    return null;
  }

  private Unsayable internal() {
    String order = sourceOrder();
    if (order.isEmpty()) {
      return Unsayable.NO_ORDER;
    }
    if (differs()) {
      return Unsayable.OTHER_SYMBOL;
    }
    head("MEIR");
    key(event.tradeDate(), ownId());
    text.raw("parentOrderKeyDate", keyDate(parentDay())).with("parentOrderID", order);
    at();
    electronic(false);
    text.with("deptType", "O").with("receivingDeskType", "O");
    routed();
    text.with("multiLegInd", false);
    return null;
  }

  /** The prior version's id; empty where 41 says none. */
  private String prior() {
    String prior = value(FixTag.ORIG_CL_ORD_ID);
    return prior.equals(value(FixTag.CL_ORD_ID)) ? "" : prior;
  }

  private Unsayable modified() {
    String prior = prior();
    if (prior.isEmpty()) {
      return Unsayable.NO_ORDER;
    }
    if (!isSenderSayable()) {
      return Unsayable.IMID;
    }
    if (differs()) {
      return Unsayable.OTHER_SYMBOL;
    }
    head("MEOM");
    key(event.tradeDate(), ownId());
    text.raw("priorOrderKeyDate", keyDate(parentDay()));
    text.with("priorOrderID", id(event.source().toString(), prior));
    at();
    electronic(true);
    text.with("initiator", "C");
    terms();
    text.number("leavesQty", event.orderQty().toString());
    orderType();
    timeInForce();
    text.with("tradingSession", "REG").with("isoInd", "NA").with("custDspIntrFlag", false);
    text.with("representativeInd", "N");
    return null;
  }

  private boolean isSenderSayable() {
    return event.source().isEmpty() || isImid(event.source().toString());
  }

  private Unsayable modifiedRoute() {
    String prior = prior();
    if (prior.isEmpty()) {
      return Unsayable.NO_ORDER;
    }
    if (!isImid(destination)) {
      return Unsayable.IMID;
    }
    if (parentDay() != event.tradeDate()) {
      return Unsayable.OTHER_DAY;
    }
    head("MEMR");
    String order = sourceOrder();
    key(event.tradeDate(), order.isEmpty() ? prior : order);
    at();
    electronic(false);
    text.with("destination", destination).with("destinationType", "F");
    text.with("routedOrderID", event.eventId().toString()).with("priorRoutedOrderID", prior);
    routed();
    text.with("affiliateFlag", false).with("isoInd", "NA");
    text.with("routeRejectedFlag", false).with("dupROIDCond", false).with("multiLegInd", false);
    return null;
  }

  private Unsayable cancel() {
    String prior = prior();
    Unsayable why = named(prior);
    if (why != null) {
      return why;
    }
    head("MEOCR");
    key(parentDay(), id(event.source().toString(), prior));
    at();
    electronic(false);
    text.number("cancelQty", event.orderQty().isEmpty() ? "0" : event.orderQty().toString());
    return null;
  }

  /** What forbids to name an order of the event's own sender. */
  private Unsayable named(String order) {
    if (order.isEmpty()) {
      return Unsayable.NO_ORDER;
    }
    if (!isSenderSayable()) {
      return Unsayable.IMID;
    }
    OrderIndex.Canceled canceled = whatIsCanceled();
    boolean differs =
        canceled == null
            ? differs()
            : orders.differs(canceled.order().high(), canceled.order().low(), event.symbol());
    return differs ? Unsayable.OTHER_SYMBOL : null;
  }

  /** The id that a report hangs on, of a cancel the order's or route's that is to be canceled. */
  private String reported() {
    ParentReferences parents = event.parents();
    boolean isOfCancel = parents.count() > 0 && orders.isCancel(parents.high(0), parents.low(0));
    return isOfCancel ? prior() : value(FixTag.CL_ORD_ID);
  }

  private String remaining() {
    String of = event.orderQty().toString();
    fields.quantity(FixTag.CUM_QTY, work);
    if (of.isEmpty() || work.isEmpty()) {
      return of.isEmpty() ? "0" : of;
    }
    BigDecimal rest =
        new BigDecimal(RecordText.plain(of))
            .subtract(new BigDecimal(RecordText.plain(work.toString())));
    return rest.signum() < 0 ? "0" : rest.toPlainString();
  }

  private Unsayable canceled() {
    String order = reported();
    Unsayable why = named(order);
    if (why != null) {
      return why;
    }
    head("MEOC");
    key(parentDay(), id(event.source().toString(), order));
    at();
    electronic(false);
    text.number("cancelQty", remaining()).number("leavesQty", "0").with("initiator", "C");
    return null;
  }

  private Unsayable canceledRoute() {
    String route = reported();
    if (route.isEmpty()) {
      return Unsayable.NO_ORDER;
    }
    if (!isImid(destination)) {
      return Unsayable.IMID;
    }
    if (parentDay() != event.tradeDate()) {
      return Unsayable.OTHER_DAY;
    }
    head("MECR");
    String order = sourceOrder();
    key(event.tradeDate(), order.isEmpty() ? route : order);
    at();
    electronic(false);
    text.number("cancelQty", remaining());
    text.with("destination", destination).with("destinationType", "F");
    text.with("routedOrderID", route).with("routeRejectedFlag", false).with("multiLegInd", false);
    return null;
  }

  private Unsayable restated() {
    String order = reported();
    Unsayable why = named(order);
    if (why != null) {
      return why;
    }
    head("MEOJ");
    key(parentDay(), id(event.source().toString(), order));
    at();
    electronic(false);
    text.with("initiator", "F");
    text.number("price", event.price().toString());
    text.number("quantity", event.orderQty().toString());
    timeInForce();
    return null;
  }

  private Unsayable traded() {
    String order = reported();
    Unsayable why = named(order);
    if (why != null) {
      return why;
    }
    Trades.Trade made = new Trades.Trade();
    made.reporter = event.reporter().toString();
    made.firmRoeId = firmRoeId();
    made.tradeId = event.eventId().toString();
    made.symbol = event.symbol().toString();
    made.side = side();
    made.quantity = event.lastShares().toString();
    made.price = event.lastPx().toString();
    made.keyDay = event.tradeDate();
    made.time = event.eventTime();
    made.details =
        "[{\"orderKeyDate\":"
            + keyDate(parentDay())
            + ",\"orderID\":"
            + RecordText.quote(id(event.source().toString(), order))
            + ",\"side\":"
            + RecordText.quote(made.side)
            + "}]";
    head("MEOT");
    write(made);
    trade = made;
    return null;
  }

  /** Writes once more what has become of a trade. */
  void change(Trades.Trade changed) {
    text.begin();
    head("MEOT", "COR", changed.firmRoeId, changed.reporter);
    write(changed);
    record = text.end();
    trade = null;
  }

  private void write(Trades.Trade of) {
    text.raw("tradeKeyDate", keyDate(of.keyDay)).with("tradeID", of.tradeId);
    text.with("symbol", of.symbol).raw("eventTimestamp", String.valueOf(of.time));
    text.with("manualFlag", false).with("cancelFlag", of.isBusted);
    if (of.isBusted) {
      text.raw("cancelTimestamp", String.valueOf(of.bustTime));
    }
    text.number("quantity", of.quantity).number("price", of.price).with("capacity", "A");
    boolean isBuy = of.side.equals("B");
    text.with("sideDetailsInd", isBuy ? "BUY" : "SELL");
    text.raw(isBuy ? "buyDetails" : "sellDetails", of.details).with("multiLegInd", false);
  }
}
