package io.daisychain.cli.job;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.daisychain.cli.testing.FixLine;
import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.RunningStore;
import io.daisychain.cli.testing.SharedStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What a drop leaves as it was, and what it does not. */
@ExtendWith(SharedStore.class)
class DroppedDatesIT {
  private static final List<String> TABLES =
      List.of(
          "events",
          "links",
          "lifecycles",
          "duplicates",
          "history",
          "errors",
          "breaks",
          "keys",
          "allocations",
          "legs");

  @TempDir private Path folder;
  private Program program;
  private List<String> store;

  /** Lifecycles over dates, with faults and repairs: linked anew they are the same. */
  @Test
  void whatWasLinkedStaysAsItWas(RunningStore shared) throws Exception {
    begin(shared, "dropped_workload");
    program.succeed(
        "generate",
        "--output=workload",
        "--events=4000",
        "--days=4",
        "--gtc=0.3",
        "--late=0.05",
        "--lineage=native",
        "--errors=0.02",
        "--repairs=0.05");
    List<String> lines = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder.resolve("workload"))) {
      for (Path file : files.filter(path -> path.toString().endsWith(".fix")).sorted().toList()) {
        lines.addAll(Files.readAllLines(file, ISO_8859_1));
      }
    }
    Files.write(folder.resolve("all.fix"), lines, ISO_8859_1);
    run("ingest", "--input=all.fix", "--reference=workload");
    run("link", "--gtcDays=7");
    run("publish");
    Map<String, List<String>> before = tables();
    List<String> dates =
        program.sql("SELECT DISTINCT tradeDate FROM events ORDER BY 1").stream()
            .map(row -> row.getField(0))
            .toList();
    assertEquals(4, dates.size());

    // One in the middle, then the first; with the last one nothing that goes on is left.
    for (int dropped : new int[] {1, 0}) {
      run("drop", "--days=" + dates.get(dropped).replace("-", ""), "--yes");
      assertEquals(0, written("link"), dates.get(dropped));
      assertEquals(0, written("link", "--days=all"), dates.get(dropped));
      run("publish", "--days=all");
      assertTables(before, "without " + dates.get(dropped));
    }
  }

  @Test
  void whatComesLaterCountsItAsUnreported(RunningStore shared) throws Exception {
    begin(shared, "dropped_later");
    hand("first.fix", order("20260316", "A1", "a0000000-0000-4000-8000-000000000001"));
    hand("next.fix", route("20260317", "B1", "b0000000-0000-4000-8000-000000000002"));
    hand("participants.csv", "mpid,name,valid_from,valid_to\nALFA,Alfa,,\nBRVO,Bravo,,\n");
    run("ingest", "--input=first.fix", "--reference=.");
    run("ingest", "--input=next.fix");
    run("link");
    run("publish");
    Map<String, List<String>> before = tables();
    run("drop", "--days=20260316", "--yes");
    hand(
        "later.fix",
        route("20260317", "B2", "b0000000-0000-4000-8000-000000000003") + '\n' + accept());
    run("ingest", "--input=later.fix");
    run("link", "--rejects=told");
    run("publish");
    Map<String, NamedCsvRecord> events = new TreeMap<>();
    program
        .sql("SELECT EventId, GrandParent, LifecycleId, errorStatus, errorReason FROM events")
        .forEach(row -> events.put(row.getField("EventId"), row));
    assertEquals("a0000000-0000-4000-8000-000000000001", events.get("B1").getField("GrandParent"));
    assertEquals("", events.get("B1").getField("errorStatus"));
    assertEquals("b0000000-0000-4000-8000-000000000003", events.get("B2").getField("GrandParent"));
    assertEquals("ORPHAN", events.get("B2").getField("errorStatus"));
    assertTrue(events.get("B2").getField("errorReason").contains("dropped day"));
    assertEquals("ORPHAN", events.get("B3").getField("errorStatus"));
    assertEquals(
        "20260317 3 2",
        program
            .succeed(with("days", "--format=csv"))
            .lines()
            .filter(day -> day.contains("20260317"))
            .map(day -> day.split(",", -1))
            .map(day -> String.join(" ", day[0], day[1], day[5]))
            .findAny()
            .orElseThrow());
    // That is nobody's fault: no firm hears of it, or has it in its counts.
    assertEquals(before.get("errors"), tables().get("errors"));
    assertEquals(List.of(), tables().get("breaks"));
    try (Stream<Path> told = Files.list(folder.resolve("told"))) {
      assertEquals(List.of(), told.filter(file -> file.toString().contains("feedback")).toList());
    }
    assertEquals(
        List.of("0 0.0 0.0", "0 0.0 0.0"),
        program
            .sql(
                "SELECT concat_ws(' ', s.errors, s.errorRate, t.errorRate) AS e"
                    + " FROM v_reporter_scorecard AS s JOIN v_reporter_trend AS t"
                    + " USING (tradeDate, ReporterId) WHERE tradeDate = DATE '2026-03-17'")
            .stream()
            .map(row -> row.getField(0))
            .toList());

    // Reported again, it is the parent of both; until then of none.
    program.succeed(with("days", "--reopen=20260316"));
    run("link");
    run("publish");
    assertEquals(
        List.of("B1 ORPHAN", "B2 ORPHAN", "B3 ORPHAN"),
        program
            .sql(
                "SELECT EventId || ' ' || errorStatus AS e FROM events"
                    + " WHERE tradeDate = DATE '2026-03-17' ORDER BY 1")
            .stream()
            .map(row -> row.getField(0))
            .toList());
    run("ingest", "--input=first.fix");
    run("link");
    run("publish");
    assertEquals(
        "2 4",
        program
            .sql("SELECT count(DISTINCT LifecycleId) || ' ' || count(*) AS n FROM events")
            .get(0)
            .getField(0));
    assertNotEquals(before, tables());
  }

  /** A route came before its order, which was reported late: that is told after a drop, too. */
  @Test
  void whatWaitedForItHasBeenAnOrphan(RunningStore shared) throws Exception {
    begin(shared, "dropped_late");
    String order =
        "35=D|34=1|49=ALFA|56=MRP|52=20260320-14:00:00.000|11=A1|21=1|55=AAPL|54=1|"
            + "60=20260316-14:00:00.000|38=500|40=2|44=10|";
    String route =
        "35=D|34=1|49=ALFA|56=MRP|52=20260317-14:00:00.000|128=XVNA|11=B1|21=1|55=AAPL|54=1|"
            + "60=20260317-14:00:00.000|38=500|40=2|44=10|10887=A1|10836=20260316|";
    hand("all.fix", FixLine.of(order) + '\n' + FixLine.of(route));
    run("ingest", "--input=all.fix");
    run("link");
    run("publish");
    Map<String, List<String>> before = tables();
    assertEquals(
        List.of("ORPHAN arrival"),
        program.sql("SELECT status || ' ' || repairedBy AS e FROM errors").stream()
            .map(row -> row.getField(0))
            .filter(error -> error.startsWith("ORPHAN"))
            .toList());

    run("drop", "--days=20260316", "--yes");

    assertEquals(0, written("link", "--days=all"));
    run("publish", "--days=all");
    assertTables(before, "without 20260316");
  }

  /** The route's row says already whose child it is; its order's row is new and must say it too. */
  @Test
  void whatIsHandedInAgainHasItsChildrenOnOtherDates(RunningStore shared) throws Exception {
    begin(shared, "dropped_again");
    String order =
        "35=D|34=1|49=ALFA|56=MRP|52=20260316-14:00:00.000|11=A1|21=1|55=AAPL|54=1|"
            + "60=20260316-14:00:00.000|38=500|40=2|44=10|";
    String route =
        "35=D|34=1|49=ALFA|56=MRP|52=20260317-14:00:00.000|128=XVNA|11=B1|21=1|55=AAPL|54=1|"
            + "60=20260317-14:00:00.000|38=500|40=2|44=10|10887=A1|10836=20260316|";
    String later =
        "35=D|34=2|49=ALFA|56=MRP|52=20260316-15:00:00.000|128=XVNA|11=A2|21=1|55=AAPL|54=1|"
            + "60=20260316-15:00:00.000|38=500|40=2|44=10|10887=A1|";
    hand("all.fix", FixLine.of(order) + '\n' + FixLine.of(route));
    hand("later.fix", FixLine.of(later));
    run("ingest", "--input=all.fix");
    run("link");
    run("drop", "--days=20260316", "--yes");
    program.succeed(with("days", "--reopen=20260316"));
    for (String file : List.of("all.fix", "later.fix")) {
      run("ingest", "--input=" + file);
      run("link");
      run("publish");
    }
    Map<String, List<String>> again = tables();

    begin(shared, "never_dropped");
    run("ingest", "--input=all.fix");
    run("ingest", "--input=later.fix");
    run("link");
    run("publish", "--days=all");
    assertTables(again, "handed in again");
  }

  private void begin(RunningStore shared, String table) {
    program = Program.inProcess(folder);
    store = List.of("--store=" + shared.address(), "--table=" + table);
  }

  private void hand(String file, String line) throws Exception {
    Files.writeString(folder.resolve(file), line, ISO_8859_1);
  }

  private static String order(String date, String id, String uuid) {
    return FixLine.of("35=D|34=1|49=ALFA|56=MRP|" + body(date, id, uuid));
  }

  /** Of the order of the day before, by its id. */
  private static String route(String date, String id, String uuid) {
    return FixLine.of(
        "35=D|34=1|49=ALFA|56=MRP|128=XVNA|"
            + body(date, id, uuid)
            + "10003=a0000000-0000-4000-8000-000000000001|");
  }

  /** By another firm, of a route of the day before that was never reported. */
  private static String accept() {
    return FixLine.of(
        "35=D|34=1|49=BRVO|56=MRP|115=ALFA|52=20260317-14:00:00.000|11=B3|21=1|55=AAPL|54=1|"
            + "60=20260317-14:00:00.000|38=500|40=1|10836=20260316|");
  }

  private static String body(String date, String id, String uuid) {
    String time = date + "-14:00:00.000|";
    return "52="
        + time
        + "11="
        + id
        + "|21=1|55=AAPL|54=1|60="
        + time
        + "38=500|40=2|44=10|10001="
        + uuid
        + "|";
  }

  private String[] with(String... command) {
    List<String> all = new ArrayList<>(List.of(command));
    all.addAll(store);
    return all.toArray(String[]::new);
  }

  private String run(String... command) throws Exception {
    return program.succeed(with(command));
  }

  private long written(String... command) throws Exception {
    List<String> all = new ArrayList<>(List.of(command));
    all.add("--report=report.json");
    run(all.toArray(String[]::new));
    JsonNode days =
        new ObjectMapper().readTree(folder.resolve("report.json").toFile()).at("/counts/days");
    long sum = 0;
    for (JsonNode rows : days) {
      sum += rows.asLong();
    }
    return sum;
  }

  private Map<String, List<String>> tables() throws Exception {
    Map<String, List<String>> tables = new TreeMap<>();
    for (String table : TABLES) {
      tables.put(
          table,
          program.sql("SELECT * FROM " + table + " ORDER BY ALL").stream()
              .map(row -> String.join(",", row.getFields()))
              .toList());
    }
    return tables;
  }

  private void assertTables(Map<String, List<String>> expected, String words) throws Exception {
    Map<String, List<String>> found = tables();
    for (String table : TABLES) {
      assertEquals(
          String.join("\n", expected.get(table)),
          String.join("\n", found.get(table)),
          table + " " + words);
    }
  }
}
