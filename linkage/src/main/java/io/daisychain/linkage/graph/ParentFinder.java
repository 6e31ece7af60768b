package io.daisychain.linkage.graph;

import io.daisychain.linkage.graph.flow.UnionFind;
import io.daisychain.model.cell.ParentReferenceCell;
import java.util.ArrayList;
import java.util.List;

/** Finds the nodes of a graph that parent references mean, by ids and by keys that are borne. */
final class ParentFinder {
  private final LineageGraph graph;
  private final ParentCandidates candidates;
  private final LinkRecord.Named named = new LinkRecord.Named();
  private final ParentReferenceCell further = new ParentReferenceCell();
  private final LinkRecord kept = new LinkRecord();

  /** Of events whose parent was sent after them what else they may have meant until then. */
  private final List<int[]> meant = new ArrayList<>();

  /** Set where a parent is looked for and one of a dropped date is met. */
  private boolean metDropped;

  ParentFinder(LineageGraph graph) {
    this.graph = graph;
    this.candidates = new ParentCandidates(graph.dates());
  }

  /** See {@link LineageGraph#findParent}. */
  int find(int child, long keyHigh, long keyLow, int keyDate) {
    int found = graph.keys.find(keyHigh, keyLow, keyDate);
    if (found == KeyNumbers.ABSENT) {
      found = graph.index.find(keyHigh, keyLow, keyDate);
    }
    if (found == KeyNumbers.ABSENT
        || !graph.dates().isKept(graph.date[found])
        || isKnownChild(found, child)) {
      return found;
    }
    metDropped = true;
    return KeyNumbers.ABSENT;
  }

  /** True when an event of a dropped date was met that is not there for the child. */
  boolean hasMetDropped() {
    return metDropped;
  }

  void forgetDropped() {
    metDropped = false;
  }

  /** Unites events with what else they may have meant. */
  void uniteMeant(UnionFind components) {
    meant.forEach(pair -> components.union(pair[0], pair[1]));
  }

  private boolean isKnownChild(int parent, int child) {
    if (graph.dates().isKept(graph.date[child])) {
      return true; // nothing new comes on such a date
    }
    graph.readInto(kept, parent);
    for (int i = 0; i < kept.otherChildren(); i++) {
      DatedKey known = kept.otherChild(i);
      if (known.date() == graph.date[child]
          && known.key().high() == graph.high[child]
          && known.key().low() == graph.low[child]) {
        return true;
      }
    }
    return false;
  }

  /**
   * Notes what else an event may have meant until its parent, which was sent after it, was there.
   */
  void addMeant(int node, int parent) {
    candidatesOf(node, parent);
    for (int i = 0; i < candidates.count(); i++) {
      int other = find(node, candidates.high(i), candidates.low(i), candidates.date(i));
      if (other != KeyNumbers.ABSENT && other != node) {
        meant.add(new int[] {node, other});
        if (!graph.isSentAfter(other, node)) {
          return;
        }
      }
    }
  }

  /** Looks for a parent among all candidates, and has its edge name what was found. */
  int findFurther(int node, int edge, int parent) {
    candidatesOf(node, parent);
    for (int i = 0; i < candidates.count(); i++) {
      int other = find(node, candidates.high(i), candidates.low(i), candidates.date(i));
      if (other != KeyNumbers.ABSENT && other != node) {
        graph.parentHigh[edge] = candidates.high(i);
        graph.parentLow[edge] = candidates.low(i);
        graph.parentDate[edge] = candidates.date(i);
        return other;
      }
    }
    return KeyNumbers.ABSENT;
  }

  /** The candidates of a node's parent, by its place before the graph was linked. */
  private void candidatesOf(int node, int parent) {
    LinkRecord of = graph.record(node);
    ParentReferenceCell first = graph.references(node);
    if (parent < first.parents()) {
      candidates.of(of.date(), of.named(graph.version(node), named), first, parent);
      return;
    }
    int left = parent - first.parents();
    int version = 0;
    of.named(version, named).read(further);
    while (left >= further.parents()) {
      left -= further.parents();
      of.named(++version, named).read(further);
    }
    candidates.of(of.date(), named, further, left);
  }
}
