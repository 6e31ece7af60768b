package io.daisychain.publish.row;

import static io.daisychain.publish.StoredRow.key;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.daisychain.model.CheckResult;
import io.daisychain.model.ErrorStatus;
import io.daisychain.model.EventType;
import io.daisychain.model.PackedWriter;
import io.daisychain.model.Relation;
import io.daisychain.model.RowKey;
import io.daisychain.model.cell.FeedbackCell;
import io.daisychain.model.cell.LifecycleCell;
import io.daisychain.model.cell.LineageCell;
import io.daisychain.publish.StoredRow;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.junit.jupiter.api.Test;

class RowViewTest {

  @Test
  void showsAllThatIsStored() throws IOException {
    StoredRow.Event event = new StoredRow.Event();
    event.type = EventType.ROUTE;
    event.relation = Relation.ROUTE;
    event.reporterValid = CheckResult.PASSED;
    event.symbolValid = CheckResult.FAILED;
    event.statuses(ErrorStatus.STRUCTURE);
    event.brokenTag = 44;
    event.reason = "6";
    event.parents = new RowKey[] {key(1)};
    event.hash = 0xabcL;
    event.content = StoredRow.fix("35=D|44=\u001bx|5001=\u00e9\0|broken|");
    StoredRow.Lineage lineage = new StoredRow.Lineage();
    lineage.hash = 0xabcL;
    lineage.statuses = ErrorStatus.STRUCTURE.bit() | ErrorStatus.ORPHAN.bit();
    lineage.parents = new RowKey[] {key(1)};
    lineage.edge = LineageCell.edge(false, CheckResult.NOT_MADE, CheckResult.NOT_MADE);
    lineage.depth = 1;
    lineage.details = "parent missing";
    lineage.lifecycle = key(7);
    StoredRow row =
        new StoredRow(key(7))
            .event(event)
            .lineage(lineage)
            .lifecycle(
                new LifecycleCell(
                    StoredRow.NOON,
                    StoredRow.NOON,
                    2,
                    1,
                    1,
                    1,
                    null,
                    new BigDecimal("5.0"),
                    BigDecimal.ZERO,
                    "2",
                    "AAPL",
                    "1",
                    new LifecycleCell.Terms("FIRM", "C1", "ACC", "1", "2", "10.5", "0")))
            .child(key(8), Relation.ACCEPT)
            .add("Error", ascii("status"), ascii("STRUCTURE;ORPHAN"))
            .add("Error", ascii("feedback"), feedback());

    assertEquals(
        """
        row 00000000-0000-0007-ffff-fffffffffff8
          trade date 19700101
          event ROUTE  content 00000000000000000000000000000abc  published
            time             2026-03-16T12:00:00.000000000Z
            sent             2026-03-16T12:00:00.000000000Z
            ReporterIdValid  true
            CustomerIdValid  not checked
            SymbolValid      false
            found by ingest  STRUCTURE
            brokenTag        44, reason 6
               35 MsgType            D
               44 Price              \\x1bx
             5001                    \u00e9\\x00
            malformed field          broken
          parent references of content 00000000000000000000000000000abc
            parent 00000000-0000-0001-ffff-fffffffffffe  ROUTE
          lineage
            GrandParent      00000000-0000-0001-ffff-fffffffffffe
            LifecycleId      00000000-0000-0007-ffff-fffffffffff8
            content          00000000000000000000000000000abc
            depth            1
            childCount       0
            SymbolMatch      not checked
            SideMatch        not checked
            parent           00000000-0000-0001-ffff-fffffffffffe  not reported  \
        SymbolMatch not checked, SideMatch not checked
            errorStatus      STRUCTURE;ORPHAN
            details          parent missing
          lifecycle
            from             2026-03-16T12:00:00.000000000Z
            to               2026-03-16T12:00:00.000000000Z
            symbol           AAPL
            events           2
            depth            1
            firms            1
            errors           1
            orderedQuantity  unknown
            filledQuantity   5
            bustedQuantity   0
            finalState       FILLED
            rootState        PARTIALLY_FILLED
            ReporterId       FIRM
            CustomerId       C1
            account          ACC
            side             1
            ordType          2
            price            10.5
            timeInForce      0
          child 00000000-0000-0008-ffff-fffffffffff7  ACCEPT
          Error:status  STRUCTURE;ORPHAN
          feedback to ALFA on R\\x1b1
            ORPHAN, parent 00000000-0000-0001-ffff-fffffffffffe
            UNACCEPTED, tag 128, with VEN: no order of VEN
        """,
        view(row, key(7)));
  }

  @Test
  void showsEveryContentAndWhichIsPublished() throws IOException {
    StoredRow.Event first = new StoredRow.Event();
    StoredRow.Event second = new StoredRow.Event();
    second.hash = 2;
    second.sendingTime = StoredRow.NOON - 1;

    String shown = view(new StoredRow(key(1)).event(first).event(second), key(1));

    assertEquals(
        """
          event NEW  content 00000000000000000000000000000001  not published
          event NEW  content 00000000000000000000000000000002  published
        """,
        shown
            .lines()
            .filter(line -> line.startsWith("  event"))
            .reduce("", (a, b) -> a + b + "\n"));
  }

  @Test
  void aRowOfChildrenOnlySaysSo() throws IOException {
    assertEquals(
        """
        row 00000000-0000-0001-ffff-fffffffffffe
          trade date 19700101
          not reported: only its children wrote to it
          child 00000000-0000-0002-ffff-fffffffffffd  EXECUTION
        """,
        view(new StoredRow(key(1)).child(key(2), Relation.EXECUTION), key(1)));
  }

  @Test
  void noRowIsNothing() throws IOException {
    assertEquals("", view(new StoredRow(key(1)), key(1)));
  }

  private static byte[] feedback() {
    PackedWriter cell = new PackedWriter();
    new FeedbackCell(
            new RowKey(0, 0xabc),
            StoredRow.NOON,
            EventType.ROUTE,
            "ALFA",
            "R\u001b1",
            List.of(
                new FeedbackCell.Found(ErrorStatus.ORPHAN, "", 0, key(1), "", ""),
                new FeedbackCell.Found(
                    ErrorStatus.UNACCEPTED, "", 128, null, "no order of VEN", "VEN")))
        .write(cell);
    return cell.toBytes();
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static String view(StoredRow row, RowKey id) throws IOException {
    StringBuilder out = new StringBuilder();
    RowView view = new RowView(out);
    for (Cell cell : row.cells()) {
      view.look(cell);
    }
    view.begin(id);
    for (Cell cell : row.cells()) {
      view.cell(cell);
    }
    return out.toString();
  }
}
