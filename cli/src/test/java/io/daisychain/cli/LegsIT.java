package io.daisychain.cli;

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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Orders of several legs, in FIX and in CAT, from files to tables. */
@ExtendWith(SharedStore.class)
class LegsIT {
  private static final long SEED = Long.getLong("daisychain.seed", 20_261_126);
  private static final int ORDERS = 60;
  private static final String LEGS =
      "555=2|600=IBM|608=OCASPS|611=20260619|612=150|624=1|654=L1|"
          + "600=IBM|608=OPASPS|611=20260619|612=140|623=2|624=2|654=L2|";

  @TempDir private static Path folder;
  private static Program program;
  private static List<String> store;
  private static JsonNode counts;

  @BeforeAll
  static void handIn(RunningStore shared) throws Exception {
    program = Program.inProcess(folder);
    store = List.of("--store=" + shared.address(), "--table=legs");
    Files.createDirectories(folder.resolve("in"));
    Files.writeString(
        folder.resolve("participants.csv"),
        "mpid,name,valid_from,valid_to\nALFA,Firm,,\nBRVO,Firm,,\n");
    List<String> lines = new ArrayList<>();
    lines.add(order("ALFA", "", "O1", 1, LEGS));
    lines.add(order("ALFA", "128=BRVO|", "R1", 2, LEGS + "10887=O1|"));
    lines.add(order("BRVO", "115=ALFA|", "R1", 3, LEGS));
    lines.add(replaced("BRVO", "115=ALFA|", "R2", "R1", 4, LEGS.replace("623=2", "623=3")));
    lines.add(report("BRVO", "115=ALFA|", "E1", "R2", 5, "442=3|55=IBM|54=1|32=4|"));
    lines.add(report("BRVO", "115=ALFA|", "E2", "R2", 5, leg("L1", "1", 1, 150, 12)));
    lines.add(report("BRVO", "115=ALFA|", "E3", "R2", 6, leg("L2", "2", 0, 140, 36)));
    lines.add(order("ALFA", "", "O2", 1, LEGS));
    lines.add(report("ALFA", "", "E4", "O2", 7, leg("L1", "1", 1, 150, 10)));
    lines.add(report("ALFA", "", "E5", "O2", 8, leg("L2", "2", 0, 140, 21)));
    String broken = LEGS.replace("612=140|623=2|", "623=0|").replace("654=L2", "654=L1");
    lines.add(order("ALFA", "", "O3", 1, broken));
    lines.add(order("ALFA", "", "O4", 1, LEGS.replace("555=2", "555=3")));
    lines.addAll(randomMarket(new Random(SEED)));
    Files.writeString(folder.resolve("in/legs.fix"), String.join("\n", lines) + "\n", ISO_8859_1);
    String order =
        ("{'actionType':'NEW','firmROEID':'20260316_1','type':'MLNO','CATReporterIMID':'ALFA',"
                + "'eventTimestamp':'20260316T100000','orderKeyDate':'20260316T100000',"
                + "'orderID':'C1','quantity':10,'legDetails':[{'legRefID':'A=1','side':'B',"
                + "'optionID':'IBM   260619C00150000','legRatioQuantity':2},"
                + "{'legRefID':'2','side':'SS','symbol':'IBM'}]}\n")
            .replace('\'', '"');
    Files.writeString(folder.resolve("in/0_ALFA_20260316_OrderEvents_000001.json"), order, UTF_8);
    counts =
        program.counts(
            with("run", "--input=in/*", "--reference=.", "--rejects=told", "--output=out"));
  }

  private static String[] with(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(store);
    return all.toArray(String[]::new);
  }

  private static String header(String firm, String more, int second) {
    String time = "20260316-14:00:0" + second;
    return "49=" + firm + "|56=MRP|" + more + "34=1|52=" + time + "|60=" + time + "|";
  }

  private static String order(String firm, String more, String id, int second, String legs) {
    return later("35=AB|" + header(firm, more, second) + "11=" + id + "|" + terms(10) + legs);
  }

  private static String replaced(
      String firm, String more, String id, String prior, int second, String legs) {
    String names = "41=" + prior + "|11=" + id + "|";
    return later("35=AC|" + header(firm, more, second) + names + terms(12) + legs);
  }

  private static String terms(int quantity) {
    return "55=IBM|167=MLEG|54=1|38=" + quantity + "|40=2|44=1.5|";
  }

  private static String report(
      String firm, String more, String id, String order, int second, String rest) {
    String names = "37=X|17=" + id + "|11=" + order + "|150=F|39=1|151=0|14=0|6=1|31=1|";
    return later("35=8|" + header(firm, more, second) + names + rest);
  }

  private static String leg(String refId, String side, int call, int strike, int shares) {
    String option = "55=IBM|167=OPT|541=20260619|201=" + call + "|202=" + strike + "|54=" + side;
    return option + "|442=2|32=" + shares + "|555=1|600=IBM|654=" + refId + "|";
  }

  private static String later(String body) {
    return FixLine.framed("FIX.4.4", body.replace('|', '\1'));
  }

  private static List<String> rows(String query) throws Exception {
    return program.sql(query).stream()
        .map(row -> String.join(" ", row.getFields()))
        .collect(Collectors.toList());
  }

  /** Orders of two legs in versions of other ratios and quantities, with fills of either leg. */
  private static List<String> randomMarket(Random random) {
    List<String> all = new ArrayList<>();
    for (int i = 0; i < ORDERS; i++) {
      String id = "r" + i;
      all.add(order("ALFA", "", id, 1, randomLegs(random)));
      String current = id;
      for (int v = random.nextInt(3); v > 0; v--) {
        String next = id + "v" + v;
        all.add(replaced("ALFA", "", next, current, 2, randomLegs(random)));
        current = next;
      }
      for (int f = random.nextInt(5); f > 0; f--) {
        boolean first = random.nextBoolean();
        String leg = leg(first ? "L1" : "L2", first ? "1" : "2", first ? 1 : 0, 150, 7);
        String shares = "|32=" + (1 + random.nextInt(20)) + "|";
        String execution = id + "x" + f;
        all.add(report("ALFA", "", execution, current, 5, leg.replace("|32=7|", shares)));
        if (random.nextInt(6) == 0) {
          String bust = report("ALFA", "", id + "y" + f, current, 6, "19=" + execution + "|" + leg);
          String body = bust.substring(bust.indexOf("35="), bust.indexOf("\00110=") + 1);
          all.add(FixLine.framed("FIX.4.4", body.replace("\001150=F\1", "\001150=H\1")));
        }
      }
    }
    return all;
  }

  private static String randomLegs(Random random) {
    int first = 1 + random.nextInt(3);
    int second = 1 + random.nextInt(3);
    return LEGS.replace("624=1|", "623=" + first + "|624=1|")
        .replace("623=2|", "623=" + second + "|");
  }

  @Test
  void aLegIsOverfilledWhereItsStandingFillsAreOverTheLargestRatioOfTheLargestQuantity()
      throws Exception {
    String expected =
        """
        WITH versions AS (
          SELECT regexp_replace(EventId, 'v.*', '') AS ofOrder, l.refId,
            max(l.ratio) AS ratio, max(e.quantity) AS quantity
          FROM events AS e JOIN legs AS l USING (id, tradeDate)
          WHERE EventId LIKE 'r%' GROUP BY ALL),
        filled AS (
          SELECT regexp_replace(EventId, 'x.*', '') AS ofOrder, legRefId AS refId,
            sum(standingQuantity) AS shares
          FROM events WHERE eventType = 'PARTIAL_FILL' AND EventId LIKE 'r%' GROUP BY ALL),
        whole AS (SELECT ofOrder, max(quantity) AS quantity FROM versions GROUP BY ofOrder)
        SELECT DISTINCT ofOrder FROM filled JOIN versions USING (ofOrder, refId)
        JOIN whole USING (ofOrder)
        WHERE shares > ratio * whole.quantity ORDER BY 1""";
    List<String> found = rows(expected);
    assertTrue(found.size() > 3 && found.size() < ORDERS / 2, found::toString);
    assertEquals(
        found,
        rows(
            "SELECT EventId FROM events WHERE errorStatus LIKE '%OVERFILL%' AND EventId LIKE 'r%'"
                + " ORDER BY 1"));
  }

  @Test
  void areTheSameTablesLive(@TempDir Path live) throws Exception {
    Path incoming = Files.createDirectory(live.resolve("incoming"));
    Program.Command watch =
        new Program(live)
            .start(
                "watch",
                store.get(0),
                "--table=legs_live",
                "--input=incoming",
                "--reference=" + folder);
    assertTrue(watch.awaitThat(() -> watch.hasPrinted("watch ready")), () -> WatchIT.said(watch));
    List<Path> files = WatchIT.handIn(folder.resolve("in"), incoming);
    assertTrue(watch.awaitThat(() -> WatchIT.areDone(files)), () -> WatchIT.said(watch));
    watch.process().destroy();
    assertEquals(0, watch.await().exitCode());

    Program after = Program.inProcess(live);
    String[] table = {store.get(0), "--table=legs_live"};
    JsonNode left = after.counts("link", table[0], table[1], "--reference=" + folder, "--days=all");
    assertEquals(0, left.get("written").asLong(), left::toString);
    JsonNode published = after.counts("publish", table[0], table[1], "--output=published");
    assertEquals(counts.at("/publish/digests"), published.get("digests"));
  }

  @Test
  void multilegOrdersAreEventsOfTheTypesThatAnOrderWouldBe() throws Exception {
    assertEquals(counts.at("/ingest/read"), counts.at("/ingest/stored"));
    assertEquals(
        List.of(
            "O1 NEW  true",
            "R1 ROUTE ROUTE true",
            "R1 ACCEPT ACCEPT true",
            "R2 REPLACE PRIOR true"),
        rows(
            "SELECT EventId, eventType, relation, SymbolMatch FROM events WHERE clOrdId IN ('O1',"
                + " 'R1', 'R2') AND execType IS NULL ORDER BY timestamp"));
  }

  @Test
  void eachLegIsARow() throws Exception {
    assertEquals(
        List.of(
            "O1 1 IBM IBM   260619C00150000 1 1 L1",
            "O1 2 IBM IBM   260619P00140000 2 2 L2",
            "R2 1 IBM IBM   260619C00150000 1 1 L1",
            "R2 2 IBM IBM   260619P00140000 2 3 L2",
            "O3 1 IBM IBM   260619C00150000 1 1 L1",
            "O3 2 IBM  2 0 L1",
            "C1 1 IBM   260619C00150000 IBM   260619C00150000 1 2 A=1",
            "C1 2 IBM IBM 5 1 2"),
        rows(
            "SELECT EventId, leg, l.symbol, l.instrument, l.side, ratio, refId FROM legs AS l JOIN"
                + " events AS e USING (id) WHERE EventId IN ('O1', 'R2', 'O3', 'C1') ORDER BY"
                + " list_position(['O1', 'R2', 'O3', 'C1'], EventId), leg"));
  }

  @Test
  void reportsOfALegNameItAndAreNotComparedWithTheOrder() throws Exception {
    assertEquals(
        List.of("E1   ", "E2 L1  ", "E3 L2  ", "E4 L1  ", "E5 L2  "),
        rows(
            "SELECT EventId, legRefId, errorStatus, CASE WHEN counted THEN '' END FROM events"
                + " WHERE eventType = 'PARTIAL_FILL' AND EventId NOT LIKE 'r%' ORDER BY EventId"));
    assertEquals(
        List.of("4 10"),
        rows(
            "SELECT filledQuantity, orderedQuantity FROM lifecycles AS l JOIN events AS e USING"
                + " (id) WHERE e.EventId = 'O1'"),
        "legs are no shares of the order");
  }

  @Test
  void moreOfALegThanItsRatioOfTheOrderIsAnOverfill() throws Exception {
    assertEquals(
        List.of("O2 OVERFILL leg L2: 21 filled of 20"),
        rows(
            "SELECT EventId, errorStatus, replace(errorReason, 'OVERFILL: ', '') FROM events WHERE"
                + " errorStatus LIKE '%OVERFILL%' AND EventId NOT LIKE 'r%'"));
    String told = Files.readString(folder.resolve("told/feedback-ALFA.link.csv"));
    assertTrue(told.contains(",O2,"), told);
    assertTrue(told.contains(",OVERFILL,,38,leg L2: 21 filled of 20,"), told);
  }

  @Test
  void legsThatDoNotAddUpAreToldByTheirTags() throws Exception {
    String told = Files.readString(folder.resolve("told/feedback-ALFA.csv"));
    List<String> faults =
        told.lines()
            .filter(line -> line.contains(",O3,") || line.contains(",O4,"))
            .map(line -> line.split(",", -1))
            .map(cells -> cells[1] + " " + cells[5] + " " + cells[8] + " " + cells[9])
            .toList();
    assertEquals(
        List.of("11 O3 5 623", "11 O3 1 612", "11 O3 CONSISTENCY 654", "12 O4 GROUP 555"), faults);
    assertEquals(
        List.of("O3 STRUCTURE 623", "O4 STRUCTURE 555"),
        rows(
            "SELECT EventId, errorStatus, brokenTag FROM events WHERE errorStatus LIKE"
                + " '%STRUCTURE%' AND format = 'FIX' ORDER BY EventId"));
  }

  @Test
  void aRepairOpensWhatALegLacksInThatLeg() throws Exception {
    List<String> told = Files.readAllLines(folder.resolve("told/feedback-ALFA.csv"));
    told.removeIf(line -> line.startsWith("0_ALFA_")); // records of CAT are mended otherwise
    Files.createDirectories(folder.resolve("fix"));
    Files.write(folder.resolve("fix/feedback-ALFA.csv"), told);
    program.succeed(
        "repair", "--feedback=fix/feedback-ALFA.csv", "--input=in/*", "--output=draft.fix");

    String draft = Files.readString(folder.resolve("draft.fix"), ISO_8859_1).replace('\1', '|');
    String first = draft.lines().filter(line -> line.contains("|11=O3|")).findFirst().orElse("");
    assertTrue(first.contains("|600=IBM|608=OPASPS|611=20260619|612=?|623=?|624=2|654=?|"), first);
    assertTrue(first.contains("|611=20260619|612=150|624=1|654=L1|"), first);
    assertTrue(draft.contains("|555=?|"), draft);
  }
}
