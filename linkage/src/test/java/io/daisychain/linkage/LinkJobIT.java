package io.daisychain.linkage;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.daisychain.model.ErrorStatus;
import io.daisychain.model.Relation;
import io.daisychain.model.TableSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * The whole job on a store, Bigtable's emulator, with lifecycles that lie in several partitions.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LinkJobIT {
  private static final Set<String> PARTICIPANTS = Set.of("ALFA", "BRVO", "XVNA");
  private static final String[] SYMBOLS = {"", "", "AAPL", "IBM", "MSFT", "X"};
  private static final int GRAPHS = 40;

  private final long seed = Long.getLong("daisychain.seed", System.nanoTime());
  private final Random random = new Random(seed);
  private EmulatedStore store;
  private int tables;

  @TempDir Path rejects;

  @BeforeAll
  void startStore() throws Exception {
    store = EmulatedStore.start();
  }

  @AfterAll
  void stopStore() throws IOException {
    store.close();
  }

  @Test
  void equalsBruteForceThoughLifecyclesLieInSeveralPartitions() throws IOException {
    Map<String, String> lineages = new TreeMap<>();
    Map<String, String> lifecycles = new TreeMap<>();
    Map<String, String> children = new TreeMap<>();
    List<ReportedEvent> all = new ArrayList<>();
    for (List<ReportedEvent> events : graphs()) {
      BruteForce truth = new BruteForce(events, PARTICIPANTS);
      truth.lineages().forEach((id, text) -> lineages.put(id + " LINK:Grandparent", text));
      truth.lifecycles().forEach((id, text) -> lifecycles.put(id + " LINK:Lifecycle", text));
      all.addAll(events);
    }
    for (ReportedEvent event : all) {
      for (UUID parent : new LinkedHashSet<>(event.parents)) {
        if (!parent.equals(event.id)) {
          children.put(parent + " LINK:child " + event.id, "");
        }
      }
    }
    Collections.shuffle(all, random);
    String table = table();
    store.report(table, Messages.of(all));

    JsonNode counts = store.link(table, 0, rejects);

    Map<String, String> cells = store.cells(table);
    String what = "seed " + seed;
    CellText.assertSame(lineages, of(cells, "LINK:Grandparent"), what);
    CellText.assertSame(lifecycles, of(cells, "LINK:Lifecycle"), what);
    assertEquals(children.keySet(), of(cells, "LINK:child").keySet(), what);
    assertFlagsAgree(cells);
    assertEquals(all.size(), counts.get("events").asInt(), what);
    assertEquals(all.size(), counts.get("written").asInt(), what);
    assertEquals(lifecycles.size(), counts.get("lifecycles").asInt(), what);
    assertEquals(children.size(), counts.get("edges").asInt(), what);
    assertEquals(count(lineages, "ORPHAN"), counts.get("orphans").asInt(), what);
    assertTrue(counts.get("moved").asInt() > all.size() / 4, "most lie in several: " + counts);

    JsonNode again = store.linkAll(table, 0, rejects);

    assertEquals(0, again.get("written").asInt(), what);
    CellText.assertSame(cells, store.cells(table), what);
    assertEquals(counts.get("faultyByStatus"), again.get("faultyByStatus"), what);
  }

  @Test
  void lateEventsEndInTheSameTableAsEventsLinkedAtOnce() throws IOException {
    List<ReportedEvent> all = new ArrayList<>();
    graphs().forEach(all::addAll);
    Collections.shuffle(all, random);
    String once = table();
    store.report(once, Messages.of(all));
    store.link(once, 0, rejects);
    Map<String, String> feedback = feedback();

    String late = table();
    int first = all.size() / 3;
    int second = 2 * all.size() / 3;
    store.report(late, Messages.of(all.subList(0, first)));
    store.link(late, 0, rejects);
    store.report(late, Messages.of(all.subList(first, second)));
    store.link(late, 0, rejects);
    store.report(late, Messages.of(all.subList(second, all.size())));
    store.link(late, 0, rejects);

    CellText.assertSame(store.cells(once), store.cells(late), "seed " + seed);
    assertEquals(feedback, feedback(), "seed " + seed);
    assertEquals(0, store.link(late, 0, rejects).get("written").asInt(), "seed " + seed);
  }

  @Test
  void lateEventsHaveOnlyRowsWrittenThatChange() throws IOException {
    List<ReportedEvent> all = new ArrayList<>();
    graphs().forEach(all::addAll);
    Collections.shuffle(all, random);
    int late = all.size() / 50;
    String table = table();
    store.report(table, Messages.of(all.subList(late, all.size())));
    store.link(table, 0, rejects);
    Map<String, String> before = store.cells(table);
    store.report(table, Messages.of(all.subList(0, late)));

    JsonNode counts = store.link(table, 0, rejects);

    Map<String, String> after = store.cells(table);
    Set<String> changed = new TreeSet<>();
    for (Map<String, String> cells : List.of(before, after)) {
      for (String name : cells.keySet()) {
        if (!Objects.equals(before.get(name), after.get(name))) {
          changed.add(EmulatedStore.rowOf(name));
        }
      }
    }
    long secondRun = TableSchema.INGEST_TIMESTAMP + 2;
    Set<String> untouched = store.rowsWrittenAt(table, secondRun);
    untouched.removeAll(changed);
    assertEquals(Set.of(), untouched, "written without need, seed " + seed);
    long written = counts.get("written").asLong();
    assertTrue(written < all.size() / 2, "seed " + seed + ": " + counts);
    assertEquals(late, written - counts.get("changed").asLong(), "seed " + seed + ": " + counts);
  }

  @Test
  void aLoserOfADuplicateKeyLeavesNoTrace() throws IOException {
    for (boolean winnerFirst : new boolean[] {true, false}) {
      String winner = Messages.tagged("X", 5, "11=k|55=AAPL|54=1|10003=" + Messages.id("P"));
      String loser = Messages.tagged("X", 6, "11=k|55=IBM|54=2|10003=" + Messages.id("Q"));
      checkDuplicate(winner, loser, winnerFirst);
      // Sent at the same moment: the smaller bytes win.
      checkDuplicate(
          Messages.tagged("X", 5, "11=a|55=AAPL|54=1|10003=" + Messages.id("P")),
          Messages.tagged("X", 5, "11=b|55=IBM|54=2|10003=" + Messages.id("Q")),
          winnerFirst);
      checkDuplicate(
          Messages.tagged("X", 5, "11=a|55=AAPL|54=1|10003=" + Messages.id("P")),
          Messages.tagged("X", 5, "11=b|55=IBM|54=2"),
          winnerFirst);
    }
  }

  private void checkDuplicate(String winner, String loser, boolean winnerFirst) throws IOException {
    List<byte[]> others =
        Messages.of(
            Messages.tagged("P", 1, "11=p|55=AAPL|54=1"),
            Messages.tagged("Q", 2, "11=q|55=AAPL|54=1"),
            Messages.tagged("C", 7, "11=c|55=AAPL|54=1|10003=" + Messages.id("X")));
    String alone = table();
    store.report(alone, others);
    store.report(alone, Messages.of(winner));
    store.link(alone, 0, rejects);
    String once = table();
    store.report(once, others);
    store.report(once, Messages.of(winnerFirst ? winner : loser), ErrorStatus.STRUCTURE);
    store.report(once, Messages.of(winnerFirst ? loser : winner));
    store.link(once, 0, rejects);
    String late = table();
    store.report(late, others);
    store.report(late, Messages.of(winnerFirst ? winner : loser), ErrorStatus.STRUCTURE);
    store.link(late, 0, rejects);
    store.report(late, Messages.of(winnerFirst ? loser : winner));
    store.link(late, 0, rejects);

    Map<String, String> cells = store.cells(once);
    CellText.assertSame(cells, store.cells(late), "seed " + seed);
    assertEquals(0, store.link(late, 0, rejects).get("written").asInt());
    Map<String, String> links =
        without(cells, "DATA:e|LINK:p|LINK:Grandparent|LINK:Lifecycle|ERROR:f");
    Map<String, String> expected =
        without(store.cells(alone), "DATA:e|LINK:p|LINK:Grandparent|LINK:Lifecycle|ERROR:f");
    expected.put(
        Messages.id("X") + " ERROR:status",
        winnerFirst ? "STRUCTURE;DUPLICATE_KEY" : "DUPLICATE_KEY");
    CellText.assertSame(expected, links, "but for the winner");
    String lineage = cells.get(Messages.id("X") + " LINK:Grandparent");
    assertTrue(lineage.contains("gp=" + Messages.id("P")), lineage);
    assertTrue(cells.get(Messages.id("P") + " LINK:Lifecycle").contains("events=3"));
    assertTrue(cells.get(Messages.id("Q") + " LINK:Lifecycle").contains("events=1"));
  }

  @Test
  void aRepeatIsNoDuplicate() throws IOException {
    String table = table();
    store.report(
        table,
        Messages.of(
            Messages.tagged("X", 5, "11=k|34=1"), Messages.tagged("X", 9, "11=k|34=2|43=Y")));

    JsonNode counts = store.link(table, 0, rejects);

    assertEquals(1, counts.get("events").asInt());
    assertEquals("{}", counts.get("faultyByStatus").toString());
  }

  @Test
  void findsParentsOfEarlierDaysNewestFirst() throws IOException {
    List<byte[]> early = new ArrayList<>();
    List<byte[]> nearer = new ArrayList<>();
    for (int i = 0; i < 12; i++) { // symbol and day decide where an event lies
      String symbol = "|55=S" + i;
      early.add(Messages.order(i, "P", "20260310", symbol));
      nearer.add(Messages.order(i, "P", "20260312", symbol));
      early.add(Messages.order(i, "C", "20260313", symbol + "|10887=P" + i));
      early.add(Messages.order(i, "D", "20260312", symbol + "|10887=C" + i + "|10836=20260316"));
      early.add(
          Messages.order(i, "M", "20260313", "|10073=2|10887=P" + i + "|10887=P" + i + "|10835="));
    }
    String none = table();
    store.report(none, early);
    assertEquals(36, store.link(none, 0, rejects).get("orphans").asInt());
    assertEquals(36, store.link(none, 2, rejects).get("orphans").asInt(), "two days are too few");

    String far = table();
    store.report(far, early);
    assertEquals(0, store.link(far, 3, rejects).get("orphans").asInt());
    assertEquals(12, count(store.cells(far), "children=2"));

    String once = table();
    store.report(once, early);
    store.report(once, nearer);
    assertEquals(0, store.link(once, 3, rejects).get("orphans").asInt());
    Map<String, String> cells = store.cells(once);
    assertEquals(12, count(cells, "children=2"));

    store.report(far, nearer);
    store.link(far, 3, rejects);
    CellText.assertSame(cells, store.cells(far), "a nearer parent that came late");
    store.report(none, nearer);
    store.link(none, 3, rejects);
    CellText.assertSame(cells, store.cells(none), "more days than before");
    store.link(none, 0, rejects);
    String fresh = table();
    store.report(fresh, early);
    store.report(fresh, nearer);
    store.link(fresh, 0, rejects);
    CellText.assertSame(store.cells(fresh), store.cells(none), "fewer days than before");
  }

  @Test
  void itsOwnDayGoesBeforeEarlierOnes() throws IOException {
    String table = table();
    store.report(
        table,
        List.of(
            Messages.order(1, "P", "20260312", ""),
            Messages.order(1, "P", "20260313", ""),
            Messages.order(1, "C", "20260313", "|10887=P1")));
    store.link(table, 5, rejects);

    Map<String, String> children = of(store.cells(table), "LINK:child");
    assertEquals(1, children.size());
    assertEquals(
        List.of(String.format("%02x", Relation.INTERNAL.code())),
        new ArrayList<>(children.values()));
    assertEquals(2, of(store.cells(table), "LINK:Lifecycle").size());
  }

  @Test
  void linksAnEmptyTableAndRowsThatOnlyChildrenWrote() throws IOException {
    String table = table();
    JsonNode counts = store.link(table, 3, rejects);
    for (String count : List.of("events", "edges", "lifecycles", "orphans", "cycles", "written")) {
      assertEquals(0, counts.get(count).asInt(), count);
    }
    store.report(table, Messages.of(Messages.tagged("X", 5, "11=k|10003=" + Messages.id("P"))));
    assertEquals(1, store.link(table, 0, rejects).get("orphans").asInt());
    JsonNode again = store.linkAll(table, 0, rejects);
    assertEquals(1, again.get("events").asInt());
    assertEquals(0, again.get("written").asInt());
  }

  /** Random graphs: of a third all events name no symbol, so that their keys place them. */
  private List<List<ReportedEvent>> graphs() {
    List<List<ReportedEvent>> graphs = new ArrayList<>();
    for (int i = 0; i < GRAPHS; i++) {
      List<ReportedEvent> events = new RandomMarket(seed + i).events();
      for (ReportedEvent event : events) {
        event.symbol = i % 3 == 0 ? "" : SYMBOLS[random.nextInt(SYMBOLS.length)];
      }
      graphs.add(events);
    }
    return graphs;
  }

  private String table() throws IOException {
    String table = "t" + ++tables;
    store.create(table);
    return table;
  }

  /** The flag columns say what the lineages say. */
  private static void assertFlagsAgree(Map<String, String> cells) {
    Map<String, String> expected = new TreeMap<>();
    of(cells, "LINK:Grandparent")
        .forEach(
            (name, text) -> {
              String row = name.substring(0, 36);
              String child = text.replaceAll(".* child=(\\S*) .*", "$1");
              String[] shown = child.split("/", -1);
              if (text.contains(" symbol=false ")) {
                expected.put(row + " DATA:SymbolMatch", "false");
                expected.put(row + " DATA:ChildSymbol", shown[1]);
              }
              if (text.contains(" instrument=false ") && !text.contains(" symbol=false ")) {
                expected.put(row + " DATA:InstrumentMatch", "false");
              }
              if (text.contains(" side=false ")) {
                expected.put(row + " DATA:SideMatch", "false");
                expected.put(row + " DATA:ChildSide", shown[2]);
              }
              String statuses = text.replaceAll(".*statuses=\\[(.*)\\].*", "$1");
              if (!statuses.isEmpty()) {
                expected.put(row + " ERROR:status", statuses);
                expected.put(row + " ERROR:feedback", statuses);
                expected.put(row + " ERROR:faults", statuses);
              }
            });
    Map<String, String> found = without(cells, "DATA:e|LINK:");
    found.replaceAll((name, value) -> name.endsWith("status") ? sorted(value) : value);
    found.replaceAll((name, value) -> name.endsWith("feedback") ? statuses(value) : value);
    found.replaceAll((name, value) -> name.endsWith("faults") ? openStatuses(value) : value);
    CellText.assertSame(expected, found, "flags");
  }

  private static String openStatuses(String faults) {
    return statuses(
        Pattern.compile("Fault\\[.*?repair=NONE")
            .matcher(faults)
            .results()
            .map(MatchResult::group)
            .collect(Collectors.joining(" ")));
  }

  private static String statuses(String feedback) {
    return Pattern.compile("status=(\\w+)")
        .matcher(feedback)
        .results()
        .map(found -> found.group(1))
        .distinct()
        .sorted()
        .collect(Collectors.joining(", "));
  }

  private static String sorted(String words) {
    String[] all = words.split(";", -1);
    Arrays.sort(all);
    return String.join(", ", all);
  }

  private static Map<String, String> of(Map<String, String> cells, String column) {
    Map<String, String> found = new TreeMap<>();
    cells.forEach(
        (name, value) -> {
          if (name.startsWith(column, 37)) {
            boolean child = column.endsWith("child");
            found.put(name, child ? value : value.replaceAll("(?s) details=.*", ""));
          }
        });
    return found;
  }

  private static Map<String, String> without(Map<String, String> cells, String columns) {
    Map<String, String> rest = new TreeMap<>(cells);
    rest.keySet().removeIf(name -> name.substring(37).matches("(" + columns + ").*"));
    return rest;
  }

  private static long count(Map<String, String> cells, String word) {
    return cells.values().stream().filter(text -> text.contains(word)).count();
  }

  private Map<String, String> feedback() throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (var paths = Files.list(rejects)) {
      for (Path path : paths.toList()) {
        // What the next run goes on from has the times of the files beside it.
        if (!path.getFileName().toString().startsWith("told-")) {
          files.put(path.getFileName().toString(), Files.readString(path, ISO_8859_1));
        }
      }
    }
    return files;
  }
}
