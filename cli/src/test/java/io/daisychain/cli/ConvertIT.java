package io.daisychain.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.daisychain.cli.testing.Program;
import io.daisychain.cli.testing.RunningStore;
import io.daisychain.cli.testing.SharedStore;
import io.daisychain.cli.testing.Workload;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A generated market in FIX, said in CAT, read again and linked: the same lifecycles. */
@ExtendWith(SharedStore.class)
class ConvertIT {
  private static final int EVENTS = 12_000;

  @Test
  void keepsWhatCatCanSay(RunningStore store, @TempDir Path folder) throws Exception {
    long seed = Long.getLong("daisychain.seed", 20260316L);
    Program program = Program.inProcess(folder);
    Workload.generate(
        program,
        "fix",
        EVENTS,
        "--lineage=native",
        "--errors=0.02,CYCLE=0,DUPLICATE_KEY=0",
        "--seed=" + seed);
    String told =
        program.succeed(
            "convert", "--from=fix", "--to=cat", "--input=fix/events-*", "--output=cat");
    assertTrue(told.matches("(?s).*read .* = written .* \\+ skipped .*"), told);
    Map<String, NamedCsvRecord> fix = published("fix/events-*", "fix", folder, store);
    Map<String, NamedCsvRecord> cat = published("cat/*", "cat", folder, store);

    Map<String, String> fixIds = new HashMap<>();
    for (NamedCsvRecord row : cat.values()) {
      assertEquals("CAT", row.getField("format"));
      assertTrue(!row.getField("errorStatus").contains("STRUCTURE"), row::toString);
      String roe = row.getField("firmROEID");
      fixIds.put(row.getField("id"), roe.substring(roe.indexOf('_') + 1));
    }
    assertTrue(cat.size() > fix.size() / 3, () -> cat.size() + " of " + fix.size());
    Set<String> said = new HashSet<>(fixIds.values());
    assertEquals(said, intersection(said, fix.keySet()));
    Graph graph = new Graph(fix, said);
    int parents = 0;
    for (NamedCsvRecord row : cat.values()) {
      NamedCsvRecord of = fix.get(fixIds.get(row.getField("id")));
      String root = fixIds.get(row.getField("GrandParent"));
      assertSame(row, of);
      assertEquals(graph.root(of.getField("id")), root, () -> row + "\n" + of);
      List<String> expected = graph.parents(of);
      List<String> found =
          Stream.of((row.getField("Parent") + "|" + row.getField("Merge")).split("\\|", -1))
              .map(fixIds::get)
              .filter(Objects::nonNull)
              .toList();
      assertEquals(expected, found, () -> row + "\n" + of);
      parents += expected.size();
    }
    assertTrue(parents > EVENTS / 4, "parents " + parents);
    assertEquals(graph.lifecycles(), members(cat, fixIds));
    assertWayBack(program, cat, fixIds, store, "seed " + seed);
  }

  /** Records that were made of FIX can all be said in FIX again: the same lifecycles and roots. */
  private static void assertWayBack(
      Program program,
      Map<String, NamedCsvRecord> cat,
      Map<String, String> fixIds,
      RunningStore store,
      String where)
      throws Exception {
    String told =
        program.succeed("convert", "--from=cat", "--to=fix", "--input=cat/*", "--output=back");
    assertTrue(told.matches("(?s).*read .* = written .* \\+ skipped 0 \\+ rejected 0.*"), told);
    Map<String, NamedCsvRecord> back = published("back/*", "back", program.folder(), store);
    Set<String> said = new HashSet<>(fixIds.values());
    Map<String, String> backIds = new HashMap<>();
    for (NamedCsvRecord row : back.values()) {
      // What CAT has no id for is named by the end of firmROEID; a bust is part of a trade's
      // record, and a refusal of a route's.
      String id = said.contains(row.getField("id")) ? row.getField("id") : row.getField("EventId");
      if (!Set.of("BUST", "REJECTED").contains(row.getField("eventType"))) {
        backIds.put(row.getField("id"), id);
      }
      assertTrue(!row.getField("errorStatus").contains("STRUCTURE"), () -> where + ": " + row);
    }
    assertEquals(said, new HashSet<>(backIds.values()), where);
    assertTrue(backIds.size() < back.size(), where + ": no route was refused");
    back.values().removeIf(row -> !backIds.containsKey(row.getField("id")));
    assertEquals(members(cat, fixIds), members(back, backIds), where);
    Map<String, String> roots = new HashMap<>();
    back.values()
        .forEach(
            row ->
                roots.put(
                    backIds.get(row.getField("id")), backIds.get(row.getField("GrandParent"))));
    for (NamedCsvRecord row : cat.values()) {
      String id = fixIds.get(row.getField("id"));
      assertEquals(fixIds.get(row.getField("GrandParent")), roots.get(id), where + ": " + id);
    }
  }

  /** The market of FIX without what CAT cannot say; reports of a cancel hang on its order. */
  private static final class Graph {
    private final Map<String, NamedCsvRecord> rows;
    private final Set<String> said;
    private final Map<String, String> lifecycles = new HashMap<>();

    Graph(Map<String, NamedCsvRecord> rows, Set<String> said) {
      this.rows = rows;
      this.said = said;
      for (String id : said) {
        for (String parent : parents(rows.get(id))) {
          lifecycles.put(lifecycle(id), lifecycle(parent));
        }
      }
    }

    List<String> parents(NamedCsvRecord row) {
      List<String> parents = new ArrayList<>();
      for (String parent :
          (row.getField("Parent") + "|" + row.getField("Merge")).split("\\|", -1)) {
        NamedCsvRecord of = rows.get(parent);
        boolean isCancel = of != null && of.getField("eventType").equals("CANCEL");
        String named = isCancel ? of.getField("Parent") : parent;
        if (said.contains(named)) {
          parents.add(named);
        }
      }
      return parents;
    }

    /** Oldest of the roots above. */
    String root(String id) {
      List<String> parents = parents(rows.get(id));
      return parents.isEmpty()
          ? id
          : parents.stream()
              .map(this::root)
              .min(Comparator.comparing((String root) -> nanos(root)).thenComparing(root -> root))
              .orElseThrow();
    }

    private long nanos(String id) {
      return Long.parseLong(rows.get(id).getField("timestampNanos"));
    }

    private String lifecycle(String id) {
      String at = id;
      while (lifecycles.containsKey(at) && !lifecycles.get(at).equals(at)) {
        at = lifecycles.get(at);
      }
      return at;
    }

    Set<Set<String>> lifecycles() {
      Map<String, Set<String>> members = new HashMap<>();
      for (String id : said) {
        members.computeIfAbsent(lifecycle(id), none -> new TreeSet<>()).add(id);
      }
      return new HashSet<>(members.values());
    }
  }

  private static Map<String, NamedCsvRecord> published(
      String input, String table, Path folder, RunningStore store) throws Exception {
    Program program = Program.inProcess(Files.createDirectories(folder.resolve("of-" + table)));
    program.succeed(
        "run", "--input=../" + input, "--store=" + store.address(), "--table=convert_" + table);
    Map<String, NamedCsvRecord> rows = new TreeMap<>();
    for (NamedCsvRecord row : program.sql("SELECT * FROM events")) {
      rows.put(row.getField("id"), row);
    }
    return rows;
  }

  private static void assertSame(NamedCsvRecord row, NamedCsvRecord of) {
    List<String> texts = List.of("timestampNanos", "ReporterId", "tradeDate", "symbol");
    for (String column : texts) {
      assertEquals(of.getField(column), row.getField(column), () -> column + " of " + row);
    }
    if (!row.getField("side").isEmpty()) {
      String side = of.getField("side").replace('3', '1').replace('4', '2');
      assertEquals(side, row.getField("side"), row::toString);
    }
    boolean isTrade = row.getField("eventType").equals("TRADE");
    if (isTrade && !row.getField("version").equals("1")) {
      return; // as it was corrected or busted, which are events of their own in FIX
    }
    assertNumber(of.getField(isTrade ? "lastPx" : "price"), row.getField("price"), row);
    assertNumber(of.getField(isTrade ? "lastShares" : "quantity"), row.getField("quantity"), row);
  }

  /** What a type of CAT has no field for is empty. */
  private static void assertNumber(String expected, String found, NamedCsvRecord row) {
    if (!found.isEmpty()) {
      assertEquals(0, new BigDecimal(expected).compareTo(new BigDecimal(found)), row::toString);
    }
  }

  private static Set<Set<String>> members(
      Map<String, NamedCsvRecord> rows, Map<String, String> names) {
    Map<String, Set<String>> members = new HashMap<>();
    for (NamedCsvRecord row : rows.values()) {
      members
          .computeIfAbsent(row.getField("LifecycleId"), none -> new TreeSet<>())
          .add(names.get(row.getField("id")));
    }
    return new HashSet<>(members.values());
  }

  private static Set<String> intersection(Set<String> some, Set<String> others) {
    Set<String> both = new HashSet<>(some);
    both.retainAll(others);
    return both;
  }
}
