package io.daisychain.linkage.live;

import io.daisychain.linkage.graph.DatedKey;
import io.daisychain.linkage.graph.LinkRecord;
import io.daisychain.linkage.graph.ParentCandidates;
import io.daisychain.model.CatKey;
import io.daisychain.model.RowKey;
import io.daisychain.model.cell.ParentReferenceCell;
import io.daisychain.store.dates.StoredDate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What is live: keys, the events under them, and which of these hang together ({@link
 * LiveCluster}). What the store has beside that is asked for by key. Not thread-safe.
 */
final class LiveGraph {
  private final LiveRun run;
  private final LiveKeys keys = new LiveKeys(this::woken);
  private final LinkRecord record = new LinkRecord();
  private final LinkRecord.Named named = new LinkRecord.Named();
  private final ParentReferenceCell references = new ParentReferenceCell();
  private final Set<DatedKey> fetching = new LinkedHashSet<>();
  private final Set<DatedKey> again = new HashSet<>();
  private Set<LiveCluster> dirty = new LinkedHashSet<>();

  /** Those that do not rest, in the order in which they will, if nothing more comes. */
  private final ArrayDeque<LiveCluster> active = new ArrayDeque<>();

  /** Those whose faults' life is not up to date, and some that were, in the order of that. */
  private final ArrayDeque<LiveCluster> lacking = new ArrayDeque<>();

  LiveGraph(LiveRun run) {
    this.run = run;
  }

  LiveKeys keys() {
    return keys;
  }

  /** The node of an event that has come. */
  LiveNode came(long high, long low) {
    LiveNode node = keys.find(high, low);
    if (node == null) {
      node = keys.add(high, low);
      node.mayBeStored = keys.mayBeStored(high, low);
    }
    return node;
  }

  /** Asks for a row on a date and all that the store may have under its key. */
  void fetch(DatedKey key, LiveNode node) {
    fetching.add(key);
    fetchAllDates(node);
  }

  /** Asks for a row that is here, and has changed. */
  void fetchAgain(DatedKey key) {
    again.add(key);
    fetching.add(key);
  }

  /** True for an event that is live, with all of its cluster. */
  boolean isLive(DatedKey key) {
    LiveNode node = keys.find(key.key().high(), key.key().low());
    return node != null && node.on(key.date()) != null;
  }

  /** True when rows are asked for again of a lifecycle that another thread resolves. */
  boolean fetchesAway() {
    for (DatedKey key : again) {
      LiveNode node = keys.find(key.key().high(), key.key().low());
      if (node != null && clusterOf(node).isAway) {
        return true;
      }
    }
    return false;
  }

  /** True when rows are asked for. */
  boolean isFetching() {
    return !fetching.isEmpty();
  }

  /** Rows to be fetched since this was asked last. */
  List<DatedKey> takeFetching() {
    List<DatedKey> asked = new ArrayList<>(fetching);
    fetching.clear();
    return asked;
  }

  /** All that was asked for is here. */
  void endFetching() {
    again.clear();
  }

  private void fetchAllDates(LiveNode node) {
    for (StoredDate date : run.storedDates()) {
      fetching.add(new DatedKey(date.epochDay(), new RowKey(node.high, node.low)));
    }
  }

  /** Adds the events of a block of {@link LinkRecord}s. */
  void insertAll(byte[] block) {
    int at = 0;
    while (at < block.length) {
      record.read(block, at);
      int end = record.end();
      insert(Arrays.copyOfRange(block, at, end));
      at = end;
    }
  }

  /** Adds an event to the graph, or what is known of it anew. */
  void insert(byte[] bytes) {
    record.read(bytes, 0);
    DatedKey key = new DatedKey(record.date(), new RowKey(record.high(), record.low()));
    LiveNode node = named(record.high(), record.low());
    LiveNode event = node.on(record.date());
    if (event != null) {
      if (!again.contains(key)) {
        return;
      }
      event.record = bytes;
    } else {
      clusterOf(node).add(node.event(bytes));
    }
    LiveCluster cluster = clusterOf(node);
    if (record.has(LinkRecord.ACTIONS)) {
      for (int version = 0; version < record.versions(); version++) {
        cluster = joinParents(cluster, version);
      }
    } else {
      cluster = joinParents(cluster, LinkRecord.STANDING);
    }
    for (int i = 0; i < record.priorParents(); i++) {
      RowKey prior = record.priorParent(i).key();
      cluster = join(cluster, prior.high(), prior.low());
    }
    for (int i = 0; i < record.otherChildren(); i++) {
      RowKey child = record.otherChild(i).key();
      cluster = join(cluster, child.high(), child.low());
    }
    cluster.touched = run.epoch();
    cluster.cameLast = System.nanoTime();
    if (!cluster.isDirty || cluster.waitingSince == 0) {
      cluster.waitingSince = cluster.cameLast;
    }
    cluster.isDirty = true;
    dirty.add(cluster);
    list(cluster, cluster.cameLast);
  }

  private LiveCluster joinParents(LiveCluster of, int version) {
    LiveCluster cluster = of;
    record.named(version, named).read(references);
    if (references.keyKind() != CatKey.Kind.NONE) {
      cluster = join(cluster, references.keyHigh(), references.keyLow());
    }
    ParentCandidates candidates = run.candidates();
    for (int parent = 0; parent < references.parents(); parent++) {
      candidates.of(record.date(), named, references, parent);
      for (int i = 0; i < candidates.count(); i++) {
        if (i == 0
            || candidates.high(i) != candidates.high(i - 1)
            || candidates.low(i) != candidates.low(i - 1)) {
          cluster = join(cluster, candidates.high(i), candidates.low(i));
        }
      }
    }
    return cluster;
  }

  private LiveCluster join(LiveCluster cluster, long high, long low) {
    return LiveCluster.join(cluster.root(), clusterOf(named(high, low)));
  }

  /** The node of a key that was named; what the store may have under it is asked for. */
  private LiveNode named(long high, long low) {
    LiveNode node = keys.find(high, low);
    if (node == null) {
      node = keys.add(high, low);
      if (keys.mayBeStored(high, low)) {
        node.mayBeStored = true;
        fetchAllDates(node);
      }
    }
    return node;
  }

  /** Notes events whose faults' life was left for later. */
  void lackFaultsLife(List<LiveNode> nodes) {
    for (LiveNode node : nodes) {
      LiveCluster cluster = clusterOf(node);
      cluster.lacksFaultsLife = true;
      if (!cluster.isListedLacking) {
        cluster.isListedLacking = true;
        lacking.add(cluster);
      }
    }
  }

  /** Clusters whose faults' life is not up to date, or was not when they were listed. */
  int lacking() {
    return lacking.size();
  }

  /**
   * Takes clusters whose faults' life is not up to date; large ones have it followed elsewhere.
   *
   * @param most events that they have together, about
   * @param before those to which nothing has come since
   * @param largest events of a cluster that is not large
   */
  List<LiveCluster> takeLacking(int most, long before, int largest) {
    List<LiveCluster> taken = new ArrayList<>();
    int events = 0;
    for (int looked = lacking.size(); looked > 0 && events < most; looked--) {
      LiveCluster listed = lacking.remove();
      listed.isListedLacking = false;
      LiveCluster cluster = listed.root();
      if (!cluster.lacksFaultsLife || cluster.size > largest) {
        continue;
      }
      if (cluster.cameLast - before > 0) {
        events++; // looking costs something too
        cluster.isListedLacking = true;
        lacking.add(cluster);
      } else {
        events += cluster.size;
        cluster.lacksFaultsLife = false;
        taken.add(cluster);
      }
    }
    return taken;
  }

  private void woken(LiveCluster cluster) {
    cluster.cameLast = System.nanoTime();
    list(cluster, cluster.cameLast);
  }

  private void list(LiveCluster cluster, long at) {
    if (!cluster.isListed) {
      cluster.isListed = true;
      cluster.listedAt = at;
      active.add(cluster);
    }
  }

  /**
   * Has clusters rest to which nothing has come for a while.
   *
   * @param now nanoseconds of this process's clock
   * @param quiet for how long nothing has come
   * @param most clusters looked at
   * @param largest events of a cluster that may rest
   */
  void rest(long now, long quiet, int most, int largest) {
    for (int looked = 0; looked < most && !active.isEmpty(); looked++) {
      LiveCluster cluster = active.peek();
      boolean isRoot = cluster.root() == cluster;
      if (isRoot && now - cluster.listedAt < quiet) {
        return;
      }
      active.remove();
      cluster.isListed = false;
      boolean isQuiet = now - cluster.cameLast >= quiet;
      boolean isDone = !cluster.isDirty && !cluster.isAway && !cluster.lacksFaultsLife;
      if (isRoot && isQuiet && isDone && cluster.size <= largest) {
        keys.rest(cluster);
      } else if (isRoot) {
        list(cluster, isQuiet ? now : cluster.cameLast);
      }
    }
  }

  /** The cluster of a node. */
  static LiveCluster clusterOf(LiveNode node) {
    if (node.cluster == null) {
      node.cluster = new LiveCluster(node);
    }
    node.cluster = node.cluster.root();
    return node.cluster;
  }

  /** Clusters to which something came since this was asked last. */
  Set<LiveCluster> takeDirty() {
    Set<LiveCluster> taken = new LinkedHashSet<>();
    for (LiveCluster touched : dirty) {
      LiveCluster cluster = touched.root();
      if (cluster.isDirty) {
        taken.add(cluster);
      }
    }
    dirty = new LinkedHashSet<>();
    return taken;
  }

  /**
   * Lets clusters go that were not touched for long, so that the others have room.
   *
   * @param room keys that may stay if none rests
   * @param restingEach so many that rest take what one takes that does not
   */
  void letGo(long room, int restingEach) {
    double each = 1 - (1 - 1.0 / restingEach) * keys.restingKeys() / Math.max(1, keys.size());
    long mostEvents = (long) (room / each);
    if (keys.size() <= mostEvents) {
      return;
    }
    TreeMap<Long, Long> sizes = new TreeMap<>();
    keys.forEachTouched(epoch -> sizes.merge(epoch, 1L, Long::sum));
    long kept = 0;
    long from = Long.MAX_VALUE;
    for (Map.Entry<Long, Long> ofEpoch : sizes.descendingMap().entrySet()) {
      kept += ofEpoch.getValue();
      if (kept > mostEvents / 2) {
        break;
      }
      from = ofEpoch.getKey();
    }
    keys.retain(from);
    long first = from;
    active.removeIf(cluster -> cluster.root() != cluster || cluster.touched < first);
  }
}
