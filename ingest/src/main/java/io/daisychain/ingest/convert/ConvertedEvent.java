package io.daisychain.ingest.convert;

import io.daisychain.cat.NewYorkTime;
import io.daisychain.fix.FixMessage;
import io.daisychain.fix.FixTag;
import io.daisychain.model.Action;
import io.daisychain.model.ByteSlice;
import io.daisychain.model.CalendarDates;
import io.daisychain.model.EventType;
import io.daisychain.model.MessageFields;
import io.daisychain.model.OrderEvent;
import io.daisychain.model.ParentReferences;
import io.daisychain.model.TradeDates;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** An event of FIX that is being written as a record, and what records of all types have of it. */
final class ConvertedEvent {
  private static final Pattern IMID = Pattern.compile("[A-Za-z0-9]{1,7}");
  private static final long NANOS = 1_000_000_000L;
  private static final int MOST_KEPT = 10_000;

  final RecordText text = new RecordText();
  final MessageFields fields = new MessageFields();
  final ByteSlice work = new ByteSlice();
  OrderEvent event;
  FixMessage message;

  /** To whom it is routed (128); empty in a wire log. */
  String destination = "";

  private final TradeDates dates;
  private final OrderIndex orders;
  private final Map<Integer, Long> keyDates = new HashMap<>();
  private final Map<String, Boolean> imids = new HashMap<>();

  ConvertedEvent(TradeDates dates, OrderIndex orders) {
    this.dates = dates;
    this.orders = orders;
  }

  /** Begins with another event. */
  void of(OrderEvent next, FixMessage from) {
    event = next;
    message = from;
    fields.of(from);
    destination = next.isWireLog() ? "" : next.destination().toString();
  }

  /** {@code YYYYMMDD} of New York. */
  static String day(int epochDay) {
    return CalendarDates.text(epochDay).replace("-", "");
  }

  boolean isImid(String firm) {
    if (imids.size() > MOST_KEPT) {
      imids.clear();
    }
    return imids.computeIfAbsent(firm, name -> IMID.matcher(name).matches());
  }

  String value(int tag) {
    fields.value(tag, work);
    return work.toString();
  }

  void head(String type) {
    String action =
        event.action() == Action.CORRECTION
            ? "COR"
            : event.action() == Action.DELETION ? "DEL" : "NEW";
    head(type, action, firmRoeId(), event.reporter().toString());
  }

  void head(String type, String action, String firmRoeId, String reporter) {
    text.with("actionType", action).with("firmROEID", firmRoeId).with("type", type);
    text.with("CATReporterIMID", reporter);
  }

  String firmRoeId() {
    return day(NewYorkTime.day(event.eventTime())) + "_" + event.key();
  }

  /** Noon of a trade date: a moment of that date, in whatever zone it is. */
  long keyDate(int day) {
    if (keyDates.size() > MOST_KEPT) {
      keyDates.clear();
    }
    return keyDates.computeIfAbsent(
        day,
        date ->
            LocalDate.ofEpochDay(date)
                    .atTime(LocalTime.NOON)
                    .minus(dates.shift())
                    .atZone(dates.zone())
                    .toEpochSecond()
                * NANOS);
  }

  /** An order's id: 11, behind the firm that sent it (115). */
  static String id(String firm, String id) {
    return firm.isEmpty() ? id : firm + ":" + id;
  }

  String ownId() {
    boolean isSent = event.type() != EventType.NEW && event.type() != EventType.AGGREGATE;
    return id(
        isSent && event.type() != EventType.INTERNAL ? event.source().toString() : "",
        event.eventId().toString());
  }

  void key(int day, String id) {
    text.with("orderKeyDate", keyDate(day)).with("orderID", id);
    text.with("symbol", event.symbol().toString());
  }

  void at() {
    text.with("eventTimestamp", event.eventTime());
  }

  void electronic(boolean isDuplicable) {
    text.with("manualFlag", false);
    if (isDuplicable) {
      text.with("electronicDupFlag", false);
    }
  }

  /** Of a side that CAT lacks FIX's character, which is none of CAT's. */
  String side() {
    String side = event.side().toString();
    return switch (side) {
      case "1", "3" -> "B";
      case "2", "4" -> "SL";
      case "5" -> "SS";
      case "6" -> "SX";
      default -> side;
    };
  }

  void terms() {
    text.with("side", side());
    text.number("price", event.price().toString());
    text.number("quantity", event.orderQty().toString());
  }

  /** Types of order that CAT lacks: with a limit, or without. */
  void orderType() {
    text.with("orderType", event.price().isEmpty() ? "MKT" : "LMT");
  }

  void timeInForce() {
    text.beginObject("timeInForce");
    switch (event.timeInForce().toString()) {
      case "1" -> text.with("GTC", true);
      case "3", "4" -> text.with("IOC", true);
      default -> text.number("DAY", day(NewYorkTime.day(event.eventTime())));
    }
    text.endObject();
  }

  /** ClientID (FIX 4.2, tag 109); an aggregated order without one is in the firm's own name. */
  String customer() {
    String customer = event.clientId().toString();
    if (!customer.isEmpty()) {
      return customer;
    }
    return event.type() == EventType.AGGREGATE ? event.reporter().toString() : "PENDING";
  }

  boolean differs() {
    ParentReferences parents = event.parents();
    boolean differs = false;
    for (int i = 0; i < parents.count(); i++) {
      differs |= orders.differs(parents.high(i), parents.low(i), event.symbol());
    }
    return differs;
  }

  int parentDay() {
    ParentReferences parents = event.parents();
    boolean isSaid = parents.count() > 0 && parents.date(0) != ParentReferences.NO_DATE;
    OrderIndex.Canceled canceled = whatIsCanceled();
    if (canceled != null) {
      return canceled.day();
    }
    return isSaid ? parents.date(0) : event.tradeDate();
  }

  /** What is canceled, of the report of a cancel; else null. */
  OrderIndex.Canceled whatIsCanceled() {
    ParentReferences parents = event.parents();
    boolean isOfCancel =
        event.type().isReport()
            && parents.count() > 0
            && orders.isCancel(parents.high(0), parents.low(0));
    return isOfCancel ? orders.canceled(parents.key(0)) : null;
  }

  String sourceOrder() {
    String order = value(FixTag.PARENT_CL_ORD_ID);
    return order.isEmpty() ? "" : id(value(FixTag.PARENT_FIRM), order);
  }

  /** The prior version's id; empty where 41 says none. */
  String prior() {
    String prior = value(FixTag.ORIG_CL_ORD_ID);
    return prior.equals(value(FixTag.CL_ORD_ID)) ? "" : prior;
  }

  boolean isSenderSayable() {
    return event.source().isEmpty() || isImid(event.source().toString());
  }

  /** What forbids to name an order of the event's own sender. */
  Unsayable named(String order) {
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

  /** Whether the route that it is, or changes, was refused. */
  boolean isRefused() {
    return orders.isRefused(event.key());
  }

  /** The id that a report hangs on, of a cancel the order's or route's that is to be canceled. */
  String reported() {
    ParentReferences parents = event.parents();
    boolean isOfCancel = parents.count() > 0 && orders.isCancel(parents.high(0), parents.low(0));
    return isOfCancel ? prior() : value(FixTag.CL_ORD_ID);
  }
}
