package io.daisychain.linkage.graph;

import io.daisychain.model.EventType;
import io.daisychain.model.Relation;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Gives what supplements of CAT refer to, beside what they supplement, to the events that they
 * supplement: as parents behind their own, in the order of the supplements' time and id.
 */
final class SupplementedParents {
  private final EventGraph graph;

  /** By supplemented node: its supplements. */
  private final Map<Integer, List<Integer>> supplements = new HashMap<>();

  private long[] high;
  private long[] low;
  private int[] date;
  private int[] parent;
  private byte[] relation;
  private int count;

  SupplementedParents(EventGraph graph) {
    this.graph = graph;
  }

  /** Moves the edges of a graph, between linking and anything else. */
  void move() {
    int moved = 0;
    for (int node = 0; node < graph.size; node++) {
      int first = graph.parentStart[node];
      int further = graph.parentStart[node + 1] - first - 1;
      if (graph.type[node] == EventType.SUPPLEMENT && further > 0) {
        int of = graph.parentNode[first];
        supplements.computeIfAbsent(of, none -> new ArrayList<>()).add(node);
        moved += further;
      }
    }
    if (moved > 0) {
      rebuild();
    }
  }

  private void rebuild() {
    int edges = graph.parentStart[graph.size];
    high = new long[edges];
    low = new long[edges];
    date = new int[edges];
    parent = new int[edges];
    relation = new byte[edges];
    BitSet toDropped = new BitSet();
    int[] starts = new int[graph.parentStart.length];
    for (int node = 0; node < graph.size; node++) {
      starts[node] = count;
      int first = graph.parentStart[node];
      int end = graph.parentStart[node + 1];
      boolean isSupplement = graph.type[node] == EventType.SUPPLEMENT;
      for (int edge = first; edge < (isSupplement ? Math.min(end, first + 1) : end); edge++) {
        add(edge, toDropped);
      }
      List<Integer> further = isSupplement ? null : supplements.get(node);
      if (further != null) {
        further.sort(graph::compareTimes);
        addFurther(node, starts[node], further, toDropped);
      }
    }
    starts[graph.size] = count;
    graph.replaceEdges(starts, high, low, date, parent, relation, toDropped);
  }

  private void add(int edge, BitSet toDropped) {
    high[count] = graph.parentHigh[edge];
    low[count] = graph.parentLow[edge];
    date[count] = graph.parentDate[edge];
    parent[count] = graph.parentNode[edge];
    relation[count] = graph.parentRelation[edge];
    toDropped.set(count, graph.isToDropped(edge));
    count++;
  }

  private void addFurther(int node, int own, List<Integer> from, BitSet toDropped) {
    KeyNumbers seen = new KeyNumbers();
    for (int edge = own; edge < count; edge++) {
      seen.number(high[edge], low[edge], date[edge]);
    }
    for (int supplement : from) {
      int end = graph.parentStart[supplement + 1];
      for (int edge = graph.parentStart[supplement] + 1; edge < end; edge++) {
        if (graph.parentNode[edge] != node
            && seen.isNew(graph.parentHigh[edge], graph.parentLow[edge], graph.parentDate[edge])) {
          add(edge, toDropped);
          if (graph.type[node] == EventType.TRADE) {
            boolean isFirst = count - 1 == own;
            relation[count - 1] = (isFirst ? Relation.EXECUTION : Relation.CONTRA).code();
          }
        }
      }
    }
  }
}
