package io.daisychain.model.event;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.daisychain.cat.CatRecord;
import io.daisychain.cat.NewYorkTime;
import io.daisychain.model.CatKey;
import io.daisychain.model.OrderEvent;
import io.daisychain.model.TradeDates;
import java.util.regex.Pattern;

/** How a record of CAT names events: firms, symbols, and the keys made of them. Reusable. */
final class CatNames {
  private static final int OSI_ROOT = 6;
  private static final int OSI_TAIL = 15;
  private static final Pattern TAIL = Pattern.compile("\\d{6}[CP]\\d{8}");

  final Identity identity = new Identity();
  final OrderEvent event;
  CatRecord record;

  /** What follows ME, MO or ML in the name of the type. */
  String kind = "";

  String reporter = "";

  /** Symbol or option; empty in events of several legs. */
  String symbol = "";

  /** Whose the orders are that it names. */
  String named = "";

  private final TradeDates dates;
  private final NewYorkTime times = new NewYorkTime();

  CatNames(OrderEvent event, TradeDates dates) {
    this.event = event;
    this.dates = dates;
  }

  /**
   * Begins with another record.
   *
   * @param ofFile the reporter that the file's name says; empty for none
   * @return false where its reporter is not known, or the file's is another
   */
  boolean of(CatRecord next, String ofFile) {
    record = next;
    kind = next.type().substring(2);
    String said = imid("CATReporterIMID");
    reporter = said.isEmpty() ? ofFile : said;
    String originating = imid("originatingIMID");
    named = originating.isEmpty() ? reporter : originating;
    symbol = symbol();
    return !reporter.isEmpty() && (ofFile.isEmpty() || reporter.equals(ofFile));
  }

  /** The trade date of a time. */
  int epochDay(long time) {
    return dates.epochDay(time);
  }

  boolean isMultiLeg() {
    return record.type().startsWith("ML");
  }

  boolean has(String field) {
    return record.node(field) != CatRecord.ABSENT;
  }

  /** An IMID, or the firm's part of {@code CRD:ID}. */
  String imid(String field) {
    return CatEventReader.firmOf(record.text(field));
  }

  static String withoutCrd(String text) {
    int colon = text.indexOf(':');
    return colon >= 0 ? text.substring(colon + 1) : text;
  }

  /** Whether the record is of one option. */
  boolean isOption() {
    return record.type().charAt(1) == 'O';
  }

  private String symbol() {
    return switch (record.type().charAt(1)) {
      case 'E' -> record.text("symbol");
      case 'O' -> option(record.text("optionID"));
      default -> "";
    };
  }

  /** An option's symbol with its root padded. */
  static String option(String id) {
    int tail = id.length() - OSI_TAIL;
    if (tail < 1 || !TAIL.matcher(id.substring(tail)).matches()) {
      return id;
    }
    String root = id.substring(0, tail).strip();
    return root.length() > OSI_ROOT
        ? id
        : root + " ".repeat(OSI_ROOT - root.length()) + id.substring(tail);
  }

  void with(String component) {
    byte[] bytes = component.getBytes(ISO_8859_1);
    identity.with(bytes, 0, bytes.length);
  }

  /** The day of a key's own date field; the event's where it cannot be read. */
  int day(int node) {
    if (node == CatRecord.ABSENT) {
      return event.tradeDate;
    }
    long time = times.of(record.bytes(), record.from(node), record.to(node), record.isNumber(node));
    return time == NewYorkTime.INVALID ? event.tradeDate : dates.epochDay(time);
  }

  /** Derives the identity of an event. */
  void id(String firm, String firmRoeId) {
    identity.cat();
    with(firm);
    with(firmRoeId);
    identity.derive();
  }

  void key(CatKey.Kind of, int day, String firm, String ofSymbol, String id) {
    identity.key(of, day);
    with(firm);
    with(ofSymbol);
    with(id);
    identity.derive();
  }

  void routeKey(String from, String to, String id) {
    identity.route(event.tradeDate);
    with(from);
    with(to);
    with(id);
    identity.derive();
  }

  String sender() {
    String sender = imid("senderIMID");
    return sender.isEmpty() ? reporter : sender;
  }
}
