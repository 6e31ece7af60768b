package io.daisychain.linkage.live;

import io.daisychain.linkage.OpenReferenceWriter;
import io.daisychain.linkage.ResolveFn;
import io.daisychain.linkage.graph.ChildCells;
import io.daisychain.linkage.graph.DatedKey;
import io.daisychain.linkage.graph.EventGraph;
import io.daisychain.linkage.graph.LinkRecord;
import io.daisychain.linkage.graph.Resolution;
import io.daisychain.linkage.graph.flow.UnionFind;
import io.daisychain.linkage.plan.DateSums;
import io.daisychain.linkage.plan.LinkCounts;
import io.daisychain.linkage.plan.LinkSettings;
import io.daisychain.model.PackedWriter;
import io.daisychain.model.cell.ParentReferenceCell;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Whole clusters, resolved by the code of the link job: what is new of them. Made by any thread;
 * taken over by the one that links.
 */
final class ResolvedClusters {
  private final List<LiveNode> nodes;
  private final byte[][] before;
  private final byte[][] after;
  private final LinkCounts sums = new LinkCounts();
  private final List<DatedKey> news = new ArrayList<>();
  private final List<DatedKey> unsettled = new ArrayList<>();
  private final List<DatedKey[]> gone = new ArrayList<>();
  private final List<LiveNode> left = new ArrayList<>();
  private final List<LiveListener.Lifecycle> lifecycles = new ArrayList<>();
  private final List<LiveListener.Finding> findings = new ArrayList<>();

  /**
   * Resolves.
   *
   * @param nodes events of whole clusters
   * @param changes takes what differs from what the rows show
   * @param listener whom it will be told to; null for nobody
   * @param followsFaults false to leave the life of faults for later
   */
  ResolvedClusters(
      List<LiveNode> nodes,
      LinkSettings settings,
      LiveChanges changes,
      LiveListener listener,
      boolean followsFaults) {
    this.nodes = nodes;
    before = new byte[nodes.size()][];
    after = new byte[nodes.size()][];
    EventGraph graph = new EventGraph(settings.dates());
    for (int i = 0; i < before.length; i++) {
      before[i] = nodes.get(i).record;
      graph.add(before[i]);
    }
    graph.link();
    UnionFind components = graph.components();
    Resolution resolution = new Resolution(graph, components, settings.linkRules(), followsFaults);
    ChildCells children = new ChildCells(graph, date -> true);
    LinkRecord.Prior prior = new LinkRecord.Prior();
    PackedWriter out = new PackedWriter();
    BitSet changed = new BitSet();
    for (int node = 0; node < graph.size(); node++) {
      if (settings.dates().isKept(graph.date(node))) {
        continue;
      }
      boolean isNews = resolution.write(node, changes);
      if (resolution.isFaultsLifeLeft(node)) {
        left.add(nodes.get(node));
      }
      DateSums ofDate = sums.of(graph.date(node));
      ResolveFn.count(graph, resolution, node, false, ofDate);
      if (!isNews) {
        children.writeToNewRows(node, date -> true, changes);
        continue;
      }
      LinkRecord old = graph.record(node);
      boolean linkedBefore = old.has(LinkRecord.LINKED);
      boolean hadLifecycle = old.has(LinkRecord.HAS_LIFECYCLE);
      int oldStatuses = linkedBefore ? old.priorStatuses() : 0;
      ofDate.written++;
      ofDate.changed += linkedBefore ? 1 : 0;
      news.add(graph.datedKey(node));
      changed.set(components.find(node));
      children.write(node, changes);
      if (!OpenReferenceWriter.isSettled(graph, node)) {
        unsettled.add(graph.datedKey(node));
      }
      if (listener != null) {
        tell(graph, resolution, node, hadLifecycle, oldStatuses, listener);
      }
      resolution.readPrior(node, prior);
      graph.record(node).writeLinked(prior, out.clear());
      after[node] = out.toBytes();
    }
    if (listener != null) {
      tellLifecycles(graph, components, resolution, changed);
    }
  }

  private void tell(
      EventGraph graph,
      Resolution resolution,
      int node,
      boolean hadLifecycle,
      int oldStatuses,
      LiveListener listener) {
    DatedKey lifecycle = graph.datedKey(resolution.lifecycle(node));
    if (hadLifecycle && graph.isDeleted(node)) {
      gone.add(new DatedKey[] {graph.datedKey(node), null});
    } else if (hadLifecycle && resolution.lifecycle(node) != node) {
      gone.add(new DatedKey[] {graph.datedKey(node), lifecycle});
    }
    int statuses = resolution.toldStatuses(node);
    if (statuses != 0 || oldStatuses != 0 || listener.isWanted(graph.datedKey(node))) {
      ParentReferenceCell values = graph.references(node);
      findings.add(
          new LiveListener.Finding(
              graph.datedKey(node),
              lifecycle,
              graph.type(node),
              values.reporter().toString(),
              values.eventId().toString(),
              values.symbol().toString(),
              statuses,
              resolution.isCountedFill(node)));
    }
  }

  private void tellLifecycles(
      EventGraph graph, UnionFind components, Resolution resolution, BitSet changed) {
    Map<Integer, Told> told = new HashMap<>();
    for (int node = 0; node < graph.size(); node++) {
      int component = components.find(node);
      if (changed.get(component) && !graph.isDeleted(node)) {
        Told of = told.computeIfAbsent(component, none -> new Told());
        LifecycleShare.of(graph.datedKey(node), graph.references(node), resolution.statuses(node))
            .addTo(of.shares);
        of.root = resolution.lifecycle(node);
      }
    }
    for (Told of : told.values()) {
      lifecycles.add(
          new LiveListener.Lifecycle(
              graph.datedKey(of.root), resolution.cell(of.root), List.copyOf(of.shares.values())));
    }
  }

  /** Events of which the life of faults was left for later. */
  List<LiveNode> left() {
    return left;
  }

  /** Takes it over into the graph, and tells it; a null listener hears nothing. */
  void apply(LiveEpoch epoch, LiveListener listener) {
    for (int i = 0; i < before.length; i++) {
      LiveNode node = nodes.get(i);
      if (after[i] != null && node.record == before[i]) {
        node.record = after[i];
      }
    }
    epoch.resolved(sums, news, unsettled);
    if (listener != null) {
      gone.forEach(pair -> listener.gone(pair[0], pair[1]));
      lifecycles.forEach(listener::changed);
      findings.forEach(listener::found);
    }
  }

  /** Of one lifecycle what its events have. */
  private static final class Told {
    private final Map<String, LifecycleShare> shares = new HashMap<>();
    private int root;
  }
}
