package io.daisychain.cli.job;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.daisychain.cli.testing.FixLine;
import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.RunningStore;
import io.daisychain.cli.testing.SharedStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * What becomes of single events over dates and repairs, a rule a test. All are handed in together:
 * their ids have nothing in common. 2026-03-13 is a Friday.
 */
@ExtendWith(SharedStore.class)
class RepairedRowsIT {
  private static final String ON_FRIDAY = "60=20260313-15:00:00|";
  private static final String ON_MONDAY = "60=20260316-15:00:00|";
  private static final String ON_TUESDAY = "60=20260317-15:00:00|";

  @TempDir private static Path folder;
  private static Program program;
  private static List<String> store;

  @BeforeAll
  static void linkAll(RunningStore shared) throws Exception {
    program = Program.inProcess(folder);
    store = List.of("--store=" + shared.address(), "--table=repaired_rows");
    List<String> messages = new ArrayList<>();
    addDuplicateWithParentOnEarlierDate(messages);
    addParentThatGivesWay(messages);
    addThreeFirmsUnderOneId(messages);
    addStructuralFaults(messages);
    addCorrectionByTheHolder(messages);
    addSentAgain(messages);
    Files.write(folder.resolve("all.fix"), messages, ISO_8859_1);
    Files.writeString(
        folder.resolve("participants.csv"),
        "mpid,name,valid_from,valid_to\nALFA,Firm,,\nBRVO,Firm,,\nCHAR,Firm,,\n");
    program.succeed(with("ingest", "--input=all.fix", "--reference=.", "--rejects=ingested"));
    program.succeed(with("link", "--gtcDays=3", "--rejects=linked"));
    program.succeed(with("publish"));
  }

  private static void addDuplicateWithParentOnEarlierDate(List<String> messages) {
    messages.add(order("ALFA", "20260313-15:00:00", "", "11=g1|38=100|" + ON_FRIDAY));
    String route = "11=g2|10887=g1|" + ON_MONDAY;
    messages.add(order("ALFA", "20260316-15:00:00", "128=XVNA|", route + "38=100|"));
    messages.add(order("ALFA", "20260316-15:00:01", "128=XVNA|", route + "38=90|"));
  }

  @Test
  void aDuplicateKeepsItsParentOnAnEarlierDate() throws Exception {
    assertRows(
        List.of("g1 - 2", "g2 DUPLICATE_KEY 2"),
        "SELECT concat_ws(' ', EventId, coalesce(errorStatus, '-'), l.events) FROM events AS e"
            + " JOIN lifecycles AS l ON l.id = e.GrandParent WHERE EventId IN ('g1', 'g2')");
    for (JsonNode rows : program.counts(with("link", "--days=all")).get("days")) {
      assertEquals(0, rows.asInt(), "nothing is left to write");
    }
  }

  private static void addParentThatGivesWay(List<String> messages) {
    String route = "11=w1|38=100|10001=" + id('a');
    messages.add(order("ALFA", "20260313-15:00:00", "128=BRVO|", route + ON_FRIDAY));
    String accept = "11=w2|38=100|10001=" + id('b') + "10003=" + id('a');
    messages.add(order("BRVO", "20260317-15:00:00", "115=ALFA|", accept + ON_TUESDAY));
    messages.add(order("ALFA", "20260319-15:00:00", "128=BRVO|", route + ON_TUESDAY));
  }

  @Test
  void aParentThatGaveWayToANearerOneWasTheParentUntilThen() throws Exception {
    assertRows(List.of(), "SELECT status FROM errors WHERE id || '|' = '" + id('b') + "'");
    assertRows(
        List.of(
            "ALFA UNACCEPTED 13 17 arrival",
            "ALFA UNACCEPTED 19 - -",
            "BRVO UNACCEPTED 13 17 arrival",
            "BRVO UNACCEPTED 19 - -"),
        "SELECT concat_ws(' ', ReporterId, status, day(firstSeen), coalesce(day(repaired)::TEXT, '-'),"
            + " coalesce(repairedBy, '-')) FROM errors WHERE id || '|' = '"
            + id('a')
            + "'");
    assertRows(
        List.of("UNACCEPTED ALFA BRVO open 2026-03-13"),
        "SELECT concat_ws(' ', kind, reporter, named, state, tradeDate) FROM breaks"
            + " WHERE id || '|' = '"
            + id('a')
            + "'");
  }

  private static void addThreeFirmsUnderOneId(List<String> messages) {
    String order = "11=k1|38=100|10001=" + id('c') + ON_MONDAY;
    messages.add(order("ALFA", "20260316-15:00:00", "", order));
    messages.add(order("BRVO", "20260316-15:00:01", "", order));
    messages.add(order("CHAR", "20260316-15:00:02", "", order));
    messages.add(order("ALFA", "20260318-15:00:00", "", order + "10004=D|"));
  }

  @Test
  void theFirmsOfARepairedBreakAreThoseThatDisagreed() throws Exception {
    assertRows(
        List.of("ALFA BRVO repaired", "ALFA CHAR repaired", "BRVO CHAR open"),
        "SELECT concat_ws(' ', reporter, named, state) FROM breaks WHERE id || '|' = '"
            + id('c')
            + "'");
  }

  private static void addStructuralFaults(List<String> messages) {
    String order = "11=s1|55=IBM|54=1|40=1|38=100|" + ON_MONDAY;
    messages.add(message("ALFA", "20260316-15:00:00", "", "21=9|" + order));
    messages.add(message("ALFA", "20260318-15:00:00", "", order + "10004=C|"));
    messages.add(message("ALFA", "20260319-15:00:00", "", "21=1|58=|" + order + "10004=C|"));
  }

  @Test
  void aStructuralFaultThatGivesWayToAnotherEnds() throws Exception {
    assertRows(
        List.of("1 21 19 correction", "4 58 - -", "5 21 18 correction"),
        "SELECT concat_ws(' ', f.reason, f.tag, coalesce(day(repaired)::TEXT, '-'),"
            + " coalesce(repairedBy, '-')) FROM errors AS f JOIN events AS e ON e.id = f.id"
            + " WHERE e.EventId = 's1'");
  }

  private static void addCorrectionByTheHolder(List<String> messages) {
    String order = "11=h1|10001=" + id('d') + ON_MONDAY;
    messages.add(order("ALFA", "20260316-15:00:00", "", order + "38=100|"));
    messages.add(order("BRVO", "20260316-15:00:01", "", order + "38=200|"));
    messages.add(order("ALFA", "20260318-15:00:00", "", order + "38=300|10004=C|"));
  }

  @Test
  void whoHeldAnIdFirstKeepsItWhenHeCorrects() throws Exception {
    assertRows(
        List.of("BRVO 200 duplicate", "ALFA 300 DUPLICATE_KEY"),
        "SELECT concat_ws(' ', ReporterId, quantity::INT, errorStatus) FROM events"
            + " WHERE EventId = 'h1'"
            + " UNION ALL SELECT concat_ws(' ', reporter, quantity::INT, 'duplicate')"
            + " FROM duplicates WHERE EventId = 'h1'");
  }

  private static void addSentAgain(List<String> messages) {
    String inTime = "11=l1|38=100|" + ON_MONDAY;
    messages.add(order("ALFA", "20260316-15:00:00", "", inTime));
    messages.add(order("ALFA", "20260318-15:00:00", "97=Y|", inTime));
    messages.add(order("ALFA", "20260318-15:00:00", "97=Y|", "11=l2|38=100|" + ON_MONDAY));
  }

  @Test
  void nobodyHearsThatAMessageSentAgainIsLateWhereItsEventIsNot() throws Exception {
    assertRows(
        List.of("l1 -", "l2 LATE"),
        "SELECT concat_ws(' ', EventId, coalesce(errorStatus, '-')) FROM events"
            + " WHERE EventId IN ('l1', 'l2')");
    assertEquals(List.of(), late("ingested"));
    assertEquals(List.of("l2"), late("linked"));
  }

  /** Which of the orders l1 and l2 a run's feedback calls LATE. */
  private static List<String> late(String rejects) throws Exception {
    List<String> ids = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder.resolve(rejects))) {
      for (Path file :
          files.filter(path -> path.getFileName().toString().matches("feedback.*csv")).toList()) {
        for (String line : Files.readAllLines(file, ISO_8859_1)) {
          if (line.matches(".*,l[12],.*,LATE,.*")) {
            ids.add(line.replaceAll(".*,(l[12]),.*", "$1"));
          }
        }
      }
    }
    return ids;
  }

  /** A UUID as a value that ends its field. */
  private static String id(char first) {
    return first + "0000000-0000-4000-8000-000000000031|";
  }

  private static String order(String firm, String sent, String header, String body) {
    return message(firm, sent, header, "21=1|55=IBM|54=1|40=1|" + body);
  }

  private static String message(String firm, String sent, String header, String body) {
    return FixLine.of("35=D|34=1|49=" + firm + "|56=MRP|" + header + "52=" + sent + "|" + body);
  }

  private static void assertRows(List<String> expected, String query) throws Exception {
    assertEquals(
        expected.stream().sorted().toList(),
        program.sql(query).stream().map(row -> row.getField(0)).sorted().toList());
  }

  private static String[] with(String... command) {
    List<String> all = new ArrayList<>(List.of(command));
    all.addAll(store);
    return all.toArray(String[]::new);
  }
}
