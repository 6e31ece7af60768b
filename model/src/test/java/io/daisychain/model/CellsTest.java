package io.daisychain.model;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.fix.FixMessage;
import io.daisychain.fix.FixVersion;
import io.daisychain.model.cell.EventCell;
import io.daisychain.model.cell.LifecycleCell;
import io.daisychain.model.cell.LineageCell;
import io.daisychain.model.cell.ParentReferenceCell;
import io.daisychain.model.event.EventReader;
import io.daisychain.model.event.ReadResult;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What is written into the packed cells is read out of them. */
class CellsTest {
  private static final String[] TYPES = {
    "35=D|11=A|10073=2|10887=P|10887=Q", "35=D|11=A|128=V|10887=P", "35=D|11=A", "35=G|11=B|41=A",
    "35=F|11=B", "35=9|11=B|115=S", "35=8|17=E|20=0|150=2|11=A", "35=8|17=E|20=1|150=2|19=Y",
    "35=8|17=E|49=V|56=REP|11=A|20=0|150=8", "35=8|17=E"
  };

  private final long seed = Long.getLong("daisychain.seed", System.nanoTime());
  private final Random random = new Random(seed);
  private final EventReader reader = new EventReader(EventReader.Rules.DEFAULT);
  private final PackedWriter content = new PackedWriter();

  @Test
  void eventsAndClaimsHoldWhatWasReadAndFound() {
    EventCell eventCell = new EventCell();
    ParentReferenceCell referencesCell = new ParentReferenceCell();
    for (int i = 0; i < 2_000; i++) {
      FixMessage message = randomMessage();
      FixVersion[] versions = FixVersion.values();
      FixVersion version = versions[random.nextInt(versions.length)];
      assertEquals(ReadResult.EVENT, reader.read(message, version), "seed " + seed);
      ValidationFlags findings = randomFindings();
      EventCell.writeContent(message, content.clear());
      PackedWriter out = somewhere();
      int at = out.length();
      EventCell.write(reader.event(), findings, content, out);
      int claimAt = out.length();
      ParentReferenceCell.write(reader.event(), findings, out);
      int end = out.length();
      out.i64(random.nextLong());

      check(eventCell.read(out.buffer(), at, claimAt - at), findings);
      check(referencesCell.read(out.buffer(), claimAt, end - claimAt), findings);
    }
  }

  private void check(EventCell cell, ValidationFlags findings) {
    OrderEvent event = reader.event();
    assertEquals(event.type(), cell.type());
    assertEquals(event.version(), cell.fixVersion());
    assertEquals(event.isWireLog(), cell.isWireLog());
    assertEquals(event.eventTime(), cell.eventTime());
    assertEquals(event.sendingTime(), cell.sendingTime());
    assertEquals(findings.reporterValid(), cell.reporterValid());
    assertEquals(findings.customerValid(), cell.customerValid());
    assertEquals(findings.symbolValid(), cell.symbolValid());
    assertEquals(findings.statuses(), cell.statuses());
    assertEquals(findings.brokenTag(), cell.brokenTag());
    assertEquals(findings.reason(), cell.reason().toString());
    assertEquals(text(content), cell.contentBytes().toString());
    FixMessage fields = cell.content();
    assertEquals(-1, fields.find(52));
    assertTrue(fields.find(35) >= 0);
  }

  private void check(ParentReferenceCell cell, ValidationFlags findings) {
    OrderEvent event = reader.event();
    assertEquals(event.type(), cell.type());
    assertEquals(event.brokenParent(), cell.brokenParent());
    assertEquals(event.relation(), cell.relation());
    assertEquals(event.eventTime(), cell.eventTime());
    assertEquals(event.sendingTime(), cell.sendingTime());
    assertEquals(findings.reporterValid(), cell.reporterValid());
    assertEquals(findings.customerValid(), cell.customerValid());
    assertEquals(findings.symbolValid(), cell.symbolValid());
    assertEquals(findings.statuses(), cell.statuses());
    assertEquals(event.parents().count(), cell.parents());
    for (int i = 0; i < cell.parents(); i++) {
      RowKey parent = new RowKey(cell.parentHigh(i), cell.parentLow(i));
      assertEquals(event.parents().key(i), parent);
      assertEquals(event.parents().isTagged(i), cell.isParentTagged(i));
      assertEquals(event.parents().date(i), cell.parentDate(i, event.tradeDate()));
    }
    assertEquals(event.symbol().toString(), cell.symbol().toString());
    assertEquals(event.side().toString(), cell.side().toString());
    assertEquals(event.ordType().toString(), cell.ordType().toString());
    assertEquals(event.reporter().toString(), cell.reporter().toString());
    assertEquals(event.eventId().toString(), cell.eventId().toString());
    assertEquals(event.orderQty().toString(), cell.orderQty().toString());
    assertEquals(event.lastShares().toString(), cell.lastShares().toString());
    assertEquals(event.ordStatus().toString(), cell.ordStatus().toString());
    boolean route = event.type() == EventType.ROUTE;
    String counterparty = event.type() == EventType.ACCEPT ? event.source().toString() : "";
    assertEquals(
        route ? event.destination().toString() : counterparty, cell.counterparty().toString());
  }

  @Test
  void contentLeavesOutWhatARepeatChanges() {
    String first =
        content("35=D|34=1|43=N|97=N|122=20260316-09:00:00|52=20260316-09:02:00|11=A|55=I|58=x");
    assertEquals("35=D|49=REP|56=MRP|60=20260316-09:01:00|11=A|55=I|58=x|", first);
    String repeat =
        content("35=D|34=2|43=Y|97=Y|122=20260316-09:02:00|52=20260316-09:09:00|11=A|55=I|58=x");
    assertEquals(first, repeat);
    assertFalse(first.equals(content("35=D|11=A|55=I|58=y")));
    assertFalse(first.equals(content("35=D|11=A|58=x|55=I")), "order is content");
  }

  @Test
  void contentKeepsBytesAsTheyAre() {
    assertEquals(
        "35=D|49=REP|56=MRP|60=20260316-09:01:00|11=A\0\u00ff|58=|x=|96=a|354=|",
        content("35=D|11=A\0\u00ff|58=|x=|96=a|354="));
  }

  @Test
  void datesOfALineageAscendByParent() {
    assertEquals(7, withDates(1, 2).parentDate(2, 9));
    for (int[] places : new int[][] {{2, 1}, {1, 1}, {0, 3}, {-1, 0}}) {
      assertThrows(DamagedCellException.class, () -> withDates(places));
    }
  }

  /** A lineage with three parents, those at some places on another date. */
  private static LineageCell withDates(int... places) {
    PackedWriter out = new PackedWriter();
    RowKey key = new RowKey(1, 2);
    CheckResult none = CheckResult.NOT_MADE;
    LineageCell.begin(out, key, key, 3, 4, 5, none, none, none, false, false, false, 6, 7);
    out.varint(3);
    for (int parent = 0; parent < 3; parent++) {
      out.key(10, parent).u8(LineageCell.edge(true, none, none));
    }
    out.varint(0).varint(0).varint(places.length);
    for (int place : places) {
      out.varint(place).i32(7);
    }
    return new LineageCell().read(out.buffer(), 0, out.length());
  }

  @Test
  void lineagesHoldWhatLinkFound() {
    LineageCell cell = new LineageCell();
    for (int i = 0; i < 2_000; i++) {
      PackedWriter out = somewhere();
      int at = out.length();
      RowKey grandParent = randomKey();
      RowKey lifecycle = randomKey();
      RowKey child = randomKey();
      RowKey content = randomKey();
      int statuses = random.nextInt(1 << 17);
      CheckResult symbol = randomCheck();
      CheckResult side = randomCheck();
      CheckResult instrument = randomCheck();
      boolean hasChild = random.nextBoolean();
      boolean standsForCycle = random.nextBoolean();
      int depth = random.nextInt(1 << random.nextInt(31));
      int children = random.nextInt(1 << random.nextInt(31));
      LineageCell.begin(
          out,
          grandParent,
          lifecycle,
          content.high(),
          content.low(),
          statuses,
          symbol,
          side,
          instrument,
          hasChild,
          standsForCycle,
          false,
          depth,
          children);
      String[] shown = {randomText(), randomText(), randomText()};
      if (hasChild) {
        out.key(child.high(), child.low());
        for (String text : shown) {
          out.text(text.getBytes(ISO_8859_1), 0, text.length());
        }
      }
      RowKey[] parents = new RowKey[random.nextInt(4)];
      int[] edges = new int[parents.length];
      out.varint(parents.length);
      CheckResult[] edgeChecks = new CheckResult[2 * parents.length];
      for (int p = 0; p < parents.length; p++) {
        parents[p] = randomKey();
        edgeChecks[2 * p] = randomCheck();
        edgeChecks[2 * p + 1] = randomCheck();
        edges[p] = random.nextInt(2);
        out.key(parents[p].high(), parents[p].low());
        out.u8(LineageCell.edge(edges[p] == 1, edgeChecks[2 * p], edgeChecks[2 * p + 1]));
      }
      String details = randomText();
      out.text(details.getBytes(ISO_8859_1), 0, details.length());
      int others = random.nextInt(3);
      int date = random.nextInt(40_000);
      int[] dates = random.ints(parents.length, date - 1, date + 2).toArray();
      out.varint(others).varint((int) Arrays.stream(dates).filter(of -> of != date).count());
      for (int p = 0; p < parents.length; p++) {
        if (dates[p] != date) {
          out.varint(p).i32(dates[p]);
        }
      }
      int length = out.length() - at;
      out.i64(-1);

      cell.read(out.buffer(), at, length);

      assertEquals(grandParent, RowKey.read(out.buffer(), cell.grandParentAt()));
      assertEquals(lifecycle, RowKey.read(out.buffer(), cell.lifecycleAt()));
      assertEquals(content, RowKey.read(out.buffer(), cell.contentAt()));
      assertEquals(statuses, cell.statuses());
      assertEquals(symbol, cell.symbolMatch());
      assertEquals(instrument, cell.instrumentMatch());
      assertEquals(side, cell.sideMatch());
      assertEquals(depth, cell.depth());
      assertEquals(children, cell.childCount());
      assertEquals(hasChild, cell.hasChild());
      assertEquals(standsForCycle, cell.standsForCycle());
      assertEquals(others, cell.otherContents());
      if (hasChild) {
        assertEquals(child, RowKey.read(out.buffer(), cell.childAt()));
      }
      assertEquals(hasChild ? shown[0] : "", cell.childSymbol().toString());
      assertEquals(hasChild ? shown[1] : "", cell.childSide().toString());
      assertEquals(hasChild ? shown[2] : "", cell.childOrdType().toString());
      assertEquals(parents.length, cell.edges());
      for (int p = 0; p < parents.length; p++) {
        assertEquals(parents[p], RowKey.read(out.buffer(), cell.parentAt(p)));
        assertEquals(edges[p] == 1, cell.parentReported(p));
        assertEquals(dates[p], cell.parentDate(p, date));
        assertEquals(edgeChecks[2 * p], cell.edgeSymbolMatch(p));
        assertEquals(edgeChecks[2 * p + 1], cell.edgeSideMatch(p));
      }
      assertEquals(details, cell.details().toString());
    }
  }

  @Test
  void lifecyclesHoldTheirSums() {
    for (int i = 0; i < 500; i++) {
      LifecycleCell cell =
          new LifecycleCell(
              random.nextLong(),
              random.nextLong(),
              random.nextInt(Integer.MAX_VALUE),
              random.nextInt(1 << random.nextInt(31)),
              random.nextInt(200),
              random.nextInt(5),
              random.nextBoolean() ? null : new BigDecimal(random.nextInt(1000)),
              new BigDecimal("0.000000000000000001"),
              new BigDecimal("123456789012345678901234567890.5"),
              randomText(),
              randomText(),
              randomText(),
              new LifecycleCell.Terms(
                  randomText(),
                  randomText(),
                  randomText(),
                  randomText(),
                  randomText(),
                  randomText(),
                  randomText()));
      PackedWriter out = somewhere();
      int at = out.length();
      cell.write(out);
      assertEquals(cell, LifecycleCell.read(out.buffer(), at, out.length() - at), "seed " + seed);
    }
  }

  @Test
  void quantitiesAreWrittenWithoutExponentsAndIdleZeros() {
    assertEquals("0", LifecycleCell.plain(new BigDecimal("0.00")));
    assertEquals("100", LifecycleCell.plain(new BigDecimal("1E+2")));
    assertEquals("12.5", LifecycleCell.plain(new BigDecimal("12.50")));
    assertEquals("-3", LifecycleCell.plain(new BigDecimal("-3.0")));
    LifecycleCell none =
        new LifecycleCell(
            0,
            0,
            1,
            0,
            1,
            0,
            null,
            BigDecimal.ZERO,
            BigDecimal.ZERO,
            "",
            "",
            "",
            LifecycleCell.Terms.NONE);
    PackedWriter out = new PackedWriter();
    none.write(out);
    assertNull(LifecycleCell.read(out.buffer(), 0, out.length()).orderedQuantity());
  }

  @Test
  void refusesOtherVersionsAndCellsCutShort() {
    reader.read(Events.indexed("35=D|11=A|10887=P|55=AAPL"));
    PackedWriter references = new PackedWriter();
    ParentReferenceCell.write(reader.event(), new ValidationFlags(), references);
    for (int length = 0; length < references.length(); length++) {
      int cut = length;
      assertThrows(
          DamagedCellException.class,
          () -> new ParentReferenceCell().read(references.buffer(), 0, cut).symbol());
    }
    byte[] earlier = references.toBytes();
    earlier[0] = 1;
    assertThrows(
        IllegalStateException.class,
        () -> new ParentReferenceCell().read(earlier, 0, earlier.length));
    byte[] later = references.toBytes();
    later[0] = 3;
    assertThrows(
        IllegalStateException.class, () -> new ParentReferenceCell().read(later, 0, later.length));
    assertThrows(IllegalStateException.class, () -> new EventCell().read(later, 0, later.length));
    assertThrows(IllegalStateException.class, () -> LifecycleCell.read(later, 0, later.length));
    byte[] zeros = new byte[100];
    assertThrows(IllegalStateException.class, () -> new LineageCell().read(zeros, 0, zeros.length));
  }

  @Test
  void packedNumbersOfEverySizeComeBack() {
    int[] numbers = {0, 1, 127, 128, 16_383, 16_384, 1 << 21, 1 << 28, Integer.MAX_VALUE};
    PackedWriter out = new PackedWriter();
    for (int number : numbers) {
      out.varint(number).u16(number & 0xffff).i32(-number).i64(-number).u8(number & 0xff);
    }
    PackedReader in = new PackedReader().wrap(out.toBytes(), 0, out.length());
    for (int number : numbers) {
      assertEquals(number, in.varint());
      assertEquals(number & 0xffff, in.u16());
      assertEquals(-number, in.i32());
      assertEquals(-number, in.i64());
      assertEquals(number & 0xff, in.u8());
    }
    assertEquals(0, in.remaining());
    assertThrows(IndexOutOfBoundsException.class, in::u8);
    byte[] endless = new byte[6];
    Arrays.fill(endless, (byte) 0x80);
    assertThrows(
        IndexOutOfBoundsException.class, () -> new PackedReader().wrap(endless, 0, 6).varint());
    assertArrayEquals(new byte[0], out.clear().toBytes());
  }

  private String content(String fields) {
    EventCell.writeContent(Events.indexed(fields), content.clear());
    return text(content).replace('\1', '|');
  }

  private FixMessage randomMessage() {
    StringBuilder fields = new StringBuilder(TYPES[random.nextInt(TYPES.length)]);
    for (int tag : new int[] {55, 54, 40, 58, 109, 39}) {
      if (random.nextBoolean()) {
        fields.append('|').append(tag).append('=').append(randomText());
      }
    }
    fields.append("|38=").append(random.nextInt()).append("|32=").append(random.nextInt(100));
    fields.append(random.nextInt(10) == 0 ? "|52=x" : "");
    return Events.indexed(fields.toString());
  }

  private ValidationFlags randomFindings() {
    ValidationFlags findings = new ValidationFlags();
    findings.reporterValid(randomCheck());
    findings.customerValid(randomCheck());
    findings.symbolValid(randomCheck());
    if (random.nextBoolean()) {
      findings.addStructure(random.nextInt(20_000), random.nextBoolean() ? "5" : "CONSISTENCY");
    }
    if (random.nextBoolean()) {
      findings.add(ErrorStatus.LATE);
    }
    return findings;
  }

  private CheckResult randomCheck() {
    return CheckResult.ofCode(random.nextInt(3));
  }

  private RowKey randomKey() {
    return new RowKey(random.nextLong(), random.nextLong());
  }

  /** Any bytes but the three that the tests' own notation needs. */
  private String randomText() {
    byte[] bytes = new byte[random.nextInt(30) == 0 ? 400 : random.nextInt(9)];
    random.nextBytes(bytes);
    return new String(bytes, ISO_8859_1).replaceAll("[\1|~$]", "_");
  }

  /** A writer whose next byte is not its first. */
  private PackedWriter somewhere() {
    PackedWriter out = new PackedWriter();
    for (int i = random.nextInt(4); i > 0; i--) {
      out.u8(0xee);
    }
    return out;
  }

  private static String text(PackedWriter bytes) {
    return new String(bytes.buffer(), 0, bytes.length(), ISO_8859_1);
  }
}
