package io.daisychain.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.daisychain.cli.testing.FixLine;
import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.RunningStore;
import io.daisychain.cli.testing.SharedStore;
import io.daisychain.cli.watch.WatchIT;
import io.daisychain.model.event.Identity;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Allocations from files to tables: what docs/input.md says of them, a rule a test. */
@ExtendWith(SharedStore.class)
class AllocationsIT {
  private static final long SEED = Long.getLong("daisychain.seed", 20_261_126);
  private static final String MONDAY = "20260316";
  private static final String TUESDAY = "20260317";

  private static RunningStore store;
  private static Path folder;
  private static Program program;
  private static List<String> messages;
  private static JsonNode once;
  private static int seconds;

  @BeforeAll
  static void runAll(RunningStore shared, @TempDir Path temporary) throws Exception {
    store = shared;
    folder = temporary;
    program = Program.inProcess(folder);
    messages = examples();
    messages.addAll(randomMarket(new Random(SEED)));
    Files.createDirectories(folder.resolve("all"));
    Files.write(folder.resolve("all/day.fix"), messages, ISO_8859_1);
    Files.writeString(
        folder.resolve("participants.csv"),
        "mpid,name,valid_from,valid_to\nALFA,Firm,,\nBRVO,Firm,,\n");
    once = run("all/*", "allocations_once");
  }

  private static List<String> examples() {
    List<String> all = new ArrayList<>();
    // One order to two accounts, answered twice; the report has an id of its own.
    order(all, "ALFA", "e1", 500);
    fill(all, "ALFA", "e1", "e1x", 300);
    allocation(all, "ALFA", "e1a", "0", "73=1|11=e1|37=O1|", "79=X|80=100|153=9.5|79=Y|80=200|");
    message(all, "P", "ALFA", MONDAY, "", "70=e1a|75=20260316|87=3|");
    message(all, "P", "ALFA", MONDAY, "", "70=e1a|75=20260316|87=0|");
    // More than was filled, of two orders as of one: what the second fills counts for both.
    order(all, "ALFA", "e2", 100);
    order(all, "ALFA", "e3", 100);
    fill(all, "ALFA", "e2", "e2x", 100);
    fill(all, "ALFA", "e3", "e3x", 100);
    allocation(all, "ALFA", "e2a", "0", "73=2|11=e2|11=e3|", "79=X|80=100|");
    allocation(all, "ALFA", "e2b", "0", "73=1|11=e2|", "79=X|80=100|");
    allocation(all, "ALFA", "e2c", "0", "73=1|11=e3|", "79=X|80=1|");
    // An order that nobody reported, by 37.
    allocation(all, "ALFA", "e4a", "0", "73=1|11=|37=never|", "79=X|80=100|");
    // One account twice.
    order(all, "ALFA", "e5", 100);
    fill(all, "ALFA", "e5", "e5x", 100);
    allocation(all, "ALFA", "e5a", "0", "73=1|11=e5|", "79=X|80=60|79=X|80=40|");
    // Replaced by what fits, and cancelled; another is replaced that nobody reported.
    order(all, "ALFA", "e6", 100);
    fill(all, "ALFA", "e6", "e6x", 100);
    allocation(all, "ALFA", "e6a", "0", "73=1|11=e6|", "79=X|80=600|");
    allocation(all, "ALFA", "e6b", "1", "72=e6a|73=1|11=e6|", "79=Y|80=60|");
    allocation(all, "ALFA", "e6c", "0", "73=1|11=e6|", "79=X|80=100|");
    allocation(all, "ALFA", "e6d", "2", "72=e6c|73=1|11=e6|", "79=X|80=100|");
    allocation(all, "ALFA", "e6e", "1", "72=unknown|73=1|11=e6|", "79=Y|80=40|");
    message(all, "P", "ALFA", MONDAY, "", "70=e6c|75=20260316|87=0|");
    // The order is of the day before, and of another firm: found where 10836 says.
    message(all, "D", "BRVO", MONDAY, "115=ALFA|", "11=e7|21=1|55=IBM|54=1|38=10|40=1|");
    message(all, "8", "BRVO", MONDAY, "115=ALFA|", report("e7", "e7x", 10));
    message(
        all,
        "J",
        "BRVO",
        TUESDAY,
        "115=ALFA|",
        "70=e7a|71=0|73=1|11=e7|54=1|55=IBM|53=10|6=10|75=20260316|78=1|79=X|80=10|10836=20260316|");
    // Preliminary, and without an id.
    allocation(all, "ALFA", "e8a", "3", "73=1|11=e1|", "79=X|80=1|");
    allocation(all, "ALFA", "", "0", "73=1|11=e1|", "79=X|80=1|");
    return all;
  }

  /** Orders with fills, some busted or corrected, and allocations of about as much. */
  private static List<String> randomMarket(Random random) {
    List<String> all = new ArrayList<>();
    for (int i = 0; i < 120; i++) {
      String firm = random.nextBoolean() ? "ALFA" : "BRVO";
      String id = "r" + i;
      order(all, firm, id, 1_000);
      for (int f = random.nextInt(4); f > 0; f--) {
        fill(all, firm, id, id + "x" + f, 100 * (1 + random.nextInt(3)));
        String about = id + "y" + f + "|19=" + id + "x" + f + "|";
        String of = "37=O|11=" + id + "|17=" + about + "55=IBM|54=1|38=1000|31=10|151=0|14=0|6=10|";
        if (random.nextInt(5) == 0) {
          message(all, "8", firm, MONDAY, "", of + "20=1|150=1|39=1|32=0|");
        } else if (random.nextInt(5) == 0) {
          message(all, "8", firm, MONDAY, "", of + "20=2|150=1|39=1|32=50|");
        }
      }
      for (int a = random.nextInt(4); a > 0; a--) {
        String accounts = "79=X|80=" + 50 * random.nextInt(5) + "|79=Y|80=" + 100 + "|";
        allocation(all, firm, id + "a" + a, "0", "73=1|11=" + id + "|", accounts);
        if (random.nextInt(6) == 0) {
          String other = "72=" + id + "a" + a + "|73=1|11=" + id + "|";
          allocation(all, firm, id + "b" + a, random.nextBoolean() ? "1" : "2", other, accounts);
        }
      }
    }
    return all;
  }

  private static void order(List<String> all, String firm, String id, int quantity) {
    String terms = "11=" + id + "|21=1|55=IBM|54=1|38=" + quantity + "|40=1|";
    message(all, "D", firm, MONDAY, "", terms);
  }

  private static void fill(List<String> all, String firm, String id, String execution, int shares) {
    message(all, "8", firm, MONDAY, "", report(id, execution, shares));
  }

  private static String report(String id, String execution, int shares) {
    return "37=O|11=%s|17=%s|20=0|150=1|39=1|55=IBM|54=1|38=1000|32=%d|31=10|151=0|14=0|6=10|"
        .formatted(id, execution, shares);
  }

  private static void allocation(
      List<String> all, String firm, String id, String transType, String orders, String accounts) {
    int count = accounts.split("79=", -1).length - 1;
    String terms = "54=1|55=IBM|53=1|6=10|75=20260316|78=" + count + "|" + accounts;
    message(all, "J", firm, MONDAY, "", "70=" + id + "|71=" + transType + "|" + orders + terms);
  }

  private static void message(
      List<String> all, String type, String firm, String date, String header, String body) {
    String time = String.format("%s-15:%02d:%02d", date, ++seconds / 60 % 60, seconds % 60);
    String head = "35=" + type + "|34=1|49=" + firm + "|56=MRP|" + header + "52=" + time + "|";
    all.add(FixLine.of(head + body + "60=" + time + "|"));
  }

  @Test
  void hasARowAnAccount() throws Exception {
    assertRows(
        List.of(
            "e1a X 100.000000 9.50000000",
            "e1a Y 200.000000 10.00000000",
            "e2a X 100.000000 10.00000000",
            "e2b X 100.000000 10.00000000",
            "e2c X 1.000000 10.00000000",
            "e4a X 100.000000 10.00000000",
            "e5a X 40.000000 10.00000000",
            "e6a Y 60.000000 10.00000000",
            "unknown Y 40.000000 10.00000000",
            "e7a X 10.000000 10.00000000"),
        "SELECT concat_ws(' ', e.EventId, a.account, a.quantity, a.price) FROM allocations AS a"
            + " JOIN events AS e ON e.id = a.id AND e.tradeDate = a.tradeDate"
            + " WHERE e.EventId NOT LIKE 'r%'");
  }

  @Test
  void recordsOfCatAreRowsTooUnlessTheyAreCanceled() throws Exception {
    String record =
        ("{'actionType':'NEW','firmROEID':'20260316_%s','type':'MEPA','CATReporterIMID':'ALFA',"
                + "'allocationKeyDate':'20260316T110000','allocationID':'%s','symbol':'IBM',"
                + "'eventTimestamp':'20260316T110000','cancelFlag':%s,'quantity':70,'price':10.5,"
                + "'side':'B','firmDesignatedID':'F1','institutionFlag':false,"
                + "'tradeDate':'20260316','allocationType':'CUS','accountHolderType':'A'}\n")
            .replace('\'', '"');
    Files.createDirectories(folder.resolve("cat"));
    Files.writeString(
        folder.resolve("cat/0_ALFA_20260316_OrderEvents_000001.json"),
        record.formatted("1", "kept", "false") + record.formatted("2", "canceled", "true"));
    String warehouse = "--warehouse=duckdb:" + folder.resolve("cat.duckdb");
    program.succeed(
        table(
            "run",
            "allocations_cat",
            "--input=cat/*",
            "--output=cat_out",
            "--rejects=cat_told",
            warehouse));
    String found =
        program.succeed(
            "sql",
            "--format=csv",
            warehouse,
            "SELECT concat_ws(' ', EventId, eventType, a.account, a.quantity, a.price) AS c FROM"
                + " events LEFT JOIN allocations AS a USING (id) ORDER BY 1");
    assertEquals("c\ncanceled ALLOCATION\nkept ALLOCATION F1 70.000000 10.50000000\n", found);
  }

  @Test
  void hangsOnTheOrdersThatItNames() throws Exception {
    assertRows(
        List.of(
            "e1a e1 ALLOCATION",
            "e2a e2 ALLOCATION",
            "e2a e3 ALLOCATION",
            "e2b e2 ALLOCATION",
            "e2c e3 ALLOCATION",
            "e4a - ALLOCATION",
            "e5a e5 ALLOCATION",
            "e6a e6 ALLOCATION",
            "unknown e6 ALLOCATION",
            "e7a e7 ALLOCATION",
            "e1a e1a EXECUTION",
            "e1a e1a EXECUTION",
            "e6c - EXECUTION"),
        "SELECT concat_ws(' ', c.EventId, coalesce(p.EventId, '-'), l.relation) FROM links AS l"
            + " JOIN events AS c ON c.id = l.child LEFT JOIN events AS p ON p.id = l.parent"
            + " WHERE c.eventType LIKE 'ALLOCATION%' AND c.EventId NOT LIKE 'r%'");
    assertRows(
        List.of("7 e2"),
        "SELECT concat_ws(' ', l.events, r.EventId) FROM lifecycles AS l"
            + " JOIN events AS r ON r.id = l.id JOIN events AS e ON e.LifecycleId = l.id"
            + " WHERE e.EventId = 'e2c'");
  }

  @Test
  void hasTheStatusesOfItsFaults() throws Exception {
    assertRows(
        List.of(
            "e1a -",
            "e2a -",
            "e2b -",
            "e2c OVERALLOCATION",
            "e4a STRUCTURE;ORPHAN",
            "e5a DUPLICATE_KEY",
            "e6a -",
            "unknown UNKNOWN_ORIGINAL",
            "e7a -"),
        "SELECT concat_ws(' ', EventId, coalesce(errorStatus, '-')) FROM events"
            + " WHERE eventType = 'ALLOCATION' AND EventId NOT LIKE 'r%'");
    assertRows(
        List.of("e1a -", "e1a -", "e6c ORPHAN"),
        "SELECT concat_ws(' ', EventId, coalesce(errorStatus, '-')) FROM events"
            + " WHERE eventType = 'ALLOCATION_STATUS'");
    assertEquals(1, once.at("/ingest/skippedByKind/J").asInt(), "preliminary ones");
    assertEquals(1, once.at("/ingest/rejectedByKind/IDENTITY").asInt(), "ones without an id");
  }

  @Test
  void hasVersionsAsOtherEventsHave() throws Exception {
    assertRows(
        List.of(
            "e6a 1 N false", "e6a 2 C true", "e6c 1 N false", "e6c 2 D true", "unknown 1 C true"),
        "SELECT concat_ws(' ', x.EventId, h.version, h.action, h.standing) FROM history AS h JOIN ("
            + " SELECT unnest(['e6a', 'e6c', 'unknown']) AS EventId,"
            + " unnest(["
            + key("e6a")
            + ", "
            + key("e6c")
            + ", "
            + key("unknown")
            + "]) AS id) AS x ON x.id = h.id::TEXT");
    assertRows(List.of(), "SELECT EventId FROM events WHERE EventId = 'e6d' OR EventId = 'e6b'");
  }

  private static String key(String id) {
    byte[] bytes = id.getBytes(ISO_8859_1);
    Identity identity = new Identity().allocation((int) LocalDate.of(2026, 3, 16).toEpochDay());
    identity.with(new byte[] {'A', 'L', 'F', 'A'}, 0, 4).with(bytes, 0, bytes.length);
    return "'" + identity.key() + "'";
  }

  @Test
  void isTooLargeWhereTheRunningSumIsOverTheStandingFills() throws Exception {
    String expected =
        """
        WITH allocated AS (
          SELECT l.parent, e.EventId, sum(q.total) OVER (PARTITION BY l.parent
            ORDER BY e.timestampNanos ROWS UNBOUNDED PRECEDING) AS running
          FROM events AS e
          JOIN links AS l ON l.child = e.id AND l.relation = 'ALLOCATION'
          JOIN (SELECT id, sum(quantity) AS total FROM allocations GROUP BY id) AS q ON q.id = e.id
          WHERE e.EventId LIKE 'r%'),
        filled AS (
          SELECT l.parent, sum(f.standingQuantity) AS total FROM events AS f
          JOIN links AS l ON l.child = f.id AND l.relation = 'EXECUTION'
          WHERE f.eventType IN ('PARTIAL_FILL', 'FILL') GROUP BY l.parent)
        SELECT EventId FROM allocated LEFT JOIN filled USING (parent)
        WHERE running > coalesce(total, 0)""";
    List<String> found = rows(expected);
    assertTrue(found.size() > 20, found::toString);
    assertRows(
        found,
        "SELECT EventId FROM events WHERE errorStatus LIKE '%OVERALLOCATION%' AND EventId LIKE 'r%'");
  }

  @Test
  void tellsItsReporterWithTheTag() throws Exception {
    List<String> told = new ArrayList<>();
    for (String line : Files.readAllLines(linked("ALFA"), ISO_8859_1)) {
      if (line.contains(",e2c,") || line.contains(",e4a,") || line.contains(",e5a,")) {
        told.add(line.replaceAll("^.*?,(ALLOCATION,e..),[^,]*,", "$1,"));
      }
    }
    assertEquals(
        List.of(
            "ALLOCATION,e2c,OVERALLOCATION,,80,1 allocated of 0 left of the fills of its orders,"
                + "reporter,",
            "ALLOCATION,e4a,ORPHAN,,37,37=never of ALFA on 20260316 was not reported: ALFA has not"
                + " handed in that order,reporter,",
            "ALLOCATION,e5a,DUPLICATE_KEY,,79,names an account twice,reporter,"),
        told.stream().sorted().toList());
  }

  @Test
  void hasItsFaultsInErrorsUntilTheyAreGone() throws Exception {
    assertRows(
        List.of(
            "e2c OVERALLOCATION 80", "e4a ORPHAN 37", "e4a STRUCTURE 11", "e5a DUPLICATE_KEY 79"),
        "SELECT concat_ws(' ', e.EventId, f.status, f.tag) FROM errors AS f JOIN events AS e"
            + " ON e.id = f.id WHERE e.EventId IN ('e2c', 'e4a', 'e5a') AND f.repaired IS NULL");
  }

  private static Path linked(String firm) {
    return folder.resolve("daisychain-data/rejects/feedback-" + firm + ".link.csv");
  }

  @Test
  void isMendedByARepair() throws Exception {
    Path draft = folder.resolve("draft.fix");
    program.succeed("repair", "--feedback=" + linked("ALFA"), "--input=all/*", "--output=" + draft);
    List<String> drafted = Files.readAllLines(draft, ISO_8859_1);
    String over = only(drafted, "\00170=e2c\001");
    assertTrue(over.contains("\00180=?\001") && over.contains("\00110004=C\001"), over);
    String twice = only(drafted, "\00170=e5a\001");
    assertTrue(twice.contains("\00179=X\00180=60\00179=?\00180=40\001"), twice);
    String unknown = only(drafted, "\00170=e6e\001");
    assertTrue(unknown.contains("\00171=0\001"), unknown);
  }

  private static String only(List<String> lines, String part) {
    List<String> found = lines.stream().filter(line -> line.contains(part)).toList();
    assertEquals(1, found.size(), lines::toString);
    return found.get(0);
  }

  @Test
  void areTheSameTablesInAnyOrderAndLinkedDateByDate() throws Exception {
    List<String> shuffled = new ArrayList<>(messages);
    Collections.shuffle(shuffled, new Random(SEED));
    Files.createDirectories(folder.resolve("shuffled"));
    int third = shuffled.size() / 3;
    for (int i = 0; i < 3; i++) {
      List<String> part = shuffled.subList(i * third, i == 2 ? shuffled.size() : (i + 1) * third);
      Files.write(folder.resolve("shuffled/" + i + ".fix"), part, ISO_8859_1);
      program.succeed(table("ingest", "allocations_late", "--input=shuffled/" + i + ".fix"));
      program.succeed(table("link", "allocations_late", "--days=" + MONDAY));
    }
    program.succeed(table("link", "allocations_late"));
    JsonNode late = program.counts(table("publish", "allocations_late", "--output=late"));
    assertEquals(once.at("/publish/digests"), late.get("digests"));
  }

  @Test
  void areTheSameTablesLive(@TempDir Path live) throws Exception {
    Path incoming = Files.createDirectory(live.resolve("incoming"));
    List<String> shuffled = new ArrayList<>(messages);
    Collections.shuffle(shuffled, new Random(SEED + 1));
    Path parts = Files.createDirectory(live.resolve("parts"));
    int half = shuffled.size() / 2;
    Files.write(parts.resolve("1.fix"), shuffled.subList(0, half), ISO_8859_1);
    Files.write(parts.resolve("2.fix"), shuffled.subList(half, shuffled.size()), ISO_8859_1);
    Program.Command watch =
        new Program(live)
            .start(table("watch", "allocations_live", "--input=incoming", "--reference=" + folder));
    assertTrue(watch.awaitThat(() -> watch.hasPrinted("watch ready")), () -> WatchIT.said(watch));
    List<Path> files = WatchIT.handIn(parts, incoming);
    assertTrue(watch.awaitThat(() -> WatchIT.areDone(files)), () -> WatchIT.said(watch));
    watch.process().destroy();
    assertEquals(0, watch.await().exitCode());

    Program after = Program.inProcess(live);
    JsonNode left = after.counts(table("link", "allocations_live", "--days=all"));
    assertEquals(0, left.get("written").asLong(), left::toString);
    JsonNode published = after.counts(table("publish", "allocations_live", "--output=published"));
    assertEquals(once.at("/publish/digests"), published.get("digests"));
  }

  private static JsonNode run(String input, String table) throws Exception {
    return program.counts(table("run", table, "--input=" + input));
  }

  private static String[] table(String command, String table, String... more) {
    List<String> line =
        new ArrayList<>(List.of(command, "--store=" + store.address(), "--table=" + table));
    if (command.equals("run") || command.equals("ingest") || command.equals("link")) {
      line.add("--reference=" + folder);
    }
    line.addAll(List.of(more));
    return line.toArray(String[]::new);
  }

  private static List<String> rows(String query) throws Exception {
    return program.sql(query).stream().map(row -> row.getField(0)).sorted().toList();
  }

  private static void assertRows(List<String> expected, String query) throws Exception {
    assertEquals(expected.stream().sorted().toList(), rows(query));
  }
}
