package io.daisychain.linkage.graph;

import io.daisychain.linkage.graph.flow.UnionFind;
import io.daisychain.model.EventType;
import io.daisychain.model.cell.LifecycleCell;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/** Sums of each lifecycle: a connected component, named after its oldest root. */
final class Lifecycles {
  private final EventGraph graph;
  private final Ancestry ancestry;
  private final OrderVersions versions;
  private final UnionFind components;

  /** By component: node whose key is the lifecycle's id. */
  private final int[] oldestRoot;

  private final int[] events;
  private final int[] depth;
  private final int[] errors;
  private final int[] firms;
  private final long[] firstTime;
  private final long[] lastTime;
  private final int[] latestReport;

  /** By component: the latest report on the oldest root, or on a version of it. */
  private final int[] latestOfRoot;

  /** By component: the oldest root's latest version that was not refused. */
  private final int[] latestVersion;

  /** By component: the latest of these that says OrderQty. */
  private final int[] latestQuantity;

  private final BigDecimal[] filled;
  private final BigDecimal[] busted;

  Lifecycles(
      EventGraph graph,
      Ancestry ancestry,
      UnionFind components,
      OrderVersions versions,
      StandingFills fills,
      LineageErrors found) {
    this.graph = graph;
    this.ancestry = ancestry;
    this.versions = versions;
    this.components = components;
    oldestRoot = new int[graph.size];
    latestReport = new int[graph.size];
    latestOfRoot = new int[graph.size];
    latestVersion = new int[graph.size];
    latestQuantity = new int[graph.size];
    for (int[] nodes :
        List.of(oldestRoot, latestReport, latestOfRoot, latestVersion, latestQuantity)) {
      Arrays.fill(nodes, KeyNumbers.ABSENT);
    }
    events = new int[graph.size];
    depth = new int[graph.size];
    errors = new int[graph.size];
    firms = new int[graph.size];
    firstTime = new long[graph.size];
    lastTime = new long[graph.size];
    filled = new BigDecimal[graph.size];
    busted = new BigDecimal[graph.size];
    findRoots();
    for (int node = 0; node < graph.size; node++) {
      count(node, found);
      findLatest(node);
      if (fills.isExecution(node) && !graph.isOfOneLeg(node)) {
        sum(node, fills);
      }
    }
    countFirms();
  }

  /** Node whose key is the id of the lifecycle of {@code node}. */
  int lifecycle(int node) {
    return oldestRoot[components.find(node)];
  }

  /** The lifecycle whose id is the key of {@code root}. */
  LifecycleCell cell(int root) {
    int component = components.find(root);
    return new LifecycleCell(
        firstTime[component],
        lastTime[component],
        events[component],
        depth[component],
        firms[component],
        errors[component],
        orderedQuantity(component),
        orZero(filled[component]),
        orZero(busted[component]),
        ordStatus(latestReport[component]),
        graph.references(root).symbol().toString(),
        ordStatus(latestOfRoot[component]),
        LifecycleCell.Terms.of(
            graph.references(
                latestVersion[component] == KeyNumbers.ABSENT // all were refused
                    ? root
                    : latestVersion[component])));
  }

  private String ordStatus(int report) {
    if (report == KeyNumbers.ABSENT) {
      return "";
    }
    return graph.type[report].isCatFill()
        ? stateOfFills(components.find(report))
        : graph.references(report).ordStatus().toString();
  }

  /** CAT does not say of a fill what state it leaves: 39 as it has to be. */
  private String stateOfFills(int component) {
    BigDecimal ordered = orderedQuantity(component);
    boolean isAll = ordered != null && orZero(filled[component]).compareTo(ordered) >= 0;
    return isAll ? "2" : "1";
  }

  private static BigDecimal orZero(BigDecimal sum) {
    return sum == null ? BigDecimal.ZERO : sum;
  }

  private void findRoots() {
    for (int node = 0; node < graph.size; node++) {
      int component = components.find(node);
      int root = ancestry.grandParent[node];
      if (oldestRoot[component] == KeyNumbers.ABSENT
          || ancestry.isOlder(root, oldestRoot[component])) {
        oldestRoot[component] = root;
      }
    }
  }

  private void count(int node, LineageErrors found) {
    int component = components.find(node);
    if (events[component]++ == 0) {
      firstTime[component] = graph.time[node];
      lastTime[component] = graph.time[node];
    }
    firstTime[component] = Math.min(firstTime[component], graph.time[node]);
    lastTime[component] = Math.max(lastTime[component], graph.time[node]);
    depth[component] = Math.max(depth[component], ancestry.depth[node]);
    errors[component] += found.statuses[node] == 0 ? 0 : 1;
  }

  private void findLatest(int node) {
    int component = components.find(node);
    EventType type = graph.type[node];
    if (type.isReport() || type == EventType.CANCEL_REJECT) {
      boolean silent =
          (graph.references(node).ordStatus().isEmpty() && !type.isCatFill())
              || (type == EventType.CANCEL_REJECT
                  && graph.references(node).ordStatus().single() == '8');
      int parent = graph.firstReportedParent(node);
      boolean isOfRoot =
          parent != KeyNumbers.ABSENT && versions.isVersionOf(parent, oldestRoot[component]);
      keepLater(node, !silent, latestReport);
      keepLater(node, !silent && isOfRoot, latestOfRoot);
    }
    // The oldest root may be no order at all; then it is its own only version.
    int root = oldestRoot[component];
    boolean isVersionOfRoot =
        versions.isVersion(root)
            ? versions.stands(node) && versions.isVersionOf(node, root)
            : node == root;
    keepLater(node, isVersionOfRoot, latestVersion);
    keepLater(node, isVersionOfRoot && graph.orderQty(node) != null, latestQuantity);
  }

  private void keepLater(int node, boolean isOne, int[] latest) {
    int component = components.find(node);
    if (isOne && isLater(node, latest[component])) {
      latest[component] = node;
    }
  }

  private boolean isLater(int node, int best) {
    return best == KeyNumbers.ABSENT || graph.compareTimes(node, best) > 0;
  }

  private BigDecimal orderedQuantity(int component) {
    int version = latestQuantity[component];
    return version == KeyNumbers.ABSENT ? null : graph.orderQty(version);
  }

  private void sum(int execution, StandingFills fills) {
    sum(components.find(execution), versions.isCounted(execution), execution, fills);
    for (int edge = graph.parentStart[execution]; edge < graph.parentStart[execution + 1]; edge++) {
      int other = graph.parentNode[edge];
      if (other != KeyNumbers.ABSENT && graph.isContra(edge)) {
        sum(components.find(other), versions.isLast(other), execution, fills);
      }
    }
  }

  private void sum(int component, boolean isCounted, int execution, StandingFills fills) {
    busted[component] = orZero(busted[component]).add(fills.busted(execution));
    if (isCounted) {
      filled[component] = orZero(filled[component]).add(fills.standing(execution));
    }
  }

  /** Distinct reporters of each component, by walking the nodes component after component. */
  private void countFirms() {
    int[] start = new int[graph.size + 1];
    for (int node = 0; node < graph.size; node++) {
      start[components.find(node) + 1]++;
    }
    for (int i = 0; i < graph.size; i++) {
      start[i + 1] += start[i];
    }
    int[] next = Arrays.copyOf(start, graph.size);
    int[] byComponent = new int[graph.size];
    for (int node = 0; node < graph.size; node++) {
      byComponent[next[components.find(node)]++] = node;
    }
    BitSet seen = new BitSet();
    for (int component = 0; component < graph.size; component++) {
      for (int i = start[component]; i < start[component + 1]; i++) {
        int reporter = graph.reporter[byComponent[i]];
        firms[component] += seen.get(reporter) ? 0 : 1;
        seen.set(reporter);
      }
      for (int i = start[component]; i < start[component + 1]; i++) {
        seen.clear(graph.reporter[byComponent[i]]);
      }
    }
  }
}
