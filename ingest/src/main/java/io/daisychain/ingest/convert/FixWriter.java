package io.daisychain.ingest.convert;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.daisychain.cat.CatRecord;
import io.daisychain.fix.FixTag;
import io.daisychain.fix.MessageDraft;
import io.daisychain.model.Action;
import io.daisychain.model.ByteSlice;
import io.daisychain.model.CatKey;
import io.daisychain.model.OrderEvent;
import io.daisychain.model.event.CatEventReader;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes what a record says as a message of FIX 4.2 whose identity, and that of its parent, follow
 * from ids, as docs/input.md has it. An order that was accepted has in CAT the id {@code
 * SENDER:ID}, as {@link CatConversion} makes it: in FIX 115 and 11.
 */
final class FixWriter {
  private static final Pattern SENT = Pattern.compile("([A-Za-z0-9]{1,7}):(.+)");
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuuMMdd-HH:mm:ss.nnnnnnnnn").withZone(ZoneOffset.UTC);
  private static final int ID_AT = 9;

  /** Tag 21, which FIX 4.2 asks for. */
  private static final int HANDL_INST = 21;

  private static final String UNDISCLOSED = "7";
  private static final List<ByteSlice> SIDES =
      List.of("1", "2", "5", "6").stream().map(FixWriter::slice).toList();

  private final String receiver;
  private final OrderIndex sides;
  private final List<byte[]> lines = new ArrayList<>();
  private CatRecord record;
  private OrderEvent event;
  private MessageDraft message;
  private long sent;

  /** An order's name: the firm that sent it, empty for none, and its id. */
  private record Name(String firm, String id) {}

  /** A record that FIX cannot say. */
  private static final class UnsayableException extends Exception {
    private static final long serialVersionUID = 1;

    UnsayableException(String why) {
      super(why, null, false, false);
    }
  }

  FixWriter(String receiver, OrderIndex sides) {
    this.receiver = receiver;
    this.sides = sides;
  }

  private static ByteSlice slice(String text) {
    byte[] bytes = text.getBytes(ISO_8859_1);
    return new ByteSlice().set(bytes, 0, bytes.length);
  }

  /** The lines that were written last. */
  List<byte[]> lines() {
    return lines;
  }

  /**
   * Writes a record without faults.
   *
   * @param sentAt when it counts as sent, in nanoseconds since 1970
   * @return why FIX cannot say it; empty where it was written
   */
  String write(CatRecord of, OrderEvent read, long sentAt) {
    record = of;
    event = read;
    sent = sentAt;
    lines.clear();
    try {
      write(of.type());
      return "";
    } catch (UnsayableException e) {
      return e.getMessage();
    }
  }

  private void write(String type) throws UnsayableException {
    require(event.action() != Action.REPAIR, "repairs, of which FIX does not know what they mend");
    require(record.text("originatingIMID").isEmpty(), "references to an order of another firm");
    require(record.text("manualOrderID").isEmpty(), "copies of manual orders");
    boolean bears = event.keyKind() != CatKey.Kind.NONE;
    require(!bears || event.keyDate == event.tradeDate, "keys of another date than their event's");
    switch (type) {
      case "MENO" -> order();
      case "MEOA" -> accepted();
      case "MEOR" -> route(false);
      case "MEMR" -> route(true);
      case "MECO", "MEIR" -> internal();
      case "MEOM" -> modified();
      case "MEOCR" -> cancel();
      case "MEOC" -> canceled();
      case "MECR" -> canceledRoute();
      case "MEOJ" -> restated();
      case "MEOT" -> trade();
      default -> throw new UnsayableException("events of type " + type);
    }
  }

  private static void require(boolean isSayable, String otherwise) throws UnsayableException {
    if (!isSayable) {
      throw new UnsayableException(otherwise);
    }
  }

  private void begin(String type) {
    message = new MessageDraft();
    message.put(FixTag.BEGIN_STRING, "FIX.4.2");
    message.put(FixTag.MSG_TYPE, type);
    message.put(FixTag.SENDER_COMP_ID, event.reporter().toString());
    message.put(FixTag.TARGET_COMP_ID, receiver);
    message.put(FixTag.MSG_SEQ_NUM, "1");
    message.put(FixTag.SENDING_TIME, time(sent));
    if (event.action() != Action.NEW) {
      message.put(FixTag.ACTION, event.action() == Action.DELETION ? "D" : "C");
    }
  }

  private static String time(long nanos) {
    Instant at =
        Instant.ofEpochSecond(Math.floorDiv(nanos, 1_000_000_000L), nanos % 1_000_000_000L);
    return TIME.format(at);
  }

  private void put(int tag, String value) {
    if (!value.isEmpty()) {
      message.put(tag, value);
    }
  }

  private void end() {
    message.put(FixTag.SYMBOL, event.symbol().toString());
    message.put(FixTag.TRANSACT_TIME, time(event.eventTime()));
    message.seal();
    byte[] bytes = message.toBytes();
    byte[] line = Arrays.copyOf(bytes, bytes.length + 1);
    line[bytes.length] = '\n';
    lines.add(line);
  }

  /** What is left of firmROEID behind its date: an id that no other record of the firm has. */
  private String ownId() {
    return record.text("firmROEID").substring(ID_AT);
  }

  private String firm(String field) {
    return CatEventReader.firmOf(record.text(field));
  }

  private Name name(String field) throws UnsayableException {
    return nameOf(record.text(field));
  }

  private static Name nameOf(String id) throws UnsayableException {
    require(!id.isEmpty(), "events that do not name their order");
    Matcher of = SENT.matcher(id);
    return of.matches() ? new Name(of.group(1), of.group(2)) : new Name("", id);
  }

  private String plainId(String field) throws UnsayableException {
    Name name = name(field);
    require(name.firm().isEmpty(), "ids that read as those of orders that were sent");
    return name.id();
  }

  /** Where a parent lies on another day than the event. */
  private void parentDay() {
    if (event.parents().count() > 0 && event.parents().date(0) != event.tradeDate()) {
      message.put(FixTag.PARENT_TRADE_DATE, ConvertedEvent.day(event.parents().date(0)));
    }
  }

  private void terms() throws UnsayableException {
    String type = record.text("orderType");
    require(type.equals("MKT") || type.equals("LMT"), "types of order that FIX lacks");
    put(HANDL_INST, "1");
    put(FixTag.SIDE, event.side().toString());
    put(FixTag.ORDER_QTY, record.text("quantity"));
    put(FixTag.ORD_TYPE, type.equals("MKT") ? "1" : "2");
    put(FixTag.PRICE, record.text("price"));
    switch (event.timeInForce().toString()) {
      case "DAY" -> put(FixTag.TIME_IN_FORCE, "0");
      case "GTC" -> put(FixTag.TIME_IN_FORCE, "1");
      case "IOC" -> put(FixTag.TIME_IN_FORCE, "3");
      default -> {}
    }
  }

  private void order() throws UnsayableException {
    begin("D");
    put(FixTag.CL_ORD_ID, plainId("orderID"));
    List<Integer> merged = elements("aggregatedOrders");
    String customer = record.text("firmDesignatedID");
    boolean isOwn = !merged.isEmpty() && customer.equals(event.reporter().toString());
    put(FixTag.CLIENT_ID, isOwn || customer.equals("PENDING") ? "" : customer);
    terms();
    if (!merged.isEmpty()) {
      merged(merged);
    }
    end();
  }

  private List<Integer> elements(String field) {
    List<Integer> all = new ArrayList<>();
    int array = record.node(field);
    for (int at = record.first(array); at != CatRecord.ABSENT; at = record.following(at, array)) {
      all.add(at);
    }
    return all;
  }

  private String inside(int element, String field) {
    return record.text(record.inside(element, field));
  }

  private void merged(List<Integer> orders) throws UnsayableException {
    int at = message.size();
    message.insert(at++, FixTag.NO_PARENTS, Integer.toString(orders.size()));
    for (int i = 0; i < orders.size(); i++) {
      int element = orders.get(i);
      require(
          inside(element, "originatingIMID").isEmpty(), "references to an order of another firm");
      require(i < event.parents().count(), "an order merged twice");
      Name name = nameOf(inside(element, "orderID"));
      message.insert(at++, FixTag.PARENT_CL_ORD_ID, name.id());
      if (!name.firm().isEmpty()) {
        message.insert(at++, FixTag.PARENT_FIRM, name.firm());
      }
      if (event.parents().date(i) != event.tradeDate()) {
        String day = ConvertedEvent.day(event.parents().date(i));
        message.insert(at++, FixTag.PARENT_TRADE_DATE, day);
      }
      String quantity = inside(element, "quantity");
      if (!quantity.isEmpty()) {
        message.insert(at++, FixTag.PARENT_QTY, quantity);
      }
    }
  }

  private void accepted() throws UnsayableException {
    String sender = event.source().toString();
    String id = record.text("routedOrderID");
    require(
        name("orderID").equals(new Name(sender, id)), "orders accepted under an id of their own");
    require(
        firm("receiverIMID").isEmpty() || firm("receiverIMID").equals(event.reporter().toString()),
        "routes in another firm's name");
    begin("D");
    put(FixTag.ON_BEHALF_OF_COMP_ID, sender);
    put(FixTag.CL_ORD_ID, id);
    terms();
    end();
  }

  private void route(boolean isChange) throws UnsayableException {
    String sender = firm("senderIMID");
    require(
        sender.isEmpty() || sender.equals(event.reporter().toString()),
        "routes in another firm's name");
    String prior = record.text("priorRoutedOrderID");
    require(!isChange || !prior.isEmpty(), "changes of a route that do not name it");
    Name order = name("orderID");
    begin(isChange ? "G" : "D");
    put(FixTag.DELIVER_TO_COMP_ID, firm("destination"));
    put(FixTag.CL_ORD_ID, routed());
    if (isChange) {
      put(FixTag.ORIG_CL_ORD_ID, prior);
    } else {
      put(FixTag.PARENT_CL_ORD_ID, order.id());
      put(FixTag.PARENT_FIRM, order.firm());
      parentDay();
    }
    terms();
    end();
    if (record.isTrue("routeRejectedFlag") && event.action() != Action.DELETION) {
      refused();
    }
  }

  /** The receiver's refusal, which a correction of the route says in the same words. */
  private void refused() throws UnsayableException {
    report(new Name("", routed()), ownId() + ".refused", "8", "8");
    remove(FixTag.ACTION);
    remove(FixTag.PARENT_TRADE_DATE); // of the route's order
    put(FixTag.DELIVER_TO_COMP_ID, firm("destination"));
    end();
  }

  private void remove(int tag) {
    int at = message.find(tag);
    if (at >= 0) {
      message.remove(at);
    }
  }

  private String routed() throws UnsayableException {
    String id = record.text("routedOrderID");
    require(!id.isEmpty(), "routes without an id");
    return id;
  }

  private void internal() throws UnsayableException {
    Name parent = name("parentOrderID");
    begin("D");
    put(FixTag.CL_ORD_ID, plainId("orderID"));
    put(FixTag.PARENT_CL_ORD_ID, parent.id());
    put(FixTag.PARENT_FIRM, parent.firm());
    parentDay();
    terms();
    end();
  }

  private void modified() throws UnsayableException {
    Name own = name("orderID");
    boolean isNew = !record.text("priorOrderID").isEmpty();
    Name prior = isNew ? name("priorOrderID") : own;
    require(prior.firm().equals(own.firm()), "orders of two senders");
    require(elements("aggregatedOrders").isEmpty(), "changes that merge orders");
    begin("G");
    put(FixTag.ON_BEHALF_OF_COMP_ID, own.firm());
    put(FixTag.CL_ORD_ID, isNew && !prior.equals(own) ? own.id() : ownId());
    put(FixTag.ORIG_CL_ORD_ID, prior.id());
    parentDay();
    terms();
    end();
  }

  private void cancel() throws UnsayableException {
    Name order = name("orderID");
    begin("F");
    put(FixTag.ON_BEHALF_OF_COMP_ID, order.firm());
    put(FixTag.CL_ORD_ID, ownId());
    put(FixTag.ORIG_CL_ORD_ID, order.id());
    parentDay();
    put(FixTag.SIDE, orderSide());
    put(FixTag.ORDER_QTY, record.text("cancelQty"));
    end();
  }

  /** The side of what an event names, where it says none itself. */
  private String orderSide() {
    if (!event.side().isEmpty()) {
      return event.side().toString();
    }
    String found = UNDISCLOSED;
    int fitting = 0;
    for (ByteSlice side : SIDES) {
      if (event.parents().count() > 0
          && !sides.differs(event.parents().high(0), event.parents().low(0), side)) {
        found = side.toString();
        fitting++;
      }
    }
    return fitting == 1 ? found : UNDISCLOSED;
  }

  private void report(Name order, String id, String type, String status) {
    begin("8");
    put(FixTag.ON_BEHALF_OF_COMP_ID, order.firm());
    put(FixTag.ORDER_ID, order.id());
    put(FixTag.CL_ORD_ID, order.id());
    put(FixTag.EXEC_ID, id);
    put(FixTag.EXEC_TRANS_TYPE, "0");
    put(FixTag.EXEC_TYPE, type);
    put(FixTag.ORD_STATUS, status);
    parentDay();
    put(FixTag.SIDE, orderSide());
    put(FixTag.LEAVES_QTY, "0");
    put(FixTag.CUM_QTY, "0");
    put(FixTag.AVG_PX, "0");
  }

  private void canceled() throws UnsayableException {
    String left = record.text("leavesQty");
    require(left.isEmpty() || left.matches("0(\\.0*)?"), "cancels of a part of an order");
    report(name("orderID"), ownId(), "4", "4");
    end();
  }

  private void canceledRoute() throws UnsayableException {
    report(new Name("", routed()), ownId(), "4", "4");
    put(FixTag.DELIVER_TO_COMP_ID, firm("destination"));
    end();
  }

  private void restated() throws UnsayableException {
    require(record.text("priorOrderID").isEmpty(), "orders restated under another id");
    report(name("orderID"), ownId(), "D", "0");
    put(FixTag.ORDER_QTY, record.text("quantity"));
    put(FixTag.PRICE, record.text("price"));
    end();
  }

  private void trade() throws UnsayableException {
    List<Integer> sidesOf = elements("buyDetails");
    sidesOf.addAll(elements("sellDetails"));
    require(sidesOf.size() == 1, "trades with both sides");
    String order = inside(sidesOf.get(0), "orderID");
    Name name = nameOf(order);
    boolean isBusted = record.isTrue("cancelFlag");
    if (!isBusted || event.action() == Action.NEW) {
      fill(name, sidesOf.get(0), record.text("tradeID"), "");
    }
    if (isBusted) {
      fill(name, sidesOf.get(0), ownId() + ".bust", record.text("tradeID"));
    }
  }

  private void fill(Name order, int side, String id, String busted) {
    report(order, id, "1", "1");
    if (!busted.isEmpty()) {
      remove(FixTag.ACTION);
      put(FixTag.EXEC_TRANS_TYPE, "1");
      put(FixTag.EXEC_REF_ID, busted);
    }
    String quantity = record.text("quantity");
    put(FixTag.SIDE, side(inside(side, "side")));
    put(FixTag.LAST_SHARES, quantity);
    put(FixTag.LAST_PX, record.text("price"));
    put(FixTag.CUM_QTY, quantity);
    put(FixTag.AVG_PX, record.text("price"));
    end();
  }

  private static String side(String side) {
    return switch (side.toUpperCase(Locale.ROOT)) {
      case "B" -> "1";
      case "SS" -> "5";
      case "SX" -> "6";
      default -> "2";
    };
  }
}
