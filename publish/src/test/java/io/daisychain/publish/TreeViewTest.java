package io.daisychain.publish;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.daisychain.publish.TreeView.Node;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TreeViewTest {

  @Test
  void childrenHangBelowTheirParents() throws IOException {
    assertEquals(
        """
        NEW  o
        ├─ ROUTE  r
        │  └─ ACCEPT  a  <--
        │     └─ FILL  f
        └─ ACK  k
        """,
        draw(
            "a",
            node("o", "NEW"),
            node("r", "ROUTE", "o"),
            node("a", "ACCEPT", "r"),
            node("f", "FILL", "a"),
            node("k", "ACK", "o")));
  }

  @Test
  void anAggregateSaysWhatItIsAlsoUnder() throws IOException {
    assertEquals(
        """
        NEW  c
        └─ AGGREGATE  g  (also under d; x, never reported)
        NEW  d
        """,
        draw("", node("c", "NEW"), node("d", "NEW"), node("g", "AGGREGATE", "c", "d", "x")));
  }

  @Test
  void anOrphanNamesTheParentThatIsMissing() throws IOException {
    assertEquals("FILL  f  (under o, never reported)\n", draw("", node("f", "FILL", "o")));
  }

  @Test
  void aCycleIsDrawnOnce() throws IOException {
    assertEquals(
        """
        REPLACE  a
        └─ REPLACE  b
           └─ REPLACE  c
        """,
        draw("", node("a", "REPLACE", "c"), node("b", "REPLACE", "a"), node("c", "REPLACE", "b")));
  }

  @Test
  void aChainOfAHundredThousandIsDrawnToItsEnd() throws IOException {
    List<Node> chain = new ArrayList<>();
    chain.add(node("0", "NEW"));
    for (int i = 1; i < 100_000; i++) {
      chain.add(node(Integer.toString(i), "REPLACE", Integer.toString(i - 1)));
    }

    String tree = draw("", chain.toArray(new Node[0]));

    assertEquals(100_000, tree.lines().count());
    assertTrue(tree.lines().allMatch(line -> line.length() < 200));
    assertTrue(tree.contains("(depth 99999) REPLACE  99999"));
  }

  @Test
  void aRowIsLabelledForPeople() {
    String[] row = {
      "id",
      "p",
      "q|s",
      "2026-03-16T13:30:00.123000000Z",
      "ROUTE",
      "ALFA",
      "n1",
      "BRVO",
      "AAPL",
      "5",
      "500",
      "10.5",
      null,
      null,
      "ORPHAN;LATE"
    };

    Node node = Node.of(row);

    assertEquals(List.of("p", "q", "s"), node.parents());
    assertEquals(
        "ROUTE  2026-03-16 13:30:00.123000000  ALFA n1 to BRVO  sell short AAPL  500 at 10.5"
            + "  [ORPHAN;LATE]",
        node.label());
  }

  private static Node node(String id, String label, String... parents) {
    return new Node(id, List.of(parents), label);
  }

  private static String draw(String asked, Node... nodes) throws IOException {
    StringBuilder out = new StringBuilder();
    new TreeView(List.of(nodes), out).draw(asked);
    return out.toString();
  }
}
