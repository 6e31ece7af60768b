package io.daisychain.cli.job;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.daisychain.cli.testing.FixLine;
import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.RunningStore;
import io.daisychain.cli.testing.SharedStore;
import io.daisychain.cli.watch.WatchIT;
import java.io.OutputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files of CAT beside files of FIX: a broker who reports to CAT, a venue that reports in FIX, and
 * the broker's repairs. docs/cat.md says the rules.
 */
@ExtendWith(SharedStore.class)
class CatFilesIT {
  private static final String DAY = "20261116";

  @TempDir private static Path folder;
  private static Program program;
  private static List<String> store;
  private static JsonNode counts;

  @BeforeAll
  static void handIn(RunningStore shared) throws Exception {
    program = Program.inProcess(folder);
    store = List.of("--store=" + shared.address(), "--table=cat_files");
    Files.createDirectories(folder.resolve("in"));
    Files.writeString(
        folder.resolve("participants.csv"),
        "mpid,name,valid_from,valid_to\nALFA,Firm,,\nBETA,Firm,,\n");
    write("0_ALFA_20261116_OrderEvents_000001.json", String.join("\n", orders()) + "\n{\"a\":\n");
    write("0_ALFA_20261116_OrderEvents_000002.json.bz2", "[" + String.join(",\n", fills()) + "]");
    // actionType, errorROEID, firmROEID, type, CATReporterIMID, orderKeyDate, orderID, symbol ...
    String cancel = "NEW,,%s_%d,MEOC,,%sT093001,%s,AAPL,,%sT093009,false,,40,0,C\n";
    write(
        "0_ALFA_20261116_OrderEvents_000003.csv.gz",
        cancel.formatted(DAY, 5, DAY, "S1", DAY) + cancel.formatted(DAY, 6, DAY, "nowhere", DAY));
    write("0_ALFA_20261117_OrderEvents_000001.json", String.join("\n", repairs()));
    write("0_ALFA_20261116_OrderEvents_000004.json", String.join("\n", indirect()));
    Files.write(folder.resolve("in/venue.fix"), venue(), ISO_8859_1);
    counts =
        program.counts(
            with("run", "--input=in/*", "--reference=.", "--rejects=told", "--output=out"));
  }

  private static void write(String name, String text) throws Exception {
    try (OutputStream file = Files.newOutputStream(folder.resolve("in").resolve(name));
        OutputStream out =
            name.endsWith("bz2")
                ? new BZip2CompressorOutputStream(file)
                : name.endsWith("gz") ? new GZIPOutputStream(file) : file) {
      out.write(text.getBytes(UTF_8));
    }
  }

  /** An event at a second of 09:30 in New York. */
  private static String event(String action, int number, String type, int second, String fields) {
    return ("{'actionType':'%s','firmROEID':'%s_%d','type':'%s','CATReporterIMID':'ALFA',"
            + "'eventTimestamp':'%sT09300%d','orderKeyDate':'%sT093001','symbol':'AAPL',"
            + "'quantity':100,%s}")
        .formatted(action, DAY, number, type, DAY, second, DAY, fields)
        .replace('\'', '"');
  }

  private static List<String> orders() {
    return List.of(
        event("NEW", 1, "MENO", 1, "'orderID':'B1','side':'B','firmDesignatedID':'C1'"),
        event("NEW", 2, "MENO", 1, "'orderID':'S1','side':'SL','firmDesignatedID':'C2'"),
        event(
            "NEW",
            3,
            "MEOR",
            2,
            "'orderID':'B1','side':'B','senderIMID':'7:ALFA','destination':'8:BETA',"
                + "'destinationType':'F','routedOrderID':'R1'"),
        event(
            "NEW",
            10,
            "MEOR",
            2,
            "'orderID':'mended','side':'B','destination':'BETA','destinationType':'F',"
                + "'routedOrderID':'R2'"));
  }

  private static List<String> fills() {
    String order = "{'orderID':'%s','orderKeyDate':'" + DAY + "T093001','side':'%s'}";
    return List.of(
        event(
            "NEW",
            4,
            "MEOT",
            8,
            "'tradeID':'T1','tradeKeyDate':'%sT093008','price':10.50,'buyDetails':[%s],'sellDetails':[%s]"
                .formatted(DAY, order.formatted("B2", "B"), order.formatted("S1", "SL"))),
        event("NEW", 7, "MENO", 1, "'orderID':'B2','side':'B'"),
        event("NEW", 8, "MENO", 1, "'orderID':'misspelt','side':'B'"),
        event("NEW", 9, "MEOC", 9, "'orderID':'B3','cancelQty':100,'leavesQty':0"));
  }

  /** A key is corrected, an order deleted, and one repaired that was never stored. */
  private static List<String> repairs() {
    return List.of(
        event("COR", 8, "MENO", 1, "'orderID':'B3','side':'B'"),
        event("NEW", 11, "MENO", 1, "'orderID':'gone','side':'B'"),
        event("RPR", 12, "MENO", 1, "'orderID':'mended','side':'B','errorROEID':5"),
        event("DEL", 11, "MENO", 1, "'orderID':'gone','side':'B'"));
  }

  /** An order of which a supplement says what it aggregates, a leg, and routes of one id. */
  private static List<String> indirect() {
    String route =
        "'orderID':'P1','side':'B','destination':'BETA','destinationType':'F',"
            + "'routedOrderID':'%s','session':'%s','multiLegInd':false";
    List<String> all = new ArrayList<>();
    // Without a symbol they are dealt into partitions by their ids.
    for (int pair = 0; pair < 6; pair++) {
      all.add(event("NEW", 50 + pair, "MLNO", 1, "'orderID':'pair" + pair + "'"));
      all.add(event("NEW", 60 + pair, "MLNO", 2, "'orderID':'pair" + pair + "'"));
      all.add(event("NEW", 70 + pair, "MLOC", 3, "'orderID':'pair" + pair + "'"));
    }
    Collections.addAll(
        all,
        event("NEW", 20, "MENO", 3, "'orderID':'supplemented','side':'B'"),
        event(
            "NEW",
            21,
            "MENOS",
            4,
            "'orderID':'supplemented','aggregatedOrders':[{'orderID':'P1',"
                + "'orderKeyDate':'"
                + DAY
                + "T093001','quantity':100}]"),
        event("NEW", 22, "MENO", 1, "'orderID':'P1','side':'B'"),
        event("NEW", 30, "MLNO", 1, "'orderID':'legs'"),
        event("NEW", 31, "MEOR", 2, "'orderID':'legs','side':'B','multiLegInd':true"),
        event("NEW", 40, "MEOR", 5, route.formatted("two", "A")),
        event("NEW", 41, "MEOR", 5, route.formatted("two", "B")),
        event("NEW", 42, "MEOR", 5, route.formatted("one", "A")),
        event("NEW", 43, "MEOR", 5, route.formatted("one", "A")));
    return all;
  }

  private static List<String> venue() {
    String sent = "|34=1|49=BETA|56=MRP|52=20261116-14:30:%02d.000|";
    String order = "115=ALFA|21=1|55=AAPL|54=1|38=100|40=2|44=10.5|60=20261116-14:30:0%d.000|";
    return List.of(
        FixLine.of("35=D" + sent.formatted(3) + "11=R1|" + order.formatted(3)),
        FixLine.of(
            "35=8"
                + sent.formatted(4)
                + "115=ALFA|11=R1|17=E1|37=V1|20=0|150=2|39=2|55=AAPL|54=1|38=100|32=100|31=10.5|"
                + "151=0|14=100|6=10.5|60=20261116-14:30:04.000|"));
  }

  @Test
  void everythingReadIsAccountedFor() {
    JsonNode ingest = counts.get("ingest");
    assertEquals(44, ingest.get("read").asInt());
    assertEquals(43, ingest.get("stored").asInt());
    assertEquals(1, ingest.get("rejected").asInt());
  }

  @Test
  void aBrokerInCatAndAVenueInFixAreOneLifecycle() throws Exception {
    assertRows(
        List.of(
            "0 CAT ALFA NEW B1 -",
            "1 CAT ALFA ROUTE B1 ROUTE",
            "2 FIX BETA ACCEPT R1 ACCEPT",
            "3 FIX BETA FILL E1 EXECUTION"),
        "SELECT concat_ws(' ', e.depth, e.format, e.ReporterId, e.eventType, e.EventId,"
            + " coalesce(e.relation, '-')) FROM events AS e JOIN events AS root"
            + " ON root.id = e.GrandParent WHERE root.EventId = 'B1'");
    assertRows(
        List.of("100 100 FILLED 2"),
        "SELECT concat_ws(' ', orderedQuantity::INT, filledQuantity::INT, finalState, firms)"
            + " FROM lifecycles AS l JOIN events AS e ON e.id = l.id WHERE e.EventId = 'B1'");
  }

  @Test
  void bothSidesOfATradeStayApart() throws Exception {
    assertRows(
        List.of("B2 EXECUTION", "S1 CONTRA"),
        "SELECT concat_ws(' ', p.EventId, l.relation) FROM links AS l JOIN events AS c"
            + " ON c.id = l.child JOIN events AS p ON p.id = l.parent WHERE c.catType = 'MEOT'");
    assertRows(
        List.of("B2 2 100", "S1 2 100"),
        "SELECT concat_ws(' ', e.EventId, l.events, l.filledQuantity::INT) FROM lifecycles AS l"
            + " JOIN events AS e ON e.id = l.id WHERE e.EventId IN ('B2', 'S1')");
  }

  @Test
  void aCorrectionOfAKeyTakesItsLinksWithIt() throws Exception {
    assertRows(
        List.of("B3 CANCELED 2"),
        "SELECT concat_ws(' ', e.EventId, l.finalState, l.events) FROM lifecycles AS l"
            + " JOIN events AS e ON e.id = l.id WHERE e.firmROEID = '20261116_8'");
    assertRows(
        List.of("mended"),
        "SELECT EventId FROM events WHERE catType = 'MENO' AND EventId IN ('misspelt', 'gone',"
            + " 'mended')");
    assertRows(List.of("B3"), "SELECT value FROM keys WHERE value IN ('misspelt', 'gone', 'B3')");
  }

  @Test
  void whatASupplementRefersToIsAParentOfWhatItSupplements() throws Exception {
    assertRows(
        List.of("MENO NEW MERGE P1 1 1", "MENOS SUPPLEMENT SUPPLEMENT supplemented 2 0"),
        "SELECT concat_ws(' ', e.catType, e.eventType, l.relation, p.EventId, e.depth,"
            + " e.childCount) FROM events AS e JOIN links AS l ON l.child = e.id JOIN events AS p"
            + " ON p.id = l.parent WHERE e.EventId = 'supplemented'");
    assertRows(
        List.of("MERGE", "SUPPLEMENT"),
        "SELECT relation FROM events WHERE EventId = 'supplemented'");
  }

  @Test
  void aLegNamesTheOrderOfSeveralWithoutItsSymbol() throws Exception {
    assertRows(
        List.of("MLNO ROUTE 1"),
        "SELECT concat_ws(' ', p.catType, l.relation, e.depth) FROM events AS e JOIN links AS l"
            + " ON l.child = e.id JOIN events AS p ON p.id = l.parent"
            + " WHERE e.EventId = 'legs' AND e.catType = 'MEOR'");
  }

  @Test
  void routesOfOneIdAreToldApartByTheirSessions() throws Exception {
    assertRows(
        List.of("20261116_42", "20261116_43"),
        "SELECT firmROEID FROM events WHERE errorStatus LIKE '%DUPLICATE_KEY%' AND catType ="
            + " 'MEOR'");
  }

  @Test
  void ofSeveralThatBearAKeyTheEarliestIsMeantWhereverTheyLie() throws Exception {
    List<String> expected = new ArrayList<>();
    for (int pair = 0; pair < 6; pair++) {
      expected.add("20261116_" + (50 + pair) + " 3004 20261116_" + (70 + pair));
      expected.add("20261116_" + (60 + pair) + " 3004 -");
    }
    assertRows(
        expected,
        "SELECT concat_ws(' ', o.firmROEID, regexp_extract(o.errorCode, '3004'),"
            + " coalesce(c.firmROEID, '-')) FROM events AS o LEFT JOIN events AS c"
            + " ON c.Parent = o.id WHERE o.catType = 'MLNO' AND o.EventId LIKE 'pair%'");
  }

  @Test
  void whatIsWrongHasCatsCode() throws Exception {
    assertRows(
        List.of("3501"),
        "SELECT errorCode FROM events WHERE EventId = 'nowhere' AND errorStatus = 'ORPHAN'");
    assertRows(
        List.of("8003"),
        "SELECT regexp_extract(errorCode, '8003') FROM events WHERE EventId = 'mended' AND"
            + " errorStatus LIKE '%UNACCEPTED'");
    String told = Files.readString(folder.resolve("told/feedback-ALFA.csv"));
    assertTrue(told.contains(",REJECTED,2134,,"), told);
    assertTrue(told.contains(",STRUCTURE,2018,deptType,"), told);
  }

  @Test
  void eachFileHasWhatCatWouldSayOfIt() throws Exception {
    String names = "'type':'%s','CATReporterIMID':'ALFA','line':%d,'errors':[%s]}";
    List<String> first = lines("told/0_ALFA_20261116_OrderEvents_000001.ingestion.json");
    assertTrue(first.get(0).contains("{'code':'2018','field':'deptType'}"), first.get(0));
    assertEquals(
        "{'errorROEID':null,'firmROEID':null,'type':null,'CATReporterIMID':'ALFA','line':5,"
            + "'errors':[{'code':'2134','field':null}]}",
        first.get(first.size() - 1));
    String id = program.sql("SELECT id FROM events WHERE EventId = 'nowhere'").get(0).getField(0);
    String errorRoeId = Long.toUnsignedString(UUID.fromString(id).getMostSignificantBits());
    assertEquals(
        List.of(
            "{'errorROEID':"
                + errorRoeId
                + ",'firmROEID':'20261116_6',"
                + names.formatted("MEOC", 2, "{'code':'3501','field':'orderID'}")),
        lines("told/0_ALFA_20261116_OrderEvents_000003.linkage.json"));
    // Nothing is lost, and nothing is told twice: as many codes as there are in feedback by firm.
    for (String stage : List.of("ingestion", "linkage")) {
      long byFile = 0;
      for (String file : files("*." + stage + ".json")) {
        byFile += lines("told/" + file).stream().mapToLong(CatFilesIT::codes).sum();
      }
      String ofFirm = "told/feedback-ALFA." + (stage.equals("linkage") ? "link.jsonl" : "jsonl");
      long byFirm =
          lines(ofFirm).stream().filter(line -> line.matches(".*'reason':'\\d{4}'.*")).count();
      assertEquals(byFirm, byFile, stage);
      assertTrue(byFile > 10, stage);
    }
  }

  private static long codes(String line) {
    return line.split("'code':", -1).length - 1L;
  }

  private static List<String> files(String glob) throws Exception {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder.resolve("told"), glob)) {
      files.forEach(file -> names.add(file.getFileName().toString()));
    }
    return names;
  }

  private static List<String> lines(String file) throws Exception {
    return Files.readAllLines(folder.resolve(file)).stream()
        .map(line -> line.replace('"', '\''))
        .toList();
  }

  @Test
  void anotherRunFindsNothingNew() throws Exception {
    JsonNode again = program.counts(with("link", "--days=all"));
    assertEquals(0, again.get("written").asInt());
  }

  @Test
  void watchMakesTheSameTables(RunningStore shared, @TempDir Path live) throws Exception {
    Path incoming = Files.createDirectory(live.resolve("incoming"));
    List<String> table = List.of("--store=" + shared.address(), "--table=cat_live");
    Program watching = new Program(live);
    Program.Command watch =
        watching.start(
            with(table, "watch", "--input=incoming", "--reference=" + folder, "--rejects=told"));
    List<Path> files = WatchIT.handIn(folder.resolve("in"), incoming);
    assertTrue(watch.awaitThat(() -> WatchIT.areDone(files)), () -> WatchIT.said(watch));
    watch.process().destroy();
    assertEquals(0, watch.await().exitCode(), () -> WatchIT.said(watch));

    for (String file : files("*.ingestion.json")) {
      assertEquals(lines("told/" + file), lines(live.resolve("told/" + file).toString()));
    }

    Program after = Program.inProcess(live);
    assertEquals(0, after.counts(with(table, "link")).get("written").asInt());
    assertEquals(
        counts.at("/publish/digests"),
        after.counts(with(table, "publish", "--output=published")).get("digests"));
  }

  private static void assertRows(List<String> expected, String query) throws Exception {
    assertEquals(
        expected.stream().sorted().toList(),
        program.sql(query).stream().map(row -> row.getField(0)).sorted().toList());
  }

  private static String[] with(String... command) {
    return with(store, command);
  }

  private static String[] with(List<String> table, String... command) {
    List<String> all = new ArrayList<>(List.of(command));
    all.addAll(table);
    return all.toArray(String[]::new);
  }
}
