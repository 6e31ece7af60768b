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
import io.daisychain.model.RowKey;
import io.daisychain.model.TradeDates;
import java.math.BigDecimal;
import java.util.Optional;

/**
 * Reads events from records of CAT: type, identity, the key that an event bears and the keys of its
 * parents, by the rules of docs/cat.md. Reusable, not thread-safe.
 */
public final class CatEventReader {
  /** CAT's code: no firmROEID. */
  public static final String NO_ID = "2032";

  private static final String[] OWN_IDS = {
    "tradeID", "fulfillmentID", "allocationID", "orderID", "quoteID"
  };

  private final OrderEvent event = new OrderEvent();
  private final CatNames names;
  private final CatParents parents;
  private CatRecord record;
  private String keyReporter = "";
  private String keyCounterparty = "";
  private String keyValue = "";
  private String code = "";
  private String words = "";

  public CatEventReader(TradeDates dates) {
    names = new CatNames(event, dates);
    parents = new CatParents(names);
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
  public String keyReporter() {
    return keyReporter;
  }

  /** The receiver of a route. */
  String keyCounterparty() {
    return keyCounterparty;
  }

  /** The symbol in the key. */
  public String keySymbol() {
    return event.keyKind == CatKey.Kind.ROUTE ? "" : names.symbol;
  }

  /** The id in the key. */
  public String keyValue() {
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
    if (!names.of(of, ofFile)) {
      return refuse("2011", "whose record it is, neither it nor its file's name says, or both do");
    }
    String id = of.text("firmROEID");
    if (!isFirmRoeId(id)) {
      return refuse(NO_ID, "firmROEID is no date, _ and text, or longer than 64");
    }
    event.wireLog = false;
    event.sentAgain = false;
    event.tagged = false;
    event.brokenParentTag = 0;
    event.eventTime = of.eventTime();
    event.sendingTime = sendingTime;
    event.tradeDate = names.epochDay(event.eventTime);
    event.action = action();
    event.type = type();
    names.id(names.reporter, id);
    event.high = names.identity.high();
    event.low = names.identity.low();
    readKey();
    readFlags();
    event.parents.clear();
    if (event.action != Action.DELETION) {
      parents.read();
    }
    event.parents.settle(event.high, event.low);
    event.relation = event.parents.count() == 0 ? Relation.NONE : event.parents.relation(0);
    readValues();
    return true;
  }

  /** The key of a record of a firm; none where these cannot name one. */
  public Optional<RowKey> id(String firm, String firmRoeId) {
    if (firm.isEmpty() || !isFirmRoeId(firmRoeId)) {
      return Optional.empty();
    }
    names.id(firm, firmRoeId);
    return Optional.of(new RowKey(names.identity.high(), names.identity.low()));
  }

  /** An IMID, of {@code CRD:ID} the ID. */
  public static String firmOf(String imid) {
    return CatNames.withoutCrd(imid.strip());
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
        && isText(bytes);
  }

  private static boolean isText(byte[] bytes) {
    for (byte each : bytes) {
      if (each <= ' ' || each > '~' || each == ',' || each == '|' || each == '@' || each == '"') {
        return false;
      }
    }
    return true;
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
    return switch (names.kind) {
      case "NO" -> names.has("aggregatedOrders") ? EventType.AGGREGATE : EventType.NEW;
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
      case "QS" -> names.isMultiLeg() ? EventType.SUPPLEMENT : EventType.RESTATED;
      default -> EventType.SUPPLEMENT;
    };
  }

  private void readKey() {
    event.keyKind = CatKey.Kind.NONE;
    keyReporter = "";
    keyCounterparty = "";
    keyValue = "";
    switch (names.kind) {
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
        if (names.isMultiLeg()) {
          bearRoute("routedQuoteID");
        }
      }
      default -> {}
    }
  }

  private boolean isOther(String prior, String id) {
    return names.has(prior) && !record.text(prior).equals(record.text(id));
  }

  private void bear(CatKey.Kind of, String date, String id) {
    keyValue = record.text(id);
    if (keyValue.isEmpty()) {
      return;
    }
    event.keyDate = names.day(record.node(date));
    names.key(of, event.keyDate, names.reporter, names.symbol, keyValue);
    borne(of, names.reporter);
  }

  private void bearRoute(String id) {
    keyValue = record.text(id);
    if (keyValue.isEmpty()) {
      return;
    }
    keyCounterparty = names.imid("destination");
    event.keyDate = event.tradeDate;
    names.routeKey(names.sender(), keyCounterparty, keyValue);
    borne(CatKey.Kind.ROUTE, names.sender());
    String session = record.text("session");
    if (!session.isEmpty()) {
      names.identity.key(CatKey.Kind.ROUTE, 0);
      names.with(session);
      names.identity.derive();
      event.keySession = names.identity.high();
    }
  }

  private void borne(CatKey.Kind of, String firm) {
    event.keyKind = of;
    event.keySession = 0;
    event.keyHigh = names.identity.high();
    event.keyLow = names.identity.low();
    keyReporter = firm;
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

  private void readValues() {
    set(event.reporter, names.reporter);
    set(event.catType, record.type());
    set(event.symbol, names.symbol);
    event.derivative = names.isOption();
    set(event.instrument, event.derivative ? names.symbol : "");
    set(event.side, side(record.text("side")));
    set(event.ordType, ordType());
    set(event.eventId, eventId());
    set(event.clientId, record.text("firmDesignatedID"));
    boolean isRoute = event.type == EventType.ROUTE || names.kind.equals("MR");
    set(event.destination, isRoute ? names.imid("destination") : "");
    set(
        event.source,
        event.type == EventType.ACCEPT || names.kind.equals("OM") ? names.imid("senderIMID") : "");
    set(event.account, "");
    set(event.timeInForce, timeInForce());
    number(event.orderQty, "quantity", true);
    number(event.price, "price", false);
    boolean isFill = event.type.isCatFill() || event.type == EventType.CORRECT;
    number(event.lastShares, isFill ? "quantity" : "", true);
    number(event.lastPx, isFill ? "price" : "", false);
    boolean isDone = event.type == EventType.CANCELED && leaves().signum() == 0;
    set(event.ordStatus, isDone ? "4" : "");
  }

  private BigDecimal leaves() {
    int node = record.node("leavesQty");
    boolean isNumber =
        node != CatRecord.ABSENT
            && FixValue.isQuantity(
                record.bytes(), record.from(node), record.to(node) - record.from(node));
    return isNumber ? new BigDecimal(record.text(node)) : BigDecimal.ONE;
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

  /** Side (54) of what CAT says. */
  static String side(String side) {
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
    for (String field : OWN_IDS) {
      if (names.has(field)) {
        return record.text(field);
      }
    }
    return "";
  }
}
