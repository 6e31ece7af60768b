package io.daisychain.linkage.graph;

import io.daisychain.linkage.graph.flow.UnionFind;
import io.daisychain.model.EventType;
import io.daisychain.model.Relation;
import java.math.BigDecimal;
import java.util.Arrays;

/**
 * The versions of each order or route: events joined by PRIOR.
 *
 * <p>A group is named by one of its nodes. Every event has a group; those without versions are
 * alone in theirs.
 */
final class OrderVersions {
  private final EventGraph graph;
  private final UnionFind groups;

  /**
   * By group: some version has a ROUTE, ACCEPT, INTERNAL or MERGE child, which fills below count.
   */
  private final boolean[] passedOn;

  /** By group: its oldest order or version, ABSENT if it has none. */
  private final int[] oldest;

  /** By node: a CANCEL_REJECT or REJECTED report refused this version. */
  private final boolean[] refused;

  OrderVersions(EventGraph graph) {
    this.graph = graph;
    groups = new UnionFind(graph.size);
    passedOn = new boolean[graph.size];
    refused = new boolean[graph.size];
    oldest = new int[graph.size];
    Arrays.fill(oldest, KeyNumbers.ABSENT);
    join();
    look();
  }

  private void join() {
    for (int node = 0; node < graph.size; node++) {
      for (int edge = graph.parentStart[node]; edge < graph.parentStart[node + 1]; edge++) {
        if (graph.relation(node, edge) == Relation.PRIOR
            && graph.parentNode[edge] != KeyNumbers.ABSENT) {
          groups.union(node, graph.parentNode[edge]);
        }
      }
    }
  }

  private void look() {
    for (int node = 0; node < graph.size; node++) {
      EventType type = graph.type[node];
      if (isVersion(node)) {
        int group = groups.find(node);
        if (oldest[group] == KeyNumbers.ABSENT || graph.compareTimes(node, oldest[group]) < 0) {
          oldest[group] = node;
        }
      }
      boolean refusal = type == EventType.CANCEL_REJECT || type == EventType.REJECTED;
      for (int edge = graph.parentStart[node]; edge < graph.parentStart[node + 1]; edge++) {
        int parent = graph.parentNode[edge];
        if (parent != KeyNumbers.ABSENT) {
          refused[parent] |= refusal;
          passedOn[groups.find(parent)] |= isPassing(graph.relation(node, edge));
        }
      }
    }
  }

  private static boolean isPassing(Relation relation) {
    return switch (relation) {
      case ROUTE, ACCEPT, INTERNAL, MERGE -> true;
      default -> false;
    };
  }

  /** True for an order, a route, and what replaces or cancels one. */
  boolean isVersion(int node) {
    return graph.type[node].isOrder() || graph.type[node].isVersion();
  }

  /** The group of a node. */
  int group(int node) {
    return groups.find(node);
  }

  /** Oldest version of a group, ABSENT where the group is no order or route. */
  int oldest(int group) {
    return oldest[group];
  }

  /**
   * True for an execution whose order or route went no further, or was never reported; not for one
   * of a single leg, whose shares are not the order's.
   */
  boolean isCounted(int execution) {
    if (graph.isOfOneLeg(execution)) {
      return false;
    }
    int owner = graph.firstReportedParent(execution);
    return owner == KeyNumbers.ABSENT || isLast(owner);
  }

  /** True for an order or route that went no further. */
  boolean isLast(int order) {
    return !passedOn[groups.find(order)];
  }

  /** True when {@code node} is a version of the order or route {@code root}, or itself. */
  boolean isVersionOf(int node, int root) {
    return node == root
        || (isVersion(root) && isVersion(node) && groups.find(node) == groups.find(root));
  }

  /** True when {@code node} may say how much its order is for: a version that nobody refused. */
  boolean stands(int node) {
    return isVersion(node) && !refused[node];
  }

  /**
   * By group, the largest OrderQty of its versions and of their RESTATED reports; null where none
   * says it.
   */
  BigDecimal[] largestQuantities() {
    BigDecimal[] largest = new BigDecimal[graph.size];
    for (int node = 0; node < graph.size; node++) {
      int owner = node;
      if (graph.type[node] == EventType.RESTATED) {
        owner = graph.firstReportedParent(node);
      } else if (!isVersion(node)) {
        continue;
      }
      if (owner == KeyNumbers.ABSENT) {
        continue;
      }
      BigDecimal quantity = graph.orderQty(node);
      int group = groups.find(owner);
      if (quantity != null && (largest[group] == null || quantity.compareTo(largest[group]) > 0)) {
        largest[group] = quantity;
      }
    }
    return largest;
  }
}
