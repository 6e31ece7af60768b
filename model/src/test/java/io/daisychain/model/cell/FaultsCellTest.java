package io.daisychain.model.cell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.model.DamagedCellException;
import io.daisychain.model.ErrorStatus;
import io.daisychain.model.PackedWriter;
import io.daisychain.model.RowKey;
import io.daisychain.model.TableSchema;
import io.daisychain.model.cell.FaultsCell.Break;
import io.daisychain.model.cell.FaultsCell.Fault;
import io.daisychain.model.cell.FaultsCell.Kind;
import io.daisychain.model.cell.FaultsCell.Repair;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class FaultsCellTest {
  private static final Fault OPEN =
      new Fault(
          ErrorStatus.ORPHAN,
          "",
          11,
          new RowKey(1, 2),
          "ALFA",
          1_773_655_200_000_000_000L,
          TableSchema.NO_TIME,
          Repair.NONE,
          false,
          List.of("ALFA", "BRVO"));
  private static final Fault REPAIRED =
      new Fault(
          ErrorStatus.DUPLICATE_KEY,
          "because",
          0,
          new RowKey(-3, 4),
          "",
          5L,
          6L,
          Repair.CORRECTION,
          true,
          List.of());
  private static final FaultsCell CELL =
      new FaultsCell(
          List.of(OPEN, REPAIRED),
          List.of(
              new Break(Kind.UNLINKED, new RowKey(5, 6), "", new RowKey(7, 8), "", "", "", true),
              new Break(
                  Kind.SIDE_MISMATCH, new RowKey(9, 1), "BRVO", null, "b1", "1", "2", false)));

  @Test
  void isReadAsItWasWritten() {
    byte[] bytes = bytes();

    FaultsCell read = FaultsCell.read(bytes, 0, bytes.length);

    assertEquals(CELL, read);
    assertTrue(read.faults().get(0).isOpen());
    assertFalse(read.faults().get(1).isOpen());
    assertEquals(
        List.of("", "correction", "deletion", "arrival"),
        Arrays.stream(Repair.values()).map(Repair::published).toList());
  }

  @Test
  void isRefusedWhenItIsCutOrOfAnotherLayout() {
    byte[] bytes = bytes();
    for (int length = 0; length < bytes.length; length++) {
      int cut = length;
      assertThrows(DamagedCellException.class, () -> FaultsCell.read(bytes, 0, cut));
    }
    bytes[0] = 9;
    assertThrows(DamagedCellException.class, () -> FaultsCell.read(bytes, 0, bytes.length));
  }

  private static byte[] bytes() {
    PackedWriter out = new PackedWriter();
    CELL.write(out);
    return out.toBytes();
  }
}
