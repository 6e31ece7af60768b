package io.daisychain.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.model.cell.EventCell;
import io.daisychain.model.cell.FeedbackCell;
import io.daisychain.model.cell.LifecycleCell;
import io.daisychain.model.cell.LineageCell;
import io.daisychain.model.cell.OriginCell;
import io.daisychain.model.cell.ParentReferenceCell;
import io.daisychain.model.event.EventReader;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Cells of which bits were turned, or a part is gone: read, or refused in words. */
class DamagedCellsTest {
  private final int rounds = Integer.getInteger("daisychain.damagedCells", 40_000);
  private final long seed = Long.getLong("daisychain.seed", 20_261_122);
  private final Random random = new Random(seed);

  /** The campaign: number of damaged cells of each kind, seed. */
  public static void main(String[] args) {
    System.setProperty("daisychain.damagedCells", args[0]);
    System.setProperty("daisychain.seed", args[1]);
    int refused = new DamagedCellsTest().damageAll();
    System.out.printf(
        "%s damaged cells of each of six kinds, %,d refused by name%n", args[0], refused);
  }

  @Test
  void everyReaderRefusesWhatItCannotReadByTheNameOfTheCell() {
    int refused = damageAll();

    assertTrue(refused > rounds, "seed " + seed + ": " + refused + " refused");
  }

  private int damageAll() {
    EventReader reader = new EventReader(EventReader.Rules.DEFAULT);
    reader.read(Events.indexed("35=D|11=A|10073=2|10887=P|10887=Q|55=AAPL|54=1|38=100"));
    PackedWriter content = new PackedWriter();
    EventCell.writeContent(Events.indexed("35=D|11=A|55=AAPL|54=1|38=100"), content);
    PackedWriter event = new PackedWriter();
    EventCell.write(reader.event(), new ValidationFlags(), content, event);
    PackedWriter references = new PackedWriter();
    ParentReferenceCell.write(reader.event(), new ValidationFlags(), references);
    PackedWriter lifecycle = new PackedWriter();
    new LifecycleCell(
            1,
            2,
            3,
            4,
            5,
            6,
            BigDecimal.TEN,
            BigDecimal.ONE,
            BigDecimal.ZERO,
            "2",
            "IBM",
            "1",
            LifecycleCell.Terms.NONE)
        .write(lifecycle);
    PackedWriter feedback = new PackedWriter();
    FeedbackCell.Found error =
        new FeedbackCell.Found(ErrorStatus.ORPHAN, "why", 41, new RowKey(1, 2), "text", "BRVO");
    new FeedbackCell(new RowKey(3, 4), 5, EventType.ROUTE, "ALFA", "R1", List.of(error))
        .write(feedback);
    PackedWriter origin = new PackedWriter();
    new OriginCell(7, 8, 9).write(origin);

    return damage("event", event, DamagedCellsTest::readEvent)
        + damage("parent references", references, DamagedCellsTest::readReferences)
        + damage("lineage", lineage(), DamagedCellsTest::readLineage)
        + damage("lifecycle", lifecycle, cell -> LifecycleCell.read(cell, 0, cell.length))
        + damage("feedback", feedback, cell -> FeedbackCell.read(cell, 0, cell.length))
        + damage("origin", origin, cell -> OriginCell.read(cell, 0, cell.length));
  }

  /** Returns how many of the damaged cells were refused. */
  private int damage(String kind, PackedWriter cell, Consumer<byte[]> read) {
    read.accept(cell.toBytes());
    int refused = 0;
    for (int i = 0; i < rounds; i++) {
      byte[] damaged = damaged(cell.toBytes());
      try {
        read.accept(damaged);
      } catch (DamagedCellException e) {
        refused++;
        assertTrue(e.getMessage().startsWith("a damaged " + kind + " cell: "), e.getMessage());
      } catch (RuntimeException e) {
        throw new AssertionError("seed " + seed + ", " + kind + " " + Arrays.toString(damaged), e);
      }
    }
    return refused;
  }

  private byte[] damaged(byte[] cell) {
    byte[] damaged = cell;
    if (random.nextInt(3) == 0) {
      damaged = Arrays.copyOf(cell, random.nextInt(cell.length + 20));
    }
    int changes = damaged.length == 0 ? 0 : random.nextInt(4);
    for (int i = 0; i < changes; i++) {
      int at = random.nextInt(damaged.length);
      damaged[at] =
          random.nextBoolean()
              ? (byte) random.nextInt()
              : (byte) (damaged[at] ^ 1 << random.nextInt(8));
    }
    return damaged;
  }

  private static PackedWriter lineage() {
    PackedWriter out = new PackedWriter();
    RowKey key = new RowKey(1, 2);
    LineageCell.begin(
        out,
        key,
        key,
        3,
        4,
        5,
        CheckResult.PASSED,
        CheckResult.FAILED,
        CheckResult.FAILED,
        true,
        false,
        true,
        6,
        7);
    out.key(8, 9).text(new byte[] {'A'}, 0, 1).text(new byte[] {'1'}, 0, 1).varint(0).varint(2);
    for (int parent = 0; parent < 2; parent++) {
      out.key(10, parent).u8(LineageCell.edge(true, CheckResult.PASSED, CheckResult.NOT_MADE));
    }
    out.text(new byte[] {'x'}, 0, 1).varint(1).varint(1).varint(1).i32(20_525);
    ByteSlice digits = new ByteSlice().set(new byte[] {'1', '2'}, 0, 2);
    LineageCell.writeCorrected(out, true, digits, digits);
    return out;
  }

  private static void readEvent(byte[] cell) {
    EventCell event = new EventCell().read(cell, 0, cell.length);
    event.reporterValid();
    event.customerValid();
    event.symbolValid();
    ErrorStatus.words(event.statuses());
    assertNotNull(event.reason().toString());
    assertTrue(event.content().fieldCount() <= cell.length);
  }

  private static void readReferences(byte[] cell) {
    ParentReferenceCell references = new ParentReferenceCell().read(cell, 0, cell.length);
    references.reporterValid();
    references.customerValid();
    references.symbolValid();
    for (int i = 0; i < references.parents(); i++) {
      assertEquals(references.parentHigh(i), references.parentHigh(i));
      references.isParentTagged(i);
      references.parentDate(i, 20_528);
    }
    assertNotNull(references.counterparty().toString());
    assertNotNull(references.orderQty().toString());
  }

  private static void readLineage(byte[] cell) {
    LineageCell lineage = new LineageCell().read(cell, 0, cell.length);
    lineage.symbolMatch();
    lineage.sideMatch();
    for (int i = 0; i < lineage.edges(); i++) {
      lineage.edgeSymbolMatch(i);
      lineage.edgeSideMatch(i);
      lineage.parentDate(i, 20_528);
    }
    assertNotNull(lineage.details().toString());
  }
}
