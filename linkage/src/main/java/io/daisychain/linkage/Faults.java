package io.daisychain.linkage;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.daisychain.model.Check;
import io.daisychain.model.ErrorStatus;
import io.daisychain.model.EventType;
import io.daisychain.model.RowKey;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Statuses that linkage finds, with words for people, and the matches between parents and children.
 */
final class Faults {
  private static final byte[] NOTHING = {};

  private final EventGraph graph;
  private final Ancestry ancestry;
  private final Map<Integer, List<Found>> found = new HashMap<>();

  /** By node: mask of {@link ErrorStatus}, ingest's included. */
  final int[] statuses;

  /** By node: whether all children agree with it. */
  final Check[] symbolMatch;

  final Check[] sideMatch;

  /** By node: the first child that disagrees, else the earliest; ABSENT without children. */
  final int[] shownChild;

  /**
   * One fault of an event.
   *
   * @param status what it is
   * @param words what there is to say about it
   */
  record Found(ErrorStatus status, String words) {
    @Override
    public String toString() {
      return status + ": " + words;
    }
  }

  Faults(EventGraph graph, Ancestry ancestry, LinkRules rules) {
    this.graph = graph;
    this.ancestry = ancestry;
    statuses = graph.statuses.clone();
    symbolMatch = new Check[graph.size];
    sideMatch = new Check[graph.size];
    shownChild = new int[graph.size];
    boolean[] refusedBelow = refusedBelow();
    for (int node = 0; node < graph.size; node++) {
      findOrphan(node);
      if (ancestry.inCycle(node)) {
        add(node, ErrorStatus.CYCLE, "is its own ancestor");
      }
      compareWithParents(node, rules.toleranceNanos());
      compareWithChildren(node);
      if (graph.record(node).has(LinkRecord.DUPLICATE)) {
        add(node, ErrorStatus.DUPLICATE_KEY, "was reported with other contents too");
      }
      if (graph.type[node] == EventType.ROUTE && !refusedBelow[node]) {
        findUnaccepted(node, rules);
      }
    }
  }

  /** Adds OVERFILL to the oldest version of every order that has more fills than shares. */
  void findOverfills(Versions versions, Executions executions) {
    BigDecimal[] filled = new BigDecimal[graph.size];
    for (int node = 0; node < graph.size; node++) {
      if (executions.isExecution(node)) {
        int owner = graph.firstReportedParent(node);
        if (owner != KeyIndex.ABSENT) {
          int group = versions.group(owner);
          BigDecimal standing = executions.standing(node);
          filled[group] = filled[group] == null ? standing : filled[group].add(standing);
        }
      }
    }
    BigDecimal[] largest = versions.largestQuantities();
    for (int group = 0; group < graph.size; group++) {
      if (filled[group] != null
          && largest[group] != null
          && versions.oldest(group) != KeyIndex.ABSENT
          && filled[group].compareTo(largest[group]) > 0) {
        add(
            versions.oldest(group),
            ErrorStatus.OVERFILL,
            filled[group].toPlainString() + " filled of " + largest[group].toPlainString());
      }
    }
  }

  /** What there is to say about the errors of a node, ISO 8859-1; empty for nothing. */
  byte[] details(int node) {
    return statuses[node] == 0
        ? NOTHING
        : of(node).stream()
            .map(Found::toString)
            .collect(Collectors.joining("; "))
            .getBytes(ISO_8859_1);
  }

  /** The faults that linkage found of a node. */
  List<Found> of(int node) {
    return statuses[node] == 0 ? List.of() : found.getOrDefault(node, List.of());
  }

  /** Whether the Symbols of a node and its parent agree; not made where one has none. */
  Check symbolsAgree(int parent, int child) {
    return agree(graph.symbol[parent], graph.symbol[child]);
  }

  /** Whether the Sides of a node and its parent agree; not made where one has none. */
  Check sidesAgree(int parent, int child) {
    return agree(graph.side[parent], graph.side[child]);
  }

  private static Check agree(int a, int b) {
    return a == 0 || b == 0 ? Check.NOT_MADE : Check.of(a == b);
  }

  private void add(int node, ErrorStatus status, String words) {
    statuses[node] |= status.bit();
    found.computeIfAbsent(node, n -> new ArrayList<>()).add(new Found(status, words));
  }

  private void findOrphan(int node) {
    if (!graph.orphan[node]) {
      return;
    }
    for (int edge = graph.parentStart[node]; edge < graph.parentStart[node + 1]; edge++) {
      if (graph.parentNode[edge] == KeyIndex.ABSENT) {
        RowKey missing = new RowKey(graph.parentHigh[edge], graph.parentLow[edge]);
        add(node, ErrorStatus.ORPHAN, "parent " + missing + " was not reported");
        return;
      }
    }
    add(node, ErrorStatus.ORPHAN, "the reference to the parent cannot be read");
  }

  private void compareWithParents(int node, long toleranceNanos) {
    boolean late = false;
    boolean symbol = false;
    boolean side = false;
    for (int edge = graph.parentStart[node]; edge < graph.parentStart[node + 1]; edge++) {
      int parent = graph.parentNode[edge];
      if (parent == KeyIndex.ABSENT) {
        continue;
      }
      if (!late && isAheadOf(parent, node, toleranceNanos)) {
        late = true;
        add(node, ErrorStatus.OUT_OF_SEQUENCE, "earlier than its parent " + graph.key(parent));
      }
      if (!symbol && symbolsAgree(parent, node) == Check.FAILED) {
        symbol = true;
        add(node, ErrorStatus.SYMBOL_MISMATCH, symbolOf("parent", parent));
      }
      if (!side && sidesAgree(parent, node) == Check.FAILED) {
        side = true;
        add(node, ErrorStatus.SIDE_MISMATCH, sideOf("parent", parent));
      }
    }
  }

  /** True when {@code node} is more than the tolerance before {@code parent}. */
  private boolean isAheadOf(int parent, int node, long toleranceNanos) {
    if (graph.time[node] >= graph.time[parent]) {
      return false;
    }
    long ahead = graph.time[parent] - graph.time[node];
    return ahead > toleranceNanos || ahead < 0; // below zero: further apart than a long can say
  }

  private void compareWithChildren(int node) {
    Check symbols = Check.NOT_MADE;
    Check sides = Check.NOT_MADE;
    int earliest = KeyIndex.ABSENT;
    int symbolChild = KeyIndex.ABSENT;
    int sideChild = KeyIndex.ABSENT;
    for (int at = graph.childStart[node]; at < graph.childStart[node + 1]; at++) {
      int child = graph.childNode[at];
      earliest = earlier(earliest, child);
      Check symbol = symbolsAgree(node, child);
      Check side = sidesAgree(node, child);
      symbols = symbols.and(symbol);
      sides = sides.and(side);
      symbolChild = symbol == Check.FAILED ? earlier(symbolChild, child) : symbolChild;
      sideChild = side == Check.FAILED ? earlier(sideChild, child) : sideChild;
    }
    symbolMatch[node] = symbols;
    sideMatch[node] = sides;
    shownChild[node] = earliest;
    if (symbolChild != KeyIndex.ABSENT) {
      add(node, ErrorStatus.SYMBOL_MISMATCH, symbolOf("child", symbolChild));
      shownChild[node] = symbolChild;
    }
    if (sideChild != KeyIndex.ABSENT) {
      add(node, ErrorStatus.SIDE_MISMATCH, sideOf("child", sideChild));
      shownChild[node] =
          symbolChild == KeyIndex.ABSENT ? sideChild : earlier(symbolChild, sideChild);
    }
  }

  private int earlier(int best, int candidate) {
    return best == KeyIndex.ABSENT || graph.compareTimes(candidate, best) < 0 ? candidate : best;
  }

  private String symbolOf(String role, int other) {
    return role + " " + graph.key(other) + " of " + reporter(other) + " says 55=" + symbol(other);
  }

  private String sideOf(String role, int other) {
    return role + " " + graph.key(other) + " of " + reporter(other) + " says 54=" + side(other);
  }

  private String reporter(int node) {
    return graph.claim(node).reporter().toString();
  }

  private String symbol(int node) {
    return graph.claim(node).symbol().toString();
  }

  private String side(int node) {
    return graph.claim(node).side().toString();
  }

  private void findUnaccepted(int route, LinkRules rules) {
    for (int at = graph.childStart[route]; at < graph.childStart[route + 1]; at++) {
      if (graph.type[graph.childNode[at]] == EventType.ACCEPT) {
        return;
      }
    }
    String destination = graph.claim(route).destination().toString();
    int day = rules.dates().epochDay(graph.time[route]);
    if (rules.participants().check(destination, day) == Check.PASSED) {
      add(route, ErrorStatus.UNACCEPTED, destination + " did not report that it accepted");
    }
  }

  /** By node: a REJECTED or CANCELED report anywhere below it. Children settle before parents. */
  private boolean[] refusedBelow() {
    boolean[] refused = new boolean[graph.size];
    int i = graph.size - 1;
    while (i >= 0) {
      int from = i; // the members of a cycle stand side by side and share what is below any of them
      int cycle = ancestry.cycle[ancestry.order[i]];
      boolean any = isRefused(ancestry.order[i], refused);
      while (cycle != 0 && from > 0 && ancestry.cycle[ancestry.order[from - 1]] == cycle) {
        from--;
        any |= isRefused(ancestry.order[from], refused);
      }
      for (int at = from; any && at <= i; at++) {
        spreadRefusal(ancestry.order[at], refused);
      }
      i = from - 1;
    }
    return refused;
  }

  private boolean isRefused(int node, boolean[] refused) {
    EventType type = graph.type[node];
    return refused[node] || type == EventType.REJECTED || type == EventType.CANCELED;
  }

  private void spreadRefusal(int node, boolean[] refused) {
    for (int edge = graph.parentStart[node]; edge < graph.parentStart[node + 1]; edge++) {
      if (graph.parentNode[edge] != KeyIndex.ABSENT) {
        refused[graph.parentNode[edge]] = true;
      }
    }
  }
}
