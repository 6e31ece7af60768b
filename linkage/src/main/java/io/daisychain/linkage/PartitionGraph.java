package io.daisychain.linkage;

import io.daisychain.beam.Block;
import io.daisychain.model.ParentReferenceCell;
import io.daisychain.model.RowKey;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;

/** One partition's graph with its components, each named by its smallest key. */
final class PartitionGraph<G extends LineageGraph> {
  final G graph;
  final UnionFind components;
  private final int[] smallest;

  /** Fills an empty graph. */
  PartitionGraph(G graph, Iterable<Block> blocks) {
    this.graph = graph;
    for (Block block : blocks) {
      graph.add(block.bytes());
    }
    graph.link();
    components = graph.components();
    smallest = new int[graph.size];
    Arrays.fill(smallest, KeyIndex.ABSENT);
    for (int node = 0; node < graph.size; node++) {
      int component = components.find(node);
      if (smallest[component] == KeyIndex.ABSENT
          || graph.compareKeys(node, smallest[component]) < 0) {
        smallest[component] = node;
      }
    }
  }

  /** Name of the component of a node. */
  RowKey component(int node) {
    return graph.key(smallest[components.find(node)]);
  }

  /** By node that stands for a component: what {@code value} is of the component's name. */
  int[] ofComponents(ToIntFunction<RowKey> value) {
    int[] values = new int[graph.size];
    for (int node = 0; node < graph.size; node++) {
      if (components.find(node) == node) {
        values[node] = value.applyAsInt(graph.key(smallest[node]));
      }
    }
    return values;
  }

  /** The parents that are not in this partition, and those that would go before the one that is. */
  void findLooseEnds(int partition, Consumer<UnresolvedParent> ends) {
    for (int node = 0; node < graph.size; node++) {
      for (int edge = graph.parentStart[node]; edge < graph.parentStart[node + 1]; edge++) {
        if (graph.parentNode[edge] == KeyIndex.ABSENT || graph.record(node).days() > 0) {
          findLooseEndsOf(node, partition, ends);
          break;
        }
      }
    }
  }

  private void findLooseEndsOf(int node, int partition, Consumer<UnresolvedParent> ends) {
    RowKey component = component(node);
    ParentReferenceCell claim = graph.claim(node);
    LinkRecord record = graph.record(node);
    KeyNumbers linked = linkedParents(node);
    for (int i = 0; i < claim.parents(); i++) {
      RowKey key = new RowKey(claim.parentHigh(i), claim.parentLow(i));
      boolean found = linked.find(key.high(), key.low()) != KeyIndex.ABSENT;
      for (int day = 1; !found; day++) {
        ends.accept(new UnresolvedParent(key, false, component, partition));
        if (day > record.days()) {
          break;
        }
        key = RowKey.read(record.buffer(), record.alternativeAt(i, claim.parents(), day));
        found = linked.find(key.high(), key.low()) != KeyIndex.ABSENT;
      }
    }
  }

  private KeyNumbers linkedParents(int node) {
    KeyNumbers linked = new KeyNumbers();
    for (int edge = graph.parentStart[node]; edge < graph.parentStart[node + 1]; edge++) {
      if (graph.parentNode[edge] != KeyIndex.ABSENT) {
        linked.number(graph.parentHigh[edge], graph.parentLow[edge]);
      }
    }
    return linked;
  }
}
