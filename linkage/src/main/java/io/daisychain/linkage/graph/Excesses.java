package io.daisychain.linkage.graph;

import io.daisychain.fix.FixTag;
import io.daisychain.linkage.graph.flow.AllocatedFills;
import io.daisychain.model.ErrorStatus;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Orders and legs with more fills than shares, allocations of more than was filled. */
final class Excesses {
  private final EventGraph graph;
  private final OrderVersions versions;
  private final StandingFills fills;
  private final LineageErrors errors;

  Excesses(EventGraph graph, OrderVersions versions, StandingFills fills, LineageErrors errors) {
    this.graph = graph;
    this.versions = versions;
    this.fills = fills;
    this.errors = errors;
  }

  /**
   * Adds OVERFILL to the oldest version of every order that has more fills than shares, or more of
   * one of its legs than that leg's ratio of them, and OVERALLOCATION to every allocation of more
   * than was filled.
   */
  void find() {
    BigDecimal[] filled = new BigDecimal[graph.size];
    LegFills legs = new LegFills(graph, versions);
    for (int node = 0; node < graph.size; node++) {
      if (fills.isExecution(node)) {
        int owner = graph.firstReportedParent(node);
        if (owner != KeyNumbers.ABSENT) {
          int group = versions.group(owner);
          BigDecimal standing = fills.standing(node);
          if (graph.isOfOneLeg(node)) {
            legs.add(group, node, standing);
            continue;
          }
          filled[group] = filled[group] == null ? standing : filled[group].add(standing);
        }
      }
    }
    BigDecimal[] largest = versions.largestQuantities();
    for (int group = 0; group < graph.size; group++) {
      if (largest[group] == null || versions.oldest(group) == KeyNumbers.ABSENT) {
        continue;
      }
      List<String> beyond = legs.beyond(group, largest[group]);
      if (filled[group] != null && filled[group].compareTo(largest[group]) > 0) {
        beyond.add(0, LegFills.words(filled[group], largest[group]));
      }
      if (!beyond.isEmpty()) {
        String words = String.join(", ", beyond);
        errors.add(versions.oldest(group), ErrorStatus.OVERFILL, words, FixTag.ORDER_QTY);
      }
    }
    legs.addTo(filled);
    findOverallocations(filled);
  }

  /**
   * Allocations take the fills of the orders that they name, the earliest first. What is to come of
   * which of several orders nobody says: an allocation is too large where, however those before it
   * and it are dealt, its orders have not fills enough. One that names an order that was not
   * reported may take that one's.
   */
  private void findOverallocations(BigDecimal[] filled) {
    List<Integer> allocations = new ArrayList<>();
    for (int node = 0; node < graph.size; node++) {
      if (graph.isAllocation(node)
          && graph.parentStart[node] < graph.parentStart[node + 1]
          && !graph.orphan[node]
          && !graph.isDeleted(node)
          && graph.allocatedQty(node) != null) {
        allocations.add(node);
      }
    }
    allocations.sort(graph::compareTimes);
    AllocatedFills taken = new AllocatedFills(filled);
    for (int node : allocations) {
      Set<Integer> orders = new LinkedHashSet<>();
      for (int edge = graph.parentStart[node]; edge < graph.parentStart[node + 1]; edge++) {
        orders.add(versions.group(graph.parentNode[edge]));
      }
      BigDecimal quantity = graph.allocatedQty(node);
      BigDecimal left = taken.take(quantity, orders);
      if (left.signum() > 0) {
        errors.add(
            node,
            ErrorStatus.OVERALLOCATION,
            quantity.toPlainString()
                + " allocated of "
                + quantity.subtract(left).toPlainString()
                + " left of the fills of its orders",
            FixTag.ALLOC_QTY);
      }
    }
  }

  /**
   * Standing fills of single legs, by order and LegRefID (654), beside what each leg may have: its
   * LegRatioQty (623) of the order's largest OrderQty, by the largest ratio that a version gives
   * it. A leg that no version has, or without a ratio that can be read, has no limit.
   */
  private static final class LegFills {
    private static final String END = "\1";

    private final EventGraph graph;
    private final OrderVersions versions;

    /** By group of versions and LegRefID. */
    private final Map<Integer, Map<String, BigDecimal>> filled = new HashMap<>();

    private Map<Integer, Map<String, BigDecimal>> ratios;

    LegFills(EventGraph graph, OrderVersions versions) {
      this.graph = graph;
      this.versions = versions;
    }

    /** Adds what stands of an execution to its leg of a group of versions. */
    void add(int group, int execution, BigDecimal standing) {
      String refId = graph.references(execution).legs().toString();
      filled.computeIfAbsent(group, g -> new TreeMap<>()).merge(refId, standing, BigDecimal::add);
    }

    /** Adds to each group's fills those of its legs. */
    void addTo(BigDecimal[] fills) {
      filled.forEach(
          (group, byLeg) ->
              byLeg
                  .values()
                  .forEach(
                      standing ->
                          fills[group] =
                              fills[group] == null ? standing : fills[group].add(standing)));
    }

    /** Words for each leg of which more was filled than it may have; can be added to. */
    List<String> beyond(int group, BigDecimal largest) {
      List<String> beyond = new ArrayList<>();
      if (filled.isEmpty() || !filled.containsKey(group)) {
        return beyond;
      }
      if (ratios == null) {
        ratios = ratios();
      }
      Map<String, BigDecimal> ofGroup = ratios.getOrDefault(group, Map.of());
      filled
          .get(group)
          .forEach(
              (refId, standing) -> {
                BigDecimal ratio = ofGroup.get(refId);
                BigDecimal most = ratio == null ? standing : ratio.multiply(largest);
                if (standing.compareTo(most) > 0) {
                  beyond.add("leg " + refId + ": " + words(standing, most.stripTrailingZeros()));
                }
              });
      return beyond;
    }

    static String words(BigDecimal filled, BigDecimal most) {
      return filled.toPlainString() + " filled of " + most.toPlainString();
    }

    private Map<Integer, Map<String, BigDecimal>> ratios() {
      Map<Integer, Map<String, BigDecimal>> found = new HashMap<>();
      for (int node = graph.ofLegs.nextSetBit(0);
          node >= 0;
          node = graph.ofLegs.nextSetBit(node + 1)) {
        if (versions.isVersion(node)) {
          int group = versions.group(node);
          String[] terms = graph.references(node).legs().toString().split(END, -1);
          for (int i = 0; i + 1 < terms.length; i += 2) {
            if (!terms[i].isEmpty()) {
              found
                  .computeIfAbsent(group, g -> new HashMap<>())
                  .merge(terms[i + 1], new BigDecimal(terms[i]), BigDecimal::max);
            }
          }
        }
      }
      return found;
    }
  }
}
