package io.daisychain.linkage.graph;

import io.daisychain.model.CatKey;
import io.daisychain.model.EventType;
import java.math.BigDecimal;
import java.util.Arrays;

/**
 * Standing fills: LastShares of every fill, as corrected by the latest CORRECT of its chain, and
 * nothing once busted.
 *
 * <p>A chain is a fill and the corrections below it, whichever of them ExecRefID names. A CORRECT
 * that has no reported parent stands as its own execution; one that hangs on anything else than a
 * chain corrects nothing. A bust takes the whole chain: no later CORRECT revives it.
 */
final class StandingFills {
  private final EventGraph graph;
  private final Ancestry ancestry;

  /** By node: first node of the chain it belongs to, ABSENT where it belongs to none. */
  private final int[] chain;

  /** By first node of a chain: the latest CORRECT that says LastShares, ABSENT for none. */
  private final int[] latestCorrect;

  /** By first node of a chain: its earliest bust, ABSENT for none. */
  private final int[] firstBust;

  StandingFills(EventGraph graph, Ancestry ancestry) {
    this.graph = graph;
    this.ancestry = ancestry;
    chain = new int[graph.size];
    latestCorrect = new int[graph.size];
    firstBust = new int[graph.size];
    Arrays.fill(chain, KeyNumbers.ABSENT);
    Arrays.fill(latestCorrect, KeyNumbers.ABSENT);
    Arrays.fill(firstBust, KeyNumbers.ABSENT);
    for (int node : ancestry.order) { // a chain's first node comes before its corrections
      visit(node);
    }
  }

  private void visit(int node) {
    EventType type = graph.type[node];
    if (type.isFill()) {
      chain[node] = graph.stopped.get(node) ? KeyNumbers.ABSENT : node;
      if (type.isCatFill() && graph.references(node).has(CatKey.CANCELED)) {
        firstBust[node] = node;
      }
      return;
    }
    if ((type != EventType.CORRECT && type != EventType.BUST) || ancestry.inCycle(node)) {
      return;
    }
    int parent = graph.firstReportedParent(node);
    if (parent == KeyNumbers.ABSENT) {
      chain[node] = type == EventType.CORRECT ? node : KeyNumbers.ABSENT;
      return;
    }
    int first = chain[parent];
    if (first == KeyNumbers.ABSENT || graph.type[parent] == EventType.BUST) {
      return;
    }
    if (type == EventType.BUST) {
      if (firstBust[first] == KeyNumbers.ABSENT || graph.compareTimes(node, firstBust[first]) < 0) {
        firstBust[first] = node;
      }
      return;
    }
    chain[node] = first;
    if (lastShares(node) != null
        && (latestCorrect[first] == KeyNumbers.ABSENT
            || graph.compareTimes(node, latestCorrect[first]) > 0)) {
      latestCorrect[first] = node;
    }
  }

  private BigDecimal lastShares(int node) {
    return graph.lastShares(node);
  }

  /**
   * True when the node is an execution of its own: a fill that counts, or a CORRECT without one.
   */
  boolean isExecution(int node) {
    return chain[node] == node;
  }

  /** True for an execution that was not busted. */
  boolean stands(int execution) {
    return firstBust[execution] == KeyNumbers.ABSENT;
  }

  /** The CORRECT that says what stands of an execution; ABSENT where its own report does. */
  int corrected(int execution) {
    return latestCorrect[execution];
  }

  /** Shares of an execution that stand. */
  BigDecimal standing(int execution) {
    if (!stands(execution)) {
      return BigDecimal.ZERO;
    }
    return shares(execution, latestCorrect[execution]);
  }

  /** Shares of an execution that stood when its first bust came, zero where none came. */
  BigDecimal busted(int execution) {
    int bust = firstBust[execution];
    if (bust == KeyNumbers.ABSENT) {
      return BigDecimal.ZERO;
    }
    int latest = latestCorrect[execution];
    if (latest != KeyNumbers.ABSENT && graph.compareTimes(latest, bust) > 0) {
      latest = latestCorrectBefore(execution, bust);
    }
    return shares(execution, latest);
  }

  /** Corrections after a bust are rare, so their chain is searched rather than kept. */
  private int latestCorrectBefore(int execution, int bust) {
    int latest = KeyNumbers.ABSENT;
    int[] open = {execution};
    int count = 1;
    while (count > 0) {
      int node = open[--count];
      for (int at = graph.childStart[node]; at < graph.childStart[node + 1]; at++) {
        int child = graph.childNode[at];
        if (chain[child] != execution || child == execution) {
          continue;
        }
        if (count == open.length) {
          open = Arrays.copyOf(open, count * 2);
        }
        open[count++] = child;
        if (graph.compareTimes(child, bust) < 0
            && lastShares(child) != null
            && (latest == KeyNumbers.ABSENT || graph.compareTimes(child, latest) > 0)) {
          latest = child;
        }
      }
    }
    return latest;
  }

  private BigDecimal shares(int execution, int correct) {
    BigDecimal shares = lastShares(correct == KeyNumbers.ABSENT ? execution : correct);
    return shares == null ? BigDecimal.ZERO : shares;
  }
}
