package io.daisychain.linkage.live;

import io.daisychain.linkage.OpenReferenceWriter;
import io.daisychain.linkage.graph.DatedKey;
import io.daisychain.linkage.graph.EventGraph;
import io.daisychain.linkage.plan.LinkChoice;
import io.daisychain.linkage.plan.LinkCounts;
import io.daisychain.linkage.plan.LinkedDates;
import io.daisychain.store.KeySample;
import io.daisychain.store.dates.ChangedKeys;
import io.daisychain.store.dates.Dates;
import io.daisychain.store.dates.StoredDate;
import io.daisychain.store.dates.StoredDate.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What happens in an epoch and is noted at its end: what came, what was written, which events wait
 * for parents on other dates.
 */
final class LiveEpoch {
  private final LiveRun run;
  private final LiveStore store;
  private final Map<Integer, ChangedKeys> ingested = new TreeMap<>();
  private final Map<Integer, ChangedKeys> written = new TreeMap<>();
  private final Map<Integer, KeySample> samples = new TreeMap<>();
  private final Set<DatedKey> waiting = new HashSet<>();
  private LinkCounts counts = new LinkCounts();

  LiveEpoch(LiveRun run, LiveStore store) {
    this.run = run;
    this.store = store;
  }

  /** Notes an event that has come. */
  void came(int date, long high, long low) {
    ingested.computeIfAbsent(date, none -> new ChangedKeys()).add(high, low);
    samples.computeIfAbsent(date, none -> store.sample()).add(high, low);
  }

  /** Hands over samples of the keys that came. */
  Map<Integer, KeySample> takeSamples() {
    Map<Integer, KeySample> taken = new TreeMap<>(samples);
    samples.clear();
    return taken;
  }

  /** Adds to the sums of dates. */
  void count(LinkCounts more) {
    counts.add(more);
  }

  /**
   * Notes what was resolved.
   *
   * @param news rows that are written
   * @param unsettled events that may wait for parents on other dates
   */
  void resolved(LinkCounts sums, List<DatedKey> news, List<DatedKey> unsettled) {
    counts.add(sums);
    news.forEach(
        key ->
            written
                .computeIfAbsent(key.date(), none -> new ChangedKeys())
                .add(key.key().high(), key.key().low()));
    waiting.addAll(unsettled);
  }

  /** Keeps which events wait for parents on other dates. */
  void writeOpenReferences(LiveGraph live) throws IOException {
    Set<LiveCluster> clusters = new LinkedHashSet<>();
    for (DatedKey key : waiting) {
      clusters.add(LiveGraph.clusterOf(live.keys().find(key.key().high(), key.key().low())));
    }
    List<LiveNode> nodes = new ArrayList<>();
    for (LiveCluster cluster : clusters) {
      nodes.addAll(Arrays.asList(cluster.events).subList(0, cluster.size));
    }
    if (nodes.isEmpty()) {
      return;
    }
    EventGraph graph = new EventGraph(run.settings().dates());
    nodes.forEach(node -> graph.add(node.record));
    graph.link();
    try (OpenReferenceWriter open = new OpenReferenceWriter(run.settings(), graph)) {
      for (int node = 0; node < graph.size(); node++) {
        if (waiting.contains(graph.datedKey(node))) {
          open.add(node, counts.of(graph.date(node)));
        }
      }
    }
  }

  /**
   * Notes that all is linked and written.
   *
   * @param begun dates of which a change was begun under the epoch's version
   * @return true when the link job has to look at some date
   */
  boolean end(Collection<Integer> begun) throws IOException {
    Dates dates = store.dates();
    String runId = run.id();
    begun.forEach(date -> ingested.computeIfAbsent(date, none -> new ChangedKeys()));
    for (Map.Entry<Integer, ChangedKeys> date : ingested.entrySet()) {
      dates.end(date.getKey(), run.ingestVersion(), Kind.INGEST, runId, date.getValue());
    }
    List<StoredDate> stored = dates.list();
    Map<Integer, Long> versions = new TreeMap<>();
    boolean again = false;
    for (StoredDate date : stored) {
      boolean rests = date.news().stream().anyMatch(change -> change.kind() == Kind.BASIS);
      again |= rests;
      if (!rests && ingested.containsKey(date.epochDay())) {
        versions.put(date.epochDay(), date.version());
      }
    }
    for (Map.Entry<Integer, ChangedKeys> date : written.entrySet()) {
      dates.note(date.getKey(), Kind.LINK, runId, date.getValue());
    }
    new LinkedDates(dates, stored, new LinkChoice(Set.of(), Map.of(), versions), runId)
        .finish(counts.dates());
    run.settings().linkRun().complete(store.meta(), dates, List.of());
    ingested.clear();
    written.clear();
    waiting.clear();
    counts = new LinkCounts();
    return again;
  }
}
