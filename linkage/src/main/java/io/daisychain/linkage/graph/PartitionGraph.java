package io.daisychain.linkage.graph;

import io.daisychain.model.ParentReferenceCell;
import io.daisychain.model.RowKey;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;

/** One partition's graph with its components, each named by its smallest key. */
public final class PartitionGraph<G extends LineageGraph> {
  public final G graph;
  public final UnionFind components;
  private final int[] smallest;

  /** Fills an empty graph with blocks of {@link LinkRecord}s. */
  public PartitionGraph(G graph, Iterable<byte[]> blocks) {
    this.graph = graph;
    for (byte[] block : blocks) {
      graph.add(block);
    }
    graph.link();
    components = graph.components();
    smallest = new int[graph.size];
    Arrays.fill(smallest, KeyNumbers.ABSENT);
    for (int node = 0; node < graph.size; node++) {
      int component = components.find(node);
      if (smallest[component] == KeyNumbers.ABSENT
          || graph.compareKeys(node, smallest[component]) < 0) {
        smallest[component] = node;
      }
    }
  }

  /** Name of the component of a node. */
  public RowKey component(int node) {
    return graph.key(smallest[components.find(node)]);
  }

  /** By node that stands for a component: what {@code value} is of the component's name. */
  public int[] ofComponents(ToIntFunction<RowKey> value) {
    int[] values = new int[graph.size];
    for (int node = 0; node < graph.size; node++) {
      if (components.find(node) == node) {
        values[node] = value.applyAsInt(graph.key(smallest[node]));
      }
    }
    return values;
  }

  /** The parents that are not in this partition, and those that would go before the one that is. */
  public void findUnresolvedParents(int partition, Consumer<UnresolvedParent> ends) {
    for (int node = 0; node < graph.size; node++) {
      for (int edge = graph.parentStart[node]; edge < graph.parentStart[node + 1]; edge++) {
        if (graph.parentNode[edge] == KeyNumbers.ABSENT || graph.record(node).days() > 0) {
          findUnresolvedParentsOf(node, partition, ends);
          break;
        }
      }
    }
  }

  private void findUnresolvedParentsOf(int node, int partition, Consumer<UnresolvedParent> ends) {
    RowKey component = component(node);
    ParentReferenceCell references = graph.references(node);
    LinkRecord record = graph.record(node);
    KeyNumbers linked = linkedParents(node);
    for (int i = 0; i < references.parents(); i++) {
      RowKey key = new RowKey(references.parentHigh(i), references.parentLow(i));
      boolean found = linked.find(key.high(), key.low()) != KeyNumbers.ABSENT;
      for (int day = 1; !found; day++) {
        ends.accept(new UnresolvedParent(key, false, component, partition));
        if (day > record.days()) {
          break;
        }
        key = RowKey.read(record.buffer(), record.alternativeAt(i, references.parents(), day));
        found = linked.find(key.high(), key.low()) != KeyNumbers.ABSENT;
      }
    }
  }

  private KeyNumbers linkedParents(int node) {
    KeyNumbers linked = new KeyNumbers();
    for (int edge = graph.parentStart[node]; edge < graph.parentStart[node + 1]; edge++) {
      if (graph.parentNode[edge] != KeyNumbers.ABSENT) {
        linked.number(graph.parentHigh[edge], graph.parentLow[edge]);
      }
    }
    return linked;
  }
}
