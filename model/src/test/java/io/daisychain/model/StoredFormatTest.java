package io.daisychain.model;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.cat.CatRecord;
import io.daisychain.cat.CatSchemas;
import io.daisychain.cat.RecordReader;
import io.daisychain.fix.FixMessage;
import io.daisychain.model.cell.ContentHash;
import io.daisychain.model.cell.EventCell;
import io.daisychain.model.cell.FeedbackCell;
import io.daisychain.model.cell.LifecycleCell;
import io.daisychain.model.cell.LineageCell;
import io.daisychain.model.cell.OriginCell;
import io.daisychain.model.cell.ParentReferenceCell;
import io.daisychain.model.event.CatContent;
import io.daisychain.model.event.CatEventReader;
import io.daisychain.model.event.EventReader;
import io.daisychain.model.event.ReadResult;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * What is stored, byte by byte: {@code stored-formats.txt}.
 *
 * <p>A section of that file is a kind of cell and its version, its bytes in hexadecimal digits, and
 * the values that are read from them; further sections are codes and columns. A change of a layout
 * raises its version and adds a section; the old section stays as long as tables with such cells
 * may exist, so that they can still be read.
 */
class StoredFormatTest {
  private static final RowKey A = RowKey.parse("0a0a0a0a-0b0b-4c0c-8d0d-0e0e0e0e0e0e");
  private static final RowKey B = RowKey.parse("1b1b1b1b-1b1b-4b1b-9b1b-1b1b1b1b1b1b");
  private static final RowKey C = RowKey.parse("2c2c2c2c-2c2c-4c2c-ac2c-2c2c2c2c2c2c");

  /** 2026-03-16, the events' date. */
  private static final int DATE = 20_528;

  /** 2026-03-13, the Friday before. */
  private static final int FRIDAY = 20_525;

  private static final String AGGREGATE =
      "35=D|34=7|11=M1|55=IBM|54=1|38=300|40=2|44=10.5|59=0|10001=%s|10073=2|10003=%s|10003=%s"
          .formatted(A, B, C);
  private static final String DATED = AGGREGATE + "|10836=20260313";
  private static final String ROOT = "35=D|11=M1|55=IBM|54=1|38=300|40=2";
  private static final String ROUTE =
      "35=D|128=VEN|11=R1|55=IBM|54=1|38=300|40=2|44=10.5|10001=%s|10003=%s".formatted(A, B);
  private static final String CORRECTION = ROUTE + "|10004=C";
  private static final String VERSION_OF_ROOT =
      "35=G|11=M2|41=M1|55=IBM|54=1|38=300|40=2|44=10.5|59=0|109=C1|1=ACC";
  private static final String PARTS =
      "35=D|11=M1|55=IBM|54=1|40=1|10073=2|10887=P|10889=100|10887=Q|10889=200.5";
  private static final String CORRECT =
      "35=8|11=R1|17=E2|19=E1|20=2|150=2|39=2|55=IBM|54=1|38=300|40=2|32=100|31=10.25";
  private static final String ACCEPT = "35=D|97=Y|115=ALFA|11=R1|55=IBM|10836=2026";
  private static final String OPTION = ROOT + "|167=OPT|200=202606|205=19|201=1|202=150|44=3.5";
  private static final String ALLOCATION =
      "35=J|70=A1|71=0|73=2|11=M1|37=O1|11=M2|54=1|55=IBM|53=300|6=10|78=2|79=X|80=100|79=Y|80=200";
  private static final String LEGS =
      "35=AB|11=M1|55=IBM|54=1|38=300|40=2|44=10.5|555=3|600=IBM|624=1|654=A|600=IBM|609=OPT"
          + "|623=0.5|654=B|600=AAPL|623=x|654=C";
  private static final String LEG_FILL =
      "35=8|11=R1|17=E1|20=0|150=2|39=2|442=2|654=B|55=IBM|167=OPT|54=1|32=100|31=10";
  private static final String FILL =
      "35=8|11=R1|17=E1|20=0|150=2|39=2|55=IBM|54=1|38=300|40=2|32=100|31=10";

  /** Bytes of a section, and the lines that say what they mean. */
  private record Section(String hex, List<String> meaning) {
    byte[] bytes() {
      return HexFormat.of().parseHex(hex);
    }
  }

  @Test
  void everyVersionIsRead() throws IOException {
    for (Map.Entry<String, Section> section : sections().entrySet()) {
      assertEquals(
          String.join("\n", section.getValue().meaning()),
          String.join("\n", read(section.getKey(), section.getValue().bytes()))
              .replaceAll(" +\n", "\n")
              .stripTrailing(),
          section.getKey());
    }
  }

  @Test
  void whatIsWrittenIsInASection() throws IOException {
    assertWritten("event", 0, ", AGGREGATE", event());
    assertWritten("parents", 0, ", AGGREGATE", parents(AGGREGATE));
    assertWritten("parents", 0, ", DATED", parents(DATED));
    assertWritten("parents", 0, ", ROOT", parents(ROOT));
    assertWritten("parents", 0, ", ROUTE", parents(ROUTE));
    assertWritten("parents", 0, ", FILL", parents(FILL));
    assertWritten("parents", 0, ", ACCEPT", parents(ACCEPT));
    assertWritten("parents", 0, ", VERSION_OF_ROOT", parents(VERSION_OF_ROOT));
    assertWritten("parents", 0, ", PARTS", parents(PARTS));
    assertWritten("parents", 0, ", CORRECT", parents(CORRECT));
    assertWritten("event", 0, ", CORRECTION", event(CORRECTION));
    assertWritten("parents", 0, ", CORRECTION", parents(CORRECTION));
    assertWritten("event", 0, ", CAT", eventOfCat());
    assertWritten("parents", 0, ", CAT", parentsOfCat("NEW"));
    assertWritten("parents", 0, ", CAT", parentsOfCat("COR"));
    assertWritten("parents", 0, ", OPTION", parents(OPTION));
    assertWritten("parents", 0, ", OPTION", parents(OPTION + "|10004=C"));
    assertWritten("parents", 0, ", LEGS", parents(LEGS));
    assertWritten("parents", 0, ", LEGS", parents(LEGS + "|10004=C"));
    assertWritten("parents", 0, ", LEG_FILL", parents(LEG_FILL));
    assertWritten("origin", 0, "", origin());
    assertWritten("lineage", RowKey.LENGTH, "", lineage(CheckResult.PASSED));
    assertWritten("lineage", RowKey.LENGTH, "", lineage(CheckResult.FAILED));
    assertWritten("lineage", RowKey.LENGTH, ", OVERALLOCATION", overallocated());
    assertWritten("parents", 0, ", ALLOCATION", parents(ALLOCATION));
    assertWritten("lifecycle", 0, "", lifecycle());
    assertWritten("feedback", 0, "", feedback());
  }

  private static void assertWritten(String kind, int versionAt, String of, PackedWriter cell)
      throws IOException {
    String hex = HexFormat.of().formatHex(cell.toBytes());
    String name = kind + " " + cell.toBytes()[versionAt] + of;
    Section section = sections().get(name);
    assertNotNull(section, () -> "no section " + name + ": " + hex);
    assertEquals(section.hex(), hex, name);
  }

  private static Map<String, Section> sections() throws IOException {
    String file;
    try (InputStream in = StoredFormatTest.class.getResourceAsStream("stored-formats.txt")) {
      file = new String(in.readAllBytes(), UTF_8);
    }
    Map<String, Section> sections = new LinkedHashMap<>();
    for (String section : file.split("\n\n", -1)) {
      StringBuilder hex = new StringBuilder();
      List<String> meaning = new ArrayList<>();
      List<String> lines = section.lines().filter(line -> !line.startsWith("#")).toList();
      for (String line : lines.subList(Math.min(1, lines.size()), lines.size())) {
        if (line.startsWith("hex ")) {
          hex.append(line.substring(4));
        } else {
          meaning.add(line);
        }
      }
      if (!lines.isEmpty()) {

        assertEquals(
            null, sections.put(lines.get(0), new Section(hex.toString(), meaning)), lines.get(0));
      }
    }
    return sections;
  }

  private static List<String> read(String section, byte[] bytes) {
    return switch (section.replaceFirst(" \\d+.*$", "")) {
      case "event" -> read(new EventCell().read(bytes, 0, bytes.length));
      case "parents" -> read(new ParentReferenceCell().read(bytes, 0, bytes.length));
      case "origin" -> List.of(OriginCell.read(bytes, 0, bytes.length).toString());
      case "lineage" -> read(bytes, new LineageCell().read(bytes, 0, bytes.length));
      case "lifecycle" -> List.of(LifecycleCell.read(bytes, 0, bytes.length).toString());
      case "feedback" -> read(FeedbackCell.read(bytes, 0, bytes.length));
      case "codes of event types" -> codes(EventType.values());
      case "codes of relations" -> codes(Relation.values());
      case "bits of statuses" -> codes(ErrorStatus.values());
      case "columns and timestamps" -> columns();
      default -> throw new IllegalStateException("no section is called " + section);
    };
  }

  private static PackedWriter event() {
    return event(AGGREGATE);
  }

  private static PackedWriter event(String fields) {
    FixMessage message = Events.indexed(fields);
    PackedWriter content = new PackedWriter();
    EventCell.writeContent(message, content);
    PackedWriter cell = new PackedWriter();
    EventCell.write(read(message), findings(), content, cell);
    return cell;
  }

  private static PackedWriter parents(String fields) {
    PackedWriter cell = new PackedWriter();
    PackedWriter content = new PackedWriter();
    FixMessage message = Events.indexed(fields);
    EventCell.writeContent(message, content);
    OrderEvent event = read(message);
    ContentHash hash = new ContentHash().of(event, content);
    ParentReferenceCell.write(event, findings(), hash, cell);
    return cell;
  }

  /** An order that is an electronic copy of a manual one. */
  private static CatEventReader cat(String action) {
    byte[] json =
        ("{\"actionType\":\"%s\",\"firmROEID\":\"20260316_1\",\"type\":\"MENO\",\"orderID\":\"O1\","
                + "\"CATReporterIMID\":\"REP\",\"orderKeyDate\":\"20260316T090000\",\"symbol\":\"IBM\","
                + "\"eventTimestamp\":\"20260316T090001.5\",\"manualOrderID\":\"M1\",\"side\":\"B\","
                + "\"manualOrderKeyDate\":\"20260313T090000\",\"quantity\":300.00,\"price\":10.5}")
            .formatted(action)
            .getBytes(ISO_8859_1);
    CatRecord record = new CatRecord();
    RecordReader reader = new RecordReader(CatSchemas.Versions.ANNOUNCED);
    assertTrue(reader.read(true, json, 0, json.length, record));
    CatEventReader events = new CatEventReader(TradeDates.UTC);
    assertTrue(events.read(record, "", 1_773_666_000_000_000_007L));
    return events;
  }

  private static PackedWriter eventOfCat() {
    CatEventReader events = cat("RPR");
    PackedWriter content = new PackedWriter();
    new CatContent().write(events, content);
    PackedWriter cell = new PackedWriter();
    EventCell.write(events.event(), findings(), content, cell);
    return cell;
  }

  private static PackedWriter parentsOfCat(String action) {
    CatEventReader events = cat(action);
    PackedWriter content = new PackedWriter();
    new CatContent().write(events, content);
    PackedWriter cell = new PackedWriter();
    ContentHash hash = new ContentHash().of(events.event(), content);
    ParentReferenceCell.write(events.event(), findings(), hash, cell);
    return cell;
  }

  private static OrderEvent read(FixMessage message) {
    EventReader reader = new EventReader(EventReader.Rules.DEFAULT);
    assertEquals(ReadResult.EVENT, reader.read(message));
    return reader.event();
  }

  private static ValidationFlags findings() {
    ValidationFlags findings = new ValidationFlags();
    findings.reporterValid(CheckResult.PASSED);
    findings.customerValid(CheckResult.FAILED);
    findings.addStructure(44, "6");
    return findings;
  }

  private static List<String> read(EventCell cell) {
    List<String> lines = new ArrayList<>();
    if (cell.action() != Action.NEW) {
      lines.add("action " + cell.action());
    }
    if (cell.isCat()) {
      lines.add("of CAT");
    }
    lines.add("type " + cell.type());
    lines.add("wire log " + cell.isWireLog());
    lines.add("reporter " + cell.reporterValid());
    lines.add("customer " + cell.customerValid());
    lines.add("symbol " + cell.symbolValid());
    lines.add("statuses " + ErrorStatus.words(cell.statuses()));
    lines.add("event time " + cell.eventTime());
    lines.add("sending time " + cell.sendingTime());
    lines.add("broken tag " + cell.brokenTag());
    lines.add("reason " + cell.reason());
    lines.add("content " + cell.contentBytes().toString().replace('\1', '|'));
    return lines;
  }

  private static List<String> read(ParentReferenceCell cell) {
    List<String> lines = new ArrayList<>();
    if (cell.action() != Action.NEW) {
      lines.add("action " + cell.action());
      lines.add("content " + new RowKey(cell.contentHigh(0), cell.contentLow(0)));
    }
    if (cell.isCat()) {
      lines.add("bears " + cell.keyKind() + " " + new RowKey(cell.keyHigh(), cell.keyLow()));
      lines.add("relation to the first " + cell.relation(0) + ", date " + date(cell.keyDate()));
    }
    lines.add("type " + cell.type());
    lines.add("broken parent " + cell.brokenParent());
    lines.add("reporter " + cell.reporterValid());
    lines.add("customer " + cell.customerValid());
    lines.add("symbol " + cell.symbolValid());
    lines.add("statuses " + ErrorStatus.words(cell.statuses()));
    lines.add("relation " + cell.relation());
    lines.add("event time " + cell.eventTime());
    lines.add("sending time " + cell.sendingTime());
    for (int i = 0; i < cell.parents(); i++) {
      lines.add(
          "parent %s, by its id %s, date %s"
              .formatted(
                  new RowKey(cell.parentHigh(i), cell.parentLow(i)),
                  cell.isParentTagged(i),
                  date(cell.parentDate(i, DATE))));
    }
    lines.add("Symbol " + cell.symbol());
    if (cell.isDerivative()) {
      lines.add("instrument " + cell.instrument());
    }
    if (cell.isOfLegs()) {
      lines.add("legs " + cell.legs().toString().replace('\1', '|'));
    }
    lines.add("Side " + cell.side());
    lines.add("OrdType " + cell.ordType());
    lines.add("reporter's name " + cell.reporter());
    lines.add("reporter's id " + cell.eventId());
    lines.add("OrderQty " + cell.orderQty());
    lines.add("LastShares " + cell.lastShares());
    lines.add("OrdStatus " + cell.ordStatus());
    lines.add("counterparty " + cell.counterparty());
    if (cell.brokenTag() != 0) {
      lines.add("broken tag " + cell.brokenTag() + ", reason " + cell.reason());
    }
    if (cell.brokenParentTag() != 0) {
      lines.add("tag of the parent that cannot be read " + cell.brokenParentTag());
    }
    if (cell.isSentAgain()) {
      lines.add("sent again");
    }
    lines.add("ClientID " + cell.clientId());
    lines.add("Account " + cell.account());
    lines.add("Price " + cell.price());
    lines.add("TimeInForce " + cell.timeInForce());
    lines.add("LastPx " + cell.lastPx());
    for (int i = 0; i < cell.parents(); i++) {
      lines.add("quantity of parent " + i + " " + cell.parentQuantity(i));
    }
    return lines;
  }

  private static String date(int epochDay) {
    return epochDay == ParentReferences.NO_DATE ? "none" : CalendarDates.text(epochDay);
  }

  private static PackedWriter origin() {
    PackedWriter cell = new PackedWriter();
    new OriginCell(0x0102030405060708L, 65_536, 300).write(cell);
    return cell;
  }

  private static PackedWriter lineage(CheckResult instruments) {
    return lineage(instruments, ErrorStatus.ORPHAN.bit() | ErrorStatus.SIDE_MISMATCH.bit());
  }

  private static PackedWriter overallocated() {
    return lineage(
        CheckResult.PASSED, ErrorStatus.OVERALLOCATION.bit() | ErrorStatus.SIDE_MISMATCH.bit());
  }

  private static PackedWriter lineage(CheckResult instruments, int statuses) {
    PackedWriter cell = new PackedWriter();
    LineageCell.begin(
        cell,
        A,
        B,
        42,
        43,
        statuses,
        CheckResult.PASSED,
        CheckResult.FAILED,
        instruments,
        true,
        true,
        true,
        200,
        3);
    cell.key(C.high(), C.low());
    text(cell, "IBM");
    text(cell, "2");
    text(cell, "1");
    cell.varint(2).key(A.high(), A.low());
    cell.u8(LineageCell.edge(true, CheckResult.PASSED, CheckResult.FAILED));
    cell.key(B.high(), B.low())
        .u8(LineageCell.edge(false, CheckResult.NOT_MADE, CheckResult.NOT_MADE));
    text(cell, "a parent was never reported");
    cell.varint(2).varint(1).varint(1).i32(FRIDAY);
    LineageCell.writeCorrected(cell, true, slice("100"), slice("10.25"));
    return cell;
  }

  private static ByteSlice slice(String text) {
    return new ByteSlice().set(text.getBytes(ISO_8859_1), 0, text.length());
  }

  private static void text(PackedWriter cell, String text) {
    cell.text(text.getBytes(ISO_8859_1), 0, text.length());
  }

  private static List<String> read(byte[] bytes, LineageCell cell) {
    List<String> lines = new ArrayList<>();
    lines.add("GrandParent " + RowKey.read(bytes, cell.grandParentAt()));
    lines.add("lifecycle " + RowKey.read(bytes, cell.lifecycleAt()));
    lines.add("content " + RowKey.read(bytes, cell.contentAt()));
    lines.add("statuses " + ErrorStatus.words(cell.statuses()));
    lines.add("SymbolMatch " + cell.symbolMatch());
    lines.add("SideMatch " + cell.sideMatch());
    lines.add("InstrumentMatch " + cell.instrumentMatch());
    lines.add("depth " + cell.depth());
    lines.add("children " + cell.childCount());
    if (cell.hasChild()) {
      lines.add("child " + RowKey.read(bytes, cell.childAt()));
      lines.add("child's Symbol " + cell.childSymbol());
      lines.add("child's Side " + cell.childSide());
      lines.add("child's OrdType " + cell.childOrdType());
    }
    for (int i = 0; i < cell.edges(); i++) {
      RowKey parent = RowKey.read(bytes, cell.parentAt(i));
      lines.add(
          "parent %s, reported %s, SymbolMatch %s, SideMatch %s, date %s"
              .formatted(
                  parent,
                  cell.parentReported(i),
                  cell.edgeSymbolMatch(i),
                  cell.edgeSideMatch(i),
                  date(cell.parentDate(i, DATE))));
    }
    lines.add("details " + cell.details());
    lines.add("other contents " + cell.otherContents());
    lines.add("stands for its cycle " + cell.standsForCycle());
    lines.add("execution " + cell.isExecution());
    lines.add("counted " + cell.isCounted());
    lines.add("stands " + cell.stands());
    lines.add("standing quantity " + cell.standingQuantity());
    lines.add("standing price " + cell.standingPrice());
    return lines;
  }

  private static PackedWriter lifecycle() {
    PackedWriter cell = new PackedWriter();
    new LifecycleCell(
            1_773_666_000_000_000_001L,
            1_773_666_060_000_000_000L,
            300,
            12,
            4,
            1,
            new BigDecimal("1500"),
            new BigDecimal("1000.25"),
            BigDecimal.ZERO,
            "4",
            "IBM",
            "2",
            new LifecycleCell.Terms("REP", "C1", "ACC", "1", "2", "10.5", "0"))
        .write(cell);
    return cell;
  }

  private static PackedWriter feedback() {
    PackedWriter cell = new PackedWriter();
    new FeedbackCell(
            new RowKey(42, 43),
            1_773_651_720_500_000_000L,
            EventType.ROUTE,
            "REP",
            "R1",
            List.of(
                new FeedbackCell.Found(ErrorStatus.ORPHAN, "dropped day", 0, B, "", ""),
                new FeedbackCell.Found(
                    ErrorStatus.UNACCEPTED, "", 128, null, "no order of VEN", "VEN")))
        .write(cell);
    return cell;
  }

  private static List<String> read(FeedbackCell cell) {
    List<String> lines = new ArrayList<>();
    lines.add("content " + cell.content());
    lines.add("sending time " + cell.sendingTime());
    lines.add("type " + cell.type());
    lines.add("reporter's name " + cell.reporter());
    lines.add("reporter's id " + cell.eventId());
    cell.errors().forEach(error -> lines.add(error.toString()));
    return lines;
  }

  private static List<String> codes(Enum<?>[] values) {
    List<String> lines = new ArrayList<>();
    for (Enum<?> value : values) {
      int code =
          value instanceof EventType type
              ? type.code()
              : value instanceof Relation relation ? relation.code() : ((ErrorStatus) value).bit();
      lines.add(code + " " + value.name());
    }
    return lines;
  }

  /** Columns of a content and a child, and the timestamps of cells. */
  private static List<String> columns() {
    long sent = 1_773_666_000_000_000_000L;
    byte event = TableSchema.EVENT_PREFIX;
    byte parents = TableSchema.REFERENCES_PREFIX;
    HexFormat hex = HexFormat.of();
    return List.of(
        "event " + hex.formatHex(TableSchema.contentQualifier(event, A.high(), A.low(), sent)),
        "parents " + hex.formatHex(TableSchema.contentQualifier(parents, 42, 43, sent + 258)),
        "origin " + hex.formatHex(TableSchema.originQualifier(A.high(), A.low())),
        "child " + hex.formatHex(TableSchema.childQualifier(B.high(), B.low(), DATE, DATE)),
        "child of another date "
            + hex.formatHex(TableSchema.childQualifier(B.high(), B.low(), FRIDAY, DATE)),
        "sent at 2026-03-16 13:00 " + TableSchema.contentTimestamp(sent),
        "sent never " + TableSchema.contentTimestamp(TableSchema.NO_TIME),
        "bearer of a key "
            + hex.formatHex(TableSchema.bearerQualifier(B.high(), B.low(), DATE, DATE)),
        "origin's timestamp " + TableSchema.originTimestamp(7, 65_536, 300),
        "format of the table " + TableSchema.FORMAT_VERSION);
  }
}
