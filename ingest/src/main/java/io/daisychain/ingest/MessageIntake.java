package io.daisychain.ingest;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.dynatrace.hash4j.hashing.Hashing;
import io.daisychain.feedback.FaultLine;
import io.daisychain.fix.FixMessage;
import io.daisychain.fix.FixTag;
import io.daisychain.fix.MessageFinder;
import io.daisychain.model.ErrorStatus;
import io.daisychain.model.EventCell;
import io.daisychain.model.EventReader;
import io.daisychain.model.EventType;
import io.daisychain.model.Findings;
import io.daisychain.model.OrderEvent;
import io.daisychain.model.PackedWriter;
import io.daisychain.model.Reading;
import io.daisychain.reference.ReferenceData;
import io.daisychain.validate.Faults;
import io.daisychain.validate.Framing;
import io.daisychain.validate.MessageChecker;
import java.io.IOException;
import java.util.regex.Pattern;

/**
 * Decides what becomes of each message of a line: a row, a skip or a reject, never two of them.
 *
 * <p>Reusable and not thread-safe. What it finds it hands to an {@link Output}.
 */
final class MessageIntake {
  private static final String FRAMING = "FRAMING";
  private static final String IDENTITY = "IDENTITY";
  private static final String REJECTED = "REJECTED";
  private static final String UNFRAMED = "a line of fields without 8=FIX";
  private static final String OVERSIZED = "a message of more than 1 MB";

  /** What FIX's message types look like, those of later versions too. */
  private static final Pattern MSG_TYPE = Pattern.compile("[0-9A-Za-z]{1,3}");

  /** Takes what becomes of messages. */
  interface Output {
    /** An event to store, valid during the call. */
    void event(OrderEvent event, Findings findings, PackedWriter content, long contentHash);

    /** A message to set aside, or a piece of one; {@code last} with its last bytes. */
    void reject(byte[] buffer, int from, int to, boolean last) throws IOException;

    /** Something to tell the reporter. */
    void fault(FaultLine fault);
  }

  private final MessageFinder finder = new MessageFinder();
  private final FixMessage message = new FixMessage();
  private final MessageChecker checker = new MessageChecker();
  private final Faults faults = new Faults();
  private final EventReader reader;
  private final ContextChecks context;
  private final Findings findings = new Findings();
  private final PackedWriter content = new PackedWriter();
  private final Output output;
  private final Tally tally = new Tally();
  private String file = "";
  private long rangeStart;
  private LineReader lines;

  MessageIntake(EventReader.Rules rules, ReferenceData reference, Output output) {
    this.reader = new EventReader(rules);
    this.context = new ContextChecks(reference);
    this.output = output;
  }

  /** What became of everything handed in. */
  Tally tally() {
    return tally;
  }

  /** Begins a range, whose lines are counted from 1. */
  void range(String name, long start) {
    file = name;
    rangeStart = start;
  }

  /** Takes the line, or the piece of one, at which {@code from} stands. */
  void take(LineReader from) throws IOException {
    lines = from;
    tally.addBytes(from.to() - from.from() + 1L);
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
        default -> tally.addSkipped("noise");
      }
    }
  }

  /** A stretch longer than any message: set aside byte for byte, piece after piece. */
  private void takeOversized() throws IOException {
    byte[] buffer = lines.buffer();
    if (!lines.isContinuation()) {
      finder.line(buffer, lines.from(), lines.to());
      boolean unframed = finder.next(message) == MessageFinder.Found.UNFRAMED;
      tally.addRejected(FRAMING);
      String text = unframed ? UNFRAMED : OVERSIZED;
      output.fault(fault(lines.from(), "", "", "", REJECTED, FRAMING, 0, text, 0));
    }
    output.reject(buffer, lines.from(), lines.to(), !lines.isOpen());
  }

  private void takeUnframed() throws IOException {
    tally.addRejected(FRAMING);
    output.fault(fault(finder.from(), "", "", "", REJECTED, FRAMING, 0, UNFRAMED, 0));
    output.reject(lines.buffer(), finder.from(), finder.to(), true);
  }

  private void takeMessage() throws IOException {
    faults.clear();
    EventType type = EventReader.typeOf(message);
    if (type == null) {
      Framing.check(message, faults);
      if (faults.framingFault()) {
        reject(FRAMING, "");
      } else {
        tally.addSkipped(kindOf(message));
      }
      return;
    }
    checker.check(message, faults);
    if (faults.framingFault()) {
      reject(FRAMING, "");
    } else if (reader.read(message) == Reading.UNREADABLE) {
      reject(IDENTITY, "no identity without a readable tag " + reader.unreadableTag());
    } else {
      store();
    }
  }

  private static String kindOf(FixMessage message) {
    String type = value(message, FixTag.MSG_TYPE);
    if (!MSG_TYPE.matcher(type).matches()) {
      return "other"; // garbage must not fill the books
    }
    return type.equals("8") ? "status" : type;
  }

  private void store() {
    OrderEvent event = reader.event();
    findings.clear();
    int nearest = faults.nearestFront();
    if (nearest >= 0) {
      findings.addStructure(faults.tag(nearest), faults.reason(nearest).code());
    }
    context.check(event, findings);
    EventCell.writeContent(message, content.clear());
    long hash = Hashing.xxh3_64().hashBytesToLong(content.buffer(), 0, content.length());
    output.event(event, findings, content, hash);
    tally.addStored();
    if (findings.statuses() != 0) {
      report(event);
    }
  }

  private void report(OrderEvent event) {
    int order = 0;
    String type = event.type().name();
    String id = event.key().toString();
    for (int i = 0; i < faults.count(); i++) {
      output.fault(faultOfField(i, type, id, ErrorStatus.STRUCTURE.name(), order++));
    }
    for (ErrorStatus status : ErrorStatus.values()) {
      if (status.isIn(findings.statuses())) {
        tally.addFaulty(status.name());
        if (status != ErrorStatus.STRUCTURE) {
          int tag = ContextFault.tag(status);
          String text = ContextFault.text(status, value(message, tag));
          output.fault(
              fault(
                  message.from(),
                  type,
                  event.eventId().toString(),
                  id,
                  status.name(),
                  "",
                  tag,
                  text,
                  order++));
        }
      }
    }
  }

  private void reject(String kind, String text) throws IOException {
    tally.addRejected(kind);
    EventType type = EventReader.typeOf(message);
    String name = type == null || type == EventType.NEW ? "" : type.name();
    int order = 0;
    boolean told = text.isEmpty();
    for (int i = 0; i < faults.count(); i++) {
      output.fault(faultOfField(i, name, "", REJECTED, order++));
      told |= faults.tag(i) == reader.unreadableTag();
    }
    if (!told) {
      output.fault(
          fault(
              message.from(),
              name,
              eventId(),
              "",
              REJECTED,
              kind,
              reader.unreadableTag(),
              text,
              order));
    }
    output.reject(lines.buffer(), message.from(), message.end(), true);
  }

  private FaultLine faultOfField(int i, String type, String id, String status, int order) {
    return fault(
        message.from(),
        type,
        eventId(),
        id,
        status,
        faults.reason(i).code(),
        faults.tag(i),
        faults.text(i, message),
        order);
  }

  private String eventId() {
    boolean report = value(message, FixTag.MSG_TYPE).equals("8");
    return value(message, report ? FixTag.EXEC_ID : FixTag.CL_ORD_ID);
  }

  private FaultLine fault(
      int at,
      String type,
      String eventId,
      String id,
      String status,
      String reason,
      int tag,
      String text,
      int order) {
    String reporter = "";
    if (!id.isEmpty()) {
      reporter = reader.event().reporter().toString();
    } else if (message.from() == at && !lines.isOversized()) {
      reporter = value(message, FixTag.SENDER_COMP_ID);
    }
    return new FaultLine(
        file,
        rangeStart,
        lines.lines(),
        lines.fileOffset(at),
        order,
        reporter,
        type,
        eventId,
        id,
        status,
        reason,
        tag,
        text);
  }

  private static String value(FixMessage message, int tag) {
    int field = tag == 0 ? FixMessage.NOT_FOUND : message.find(tag);
    return field < 0
        ? ""
        : new String(
            message.buffer(), message.valueOffset(field), message.valueLength(field), ISO_8859_1);
  }
}
