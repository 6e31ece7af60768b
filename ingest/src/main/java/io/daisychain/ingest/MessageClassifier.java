package io.daisychain.ingest;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.daisychain.fix.FixMessage;
import io.daisychain.fix.FixTag;
import io.daisychain.fix.FixVersion;
import io.daisychain.fix.Limits;
import io.daisychain.fix.MessageFinder;
import io.daisychain.fix.MsgType;
import io.daisychain.fix.OrderList;
import io.daisychain.fix.validate.Framing;
import io.daisychain.fix.validate.MessageChecker;
import io.daisychain.fix.validate.ValidationResult;
import io.daisychain.ingest.file.FileFacts;
import io.daisychain.ingest.file.InputFile;
import io.daisychain.ingest.file.InputLine;
import io.daisychain.ingest.file.InputLook;
import io.daisychain.ingest.file.InputRange;
import io.daisychain.model.Action;
import io.daisychain.model.ByteSlice;
import io.daisychain.model.ErrorStatus;
import io.daisychain.model.EventType;
import io.daisychain.model.OrderEvent;
import io.daisychain.model.PackedWriter;
import io.daisychain.model.ValidationFlags;
import io.daisychain.model.cell.ContentHash;
import io.daisychain.model.cell.ErrorTags;
import io.daisychain.model.cell.EventCell;
import io.daisychain.model.event.EventReader;
import io.daisychain.model.event.ReadResult;
import io.daisychain.model.reference.ReferenceData;
import io.daisychain.reporting.FeedbackLine;
import java.io.IOException;
import java.util.regex.Pattern;

/**
 * Decides what becomes of each message of a line: a row, a skip or a reject, never two of them.
 *
 * <p>Reusable and not thread-safe. What it finds it hands to an {@link Output}.
 */
final class MessageClassifier {
  private static final String FRAMING = "FRAMING";
  private static final String IDENTITY = "IDENTITY";
  private static final String REJECTED = "REJECTED";
  private static final String UNFRAMED = "a line of fields without 8=FIX";
  private static final String OVERSIZED = "a message of more than 1 MB";
  private static final String OVERSIZED_LIST =
      "a list whose orders, each with what all have in common, are more than 16 MB";

  /** A message of 1 MB could have 250,000 errors, each of which names the message. */
  static final int MOST_ERRORS = 1_000;

  /**
   * What FIX's message types look like, those of later versions and user-defined ones (U and more)
   * too: few enough that a submitter cannot fill the memory with them.
   */
  private static final Pattern MSG_TYPE = Pattern.compile("[0-9A-Za-z]{1,2}|U[0-9A-Za-z]{2}");

  /** Takes what becomes of messages. */
  interface Output {
    /**
     * An event to store, valid during the call.
     *
     * @param line of the range in which it was read, from 1
     */
    void event(
        OrderEvent event, ValidationFlags flags, PackedWriter content, ContentHash hash, long line)
        throws IOException;

    /** Whether events of a trade date are stored. */
    DateVerdict verdict(int date) throws IOException;

    /** A message to set aside, or a piece of one; {@code last} with its last bytes. */
    void reject(byte[] buffer, int from, int to, boolean last) throws IOException;

    /** Something to tell the reporter. */
    void error(FeedbackLine error) throws IOException;
  }

  private final MessageFinder finder = new MessageFinder();
  private final FixMessage message = new FixMessage();
  private final OrderList orders = new OrderList();
  private final MessageChecker checker = new MessageChecker();
  private final ValidationResult errors = new ValidationResult();
  private final EventReader reader;
  private final SessionVersions versions;
  private final ReferenceChecks context;
  private final ValidationFlags flags = new ValidationFlags();
  private final PackedWriter content = new PackedWriter();
  private final ContentHash hash = new ContentHash();
  private final Output output;
  private final MessageCounts counts = new MessageCounts();
  private FileFacts facts = new FileFacts();
  private String file = "";
  private long rangeStart;
  private InputLine lines;
  private FixVersion version = FixVersion.FIX42;

  /** What is read of the message: itself, or one of the orders of a list. */
  private FixMessage part = message;

  private int partNumber; // from 1; 0 where it is the message
  private int told; // lines of feedback of the message
  private int toldErrors; // of these the faults of its fields

  MessageClassifier(EventReader.Rules rules, ReferenceData reference, Output output) {
    this(rules, reference, new SessionLogons.Files(), output);
  }

  /** One of those that read ranges of the same files. */
  MessageClassifier(
      EventReader.Rules rules, ReferenceData reference, SessionLogons.Files logons, Output output) {
    this.reader = new EventReader(rules);
    this.versions = new SessionVersions(rules, logons);
    this.context = new ReferenceChecks(reference);
    this.output = output;
  }

  MessageCounts counts() {
    return counts;
  }

  /** The message of the event that {@link Output} takes; of a list the one of its order alone. */
  FixMessage message() {
    return part;
  }

  /** Begins a range, whose lines are counted from 1. */
  void range(String name, InputRange range) {
    file = name;
    rangeStart = range.start();
    versions.begin(range);
    facts = new FileFacts();
  }

  /** Begins, or goes on with, a source of messages that come one by one. */
  void source(String name) {
    file = name;
    versions.begin(null);
    rangeStart = 0;
  }

  /** Messages of FIXT.1.1 that do not say their version are of this one from now on. */
  void agree(FixVersion version) {
    versions.agree(version);
  }

  /** Ends a range, of which all lines have been taken. */
  void ended(InputRange range, InputFile in) {
    facts.setForm(in.form(), in.content());
    facts.setLook(InputLook.of(in.head()));
    facts.setDamage(in.damage());
    counts.inputs().add(range, facts);
  }

  /** Takes the line, or the piece of one, at which {@code from} stands. */
  void take(InputLine from) throws IOException {
    lines = from;
    counts.addBytes(from.to() - from.from() + 1L);
    if (from.isOversized()) {
      takeOversized();
      return;
    }
    finder.line(from.buffer(), from.from(), from.to());
    for (MessageFinder.Found found = finder.next(message);
        found != MessageFinder.Found.END;
        found = finder.next(message)) {
      switch (found) {
        case MESSAGE -> takeMessage();
        case UNFRAMED -> takeUnframed();
        default -> {
          counts.addSkipped("noise");
          facts.addNoise();
        }
      }
    }
  }

  /** A stretch longer than any message: set aside byte for byte, piece after piece. */
  private void takeOversized() throws IOException {
    byte[] buffer = lines.buffer();
    begin();
    if (!lines.isContinuation()) {
      finder.line(buffer, lines.from(), lines.to());
      boolean unframed = finder.next(message) == MessageFinder.Found.UNFRAMED;
      counts.addRejected(FRAMING);
      facts.addUnframed();
      String text = unframed ? UNFRAMED : OVERSIZED;
      output.error(error(lines.from(), "", "", "", REJECTED, FRAMING, 0, text));
    }
    output.reject(buffer, lines.from(), lines.to(), !lines.isOpen());
  }

  private void takeUnframed() throws IOException {
    begin();
    counts.addRejected(FRAMING);
    facts.addUnframed();
    output.error(error(finder.from(), "", "", "", REJECTED, FRAMING, 0, UNFRAMED));
    output.reject(lines.buffer(), finder.from(), finder.to(), true);
  }

  /** Begins with the next message, or with what is none. */
  private void begin() {
    part = message;
    partNumber = 0;
    told = 0;
    toldErrors = 0;
  }

  private void takeMessage() throws IOException {
    errors.clear();
    begin();
    version = versions.of(message, lines.fileOffset(message.from()));
    EventType type = EventType.of(message, version);
    if (type == null) {
      Framing.check(message, errors);
      if (errors.framingError()) {
        reject(FRAMING, 0, "");
      } else {
        versions.take(message, lines.fileOffset(message.from()));
        counts.addSkipped(kindOf(message));
        facts.addNoEvent();
      }
      return;
    }
    if (type == EventType.NEW && MsgType.of(message) == MsgType.ORDER_LIST) {
      takeList();
      return;
    }
    checker.check(message, version, errors);
    if (errors.framingError()) {
      reject(FRAMING, 0, "");
    } else if (isTaken()) {
      takeAction();
      store();
    }
  }

  /** A list is stored as a whole or not at all: an event an order. */
  private void takeList() throws IOException {
    Framing.check(message, errors);
    if (errors.framingError()) {
      reject(FRAMING, 0, "");
      return;
    }
    orders.read(message);
    if (orders.isTooLarge()) {
      reject(FRAMING, 0, OVERSIZED_LIST);
      return;
    }
    for (int i = 0; i < orders.count(); i++) {
      begin(i);
      if (!isTaken()) {
        return;
      }
    }
    for (int i = 0; i < orders.count(); i++) {
      begin(i);
      reader.read(part, version);
      checker.checkOrder(part, orders, version, errors);
      takeAction();
      store();
    }
  }

  private void begin(int order) {
    part = orders.order(order);
    partNumber = orders.count() > 1 ? order + 1 : 0;
  }

  /** Reads the event, and rejects the message where it cannot be stored. */
  private boolean isTaken() throws IOException {
    if (reader.read(part, version) == ReadResult.UNREADABLE) {
      int tag = reader.unreadableTag();
      checkPart();
      reject(IDENTITY, tag, "no identity without a readable tag " + tag);
      return false;
    }
    DateVerdict verdict = output.verdict(reader.event().tradeDate());
    if (verdict == DateVerdict.TAKEN) {
      return true;
    }
    checkPart();
    takeAction();
    int tag = part.find(FixTag.TRANSACT_TIME) >= 0 ? FixTag.TRANSACT_TIME : FixTag.SENDING_TIME;
    reject(verdict.kind(), tag, verdict.text());
    return false;
  }

  /** Of a list the first order that cannot be stored is checked; a message has been. */
  private void checkPart() {
    if (MsgType.of(part) == MsgType.ORDER_LIST) {
      checker.checkOrder(part, orders, version, errors);
    }
  }

  /** In a wire log tag 10004 says nothing; of a deletion nothing but its identity is asked. */
  private void takeAction() {
    if (reader.event().isWireLog()) {
      errors.withdrawIncorrectValue(FixTag.ACTION);
    }
    if (reader.event().action() == Action.DELETION) {
      errors.clear();
    }
  }

  private static String kindOf(FixMessage message) {
    String type = value(message, FixTag.MSG_TYPE);
    if (!MSG_TYPE.matcher(type).matches()) {
      return MessageCounts.OTHER; // garbage must not fill the books
    }
    return type.equals("8") ? "status" : type;
  }

  private void store() throws IOException {
    OrderEvent event = reader.event();
    flags.clear();
    int nearest = errors.nearestFront();
    if (nearest >= 0) {
      flags.addStructure(errors.tag(nearest), errors.reason(nearest).code());
    }
    if (event.action() != Action.DELETION) {
      context.check(event, flags);
      if (event.isOneTwice()) {
        flags.add(ErrorStatus.DUPLICATE_KEY);
      }
    }
    EventCell.writeContent(part, content.clear());
    output.event(event, flags, content, hash.of(event, content), lines.lines());
    counts.addEvent(event.tradeDate());
    if (partNumber <= 1) {
      counts.addStored();
      if (event.isWireLog()) {
        facts.addWireLog(message);
      } else {
        facts.addSubmission();
      }
    }
    if (flags.statuses() != 0) {
      report(event);
    }
  }

  private void report(OrderEvent event) throws IOException {
    String type = event.type().name();
    String id = event.key().toString();
    reportErrors(type, id, ErrorStatus.STRUCTURE.name());
    for (ErrorStatus status : ErrorStatus.values()) {
      // Of a message that was sent before, link tells: the event may have come in time. So it
      // does of an account that an allocation names twice.
      boolean isLinks =
          (status == ErrorStatus.LATE && event.isSentAgain())
              || status == ErrorStatus.DUPLICATE_KEY;
      if (status.isIn(flags.statuses()) && !isLinks) {
        counts.addFaulty(status.name());
        if (status != ErrorStatus.STRUCTURE) {
          int tag = ErrorTags.of(status);
          // From FIX 4.3 on the customer is one of the parties, and has no tag of its own.
          boolean isCustomer = status == ErrorStatus.UNKNOWN_CUSTOMER;
          String named = isCustomer ? shown(event.clientId()) : value(part, tag);
          String text = ReferenceErrorText.text(status, named);
          output.error(
              error(
                  message.from(), type, shown(event.eventId()), id, status.name(), "", tag, text));
        }
      }
    }
  }

  private void reject(String kind, int tag, String text) throws IOException {
    counts.addRejected(kind);
    facts.addRejected(message);
    EventType type = EventType.of(message, version);
    String name = type == null || type == EventType.NEW ? "" : type.name();
    reportErrors(name, "", REJECTED);
    boolean isTold = text.isEmpty();
    for (int i = 0; i < Math.min(MOST_ERRORS, errors.count()); i++) {
      isTold |= kind.equals(IDENTITY) && errors.tag(i) == tag;
    }
    if (!isTold) {
      output.error(error(message.from(), name, eventId(), "", REJECTED, kind, tag, text));
    }
    output.reject(lines.buffer(), message.from(), message.end(), true);
  }

  /** Of a message no more than so many, and in one line how many have none. */
  private void reportErrors(String type, String id, String status) throws IOException {
    int shown = Math.min(MOST_ERRORS - toldErrors, errors.count());
    for (int i = 0; i < shown; i++) {
      output.error(
          error(
              message.from(),
              type,
              eventId(),
              id,
              status,
              errors.reason(i).code(),
              errors.tag(i),
              errors.text(i, part)));
    }
    toldErrors += shown;
    int further = errors.count() - shown;
    if (further > 0) {
      String text = "... and " + further + " more faults of this message";
      output.error(
          error(message.from(), type, eventId(), id, status, "", 0, text).standingFor(further));
    }
  }

  private String eventId() {
    return switch (value(part, FixTag.MSG_TYPE)) {
      case "8" -> value(part, FixTag.EXEC_ID);
      case "J", "P", "AS" -> value(part, FixTag.ALLOC_ID);
      default -> value(part, FixTag.CL_ORD_ID);
    };
  }

  private FeedbackLine error(
      int at,
      String type,
      String eventId,
      String id,
      String status,
      String reason,
      int tag,
      String text) {
    String reporter = "";
    if (!id.isEmpty()) {
      reporter = shown(reader.event().reporter());
    } else if (message.from() == at && !lines.isOversized()) {
      reporter = value(message, FixTag.SENDER_COMP_ID);
    }
    return new FeedbackLine(
        file,
        rangeStart,
        lines.lines(),
        lines.fileOffset(at),
        told++,
        reporter,
        type,
        eventId,
        id,
        status,
        reason,
        tag,
        partNumber == 0 ? text : text + " (order " + partNumber + " of the list)");
  }

  private static String value(FixMessage message, int tag) {
    int field = tag == 0 ? FixMessage.NOT_FOUND : message.find(tag);
    return field < 0
        ? ""
        : shown(message.buffer(), message.valueOffset(field), message.valueLength(field));
  }

  private static String shown(ByteSlice value) {
    return shown(value.buffer(), value.offset(), value.length());
  }

  /** A value as feedback tells it, the same as link does: it is repeated for each error. */
  private static String shown(byte[] bytes, int offset, int length) {
    return new String(bytes, offset, Math.min(length, Limits.LONGEST_NAME), ISO_8859_1);
  }
}
