package io.daisychain.linkage;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daisychain.fix.FixMessage;
import io.daisychain.linkage.graph.LinkRecord;
import io.daisychain.model.ByteSlice;
import io.daisychain.model.EventType;
import io.daisychain.model.PackedWriter;
import io.daisychain.model.ParentReferences;
import io.daisychain.model.ValidationFlags;
import io.daisychain.model.cell.ParentReferenceCell;
import io.daisychain.model.event.EventReader;
import io.daisychain.model.event.ReadResult;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/** An event of tagged lineage as a test thinks of it, and the message that reports it. */
public final class ReportedEvent {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd-HH:mm:ss.SSSSSSSSS").withZone(ZoneOffset.UTC);

  /** An option without anything that says which. */
  static final String HALF = "half";

  final UUID id;
  final List<UUID> parents = new ArrayList<>();

  /** The message says on which date its parents were reported (10836): that of this event's. */
  LocalDate parentDate;

  EventType type = EventType.NEW;
  long time;
  String symbol = "";
  String side = "";

  /** Empty, or what its symbol is traded as: an option's right and strike, or {@link #HALF}. */
  String option = "";

  /** Of an order or version of several legs: the ratio of each by its LegRefID; else empty. */
  final Map<String, Integer> legs = new TreeMap<>();

  /** LegRefID of a report of one leg, empty where that does not say of which; else null. */
  String leg;

  String reporter = "ALFA";
  String destination = "";
  int orderQty = -1;
  int lastShares = -1;
  String ordStatus = "";

  ReportedEvent(UUID id) {
    this.id = id;
  }

  LocalDate date() {
    return LocalDate.ofEpochDay(Math.floorDiv(time, 86_400_000_000_000L));
  }

  /** Whether another event is found where this one's message looks for a parent of that id. */
  boolean finds(ReportedEvent parent) {
    LocalDate found = parent.date();
    return found.equals(date())
        || (parentDate == null ? found.isBefore(date()) : found.equals(parentDate));
  }

  /** What is traded; empty where the message does not say all of it. */
  String instrument() {
    return option.isEmpty()
        ? symbol
        : symbol.isEmpty() || option.equals(HALF) ? "" : symbol + option;
  }

  /** Every event's own, so that it tells of which version an order's terms are. */
  String account() {
    return "a" + id;
  }

  /** The message in bytes; lengths and sums are left out since nothing here checks them. */
  byte[] message() {
    String version = legs.isEmpty() ? "FIX.4.2" : "FIX.4.4";
    StringBuilder text = new StringBuilder("8=" + version + "|9=0|35=").append(msgType());
    text.append("|49=").append(reporter).append("|56=MRP");
    switch (type) {
      case ACCEPT -> text.append("|115=SEND");
      case ROUTE -> text.append("|128=").append(destination);
      default -> {}
    }
    String stamp = TIME.format(Instant.ofEpochSecond(0, time));
    text.append("|52=").append(stamp).append("|60=").append(stamp);
    text.append("|11=c").append(id).append("|17=x").append(id);
    text.append("|1=").append(account());
    field(text, 55, symbol);
    if (!option.isEmpty()) {
      text.append("|167=OPT");
    }
    if (!option.isEmpty() && !option.equals(HALF)) {
      text.append("|200=202606|205=19|202=").append(option, 1, option.length());
      text.append("|201=").append(option.charAt(0) == 'C' ? 1 : 0);
    }
    if (leg != null) {
      text.append("|442=2");
      field(text, 654, leg);
    }
    if (!legs.isEmpty()) {
      text.append("|555=").append(legs.size());
      legs.forEach(
          (refId, ratio) ->
              text.append(ratio == 1 ? "|600=X" : "|600=X|623=" + ratio).append("|654=" + refId));
    }
    field(text, 54, side);
    if (type == EventType.ALLOCATION) {
      text.append("|70=a").append(id).append("|71=0|78=2|79=first");
      field(text, 80, orderQty < 0 ? "" : "" + orderQty / 2);
      text.append("|79=second");
      field(text, 80, orderQty < 0 ? "" : "" + (orderQty - orderQty / 2));
    } else if (type == EventType.ALLOCATION_STATUS) {
      text.append("|70=a").append(id).append("|87=0");
    } else {
      field(text, 38, orderQty < 0 ? "" : "" + orderQty);
    }
    field(text, 32, lastShares < 0 ? "" : "" + lastShares);
    field(text, 39, ordStatus);
    if (type.isReport()) {
      field(text, 20, type == EventType.BUST ? "1" : type == EventType.CORRECT ? "2" : "0");
      field(text, 150, execType());
      field(text, 19, type == EventType.BUST || type == EventType.CORRECT ? "ref" : "");
    }
    field(text, 41, type.isVersion() ? "prior" : "");
    text.append("|10001=").append(id);
    if (type == EventType.AGGREGATE) {
      text.append("|10073=").append(parents.size());
    }
    for (UUID parent : parents) {
      text.append("|10003=").append(parent);
      if (parentDate != null) {
        text.append("|10836=").append(parentDate.toString().replace("-", ""));
      }
    }
    return text.append("|10=000|").toString().replace('|', '\u0001').getBytes(ISO_8859_1);
  }

  /** What link reads of the event, as ingest has stored it. */
  byte[] linkRecord(ValidationFlags flags) {
    byte[] bytes = message();
    FixMessage message = new FixMessage();
    message.index(bytes, 0, bytes.length);
    EventReader reader = new EventReader(EventReader.Rules.DEFAULT);
    assertEquals(ReadResult.EVENT, reader.read(message));
    PackedWriter references = new PackedWriter();
    ParentReferenceCell.write(reader.event(), flags, references);
    PackedWriter record = new PackedWriter();
    LinkRecord.write(
        record,
        reader.event().tradeDate(),
        reader.event().high(),
        reader.event().low(),
        0,
        1,
        new ByteSlice().set(references.buffer(), 0, references.length()),
        0,
        new LinkRecord.Prior(),
        0,
        new ParentReferences());
    return record.toBytes();
  }

  private static void field(StringBuilder text, int tag, String value) {
    if (!value.isEmpty()) {
      text.append('|').append(tag).append('=').append(value);
    }
  }

  private String msgType() {
    return switch (type) {
      case NEW, AGGREGATE, ROUTE, ACCEPT, INTERNAL -> legs.isEmpty() ? "D" : "AB";
      case REPLACE -> legs.isEmpty() ? "G" : "AC";
      case CANCEL -> "F";
      case CANCEL_REJECT -> "9";
      case ALLOCATION -> "J";
      case ALLOCATION_STATUS -> "P";
      default -> "8";
    };
  }

  private String execType() {
    return switch (type) {
      case PARTIAL_FILL -> "1";
      case FILL -> "2";
      case CANCELED -> "4";
      case REJECTED -> "8";
      case RESTATED -> "D";
      default -> "0";
    };
  }
}
