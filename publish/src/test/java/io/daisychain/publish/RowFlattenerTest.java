package io.daisychain.publish;

import static io.daisychain.publish.StoredRow.key;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.model.CheckResult;
import io.daisychain.model.ErrorStatus;
import io.daisychain.model.EventType;
import io.daisychain.model.PackedWriter;
import io.daisychain.model.Relation;
import io.daisychain.model.RowKey;
import io.daisychain.model.TableSchema;
import io.daisychain.model.cell.LifecycleCell;
import io.daisychain.model.cell.LineageCell;
import io.daisychain.publish.row.CsvLines;
import io.daisychain.publish.table.PublishedTables;
import io.daisychain.warehouse.WarehouseTable;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RowFlattenerTest {
  private final RowFlattener rows = new RowFlattener(20_528);

  @Test
  void publishesEveryColumnOfALinkedEvent() {
    StoredRow.Event event = aggregate();
    StoredRow.Lineage lineage = new StoredRow.Lineage();
    lineage.grandParent = key(5);
    lineage.lifecycle = key(6);
    lineage.statuses = ErrorStatus.STRUCTURE.bit() | ErrorStatus.SIDE_MISMATCH.bit();
    lineage.symbolMatch = CheckResult.PASSED;
    lineage.sideMatch = CheckResult.FAILED;
    lineage.depth = 3;
    lineage.childCount = 2;
    lineage.child = key(9);
    lineage.childSymbol = "MSFT";
    lineage.childSide = "2";
    lineage.childOrdType = "1";
    lineage.parents = new RowKey[] {key(2), key(3), key(4)};
    lineage.details = "side differs from 9";
    lineage.execution = new PackedWriter();
    LineageCell.writeExecution(lineage.execution, true, true);

    new StoredRow(key(7)).event(event).lineage(lineage).flattenWith(rows);

    Map<String, String> expected = new LinkedHashMap<>();
    expected.put("id", key(7).toString());
    expected.put("Parent", key(2).toString());
    expected.put("GrandParent", key(5).toString());
    expected.put("timestamp", "2026-03-16T12:00:00.000000123Z");
    expected.put("EventId", "x-1");
    expected.put("ReporterId", "BRVO");
    expected.put("Child", key(9).toString());
    expected.put("CustomerId", "KA1");
    expected.put("CustomerIdValid", "false");
    expected.put("side", "1");
    expected.put("CHILD_side", "2");
    expected.put("symbol", "AAPL");
    expected.put("CHILD_symbol", "MSFT");
    expected.put("CHILD_ordType", "1");
    expected.put("eventType", "AGGREGATE");
    expected.put("brokenTag", "44");
    expected.put("ReporterIdValid", "true");
    expected.put("SideMatch", "false");
    expected.put("SymbolMatch", "true");
    expected.put("SymbolValid", "");
    expected.put("LifecycleId", key(6).toString());
    expected.put("Merge", key(3) + "|" + key(4));
    expected.put("relation", "MERGE");
    expected.put("depth", "3");
    expected.put("childCount", "2");
    expected.put("quantity", "500");
    expected.put("price", "10.25");
    expected.put("ordType", "2");
    expected.put("source", "SRCE");
    expected.put("destination", "DEST");
    expected.put("lastMkt", "XNYS");
    expected.put("errorStatus", "STRUCTURE;SIDE_MISMATCH");
    expected.put("errorReason", "6; side differs from 9");
    expected.put("timestampNanos", Long.toString(StoredRow.NOON + 123));
    expected.put("sendingTime", "2026-03-16T12:00:01.000000000Z");
    expected.put("execType", "1");
    expected.put("execTransType", "0");
    expected.put("ordStatus", "A");
    expected.put("lastShares", "100");
    expected.put("lastPx", "10.2");
    expected.put("cumQty", "200");
    expected.put("leavesQty", "300");
    expected.put("avgPx", "10.1");
    expected.put("clOrdId", "x-1");
    expected.put("origClOrdId", "x-0");
    expected.put("orderId", "O1");
    expected.put("execRefId", "E0");
    expected.put("timeInForce", "0");
    expected.put("text", "hello");
    expected.put("taggedLineage", "true");
    expected.put("wireLog", "true");
    expected.put("version", "1");
    expected.put("stopPx", "9.75");
    expected.put("account", "ACC");
    expected.put("capacity", "A");
    expected.put("standingQuantity", "100");
    expected.put("standingPrice", "10.2");
    expected.put("counted", "true");
    expected.put("fixVersion", "FIX.4.2");
    expected.put("securityType", "CS");
    expected.put("instrument", "AAPL");
    expected.put("maturity", "");
    expected.put("putOrCall", "");
    expected.put("strike", "");
    expected.put("multiplier", "");
    expected.put("InstrumentMatch", "true");
    expected.put("legRefId", "");
    expected.put("multiLeg", "false");
    expected.put("format", "FIX");
    expected.put("catType", "");
    expected.put("firmROEID", "");
    expected.put("errorCode", "");
    expected.put("tradeDate", "2026-03-16");
    assertEquals(expected, only(PublishedTables.EVENTS, rows.events()));
  }

  private static StoredRow.Event aggregate() {
    StoredRow.Event event = new StoredRow.Event();
    event.type = EventType.AGGREGATE;
    event.relation = Relation.MERGE;
    event.reporterValid = CheckResult.PASSED;
    event.customerValid = CheckResult.FAILED;
    event.wireLog = true;
    event.statuses(ErrorStatus.STRUCTURE);
    event.brokenTag = 44;
    event.reason = "6";
    event.eventTime = StoredRow.NOON + 123;
    event.sendingTime = StoredRow.NOON + 1_000_000_000L;
    event.parents = new RowKey[] {key(2), key(3), key(4)};
    event.reporter = "BRVO";
    event.eventId = "x-1";
    event.symbol = "AAPL";
    event.side = "1";
    event.ordType = "2";
    event.ordStatus = "A";
    event.content =
        StoredRow.fix(
            "35=D|49=BRVO|56=MRP|115=SRCE|128=DEST|11=x-1|41=x-0|37=O1|17=E1|19=E0|20=0|150=1|39=A|"
                + "55=AAPL|54=1|38=500|40=2|44=10.250|30=XNYS|32=100|31=10.2|14=200|151=300|6=10.10|"
                + "59=0|58=hello|99=9.75|1=ACC|47=A|109=KA1|10001="
                + key(7)
                + "|");
    return event;
  }

  @Test
  void publishesTheInstrumentOfAMessage() {
    String order = "8=FIX.4.2|35=D|49=BRVO|56=MRP|52=20260316-09:02:00|11=x|54=1|55=IBM|";
    String[][] cases = {
      {"", "CS,IBM,,,,"},
      {
        "167=OPT|200=202606|205=19|201=0|202=152.50|231=100|",
        "OPT,IBM   260619P00152500,20260619,P,152.5,100"
      },
      {"167=FUT|200=202606|231=50|", "FUT,IBM202606,202606,,,50"},
      {"167=OPT|202=150|", "OPT,,,,,"},
      {"201=1|200=202606|205=19|202=0.5|", "CS,IBM   260619C00000500,20260619,C,0.5,"}
    };
    for (String[] each : cases) {
      RowFlattener row = new RowFlattener(20_528);
      StoredRow.ofMessage(order + each[0] + "10=000|").flattenWith(row);
      Map<String, String> found = only(PublishedTables.EVENTS, row.events());
      List<String> values = new ArrayList<>();
      for (String column :
          List.of("securityType", "instrument", "maturity", "putOrCall", "strike", "multiplier")) {
        values.add(found.get(column));
      }
      assertEquals(each[1], String.join(",", values), each[0]);
    }
  }

  @Test
  void publishesARowForEachLegOfAnOrder() {
    String order =
        "8=FIX.4.4|35=AB|49=BRVO|56=MRP|52=20260316-09:02:00|11=x|54=1|55=IBM|40=1|555=4|"
            + "600=IBM|608=OCASPS|611=20260619|612=150|623=2|624=1|654=A|"
            + "600=IBM|602=IBM260619P00090000|609=OPT|624=2|654=B,\"|"
            + "600=IBM|609=OPT|612=90|623=x|600=AAPL|623=0.5|";
    StoredRow.ofMessage(order + "10=000|").flattenWith(rows);

    String id = only(PublishedTables.EVENTS, rows.events()).get("id");
    assertEquals(
        List.of(
            id + ",1,IBM,IBM   260619C00150000,1,2,A,2026-03-16",
            id + ",2,IBM,IBM   260619P00090000,2,1,\"B,\"\"\",2026-03-16",
            id + ",3,IBM,,,,,2026-03-16",
            id + ",4,AAPL,AAPL,,0.5,,2026-03-16"),
        lines(rows.tables().get(9)));
  }

  @Test
  void anOrderOfSeveralLegsAsAWholeIsTold() {
    String report = "8=FIX.4.4|35=8|49=BRVO|56=MRP|52=20260316-09:02:00|17=x|11=y|150=F|39=1|";
    String[][] cases = {
      {"442=2|", "false"}, {"442=3|", "true"}, {"167=MLEG|", "true"}, {"", "false"}
    };
    for (String[] each : cases) {
      RowFlattener row = new RowFlattener(20_528);
      StoredRow.ofMessage(report + each[0] + "10=000|").flattenWith(row);
      assertEquals(each[1], only(PublishedTables.EVENTS, row.events()).get("multiLeg"), each[0]);
    }
  }

  @Test
  void onlyAReportOfOneLegHasItsRefId() {
    String report = "8=FIX.4.4|35=8|49=BRVO|56=MRP|52=20260316-09:02:00|17=x|11=y|150=F|39=1|";
    String[][] cases = {
      {"442=2|654=A|", "A"}, {"442=3|654=A|", ""}, {"654=A|", ""}, {"442=2|", ""}
    };
    for (String[] each : cases) {
      RowFlattener row = new RowFlattener(20_528);
      StoredRow.ofMessage(report + each[0] + "555=1|600=IBM|10=000|").flattenWith(row);
      assertEquals(each[1], only(PublishedTables.EVENTS, row.events()).get("legRefId"), each[0]);
      assertEquals(List.of(), lines(row.tables().get(9)), each[0]);
    }
  }

  @Test
  void publishesWhatIngestStoresOfAMessage() {
    StoredRow.ofMessage(
            "8=FIX.4.2|9=178|35=8|34=2|49=BRVO|56=MRP|115=ALFA|52=20260316-09:02:00.400123456|"
                + "37=On1-2|11=n1-2|17=n1-1|20=0|150=1|39=1|55=AAPL|54=1|38=500|32=200|31=10|151=300|"
                + "14=200|6=10|60=20260316-09:02:00.4|10=173|")
        .flattenWith(rows);

    Map<String, String> row = only(PublishedTables.EVENTS, rows.events());
    Map<String, String> shown = new LinkedHashMap<>(row);
    shown.values().removeIf(String::isEmpty);
    shown.keySet().removeAll(List.of("id", "Parent"));
    assertEquals(
        "{timestamp=2026-03-16T09:02:00.400000000Z, EventId=n1-1, ReporterId=BRVO, side=1,"
            + " symbol=AAPL, eventType=PARTIAL_FILL, relation=EXECUTION, quantity=500, source=ALFA,"
            + " timestampNanos=1773651720400000000, sendingTime=2026-03-16T09:02:00.400123456Z,"
            + " execType=1, execTransType=0, ordStatus=1, lastShares=200, lastPx=10, cumQty=200,"
            + " leavesQty=300, avgPx=10, clOrdId=n1-2, orderId=On1-2, taggedLineage=false,"
            + " wireLog=false, version=1, fixVersion=FIX.4.2, securityType=CS,"
            + " instrument=AAPL, multiLeg=false, format=FIX, tradeDate=2026-03-16}",
        shown.toString());
    assertEquals(
        List.of(row.get("Parent") + "," + row.get("id") + ",EXECUTION,,,,2026-03-16"),
        lines(rows.links()));
  }

  @Test
  void publishesAnUnlinkedEventWithWhatItClaims() {
    StoredRow.Event event = aggregate();

    new StoredRow(key(7)).event(event).flattenWith(rows);

    Map<String, String> row = only(PublishedTables.EVENTS, rows.events());
    assertEquals(key(2).toString(), row.get("Parent"));
    assertEquals(key(3) + "|" + key(4), row.get("Merge"));
    assertEquals("MERGE", row.get("relation"));
    assertEquals("STRUCTURE", row.get("errorStatus"));
    assertEquals("6", row.get("errorReason"));
    for (String column :
        List.of(
            "GrandParent",
            "LifecycleId",
            "depth",
            "childCount",
            "Child",
            "CHILD_side",
            "CHILD_symbol",
            "CHILD_ordType",
            "SideMatch",
            "SymbolMatch")) {
      assertEquals("", row.get(column), column);
    }
    assertEquals(
        List.of(
            key(2) + "," + key(7) + ",MERGE,,,,2026-03-16",
            key(3) + "," + key(7) + ",MERGE,,,,2026-03-16",
            key(4) + "," + key(7) + ",MERGE,,,,2026-03-16"),
        lines(rows.links()));
    assertEquals(1, rows.counts().unlinked());
  }

  @Test
  void publishesAnEdgeForEachParentWithItsMatches() {
    StoredRow.Lineage lineage = new StoredRow.Lineage();
    lineage.parents = new RowKey[] {key(2), key(3)};
    StoredRow.Event event = aggregate();

    new StoredRow(key(7)).event(event).lineage(lineage).flattenWith(rows);

    assertEquals(
        List.of(
            key(2) + "," + key(7) + ",MERGE,true,false,,2026-03-16",
            key(3) + "," + key(7) + ",MERGE,true,false,,2026-03-16"),
        lines(rows.links()));
  }

  @Test
  void aRowThatOnlyChildrenWroteIsNotPublished() {
    new StoredRow(key(1)).child(key(2), Relation.ROUTE).flattenWith(rows);

    assertEquals(0, rows.events().lines());
    assertEquals(0, rows.links().lines());
    assertEquals(1, rows.counts().unreported());
  }

  @Test
  void ofTwoContentsTheEarlierSentIsPublishedThenTheSmallerBytes() {
    StoredRow.Event late = content("late", 1, StoredRow.NOON + 1);
    StoredRow.Event early = content("early", 2, StoredRow.NOON);
    new StoredRow(key(1)).event(late).event(early).flattenWith(rows);
    assertEquals("early", only(PublishedTables.EVENTS, rows.events()).get("text"));

    RowFlattener others = new RowFlattener(20_528);
    StoredRow.Event small = content("\u007f", 3, StoredRow.NOON);
    StoredRow.Event large = content("\u0080", 4, StoredRow.NOON);
    new StoredRow(key(1)).event(large).event(small).flattenWith(others);
    assertEquals("\u007f", only(PublishedTables.EVENTS, others.events()).get("text"));
  }

  @Test
  void whatLinkChoseIsPublishedEvenIfAnEarlierContentCameSince() {
    StoredRow.Lineage lineage = new StoredRow.Lineage();
    lineage.hash = 1;
    StoredRow.Event chosen = content("chosen", 1, StoredRow.NOON + 1);
    StoredRow.Event since = content("since", 2, StoredRow.NOON);

    new StoredRow(key(1)).event(since).event(chosen).lineage(lineage).flattenWith(rows);

    assertEquals("chosen", only(PublishedTables.EVENTS, rows.events()).get("text"));
    assertEquals("chosen", only(PublishedTables.EVENTS, rows.events()).get("EventId"));
  }

  @Test
  void aRepeatWithOtherNanosecondsIsTheSameContent() {
    StoredRow.Lineage lineage = new StoredRow.Lineage();
    lineage.hash = 1;
    StoredRow.Event first = content("same", 1, StoredRow.NOON + 7);
    StoredRow.Event repeat = content("same", 1, StoredRow.NOON + 1007);

    new StoredRow(key(1)).event(repeat).event(first).lineage(lineage).flattenWith(rows);

    assertEquals(
        "2026-03-16T12:00:00.000000007Z",
        only(PublishedTables.EVENTS, rows.events()).get("sendingTime"));
  }

  @Test
  void everyContentThatIsNotPublishedIsADuplicate() {
    StoredRow.Lineage lineage = new StoredRow.Lineage();
    lineage.hash = 2;
    StoredRow.Event early = content("early", 1, StoredRow.NOON);
    StoredRow.Event earlyAgain = content("early", 1, StoredRow.NOON - 1_000);
    StoredRow.Event chosen = content("chosen", 2, StoredRow.NOON);
    StoredRow.Event late = content("a,\"b\"", 3, StoredRow.NOON + 1);

    new StoredRow(key(1))
        .event(early)
        .event(earlyAgain)
        .event(chosen)
        .event(late)
        .lineage(lineage)
        .flattenWith(rows);

    assertEquals("chosen", only(PublishedTables.EVENTS, rows.events()).get("text"));
    List<String> lines = lines(rows.duplicates());
    assertEquals(2, lines.size(), "one a content, however often it was sent");
    assertEquals(2, rows.counts().duplicates().lines());
    String[] names = PublishedTables.DUPLICATES.header().split(",");
    String[] first = cells(lines.get(0));
    assertEquals(names.length, first.length);
    assertEquals(key(1).toString(), value(names, first, "id"));
    assertEquals(key(1).toString(), value(names, first, "LifecycleId"));
    assertEquals("early", value(names, first, "text"));
    assertEquals("DUPLICATE_KEY", value(names, first, "errorStatus"));
    assertEquals("2026-03-16T11:59:59.999999000Z", value(names, first, "sendingTime"));
    assertEquals("35=D|58=early|", value(names, first, "message"));
    assertTrue(lines.get(1).endsWith("\"35=D|58=a,\"\"b\"\"|\",2026-03-16"), lines.get(1));
  }

  @Test
  void aRepeatIsNoDuplicate() {
    StoredRow.Event first = content("same", 1, StoredRow.NOON + 7);
    StoredRow.Event repeat = content("same", 1, StoredRow.NOON + 1007);

    new StoredRow(key(1)).event(repeat).event(first).flattenWith(rows);

    assertEquals(0, rows.counts().duplicates().lines());
  }

  private static String value(String[] names, String[] cells, String column) {
    return cells[List.of(names).indexOf(column)];
  }

  private static StoredRow.Event content(String text, long hash, long sendingTime) {
    StoredRow.Event event = new StoredRow.Event();
    event.content = StoredRow.fix("35=D|58=" + text + "|");
    event.eventId = text;
    event.hash = hash;
    event.sendingTime = sendingTime;
    return event;
  }

  @Test
  void publishesALifecycleOnItsOwnRowOnly() {
    LifecycleCell sums =
        new LifecycleCell(
            StoredRow.NOON,
            StoredRow.NOON + 1,
            12,
            4,
            3,
            1,
            new BigDecimal("500"),
            new BigDecimal("2.50"),
            BigDecimal.ZERO,
            "1",
            "A,B",
            "2",
            new LifecycleCell.Terms("FIRM", "C1", "ACC", "1", "2", "10.50", "0"));
    StoredRow.Lineage own = new StoredRow.Lineage();
    StoredRow.Lineage joined = new StoredRow.Lineage();
    joined.lifecycle = key(8);

    new StoredRow(key(1))
        .event(new StoredRow.Event())
        .lineage(own)
        .lifecycle(sums)
        .flattenWith(rows);
    new StoredRow(key(2))
        .event(new StoredRow.Event())
        .lineage(joined)
        .lifecycle(sums)
        .flattenWith(rows);

    assertEquals(
        List.of(
            key(1)
                + ",\"A,B\",2026-03-16T12:00:00.000000000Z,2026-03-16T12:00:00.000000001Z"
                + ",12,4,3,500,2.5,0,PARTIALLY_FILLED,1,FILLED,FIRM,C1,ACC,1,2,10.5,0,2026-03-16"),
        lines(rows.lifecycles()));
    assertEquals(
        PublishedTables.LIFECYCLES.columns().size(), cells(lines(rows.lifecycles()).get(0)).length);
  }

  @Test
  void whatIsMissingOrMalformedIsEmpty() {
    StoredRow.Event event = new StoredRow.Event();
    event.sendingTime = TableSchema.NO_TIME;
    event.content = StoredRow.fix("35=D|38=many|44=|");

    new StoredRow(key(1)).event(event).flattenWith(rows);

    Map<String, String> row = only(PublishedTables.EVENTS, rows.events());
    for (String column :
        List.of(
            "quantity",
            "price",
            "sendingTime",
            "Parent",
            "Merge",
            "relation",
            "brokenTag",
            "errorStatus",
            "errorReason",
            "CustomerId",
            "symbol")) {
      assertEquals("", row.get(column), column);
    }
    assertEquals("false", row.get("taggedLineage"));
  }

  @Test
  void countsEveryStatusOfEveryEvent() {
    StoredRow.Event first = new StoredRow.Event().statuses(ErrorStatus.STRUCTURE, ErrorStatus.LATE);
    StoredRow.Event second = new StoredRow.Event().statuses(ErrorStatus.STRUCTURE);

    new StoredRow(key(1)).event(first).flattenWith(rows);
    new StoredRow(key(2)).event(second).flattenWith(rows);

    PublishSummary summary =
        PublishSummary.of(
            new TreeMap<>(Map.of(20_528, rows.counts())), Map.of(), 0, List.of(), Map.of());
    assertEquals(Map.of("STRUCTURE", 2L, "LATE", 1L), summary.faultyByStatus());
    assertEquals(2, summary.events());
  }

  @Test
  void anEventWithoutItsClaimIsNotPassedOver() {
    StoredRow row = new StoredRow(key(1)).event(new StoredRow.Event());
    row.cells().remove(1);

    IllegalStateException refusal =
        assertThrows(IllegalStateException.class, () -> row.flattenWith(rows));

    assertTrue(refusal.getMessage().contains(key(1).toString()), refusal.getMessage());
  }

  private static Map<String, String> only(WarehouseTable table, CsvLines written) {
    List<String> lines = lines(written);
    assertEquals(1, lines.size());
    String[] cells = cells(lines.get(0));
    assertEquals(table.columns().size(), cells.length);
    Map<String, String> row = new LinkedHashMap<>();
    for (int i = 0; i < cells.length; i++) {
      row.put(table.columns().get(i).name(), cells[i]);
    }
    return row;
  }

  private static String[] cells(String line) {
    String[] cells = line.split(",(?=([^\"]*\"[^\"]*\")*[^\"]*$)", -1);
    return cells;
  }

  private static List<String> lines(CsvLines written) {
    String text = new String(written.buffer(), 0, written.length(), StandardCharsets.UTF_8);
    return text.lines().toList();
  }
}
