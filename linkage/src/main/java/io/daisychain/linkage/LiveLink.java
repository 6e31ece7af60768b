package io.daisychain.linkage;

import io.daisychain.beam.Spill;
import io.daisychain.linkage.graph.ChildCells;
import io.daisychain.linkage.graph.DatedKey;
import io.daisychain.linkage.graph.EventGraph;
import io.daisychain.linkage.graph.LinkRecord;
import io.daisychain.linkage.graph.ParentCandidates;
import io.daisychain.linkage.graph.Resolution;
import io.daisychain.linkage.graph.UnionFind;
import io.daisychain.model.EventReader;
import io.daisychain.model.EventType;
import io.daisychain.model.Family;
import io.daisychain.model.LifecycleCell;
import io.daisychain.model.LineageCell;
import io.daisychain.model.PackedWriter;
import io.daisychain.model.ParentReferenceCell;
import io.daisychain.model.ReferenceData;
import io.daisychain.model.RowKey;
import io.daisychain.model.TableSchema;
import io.daisychain.store.ChangedKeys;
import io.daisychain.store.ConnectionLease;
import io.daisychain.store.Dates;
import io.daisychain.store.KeySample;
import io.daisychain.store.MetaTable;
import io.daisychain.store.OpenReferences;
import io.daisychain.store.RangeScan;
import io.daisychain.store.RowBatch;
import io.daisychain.store.RowPutter;
import io.daisychain.store.StoreTable;
import io.daisychain.store.StoredDate;
import io.daisychain.store.StoredDate.Kind;
import io.daisychain.store.TableAdmin;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;

/**
 * Links events as they come, by the code of the link job: what is live is a graph in memory, and of
 * the store only what it may have beside that is read.
 *
 * <p>Events that name one another, or one unreported parent, are a cluster ({@link LiveCluster}). A
 * cluster to which something came is resolved whole ({@link Resolution}); one of more than {@value
 * #LARGE} events at most once a second, by a thread of its own. What differs from what the rows
 * show gathers ({@link LiveChanges}) and is written some time later, of each column the last value.
 *
 * <p>The work is cut into epochs, each of which is a link run to the store: what came in it counts
 * as linked when the epoch has ended, and one that was killed is found out by the next link run.
 * Clusters that have not been touched for long are let go at the end of an epoch, and are read
 * again ({@link LifecycleFetch}) when one of their keys comes up.
 *
 * <p>Not thread-safe.
 */
public final class LiveLink implements AutoCloseable {
  /** Events of a cluster from which on it is resolved beside the others. */
  public static final int LARGE = 10_000;

  private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final int PARTITIONS = 1;

  /** Nothing crosses partitions where there is one. */
  private static final int NO_UNION_ROUNDS = 1;

  private static final Spill NO_SPILL = Spill.none();

  private final Rules rules;
  private final LiveListener listener;
  private final Dates dates;
  private final MetaTable meta;
  private final TableAdmin tables;
  private final ConnectionLease lease;
  private final RowPutter putter;
  private final long keySeed;
  private final LiveKeys keys = new LiveKeys();
  private final RowBatch.Reader reader = new RowBatch.Reader();
  private final LinkRow row = new LinkRow();
  private final LinkRecord record = new LinkRecord();
  private final ParentReferenceCell references = new ParentReferenceCell();
  private final PackedWriter packed = new PackedWriter();
  private final ExecutorService writer = thread("daisychain-live-writer");
  private final ExecutorService resolver = thread("daisychain-live-resolver");

  private LinkSettings settings;
  private RowRecorder recorder;
  private ParentCandidates candidates;
  private long epoch = 1;
  private boolean isOpen;
  private String runId;
  private long ingestVersion;
  private long number;
  private LiveChanges changes = new LiveChanges();
  private Future<?> writing;
  private Away away;
  private final Set<LiveCluster> dirty = new LinkedHashSet<>();
  private final Set<LiveCluster> large = new LinkedHashSet<>();
  private final Set<DatedKey> fetching = new LinkedHashSet<>();
  private final Set<DatedKey> again = new HashSet<>();
  private final Map<Integer, ChangedKeys> ingested = new TreeMap<>();
  private final Map<Integer, ChangedKeys> written = new TreeMap<>();
  private final Map<Integer, KeySample> samples = new TreeMap<>();
  private final Set<DatedKey> waiting = new HashSet<>();
  private LinkCounts counts = new LinkCounts();
  private long linked;
  private long rowsWritten;
  private long longestWait;

  /**
   * What live linking is told.
   *
   * @param rules how messages are understood
   * @param reference who reports, and by which days faults are repaired in time
   * @param toleranceNanos how much earlier than its parent an event may be
   * @param gtcDays on how many earlier days a native parent is looked for
   * @param table the events, all of which are linked
   * @param mostEvents events that stay in memory, about
   */
  public record Rules(
      EventReader.Rules rules,
      ReferenceData reference,
      long toleranceNanos,
      int gtcDays,
      StoreTable table,
      long mostEvents) {}

  private LiveLink(Rules rules, LiveListener listener) throws IOException {
    this.rules = rules;
    this.listener = listener;
    this.dates = Dates.open(rules.table());
    this.tables = TableAdmin.open(rules.table().store());
    this.meta = tables.meta(rules.table().name());
    this.lease = rules.table().store().connect();
    this.putter = new RowPutter(rules.table());
    this.keySeed = tables.keySeed(rules.table().name());
  }

  private static ExecutorService thread(String name) {
    return Executors.newSingleThreadExecutor(
        work -> {
          Thread thread = new Thread(work, name);
          thread.setDaemon(true);
          return thread;
        });
  }

  /**
   * Begins over a store in which all is linked.
   *
   * @param listener takes what changes
   * @param stored takes what the store has already
   */
  public static LiveLink open(Rules rules, LiveListener listener, StoredEvents stored)
      throws IOException {
    LiveLink live = new LiveLink(rules, listener);
    try {
      live.load(stored);
      return live;
    } catch (IOException | RuntimeException e) {
      live.close();
      throw e;
    }
  }

  /** Takes the events that a store has when live linking begins. */
  public interface StoredEvents {
    /**
     * Takes a row.
     *
     * @param lifecycle id of its lifecycle; null where it was not linked
     * @param statuses mask of its statuses
     * @param sums of the lifecycle whose id it is; null where it is none
     */
    void accept(
        int date,
        RowKey key,
        ParentReferenceCell references,
        RowKey lifecycle,
        int statuses,
        LifecycleCell sums);
  }

  /** Notes which keys the store has. */
  private void load(StoredEvents stored) throws IOException {
    ParentReferenceCell view = new ParentReferenceCell();
    for (StoredDate date : dates.list()) {
      String name = rules.table().ofDate(date.epochDay());
      byte[] all = {};
      try (RangeScan scan = RangeScan.open(lease.connection(), name, all, all, Family.LINK)) {
        byte[] key = null;
        Cell named = null;
        Cell lineage = null;
        Cell lifecycle = null;
        boolean more = scan.next();
        while (more || key != null) {
          if (key != null && (!more || scan.startsRow())) {
            if (key.length == RowKey.LENGTH) {
              keys.addStored(RowKey.high(key, 0), RowKey.low(key, 0));
              if (named != null) {
                tell(
                    date.epochDay(),
                    RowKey.read(key, 0),
                    view.read(
                        named.getValueArray(), named.getValueOffset(), named.getValueLength()),
                    lineage,
                    lifecycle,
                    stored);
              }
            }
            named = null;
            lineage = null;
            lifecycle = null;
            key = null;
          }
          if (more) {
            key = scan.row();
            Cell cell = scan.cell();
            switch (cell.getQualifierArray()[cell.getQualifierOffset()]) {
              case TableSchema.REFERENCES_PREFIX -> named = cell;
              case 'G' -> lineage = cell;
              case 'L' -> lifecycle = cell;
              default -> {}
            }
            more = scan.next();
          }
        }
      }
      try (OpenReferences open = new OpenReferences(rules.table())) {
        open.scan(date.epochDay(), (parent, child) -> keys.addStored(parent.high(), parent.low()));
      }
    }
  }

  private static void tell(
      int date,
      RowKey key,
      ParentReferenceCell references,
      Cell lineage,
      Cell lifecycle,
      StoredEvents stored) {
    RowKey id = null;
    int statuses = 0;
    if (lineage != null) {
      byte[] array = lineage.getValueArray();
      LineageCell view =
          new LineageCell().read(array, lineage.getValueOffset(), lineage.getValueLength());
      id = RowKey.read(array, view.lifecycleAt());
      statuses = view.statuses();
    }
    LifecycleCell sums =
        lifecycle == null
            ? null
            : LifecycleCell.read(
                lifecycle.getValueArray(), lifecycle.getValueOffset(), lifecycle.getValueLength());
    stored.accept(date, key, references, id, statuses, sums);
  }

  /**
   * Begins an epoch, before a row of it is stored: a link run, and a change of each date.
   *
   * @param run its name
   * @return the version under which changes of dates are noted
   */
  public long begin(String run) throws IOException {
    runId = run;
    ingestVersion = dates.nextVersion();
    LinkRun begun = LinkRun.begin(meta);
    number = begun.number();
    settings = settings(begun);
    recorder = new RowRecorder(settings, lease);
    isOpen = true;
    nextNumber();
    return ingestVersion;
  }

  private LinkSettings settings(LinkRun run) throws IOException {
    Set<Integer> stored = new TreeSet<>();
    dates.list().forEach(date -> stored.add(date.epochDay()));
    LinkPlan plan =
        LinkPlan.of(
            stored,
            Map.of(),
            Map.of(),
            Set.of(),
            Map.of(),
            dates.openReferences(),
            dates.dropped(),
            0,
            0);
    candidates = new ParentCandidates(plan.dates());
    return settings(plan, run, settings == null ? Partitioning.of(PARTITIONS) : partitioning());
  }

  private Partitioning partitioning() {
    return settings.partitioning();
  }

  private LinkSettings settings(LinkPlan plan, LinkRun run, Partitioning partitioning) {
    return new LinkSettings(
        rules.rules(),
        rules.reference(),
        rules.toleranceNanos(),
        rules.gtcDays(),
        "",
        rules.table(),
        plan,
        false,
        run,
        runId + "/" + epoch,
        NO_SPILL,
        partitioning,
        NO_UNION_ROUNDS);
  }

  /** Rows written from now on have a greater timestamp than those before: deletes hide no more. */
  private void nextNumber() throws IOException {
    number = LinkRun.nextNumber(meta);
  }

  /** True while there is something that the store does not know to be linked. */
  public boolean isOpen() {
    return isOpen;
  }

  /**
   * Takes events whose rows are durable, and links all but large lifecycles.
   *
   * @param blocks one row each, as {@code EventRow} packs it
   */
  public void link(List<byte[]> blocks) throws IOException {
    if (!isOpen) {
      throw new IllegalStateException("no epoch has begun");
    }
    for (byte[] block : blocks) {
      take(block);
    }
    fetchAll();
    linked += blocks.size();
    resolveSmall();
    resolveLarge(false);
  }

  private void take(byte[] block) throws IOException {
    reader.wrap(block);
    reader.nextRow();
    int date = reader.date();
    if (!settings.dates().has(date)) {
      addDate();
    }
    long high = RowKey.high(reader.array(), reader.keyOffset());
    long low = RowKey.low(reader.array(), reader.keyOffset());
    ingested.computeIfAbsent(date, none -> new ChangedKeys()).add(high, low);
    samples.computeIfAbsent(date, none -> new KeySample(keySeed)).add(high, low);
    LiveNode node = keys.find(high, low);
    if (node == null) {
      node = keys.add(high, low);
      node.mayBeStored = keys.mayBeStored(high, low);
    }
    DatedKey key = new DatedKey(date, new RowKey(high, low));
    LiveNode event = node.on(date);
    if (event == null && node.mayBeStored && !node.hasEvents()) {
      fetching.add(key);
      fetchAllDates(node);
      return;
    }
    boolean reported = readRow(date);
    if (event != null || !reported) {
      if (event == null || !isRepeat(event)) {
        again.add(key);
        fetching.add(key);
      }
      return;
    }
    packed.clear();
    recorder.record(key.key().toBytes(), row, rowEvents, packed, null);
    insert(packed.toBytes());
  }

  private final List<Cell> rowEvents = new ArrayList<>();
  private int rowCells;

  /** Reads the row of the block as link reads one of the table; true if it has an event. */
  private boolean readRow(int date) {
    row.clear(date);
    rowEvents.clear();
    rowCells = 0;
    byte[] array = reader.array();
    byte[] key = Arrays.copyOfRange(array, reader.keyOffset(), reader.keyOffset() + RowKey.LENGTH);
    while (reader.nextCell()) {
      rowCells++;
      Family family = reader.family();
      byte first = array[reader.qualifierOffset()];
      if (family == Family.DATA
          && (first == TableSchema.ORIGIN_PREFIX
              || (first == TableSchema.EVENT_PREFIX && rules.gtcDays() == 0))) {
        continue;
      }
      Cell cell =
          new KeyValue(
              key,
              0,
              key.length,
              family.bytes(),
              0,
              family.bytes().length,
              array,
              reader.qualifierOffset(),
              reader.qualifierLength(),
              reader.timestamp(),
              KeyValue.Type.Put,
              array,
              reader.valueOffset(),
              reader.valueLength());
      switch (family) {
        case LINK -> row.addLink(cell);
        case ERROR -> row.addError(cell);
        case DATA -> {
          if (RowRecorder.isEvent(cell)) {
            rowEvents.add(cell);
          } else {
            row.addFlag(cell);
          }
        }
      }
    }
    return row.isReported();
  }

  /**
   * True when the row that was read says nothing that is not known: the same content, sent later,
   * without flags, which would replace those of the first.
   */
  private boolean isRepeat(LiveNode event) {
    Cell claim = row.earliest();
    record.read(event.record, 0);
    references.read(record.buffer(), record.referencesAt(), record.referencesLength());
    int at = claim.getQualifierOffset() + 1;
    boolean same =
        RowKey.high(claim.getQualifierArray(), at) == record.contentHigh()
            && RowKey.low(claim.getQualifierArray(), at) == record.contentLow();
    long sent = references.sendingTime();
    int statuses = references.statuses();
    return same
        && row.read(claim).sendingTime() >= sent
        && row.read(claim).statuses() == statuses
        && rowCells == PLAIN_CELLS;
  }

  /** Content, origin and references. */
  private static final int PLAIN_CELLS = 3;

  private void addDate() throws IOException {
    PreparedLink.noteLostDates(dates, runId);
    settings = settings(settings.linkRun());
    recorder = new RowRecorder(settings, lease);
  }

  /** Asks for all that the store may have under a key. */
  private void fetchAllDates(LiveNode node) {
    for (StoredDate date : storedDates()) {
      fetching.add(new DatedKey(date.epochDay(), new RowKey(node.high, node.low)));
    }
  }

  private List<StoredDate> storedDates;

  private List<StoredDate> storedDates() {
    if (storedDates == null || storedDates.size() != settings.dates().count()) {
      try {
        storedDates = dates.list();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return storedDates;
  }

  /** Reads what the store has of the keys asked for, and all that hangs together with it. */
  private void fetchAll() throws IOException {
    if (!again.isEmpty()) {
      takeBack();
      awaitWriting();
      flush();
      awaitWriting(); // what is read must be what was found last
    }
    while (!fetching.isEmpty()) {
      List<DatedKey> asked = new ArrayList<>(fetching);
      fetching.clear();
      List<byte[]> blocks = new ArrayList<>();
      LinkSettings reading =
          settings(settings.plan(), new LinkRun(number, new TreeSet<>()), partitioning());
      try (LifecycleFetch fetch =
          new LifecycleFetch(
              reading,
              (partition, buffer, length) -> blocks.add(Arrays.copyOf(buffer, length)),
              read -> counts.add(read))) {
        asked.forEach(fetch::add);
        fetch.run();
      }
      for (byte[] block : blocks) {
        insertAll(block);
      }
    }
    again.clear();
  }

  private void insertAll(byte[] block) {
    int at = 0;
    while (at < block.length) {
      record.read(block, at);
      int end = record.end();
      insert(Arrays.copyOfRange(block, at, end));
      at = end;
    }
  }

  /** Adds an event to the graph, or what is known of it anew. */
  private void insert(byte[] bytes) {
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
      event = node;
      if (node.record != null) {
        event = new LiveNode(node.high, node.low);
        event.next = node.next;
        node.next = event;
        event.cluster = node.cluster;
      }
      event.date = record.date();
      event.record = bytes;
      clusterOf(node).add(event);
    }
    LiveCluster cluster = clusterOf(node);
    references.read(record.buffer(), record.referencesAt(), record.referencesLength());
    for (int parent = 0; parent < references.parents(); parent++) {
      candidates.of(record, references, parent);
      for (int i = 0; i < candidates.count(); i++) {
        if (i == 0
            || candidates.high(i) != candidates.high(i - 1)
            || candidates.low(i) != candidates.low(i - 1)) {
          cluster = join(cluster, candidates.high(i), candidates.low(i));
        }
      }
    }
    for (int i = 0; i < record.priorParents(); i++) {
      RowKey prior = record.priorParent(i).key();
      cluster = join(cluster, prior.high(), prior.low());
    }
    for (int i = 0; i < record.otherChildren(); i++) {
      RowKey child = record.otherChild(i).key();
      cluster = join(cluster, child.high(), child.low());
    }
    cluster.touched = epoch;
    if (!cluster.isDirty || cluster.waitingSince == 0) {
      cluster.waitingSince = System.nanoTime();
    }
    cluster.isDirty = true;
    dirty.add(cluster);
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

  private static LiveCluster clusterOf(LiveNode node) {
    if (node.cluster == null) {
      node.cluster = new LiveCluster();
    }
    node.cluster = node.cluster.root();
    return node.cluster;
  }

  private void resolveSmall() throws IOException {
    if (dirty.isEmpty()) {
      return;
    }
    Set<LiveCluster> small = new LinkedHashSet<>();
    for (LiveCluster touched : dirty) {
      LiveCluster cluster = touched.root();
      if (cluster.isDirty) {
        if (cluster.size > LARGE || cluster.isAway) {
          large.add(cluster);
        } else {
          small.add(cluster);
        }
      }
    }
    dirty.clear();
    if (!small.isEmpty()) {
      List<LiveNode> nodes = new ArrayList<>();
      for (LiveCluster cluster : small) {
        cluster.isDirty = false;
        cluster.waitingSince = 0;
        nodes.addAll(Arrays.asList(cluster.events).subList(0, cluster.size));
      }
      new Resolved(nodes, settings, changes).apply();
    }
  }

  /** What another thread resolves. */
  private record Away(
      LiveCluster cluster, Future<Resolved> result, LiveChanges changes, long since) {}

  /**
   * Takes large clusters that are done, and gives the next one away.
   *
   * @param all true to wait for all of them
   */
  private void resolveLarge(boolean all) throws IOException {
    do {
      if (away != null && (all || away.result().isDone())) {
        takeBack();
      }
      if (away == null) {
        giveAway(all);
      }
    } while (all && (away != null || !large.isEmpty()));
  }

  private void takeBack() throws IOException {
    if (away != null) {
      Resolved resolved = await(away.result());
      LiveCluster cluster = away.cluster().root();
      changes.add(away.changes());
      resolved.apply();
      long now = System.nanoTime();
      cluster.isAway = false;
      cluster.due = now + Math.max(PAUSE_NANOS, now - away.since());
      away = null;
    }
  }

  private void giveAway(boolean all) {
    long now = System.nanoTime();
    for (LiveCluster waiting : List.copyOf(large)) {
      LiveCluster cluster = waiting.root();
      if (!cluster.isDirty) {
        large.remove(waiting);
      } else if (away == null && (all || now - cluster.due >= 0)) {
        large.remove(waiting);
        longestWait = Math.max(longestWait, now - cluster.waitingSince);
        cluster.isDirty = false;
        cluster.waitingSince = 0;
        cluster.isAway = true;
        List<LiveNode> nodes = List.of(Arrays.copyOf(cluster.events, cluster.size));
        LinkSettings then = settings;
        LiveChanges found = new LiveChanges();
        away =
            new Away(cluster, resolver.submit(() -> new Resolved(nodes, then, found)), found, now);
      }
    }
  }

  private static <T> T await(Future<T> result) throws IOException {
    try {
      return result.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException failure) {
        throw new IOException(failure.getMessage(), failure);
      }
      throw new IOException(String.valueOf(e.getCause().getMessage()), e.getCause());
    }
  }

  /** Whole clusters, resolved: what is new of them. */
  private final class Resolved {
    private final List<LiveNode> nodes;
    private final byte[][] before;
    private final byte[][] after;
    private final LinkCounts sums = new LinkCounts();
    private final List<DatedKey> news = new ArrayList<>();
    private final List<DatedKey> unsettled = new ArrayList<>();
    private final List<DatedKey[]> gone = new ArrayList<>();
    private final List<LiveListener.Lifecycle> lifecycles = new ArrayList<>();
    private final List<LiveListener.Finding> findings = new ArrayList<>();

    Resolved(List<LiveNode> nodes, LinkSettings settings, LiveChanges changes) {
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
      Resolution resolution = new Resolution(graph, components, settings.linkRules());
      ChildCells children = new ChildCells(graph, date -> true);
      LinkRecord.Prior prior = new LinkRecord.Prior();
      PackedWriter out = new PackedWriter();
      BitSet changed = new BitSet();
      for (int node = 0; node < graph.size(); node++) {
        boolean isNews = resolution.write(node, changes);
        DateSums ofDate = sums.of(graph.date(node));
        ResolveFn.count(graph, resolution, node, false, ofDate);
        if (!isNews) {
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
          tell(graph, resolution, node, hadLifecycle, oldStatuses);
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
        EventGraph graph, Resolution resolution, int node, boolean hadLifecycle, int oldStatuses) {
      DatedKey lifecycle = graph.datedKey(resolution.lifecycle(node));
      if (hadLifecycle && resolution.lifecycle(node) != node) {
        gone.add(new DatedKey[] {graph.datedKey(node), lifecycle});
      }
      int statuses = resolution.statuses(node);
      EventType type = graph.type(node);
      if (statuses != 0 || oldStatuses != 0 || type == EventType.ROUTE) {
        ParentReferenceCell values = graph.references(node);
        findings.add(
            new LiveListener.Finding(
                graph.datedKey(node),
                lifecycle,
                type,
                values.reporter().toString(),
                values.eventId().toString(),
                values.symbol().toString(),
                statuses,
                type == EventType.ROUTE && !graph.hasChild(node, EventType.ACCEPT)));
      }
    }

    private void tellLifecycles(
        EventGraph graph, UnionFind components, Resolution resolution, BitSet changed) {
      Map<Integer, Told> told = new HashMap<>();
      for (int node = 0; node < graph.size(); node++) {
        int component = components.find(node);
        if (changed.get(component)) {
          Told of = told.computeIfAbsent(component, none -> new Told());
          ParentReferenceCell values = graph.references(node);
          if (!values.symbol().isEmpty()) {
            of.symbols.add(values.symbol().toString());
          }
          of.reporters.add(values.reporter().toString());
          of.statuses |= resolution.statuses(node);
          of.root = resolution.lifecycle(node);
        }
      }
      for (Told of : told.values()) {
        lifecycles.add(
            new LiveListener.Lifecycle(
                graph.datedKey(of.root),
                resolution.cell(of.root),
                of.symbols,
                of.reporters,
                of.statuses));
      }
    }

    /** Takes it over into the graph, and tells it. */
    void apply() {
      for (int i = 0; i < before.length; i++) {
        LiveNode node = nodes.get(i);
        if (after[i] != null && node.record == before[i]) {
          node.record = after[i];
        }
      }
      counts.add(sums);
      news.forEach(
          key ->
              written
                  .computeIfAbsent(key.date(), none -> new ChangedKeys())
                  .add(key.key().high(), key.key().low()));
      waiting.addAll(unsettled);
      if (listener != null) {
        gone.forEach(pair -> listener.gone(pair[0], pair[1]));
        lifecycles.forEach(listener::changed);
        findings.forEach(listener::found);
      }
    }
  }

  /** Of one lifecycle what its events have. */
  private static final class Told {
    private final Set<String> symbols = new TreeSet<>();
    private final Set<String> reporters = new TreeSet<>();
    private int statuses;
    private int root;
  }

  /** Looks after large lifecycles whose time has come. */
  public void resolveDue() throws IOException {
    if (isOpen) {
      resolveLarge(false);
    }
  }

  /** True when large lifecycles wait to be resolved. */
  public boolean hasWaiting() {
    return away != null || !large.isEmpty();
  }

  /** Begins to write what has changed, unless the writing before goes on. */
  public void flush() throws IOException {
    if (writing != null && !writing.isDone()) {
      return;
    }
    awaitWriting();
    if (changes.isEmpty()) {
      return;
    }
    LiveChanges leaving = changes;
    changes = new LiveChanges();
    DateWriters.note(settings, leaving.dates());
    LinkSettings numbered =
        settings(settings.plan(), new LinkRun(number, new TreeSet<>()), partitioning());
    nextNumber();
    rowsWritten += leaving.size();
    writing =
        writer.submit(
            () -> {
              IOException[] failure = new IOException[1];
              PackedChanges out =
                  new PackedChanges(
                      numbered,
                      (range, buffer, length) -> {},
                      (range, buffer, length) -> {
                        try {
                          if (failure[0] == null) {
                            putter.add(Arrays.copyOf(buffer, length));
                          }
                        } catch (IOException e) {
                          failure[0] = e;
                        }
                      });
              leaving.drainTo(out);
              out.flush();
              if (failure[0] != null) {
                throw failure[0];
              }
              putter.flush();
              return null;
            });
  }

  private void awaitWriting() throws IOException {
    if (writing != null) {
      Future<?> last = writing;
      writing = null;
      await(last);
    }
  }

  /**
   * Ends the epoch: all that came in it is linked, written and noted. No row may be stored
   * meanwhile.
   *
   * @param begun dates of which a change was begun under the epoch's version
   * @return true when the link job has to look at some date, since something happened on which
   *     lineages of events that are not live rest
   */
  public boolean end(Collection<Integer> begun) throws IOException {
    if (!isOpen) {
      return false;
    }
    resolveSmall();
    resolveLarge(true);
    writeOpenReferences();
    do {
      awaitWriting();
      flush();
    } while (!changes.isEmpty() || writing != null);
    begun.forEach(date -> ingested.computeIfAbsent(date, none -> new ChangedKeys()));
    for (Map.Entry<Integer, ChangedKeys> date : ingested.entrySet()) {
      dates.saveKeys(date.getKey(), ingestVersion, Kind.INGEST, runId, date.getValue());
    }
    dates.end(ingestVersion, Kind.INGEST, runId);
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
    Map<Integer, DateSums> sums = counts.dates();
    new LinkedDates(dates, stored, new LinkChoice(Set.of(), Map.of(), versions), runId)
        .finish(sums);
    for (Map.Entry<Integer, KeySample> sample : samples.entrySet()) {
      TableAdmin.addKeys(meta, sample.getKey(), sample.getValue());
    }
    settings.linkRun().complete(meta, dates, List.of());
    ingested.clear();
    written.clear();
    samples.clear();
    waiting.clear();
    counts = new LinkCounts();
    isOpen = false;
    letGo();
    epoch++;
    return again;
  }

  /** Keeps which events wait for parents on other dates. */
  private void writeOpenReferences() throws IOException {
    Set<LiveCluster> clusters = new LinkedHashSet<>();
    for (DatedKey key : waiting) {
      clusters.add(clusterOf(keys.find(key.key().high(), key.key().low())));
    }
    List<LiveNode> nodes = new ArrayList<>();
    for (LiveCluster cluster : clusters) {
      nodes.addAll(Arrays.asList(cluster.events).subList(0, cluster.size));
    }
    if (nodes.isEmpty()) {
      return;
    }
    EventGraph graph = new EventGraph(settings.dates());
    nodes.forEach(node -> graph.add(node.record));
    graph.link();
    try (OpenReferenceWriter open = new OpenReferenceWriter(settings, graph)) {
      for (int node = 0; node < graph.size(); node++) {
        if (waiting.contains(graph.datedKey(node))) {
          open.add(node, counts.of(graph.date(node)));
        }
      }
    }
  }

  /** Lets clusters go that were not touched for long, so that the others have room. */
  private void letGo() {
    if (keys.size() <= rules.mostEvents()) {
      return;
    }
    TreeMap<Long, Long> sizes = new TreeMap<>();
    keys.forEach(node -> sizes.merge(clusterOf(node).touched, 1L, Long::sum));
    long kept = 0;
    long from = Long.MAX_VALUE;
    for (Map.Entry<Long, Long> ofEpoch : sizes.descendingMap().entrySet()) {
      kept += ofEpoch.getValue();
      if (kept > rules.mostEvents() / 2) {
        break;
      }
      from = ofEpoch.getKey();
    }
    long first = from;
    keys.retain(node -> node.cluster.root().touched >= first);
  }

  /** Events linked so far. */
  public long linked() {
    return linked;
  }

  /** Rows written so far, of which one may be written several times. */
  public long rowsWritten() {
    return rowsWritten;
  }

  /** Keys in memory. */
  public int live() {
    return keys.size();
  }

  /** Nanoseconds that an event of a large lifecycle has waited at most to be linked. */
  public long longestWait() {
    return longestWait;
  }

  /** Lets go of the store; what has not ended is left to the next link run. */
  @Override
  public void close() throws IOException {
    writer.shutdownNow();
    resolver.shutdownNow();
    putter.close();
    lease.close();
    meta.close();
    tables.close();
    dates.close();
  }
}
