package io.daisychain.model.event;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.daisychain.cat.CanonicalText;
import io.daisychain.cat.CatRecord;
import io.daisychain.cat.NewYorkTime;
import io.daisychain.fix.FixValue;
import io.daisychain.model.Action;
import io.daisychain.model.ByteSlice;
import io.daisychain.model.CatKey;
import io.daisychain.model.EventType;
import io.daisychain.model.OrderEvent;
import io.daisychain.model.Relation;
import io.daisychain.model.TradeDates;

/**
 * Reads events from records of CAT: type, identity, the key that an event bears and the keys of its
 * parents, by the rules of docs/cat.md. Reusable, not thread-safe.
 */
public final class CatEventReader {
  private static final int OSI_TAIL = 15;
  private static final int OSI_ROOT = 6;

  private final TradeDates dates;
  private final Identity identity = new Identity();
  private final NewYorkTime times = new NewYorkTime();
  private final OrderEvent event = new OrderEvent();
  private CatRecord record;
  private String kind = "";
  private String reporter = "";
  private String named = "";
  private String symbol = "";
  private String keyReporter = "";
  private String keyCounterparty = "";
  private String keyValue = "";
  private String code = "";
  private String words = "";

  public CatEventReader(TradeDates dates) {
    this.dates = dates;
  }

  /** The event read last, valid until the next {@link #read}. */
  public OrderEvent event() {
    return event;
  }

  /** After a refusal: CAT's code. */
  public String code() {
    return code;
  }

  /** After a refusal: what is wrong, for people. */
  public String words() {
    return words;
  }

  /** Whose key it is, of a route its sender. */
  String keyReporter() {
    return keyReporter;
  }

  /** The receiver of a route. */
  String keyCounterparty() {
    return keyCounterparty;
  }

  /** The symbol in the key. */
  String keySymbol() {
    return event.keyKind == CatKey.Kind.ROUTE ? "" : symbol;
  }

  /** The id in the key. */
  String keyValue() {
    return keyValue;
  }

  CatRecord record() {
    return record;
  }

  /**
   * Reads an event.
   *
   * @param ofFile the reporter that the file's name says; empty for none
   * @param sendingTime when it counts as sent, in nanoseconds since 1970
   * @return false where it is refused
   */
  public boolean read(CatRecord of, String ofFile, long sendingTime) {
    record = of;
    kind = of.type().substring(2);
    String said = imid("CATReporterIMID");
    reporter = said.isEmpty() ? ofFile : said;
    if (reporter.isEmpty() || (!ofFile.isEmpty() && !reporter.equals(ofFile))) {
      return refuse("2011", "whose record it is, neither it nor its file's name says, or both do");
    }
    String id = of.text("firmROEID");
    if (!isFirmRoeId(id)) {
      return refuse("2032", "firmROEID is no date, _ and text, or longer than 64");
    }
    String originating = imid("originatingIMID");
    named = originating.isEmpty() ? reporter : originating;
    symbol = symbol();
    event.wireLog = false;
    event.sentAgain = false;
    event.tagged = false;
    event.brokenParentTag = 0;
    event.eventTime = of.eventTime();
    event.sendingTime = sendingTime;
    event.tradeDate = dates.epochDay(event.eventTime);
    event.action = action();
    event.type = type();
    identity.cat();
    with(reporter);
    with(id);
    identity.derive();
    event.high = identity.high();
    event.low = identity.low();
    readKey();
    readFlags();
    event.parents.clear();
    if (event.action != Action.DELETION) {
      readParents();
    }
    event.parents.settle(event.high, event.low);
    event.relation = event.parents.count() == 0 ? Relation.NONE : event.parents.relation(0);
    readValues();
    return true;
  }

  private boolean refuse(String withCode, String why) {
    code = withCode;
    words = why;
    return false;
  }

  private static boolean isFirmRoeId(String id) {
    byte[] bytes = id.getBytes(ISO_8859_1);
    return id.length() > 9
        && id.length() <= 64
        && id.charAt(8) == '_'
        && NewYorkTime.date(bytes, 0, 8) != Integer.MIN_VALUE
        && id.chars().allMatch(c -> c > ' ' && c <= '~' && ",|@\"".indexOf(c) < 0);
  }

  private Action action() {
    return switch (record.text("actionType")) {
      case "COR" -> Action.CORRECTION;
      case "DEL" -> Action.DELETION;
      case "RPR" -> Action.REPAIR;
      default -> Action.NEW;
    };
  }

  private EventType type() {
    return switch (kind) {
      case "NO" -> has("aggregatedOrders") ? EventType.AGGREGATE : EventType.NEW;
      case "OA", "QR" -> EventType.ACCEPT;
      case "CO", "IR" -> EventType.INTERNAL;
      case "OR", "RQ" -> EventType.ROUTE;
      case "MR", "OM", "COM", "IM", "QM" -> EventType.REPLACE;
      case "CR", "OC", "COC", "IC", "QC" -> EventType.CANCELED;
      case "OMR", "IMR" -> EventType.PENDING_REPLACE;
      case "OCR", "ICR" -> EventType.PENDING_CANCEL;
      case "OJ" -> EventType.RESTATED;
      case "OE" -> EventType.EFFECTIVE;
      case "OT" -> EventType.TRADE;
      case "OF" -> EventType.FULFILLMENT;
      case "FA" -> EventType.CORRECT;
      case "PA", "AA" -> EventType.ALLOCATION;
      case "NQ" -> EventType.QUOTE;
      case "QS" -> isMultiLeg() ? EventType.SUPPLEMENT : EventType.RESTATED;
      default -> EventType.SUPPLEMENT;
    };
  }

  private boolean isMultiLeg() {
    return record.type().startsWith("ML");
  }

  private boolean has(String field) {
    return record.node(field) != CatRecord.ABSENT;
  }

  /** An IMID, or the firm's part of {@code CRD:ID}. */
  private String imid(String field) {
    return withoutCrd(record.text(field).strip());
  }

  private static String withoutCrd(String text) {
    int colon = text.indexOf(':');
    return colon >= 0 ? text.substring(colon + 1) : text;
  }

  private String symbol() {
    return switch (record.type().charAt(1)) {
      case 'E' -> record.text("symbol");
      case 'O' -> option(record.text("optionID"));
      default -> "";
    };
  }

  /** An option's symbol with its root padded. */
  private static String option(String id) {
    int tail = id.length() - OSI_TAIL;
    if (tail < 1 || !id.substring(tail).matches("\\d{6}[CP]\\d{8}")) {
      return id;
    }
    String root = id.substring(0, tail).strip();
    return root.length() > OSI_ROOT
        ? id
        : root + " ".repeat(OSI_ROOT - root.length()) + id.substring(tail);
  }

  private void with(String component) {
    byte[] bytes = component.getBytes(ISO_8859_1);
    identity.with(bytes, 0, bytes.length);
  }

  /** The day of a key's own date field; the event's where it cannot be read. */
  private int day(int node) {
    if (node == CatRecord.ABSENT) {
      return event.tradeDate;
    }
    long time = times.of(record.bytes(), record.from(node), record.to(node), record.isNumber(node));
    return time == NewYorkTime.INVALID ? event.tradeDate : dates.epochDay(time);
  }

  private void key(CatKey.Kind of, int day, String firm, String id) {
    identity.key(of, day);
    with(firm);
    with(symbol);
    with(id);
    identity.derive();
  }

  private void routeKey(String from, String to, String id) {
    identity.route(event.tradeDate);
    with(from);
    with(to);
    with(id);
    identity.derive();
  }

  private void readKey() {
    event.keyKind = CatKey.Kind.NONE;
    keyReporter = "";
    keyCounterparty = "";
    keyValue = "";
    switch (kind) {
      case "NO", "OA", "CO", "IR" -> bear(CatKey.Kind.ORDER, "orderKeyDate", "orderID");
      case "OM", "COM", "IM", "OJ", "OE" -> {
        if (isOther("priorOrderID", "orderID")) {
          bear(CatKey.Kind.ORDER, "orderKeyDate", "orderID");
        }
      }
      case "OT" -> bear(CatKey.Kind.TRADE, "tradeKeyDate", "tradeID");
      case "OF", "FA" -> bear(CatKey.Kind.FULFILLMENT, "fillKeyDate", "fulfillmentID");
      case "PA", "AA" -> bear(CatKey.Kind.ALLOCATION, "allocationKeyDate", "allocationID");
      case "NQ", "QR" -> bear(CatKey.Kind.QUOTE, "quoteKeyDate", "quoteID");
      case "QM" -> {
        if (isOther("priorQuoteID", "quoteID")) {
          bear(CatKey.Kind.QUOTE, "quoteKeyDate", "quoteID");
        }
      }
      case "OR", "MR", "ORS", "MRS", "OS" -> bearRoute("routedOrderID");
      case "RQ", "RQS" -> bearRoute("routedQuoteID");
      case "QS" -> {
        if (isMultiLeg()) {
          bearRoute("routedQuoteID");
        }
      }
      default -> {}
    }
  }

  private boolean isOther(String prior, String id) {
    return has(prior) && !record.text(prior).equals(record.text(id));
  }

  private void bear(CatKey.Kind of, String date, String id) {
    keyValue = record.text(id);
    if (keyValue.isEmpty()) {
      return;
    }
    event.keyDate = day(record.node(date));
    key(of, event.keyDate, reporter, keyValue);
    borne(of, reporter);
  }

  private void bearRoute(String id) {
    keyValue = record.text(id);
    if (keyValue.isEmpty()) {
      return;
    }
    keyCounterparty = imid("destination");
    event.keyDate = event.tradeDate;
    routeKey(sender(), keyCounterparty, keyValue);
    borne(CatKey.Kind.ROUTE, sender());
    String session = record.text("session");
    if (!session.isEmpty()) {
      identity.key(CatKey.Kind.ROUTE, 0);
      with(session);
      identity.derive();
      event.keySession = identity.high();
    }
  }

  private void borne(CatKey.Kind of, String firm) {
    event.keyKind = of;
    event.keySession = 0;
    event.keyHigh = identity.high();
    event.keyLow = identity.low();
    keyReporter = firm;
  }

  private String sender() {
    String sender = imid("senderIMID");
    return sender.isEmpty() ? reporter : sender;
  }

  private void readFlags() {
    boolean isRoute = event.type == EventType.ROUTE || event.keyKind == CatKey.Kind.ROUTE;
    String other = record.text(isRoute ? "destinationType" : "senderType");
    int flags = other.equals("E") ? CatKey.EXCHANGE : 0;
    flags |=
        record.isTrue("routeRejectedFlag") || (isRoute && other.equals("N"))
            ? CatKey.NEVER_ACCEPTED
            : 0;
    flags |= record.isTrue("dupROIDCond") ? CatKey.SHARED : 0;
    flags |= record.isTrue("cancelFlag") ? CatKey.CANCELED : 0;
    event.catFlags = flags;
  }

  private void readParents() {
    switch (kind) {
      case "NO" -> {
        if (!merged("aggregatedOrders")) {
          manual();
        }
      }
      case "OA" -> {
        accepted("routedOrderID");
        manual();
      }
      case "CO", "IR" -> order("parentOrderKeyDate", "parentOrderID", Relation.INTERNAL);
      case "OR" -> order("orderKeyDate", "orderID", Relation.ROUTE);
      case "MR" -> {
        if (!route("priorRoutedOrderID", Relation.PRIOR)) {
          order("orderKeyDate", "orderID", Relation.ROUTE);
        }
      }
      case "CR" -> {
        if (!route("routedOrderID", Relation.EXECUTION)) {
          order("orderKeyDate", "orderID", Relation.EXECUTION);
        }
      }
      case "OM", "COM", "IM" -> {
        if (!order("priorOrderKeyDate", "priorOrderID", Relation.PRIOR)) {
          order("orderKeyDate", "orderID", Relation.PRIOR);
        }
        if (kind.equals("OM")) {
          accepted("routedOrderID");
          merged("aggregatedOrders");
        }
      }
      case "OJ", "OE" -> {
        if (!order("priorOrderKeyDate", "priorOrderID", Relation.EXECUTION)) {
          order("orderKeyDate", "orderID", Relation.EXECUTION);
        }
      }
      case "OC", "COC", "IC", "OMR", "IMR", "OCR", "ICR" ->
          order("orderKeyDate", "orderID", Relation.EXECUTION);
      case "OT" -> traded();
      case "OF" -> fulfilled();
      case "FA" -> {
        if (!reference(
            CatKey.Kind.FULFILLMENT, "priorFillKeyDate", "priorFulfillmentID", Relation.CORRECT)) {
          fulfilled();
        }
      }
      case "AA" ->
          reference(
              CatKey.Kind.ALLOCATION,
              "priorAllocationKeyDate",
              "priorAllocationID",
              Relation.PRIOR);
      case "NQ" -> {
        merged("bidAggregatedOrders");
        merged("askAggregatedOrders");
      }
      case "RQ" -> quote(Relation.ROUTE);
      case "QR" -> accepted("receivedQuoteID");
      case "QM" -> {
        if (!reference(CatKey.Kind.QUOTE, "priorQuoteKeyDate", "priorQuoteID", Relation.PRIOR)) {
          quote(Relation.PRIOR);
        }
      }
      case "QC" -> quote(Relation.EXECUTION);
      case "QS" -> quote(isMultiLeg() ? Relation.SUPPLEMENT : Relation.EXECUTION);
      default -> supplement();
    }
  }

  /** First what it supplements; whatever follows counts as parents of that. */
  private void supplement() {
    switch (kind) {
      case "OTS" -> {
        reference(CatKey.Kind.TRADE, "tradeKeyDate", "tradeID", Relation.SUPPLEMENT);
        traded();
      }
      case "OFS" -> {
        reference(CatKey.Kind.FULFILLMENT, "fillKeyDate", "fulfillmentID", Relation.SUPPLEMENT);
        fulfilled();
      }
      case "NQS", "RQS" -> {
        quote(Relation.SUPPLEMENT);
        merged("bidAggregatedOrders");
        merged("askAggregatedOrders");
      }
      case "NOS", "OMS", "OS", "ORS", "MRS", "CRS" -> {
        order("orderKeyDate", "orderID", Relation.SUPPLEMENT);
        merged("aggregatedOrders");
      }
      default -> {}
    }
  }

  private void add(int day, Relation relation) {
    event.parents.addNative(identity.high(), identity.low(), day);
    event.parents.relation(relation);
  }

  private boolean order(String date, String id, Relation relation) {
    return reference(CatKey.Kind.ORDER, date, id, relation);
  }

  private void quote(Relation relation) {
    reference(CatKey.Kind.QUOTE, "quoteKeyDate", "quoteID", relation);
  }

  private boolean reference(CatKey.Kind of, String date, String id, Relation relation) {
    String value = record.text(id);
    if (value.isEmpty()) {
      return false;
    }
    int day = day(record.node(date));
    key(of, day, named, value);
    add(day, relation);
    addWithoutSymbol(of, day, named, value, relation);
    return true;
  }

  /** A leg of an order of several names that order, whose key has no symbol. */
  private void addWithoutSymbol(
      CatKey.Kind of, int day, String firm, String id, Relation relation) {
    if (!symbol.isEmpty() && record.isTrue("multiLegInd")) {
      String own = symbol;
      symbol = "";
      key(of, day, firm, id);
      symbol = own;
      add(day, relation);
      event.parents.setWithoutSymbol();
    }
  }

  private boolean route(String id, Relation relation) {
    String value = record.text(id);
    if (value.isEmpty()) {
      return false;
    }
    routeKey(sender(), imid("destination"), value);
    add(event.tradeDate, relation);
    return true;
  }

  private void accepted(String id) {
    String value = record.text(id);
    String sender = imid("senderIMID");
    if (!value.isEmpty() && !sender.isEmpty()) {
      String receiver = imid("receiverIMID");
      routeKey(sender, receiver.isEmpty() ? reporter : receiver, value);
      add(event.tradeDate, Relation.ACCEPT);
    }
  }

  private void manual() {
    order("manualOrderKeyDate", "manualOrderID", Relation.MANUAL);
  }

  private boolean merged(String field) {
    return details(field, Relation.MERGE, Relation.MERGE);
  }

  private void traded() {
    boolean isBought = details("buyDetails", Relation.EXECUTION, Relation.CONTRA);
    details("sellDetails", isBought ? Relation.CONTRA : Relation.EXECUTION, Relation.CONTRA);
  }

  private void fulfilled() {
    details("clientDetails", Relation.EXECUTION, Relation.EXECUTION);
    details("firmDetails", Relation.FULFILLMENT, Relation.FULFILLMENT);
  }

  /** The orders that an array names; false for none. */
  private boolean details(String field, Relation first, Relation further) {
    int array = record.node(field);
    int before = event.parents.count();
    if (array == CatRecord.ABSENT) {
      return false;
    }
    for (int element = record.first(array);
        element != CatRecord.ABSENT;
        element = record.following(element, array)) {
      String id = record.text(record.inside(element, "orderID"));
      if (!id.isEmpty()) {
        String firm = withoutCrd(record.text(record.inside(element, "originatingIMID")));
        int day = day(record.inside(element, "orderKeyDate"));
        String of = firm.isEmpty() ? named : firm;
        Relation relation = event.parents.count() == before ? first : further;
        key(CatKey.Kind.ORDER, day, of, id);
        add(day, relation);
        if (first == Relation.MERGE) {
          quantity(record.inside(element, "quantity"));
        }
        addWithoutSymbol(CatKey.Kind.ORDER, day, of, id, relation);
      }
    }
    return event.parents.count() > before;
  }

  private void quantity(int node) {
    if (node != CatRecord.ABSENT
        && FixValue.isQuantity(
            record.bytes(), record.from(node), record.to(node) - record.from(node))) {
      event.parents.quantity(
          new java.math.BigDecimal(record.text(node)).movePointRight(6).longValueExact());
    }
  }

  private void readValues() {
    set(event.reporter, reporter);
    set(event.catType, record.type());
    set(event.symbol, symbol);
    set(event.side, side());
    set(event.ordType, ordType());
    set(event.eventId, eventId());
    set(event.clientId, record.text("firmDesignatedID"));
    boolean isRoute = event.type == EventType.ROUTE || kind.equals("MR");
    set(event.destination, isRoute ? imid("destination") : "");
    set(
        event.source,
        event.type == EventType.ACCEPT || kind.equals("OM") ? imid("senderIMID") : "");
    set(event.account, "");
    set(event.timeInForce, timeInForce());
    number(event.orderQty, "quantity", true);
    number(event.price, "price", false);
    boolean isFill = event.type.isCatFill() || event.type == EventType.CORRECT;
    number(event.lastShares, isFill ? "quantity" : "", true);
    number(event.lastPx, isFill ? "price" : "", false);
    boolean isDone =
        event.type == EventType.CANCELED && new java.math.BigDecimal(0).compareTo(leaves()) == 0;
    set(event.ordStatus, isDone ? "4" : "");
  }

  private java.math.BigDecimal leaves() {
    int node = record.node("leavesQty");
    boolean isNumber =
        node != CatRecord.ABSENT
            && FixValue.isQuantity(
                record.bytes(), record.from(node), record.to(node) - record.from(node));
    return isNumber ? new java.math.BigDecimal(record.text(node)) : java.math.BigDecimal.ONE;
  }

  private void number(ByteSlice into, String field, boolean isQuantity) {
    int node = record.node(field);
    into.clear();
    if (node != CatRecord.ABSENT && record.isNumber(node)) {
      set(into, CanonicalText.number(record, node));
      boolean isPublished =
          isQuantity
              ? FixValue.isQuantity(into.buffer(), into.offset(), into.length())
              : FixValue.isPrice(into.buffer(), into.offset(), into.length());
      if (!isPublished) {
        into.clear();
      }
    }
  }

  private static void set(ByteSlice into, String text) {
    byte[] bytes = text.getBytes(ISO_8859_1);
    into.set(bytes, 0, bytes.length);
  }

  private String side() {
    String side = record.text("side");
    return switch (side) {
      case "B" -> "1";
      case "S", "SL" -> "2";
      case "SS" -> "5";
      case "SX" -> "6";
      default -> side;
    };
  }

  private String ordType() {
    String type = record.text("orderType");
    return switch (type) {
      case "MKT" -> "1";
      case "LMT" -> "2";
      default -> type;
    };
  }

  private String timeInForce() {
    int node = record.node("timeInForce");
    int first = record.first(node);
    if (first == CatRecord.ABSENT) {
      return record.text(node);
    }
    return record.nameOf(first);
  }

  private String eventId() {
    for (String field :
        new String[] {"tradeID", "fulfillmentID", "allocationID", "orderID", "quoteID"}) {
      if (has(field)) {
        return record.text(field);
      }
    }
    return "";
  }
}
