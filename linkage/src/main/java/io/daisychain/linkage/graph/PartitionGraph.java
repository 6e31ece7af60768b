package io.daisychain.linkage.graph;

import io.daisychain.linkage.graph.flow.UnionFind;
import io.daisychain.model.cell.ParentReferenceCell;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

/** One partition's graph with its components, each named by its smallest key. */
public final class PartitionGraph<G extends LineageGraph> {
  public final G graph;

  /** Whether a component is all that has to be in one place, as against a lifecycle. */
  private final boolean isTogether;

  /** Made when they are asked for: most partitions lack no parent and offer none. */
  private UnionFind components;

  private int[] smallest;
  private final LinkRecord.Named standing = new LinkRecord.Named();

  /**
   * Fills an empty graph with blocks of {@link LinkRecord}s.
   *
   * @param repeats true where an event may be in several blocks, and is to be taken once
   */
  public PartitionGraph(G graph, boolean repeats, Iterable<byte[]> blocks) {
    this(graph, graph.takesAllVersions());
    if (repeats) {
      graph.dropRepeats();
    }
    for (byte[] block : blocks) {
      graph.add(block);
    }
    graph.link();
  }

  /** Fills an empty graph with the events of another, in their order and with their records. */
  public PartitionGraph(G graph, LineageGraph of) {
    this(graph, graph.takesAllVersions());
    for (int node = 0; node < of.size; node++) {
      graph.addFrom(of, node);
    }
    graph.link();
  }

  private PartitionGraph(G graph, boolean isTogether) {
    this.graph = graph;
    this.isTogether = isTogether;
  }

  /**
   * The same graph with all in one component that has to be in one place: without actions, late
   * parents and indirect references it is the graph of all versions.
   */
  public PartitionGraph<G> together() {
    return graph.hangsTogetherOtherwise() ? new PartitionGraph<>(graph, true) : this;
  }

  /** Which events hang together. */
  public UnionFind components() {
    if (components == null) {
      components = graph.components(isTogether);
    }
    return components;
  }

  /** By node that stands for a component: its smallest. */
  private int[] smallest() {
    if (smallest == null) {
      int[] nodes = new int[graph.size];
      Arrays.fill(nodes, KeyNumbers.ABSENT);
      for (int node = 0; node < graph.size; node++) {
        int component = components().find(node);
        if (nodes[component] == KeyNumbers.ABSENT
            || graph.compareKeys(node, nodes[component]) < 0) {
          nodes[component] = node;
        }
      }
      smallest = nodes;
    }
    return smallest;
  }

  /** Name of the component of a node. */
  public DatedKey component(int node) {
    return graph.datedKey(smallest()[components().find(node)]);
  }

  /** By node that stands for a component: what {@code value} is of the component's name. */
  public int[] ofComponents(ToIntFunction<DatedKey> value) {
    int[] values = new int[graph.size];
    for (int node = 0; node < graph.size; node++) {
      if (components().find(node) == node) {
        values[node] = value.applyAsInt(graph.datedKey(smallest()[node]));
      }
    }
    return values;
  }

  /** By node: what {@code value} is of its component's name. */
  public long[] ofNodes(ToLongFunction<DatedKey> value) {
    long[] values = new long[graph.size];
    for (int node = 0; node < graph.size; node++) {
      if (components().find(node) == node) {
        values[node] = value.applyAsLong(graph.datedKey(smallest()[node]));
      }
    }
    for (int node = 0; node < graph.size; node++) {
      values[node] = values[components().find(node)];
    }
    return values;
  }

  /** Takes a reference to a parent that a partition does not have. */
  @FunctionalInterface
  public interface UnresolvedReference {
    /**
     * Takes one.
     *
     * @param component name of the component that it is of
     * @param candidates which events it may mean, in the order in which they count
     * @param sent when it was sent: it may have meant further ones until a nearer one was
     */
    void accept(DatedKey component, List<DatedKey> candidates, long sent) throws IOException;
  }

  /**
   * The parents that are not in this partition, and those that would go before the one that is: the
   * candidates, in their order, until one is here that was sent before.
   */
  public void findUnresolvedParents(UnresolvedReference found) throws IOException {
    ParentCandidates candidates = new ParentCandidates(graph.dates());
    for (int node = 0; node < graph.size; node++) {
      if (isSettled(node)) {
        continue;
      }
      LinkRecord record = graph.record(node);
      if (record.has(LinkRecord.ACTIONS)) {
        ParentReferenceCell references = new ParentReferenceCell();
        LinkRecord.Named named = new LinkRecord.Named();
        for (int version = 0; version < record.versions(); version++) {
          record.named(version, named).read(references);
          findUnresolvedParents(node, named, references, candidates, found);
        }
      } else {
        record.named(LinkRecord.STANDING, standing);
        findUnresolvedParents(node, standing, graph.references(node), candidates, found);
      }
    }
  }

  private void findUnresolvedParents(
      int node,
      LinkRecord.Named version,
      ParentReferenceCell references,
      ParentCandidates candidates,
      UnresolvedReference found)
      throws IOException {
    for (int i = 0; i < references.parents(); i++) {
      candidates.of(graph.date[node], version, references, i);
      List<DatedKey> missing = new ArrayList<>();
      for (int c = 0; c < candidates.count(); c++) {
        int other =
            graph.findParent(node, candidates.high(c), candidates.low(c), candidates.date(c));
        if (other == node) {
          continue;
        }
        boolean isHere = other != KeyNumbers.ABSENT;
        // On earlier days it may be here, and its key not have been known when this was linked.
        if (!isHere || components().find(other) != components().find(node)) {
          missing.add(candidates.key(c));
        }
        if (isHere && !graph.isSentAfter(other, node)) {
          break;
        }
      }
      if (!missing.isEmpty()) {
        found.accept(component(node), missing, graph.firstSent[node]);
      }
    }
  }

  /** True when all parents are the first candidates of their references, and were sent before. */
  private boolean isSettled(int node) {
    int first = graph.parentStart[node];
    int end = graph.parentStart[node + 1];
    for (int edge = first; edge < end; edge++) {
      int parent = graph.parentNode[edge];
      if (parent == KeyNumbers.ABSENT || graph.isSentAfter(parent, node)) {
        return false;
      }
    }
    if (graph.hasActions() && graph.record(node).has(LinkRecord.ACTIONS)) {
      return false;
    }
    boolean ownDate = !graph.alternatives;
    for (int edge = first; edge < end; edge++) {
      ownDate &= graph.parentDate[edge] == graph.date[node];
    }
    return first == end || ownDate || isFirstCandidates(node, first, end);
  }

  private boolean isFirstCandidates(int node, int first, int end) {
    ParentReferenceCell references = graph.references(node);
    int own = graph.date[node];
    boolean all = references.parents() == end - first;
    for (int i = 0; all && i < references.parents(); i++) {
      int date = references.isParentTagged(i) ? own : references.parentDate(i, own);
      all =
          graph.parentDate[first + i] == date
              && graph.parentHigh[first + i] == references.parentHigh(i)
              && graph.parentLow[first + i] == references.parentLow(i);
    }
    return all;
  }
}
