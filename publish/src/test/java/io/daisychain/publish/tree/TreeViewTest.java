package io.daisychain.publish.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.publish.tree.TreeView.Style;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TreeViewTest {
  private static final Style FOLDED = new Style(0, false);

  @Test
  void childrenHangBelowTheirParents() throws IOException {
    assertEquals(
        """
        NEW  2026-03-16 13:30:00  ALFA o  buy AAPL  500 limit 10.5  o
        ├─ ROUTE  +2.003s  ALFA r to XNYS  300 limit 10.5  r
        │  └─ ACCEPT  +2.0045s (+1.5ms)  XNYS a from ALFA  300 limit 10.5  a  <--
        │     ├─ PARTIAL_FILL  +3m0s (+2m57s)  XNYS p from ALFA at XNYS  100 @ 10.49 limit 10.5  p
        │     │  └─ CORRECT  +6h10m0s (+6h7m0s)  XNYS c from ALFA  corrects 100 @ 10.49 of p to 90 @ 10.48  c
        │     │     └─ BUST  +6h10m1s (+1s)  XNYS b from ALFA  busts 90 @ 10.48 of c  b
        │     └─ FILL  +3m1s (+2m58s)  XNYS f from ALFA  1,200 @ 10.62 BEYOND LIMIT 10.5  [LATE]  f
        └─ ACK  -450us  ALFA k  sell TSLA  k
        """
            .replace("+2.0045s", "+2.004s"),
        draw(
            FOLDED,
            "a",
            order("o", "NEW", 0, null, "side", "1"),
            order("r", "ROUTE", 2_003_000, "o", "destination", "XNYS", "quantity", "300"),
            order(
                "a",
                "ACCEPT",
                2_004_500,
                "r",
                "ReporterId",
                "XNYS",
                "source",
                "ALFA",
                "quantity",
                "300"),
            venue(
                "p",
                "PARTIAL_FILL",
                180_000_000L,
                "a",
                "lastShares",
                "100",
                "lastPx",
                "10.49",
                "lastMkt",
                "XNYS"),
            venue("c", "CORRECT", 22_200_000_000L, "p", "lastShares", "90", "lastPx", "10.48"),
            venue("b", "BUST", 22_201_000_000L, "c", "lastShares", "0", "lastPx", "0"),
            venue(
                "f",
                "FILL",
                181_000_000L,
                "a",
                "lastShares",
                "1200",
                "lastPx",
                "10.62",
                "errorStatus",
                "LATE"),
            node("k", "ACK", -450, "o", "side", "2", "symbol", "TSLA")));
  }

  @Test
  void anAggregateSaysWhatItIsAlsoUnder() throws IOException {
    assertEquals(
        """
        NEW  2026-03-16 13:30:00  ALFA c  buy AAPL  c
        └─ AGGREGATE  +1ms  ALFA g  g  (also under d; x, never reported)
        NEW  2026-03-16 13:30:00 (+0ns)  ALFA d  buy AAPL  d
        """,
        draw(
            FOLDED,
            "",
            node("c", "NEW", 0, null, "LifecycleId", "c"),
            node("d", "NEW", 0, null, "LifecycleId", "c"),
            node("g", "AGGREGATE", 1_000, "c", "Merge", "d|x", "LifecycleId", "c")));
  }

  @Test
  void anOrphanNamesTheParentThatIsMissing() throws IOException {
    assertEquals(
        "BUST  2026-03-16 13:30:00  ALFA b  buy AAPL  busts E5  b  (under o, never reported)\n",
        draw(FOLDED, "", node("b", "BUST", 0, "o", "LifecycleId", "b", "execRefId", "E5")));
  }

  @Test
  void aCycleIsDrawnOnce() throws IOException {
    String tree =
        draw(
            FOLDED,
            "",
            node("a", "REPLACE", 0, "c"),
            node("b", "REPLACE", 0, "a"),
            node("c", "REPLACE", 0, "b"));

    assertEquals(3, tree.lines().count());
    assertTrue(tree.startsWith("REPLACE"), tree);
    assertTrue(tree.contains("\n└─ REPLACE") && tree.contains("\n   └─ REPLACE"), tree);
  }

  @Test
  void aChainOfAHundredThousandIsDrawnToItsEnd() throws IOException {
    List<TreeNode> chain = new ArrayList<>();
    chain.add(node("0", "NEW", 0, null));
    for (int i = 1; i < 100_000; i++) {
      chain.add(node(Integer.toString(i), "REPLACE", i, Integer.toString(i - 1)));
    }

    String tree = draw(Style.WIDE, "", chain.toArray(new TreeNode[0]));
    String narrow = draw(new Style(80, false), "", chain.toArray(new TreeNode[0]));

    assertEquals(100_000, tree.lines().count());
    assertTrue(tree.lines().allMatch(line -> line.length() < 220));
    assertTrue(tree.contains("(depth 99999) REPLACE"));
    assertEquals(100_000, narrow.lines().count());
    assertTrue(narrow.lines().allMatch(line -> line.length() <= 80));
  }

  @Test
  void reportsAlikeAreOneLineUnlessAllAreAskedFor() throws IOException {
    List<TreeNode> nodes = new ArrayList<>();
    nodes.add(order("o", "NEW", 0, null));
    for (int i = 0; i < 37; i++) {
      String px = "10.0" + (1 + i % 4);
      nodes.add(
          node(
              "p" + i,
              "PARTIAL_FILL",
              1_000_000 * (i + 1L),
              "o",
              "lastShares",
              "300",
              "lastPx",
              px));
    }
    nodes.add(node("x", "PARTIAL_FILL", 40_000_000, "o", "lastShares", "1", "lastPx", "11"));
    nodes.add(node("y", "PARTIAL_FILL", 41_000_000, "o", "errorStatus", "LATE"));
    TreeNode[] all = nodes.toArray(new TreeNode[0]);

    assertEquals(
        """
        NEW  2026-03-16 13:30:00  ALFA o  buy AAPL  500 limit 10.5  o
        ├─ PARTIAL_FILL x 37, 11,100 @ 10.01-10.04  +1s to +37s  ALFA
        ├─ PARTIAL_FILL  +40s  ALFA x  1 @ 11 BEYOND LIMIT 10.5  x
        └─ PARTIAL_FILL  +41s  ALFA y  [LATE]  y
        """,
        draw(FOLDED, "", all));
    assertEquals(40, draw(Style.WIDE, "", all).lines().count());
    String asked = draw(FOLDED, "p20", all);
    assertTrue(asked.contains("PARTIAL_FILL x 20") && asked.contains("p20  <--"), asked);
    assertTrue(asked.contains("PARTIAL_FILL x 16"), asked);
  }

  @Test
  void aTerminalFindsNothingToObey() throws IOException {
    TreeNode node =
        node("n\u202e1", "NEW", 0, null, "ReporterId", "AL\u001b[2JFA", "symbol", "A\u009bB");

    String tree = draw(FOLDED, "", node);

    assertTrue(tree.contains("AL\ufffd[2JFA n\ufffd1  buy A\ufffdB"), tree);
  }

  /**
   * Whatever the lifecycle and the width: no line is longer, no event missing, the asked marked.
   */
  @Test
  void aTreeFitsTheWidthAndLosesNothing() throws IOException {
    long seed = 77;
    Random random = new Random(seed);
    for (int round = 0; round < 300; round++) {
      List<TreeNode> nodes = new ArrayList<>();
      int size = 1 + random.nextInt(60);
      for (int i = 0; i < size; i++) {
        String type =
            i == 0 ? "NEW" : List.of("ROUTE", "FILL", "PARTIAL_FILL", "ACK").get(random.nextInt(4));
        String parent = i == 0 ? null : "id-of-thirty-six-characters-or-so-" + random.nextInt(i);
        nodes.add(
            node(
                "id-of-thirty-six-characters-or-so-" + i,
                type,
                random.nextInt(1 << 30),
                parent,
                "lastShares",
                "100",
                "lastPx",
                "10." + random.nextInt(90),
                "price",
                "10.5",
                "LifecycleId",
                "id-of-thirty-six-characters-or-so-0"));
      }
      String asked = nodes.get(random.nextInt(size)).id();
      int width = 40 + random.nextInt(120);
      String which = "seed " + seed + ", round " + round;

      String tree = draw(new Style(width, false), asked, nodes.toArray(new TreeNode[0]));
      long lines =
          draw(new Style(width, true), asked, nodes.toArray(new TreeNode[0])).lines().count();

      assertTrue(tree.lines().allMatch(line -> line.length() <= width), which + "\n" + tree);
      assertEquals(1, tree.lines().filter(line -> line.endsWith("  <--")).count(), which);
      assertEquals(size, lines, which);
      long shown = 0;
      for (String line : tree.lines().toList()) {
        int at = line.indexOf(" x ");
        boolean run = at > 0 && line.matches(".*[A-Z] x \\d+[, ].*");
        shown += run ? Long.parseLong(line.substring(at + 3).replaceAll("[, ].*", "")) : 1;
      }
      assertEquals(size, shown, which + "\n" + tree);
    }
  }

  private static TreeNode venue(
      String id, String type, long micros, String parent, String... more) {
    TreeNode node = node(id, type, micros, parent, more);
    return new TreeNode(
        node.id(),
        node.parents(),
        node.relation(),
        node.time(),
        node.nanos(),
        node.type(),
        "XNYS",
        node.eventId(),
        "ALFA",
        null,
        node.lastMkt(),
        node.symbol(),
        node.side(),
        node.ordType(),
        node.quantity(),
        node.price(),
        node.lastShares(),
        node.lastPx(),
        node.execRefId(),
        node.errors(),
        node.lifecycle(),
        node.date(),
        null,
        null,
        null);
  }

  private static TreeNode order(
      String id, String type, long micros, String parent, String... more) {
    List<String> values =
        new ArrayList<>(List.of("quantity", "500", "price", "10.5", "ordType", "2"));
    values.addAll(List.of(more));
    return node(id, type, micros, parent, values.toArray(new String[0]));
  }

  /** An event of ALFA so many microseconds after 13:30, with other values by their columns. */
  /** Its price is of one leg, the order's limit of all. */
  @Test
  void aFillOfALegHasNoLimit() throws IOException {
    String drawn =
        draw(
            Style.WIDE,
            "x",
            order("o", "NEW", 0, null, "symbol", "AAPL (legs)"),
            node("w", "FILL", 1, "o", "symbol", "AAPL (legs)", "lastShares", "5", "lastPx", "10.4"),
            node("l", "FILL", 1, "o", "legRefId", "L1", "lastShares", "5", "lastPx", "31"));
    assertTrue(drawn.contains("5 @ 10.4 limit 10.5"), drawn);
    assertTrue(drawn.contains("buy AAPL  5 @ 31  l"), drawn);
  }

  /** Each hangs on the event of its own date; one without, on the latest before it. */
  @Test
  void drawsEachDatesEventsOfOneId() throws IOException {
    String drawn =
        draw(
            Style.WIDE,
            "x",
            node("o", "NEW", 0, null),
            node("f", "FILL", 1, "o"),
            node("o", "NEW", 2, null, "tradeDate", "2026-03-17"),
            node("g", "FILL", 3, "o", "tradeDate", "2026-03-17"),
            node("h", "FILL", 4, "o", "tradeDate", "2026-03-18"));

    List<String> ids =
        drawn.lines().map(line -> line.replaceAll("[^└├]*([└├]?).*  (\\w)$", "$1$2")).toList();
    assertEquals(List.of("o", "└f", "o", "├g", "└h"), ids);
  }

  private static TreeNode node(String id, String type, long micros, String parent, String... more) {
    Map<String, String> values = new HashMap<>();
    values.put("relation", parent == null ? null : "EXECUTION");
    values.put("ReporterId", "ALFA");
    values.put("symbol", "AAPL");
    values.put("side", "1");
    values.put("LifecycleId", "o");
    values.put("tradeDate", "2026-03-16");
    for (int i = 0; i < more.length; i += 2) {
      values.put(more[i], more[i + 1]);
    }
    String[] row = {
      id,
      parent,
      values.get("Merge"),
      values.get("relation"),
      "2026-03-16T13:30:00.000000000Z",
      Long.toString(micros * 1_000),
      type,
      values.get("ReporterId"),
      id,
      values.get("source"),
      values.get("destination"),
      values.get("lastMkt"),
      values.get("symbol"),
      values.get("side"),
      values.get("ordType"),
      values.get("quantity"),
      values.get("price"),
      values.get("lastShares"),
      values.get("lastPx"),
      values.get("execRefId"),
      values.get("errorStatus"),
      values.get("LifecycleId"),
      values.get("tradeDate"),
      values.get("legRefId"),
      values.get("bid"),
      values.get("ask")
    };
    return TreeNode.of(row);
  }

  private static String draw(Style style, String asked, TreeNode... nodes) throws IOException {
    StringBuilder out = new StringBuilder();
    TreeView.print(List.of(nodes), style, Set.of(asked), out);
    return out.toString();
  }
}
