package io.daisychain.linkage.live;

import io.daisychain.linkage.LifecycleFetch;
import io.daisychain.linkage.graph.DatedKey;
import io.daisychain.linkage.graph.Resolution;
import io.daisychain.linkage.plan.LinkSettings;
import io.daisychain.model.RowKey;
import io.daisychain.model.cell.LifecycleCell;
import io.daisychain.model.cell.ParentReferenceCell;
import io.daisychain.model.event.EventReader;
import io.daisychain.model.reference.ReferenceData;
import io.daisychain.store.RowBatch;
import io.daisychain.store.StoreTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

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

  /** A lifecycle to which nothing has come for so long is packed when there is time. */
  private static final long REST_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** Here there has been none: it is packed between writes. */
  private static final long OVERDUE_NANOS = 2 * REST_NANOS;

  private static final int MOST_OVERDUE = 4_000;

  /** For so long nothing has come to a lifecycle whose faults are followed. */
  private static final long SETTLED_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  private static final int FOLLOWED_AT_ONCE = 10_000;

  /** Lifecycles and rows that are left for the end of an epoch: some tens of milliseconds. */
  private static final int LITTLE = 1_000;

  /** So many packed events take what one takes that is worked on, with what is done to it. */
  private static final int PACKED_EACH = 4;

  private final Rules rules;
  private final LiveListener listener;
  private final LiveStore store;
  private final LiveRun run;
  private final LiveGraph graph;
  private final LiveEpoch epoch;
  private final LiveWriter writer;
  private final LargeClusters large;
  private final LiveRowReader row;
  private final RowBatch.Reader blocks = new RowBatch.Reader();
  private boolean isOpen;
  private long linked;

  /**
   * What live linking is told.
   *
   * @param rules how messages are understood
   * @param reference who reports, and by which days faults are repaired in time
   * @param toleranceNanos how much earlier than its parent an event may be
   * @param gtcDays on how many earlier days a native parent is looked for
   * @param table the events, all of which are linked
   * @param mostEvents events that stay in memory, about, if none is packed; packed ones take a
   *     quarter
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
    this.store = new LiveStore(rules.table());
    this.run = new LiveRun(rules, store);
    this.graph = new LiveGraph(run);
    this.epoch = new LiveEpoch(run, store);
    this.writer = new LiveWriter(run, store, rules.table());
    this.large = new LargeClusters(this::resolving, this::take);
    this.row = new LiveRowReader(rules.gtcDays() > 0);
  }

  /**
   * Begins over a store in which all is linked, but for rows that are given to {@link #resolve}
   * later.
   *
   * @param listener takes what changes
   * @param stored takes what the store has already
   */
  public static LiveLink open(Rules rules, LiveListener listener, StoredEvents stored)
      throws IOException {
    LiveLink live = new LiveLink(rules, listener);
    try {
      LoadStoredEvents.load(
          rules.table(), live.store.dates(), live.store.lease(), live.graph.keys(), stored);
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

  /**
   * Has the numbers of the next epoch ready, so that it begins without delay. A kill leaves a link
   * run that has written nothing.
   */
  public void prepare() throws IOException {
    if (!isOpen) {
      run.prepare();
    }
  }

  /**
   * Begins an epoch, before a row of it is stored: a link run, and a change of each date.
   *
   * @param name of the run
   * @return the version under which changes of dates are noted
   */
  public long begin(String name) throws IOException {
    run.begin(name);
    isOpen = true;
    return run.ingestVersion();
  }

  /** Begins an epoch of which rows are stored already, their dates noted under this version. */
  public void begin(String name, long version) throws IOException {
    begin(name);
    run.ingestVersion(version);
  }

  /** True while there is something that the store does not know to be linked. */
  public boolean isOpen() {
    return isOpen;
  }

  /** Rows that are on their way to the store. */
  public interface OnTheWay {
    /** Returns when they are durable in the store, where what is read of them is found. */
    void awaitDurable() throws IOException;
  }

  /**
   * Takes events whose rows may still be on their way, and links all but large lifecycles: what
   * needs nothing of the store is resolved meanwhile. It is told, and written, when they are
   * durable, and this returns no earlier.
   *
   * @param rows one row each, as {@code EventRow} packs it
   */
  public void link(List<byte[]> rows, OnTheWay store) throws IOException {
    Resolved resolved = resolve(rows, store);
    store.awaitDurable();
    resolved.tell();
    resolveDue();
  }

  /** What was found out of rows, which nobody has heard of. */
  public interface Resolved {
    /**
     * Tells it, once the rows are durable: before anything else is asked of live linking, by any
     * thread.
     */
    void tell();
  }

  /**
   * Takes events whose rows may still be on their way, as {@link #link(List, OnTheWay)} does, and
   * leaves telling to the caller, who also looks after large lifecycles ({@link #resolveDue}).
   */
  public Resolved resolve(List<byte[]> rows, OnTheWay store) throws IOException {
    if (!isOpen) {
      throw new IllegalStateException("no epoch has begun");
    }
    for (byte[] block : rows) {
      take(block, store);
    }
    if (graph.isFetching()) {
      store.awaitDurable();
      fetchAll();
    }
    ResolvedClusters resolved = resolveSmall();
    return () -> {
      linked += rows.size();
      tell(resolved);
    };
  }

  private void take(byte[] block, OnTheWay store) throws IOException {
    blocks.wrap(block);
    blocks.nextRow();
    int date = blocks.date();
    if (!run.settings().dates().has(date)) {
      store.awaitDurable(); // the date is noted before its rows are
      run.addDates();
    }
    long high = RowKey.high(blocks.array(), blocks.keyOffset());
    long low = RowKey.low(blocks.array(), blocks.keyOffset());
    boolean reported = row.read(blocks);
    if (row.isBearer()) {
      return;
    }
    epoch.came(date, high, low);
    LiveNode node = graph.came(high, low);
    DatedKey key = new DatedKey(date, new RowKey(high, low));
    LiveNode event = node.on(date);
    if (event == null && node.mayBeStored && !node.hasEvents()) {
      graph.fetch(key, node);
      return;
    }
    if (event != null || !reported) {
      if (event == null || !row.isRepeat(event)) {
        graph.fetchAgain(key);
      }
      return;
    }
    graph.insert(row.record(run.recorder(), key.key()));
  }

  /** Reads what the store has of the keys asked for, and all that hangs together with it. */
  private void fetchAll() throws IOException {
    if (graph.fetchesAway()) {
      large.takeBack(); // what is read must be what was found last
    }
    for (List<DatedKey> asked = graph.takeFetching();
        !asked.isEmpty();
        asked = graph.takeFetching()) {
      List<byte[]> found = new ArrayList<>();
      try (LifecycleFetch fetch =
          new LifecycleFetch(
              run.numbered(),
              (partition, buffer, length) -> found.add(Arrays.copyOf(buffer, length)),
              epoch::count,
              writer::over)) {
        for (DatedKey key : asked) {
          if (graph.isLive(key)) {
            fetch.addAlone(key); // and so is all that it hangs together with
          } else {
            fetch.add(key);
          }
        }
        fetch.run();
      }
      found.forEach(graph::insertAll);
    }
    graph.endFetching();
  }

  /** Resolves what something came to; null where that is nothing. */
  private ResolvedClusters resolveSmall() {
    List<LiveCluster> clusters = new ArrayList<>();
    for (LiveCluster cluster : graph.takeDirty()) {
      if (cluster.size > LARGE || cluster.isAway) {
        large.add(cluster);
      } else {
        cluster.isDirty = false;
        cluster.waitingSince = 0;
        cluster.lacksFaultsLife = false;
        clusters.add(cluster);
      }
    }
    return resolve(clusters, false);
  }

  private ResolvedClusters resolve(List<LiveCluster> clusters, boolean followsFaults) {
    List<LiveNode> nodes = new ArrayList<>();
    for (LiveCluster cluster : clusters) {
      nodes.addAll(Arrays.asList(cluster.events).subList(0, cluster.size));
    }
    return nodes.isEmpty()
        ? null
        : new ResolvedClusters(nodes, run.settings(), writer.changes(), listener, followsFaults);
  }

  private void tell(ResolvedClusters resolved) {
    if (resolved != null) {
      resolved.apply(epoch, listener);
      graph.lackFaultsLife(resolved.left());
    }
  }

  /**
   * Finds out the life of faults of lifecycles to which nothing has come for a moment: it takes a
   * resolution for each moment of a lifecycle's past, so it is not done whenever something comes,
   * but at the end of an epoch at the latest. For moments in which nothing waits to be linked.
   *
   * @param most events looked at, about
   */
  public void followFaults(int most) {
    if (isOpen) {
      followFaults(most, System.nanoTime() - SETTLED_NANOS);
    }
  }

  /**
   * Does what the end of an epoch would have to do, a little at a time, so that it is short:
   * follows faults, of lifecycles too to which something has just come, and writes what was found
   * out.
   *
   * @param most events looked at, about
   */
  public void approachEnd(int most) throws IOException {
    followFaults(most, System.nanoTime());
    writer.flush();
  }

  /** True when little is left to do at the end of the epoch. */
  public boolean isNearEnd() {
    return graph.lacking() <= LITTLE && !writer.isBusy() && writer.changes().size() <= LITTLE;
  }

  private void followFaults(int most, long before) {
    tell(resolve(graph.takeLacking(most, before, LARGE), true));
  }

  private Callable<ResolvedClusters> resolving(List<LiveNode> nodes, LiveChanges changes) {
    LinkSettings settings = run.settings();
    return () -> new ResolvedClusters(nodes, settings, changes, listener, true);
  }

  private void take(ResolvedClusters resolved, LiveChanges changes) {
    writer.changes().add(changes);
    resolved.apply(epoch, listener);
  }

  /** Looks after large lifecycles whose time has come. */
  public void resolveDue() throws IOException {
    if (isOpen) {
      large.resolve(false);
    }
  }

  /**
   * Packs lifecycles to which nothing has come for some seconds; for moments in which nothing waits
   * to be linked.
   *
   * @param most lifecycles: a few microseconds each
   */
  public void rest(int most) {
    rest(System.nanoTime(), REST_NANOS, most);
  }

  /** The same as if it were some moment of this process's clock. */
  void rest(long now, long quiet, int most) {
    graph.rest(now, quiet, most, LARGE);
  }

  /** True when large lifecycles wait to be resolved. */
  public boolean hasWaiting() {
    return large.isBusy();
  }

  /** Begins to write what has changed, unless the writing before goes on. */
  public void flush() throws IOException {
    rest(System.nanoTime(), OVERDUE_NANOS, MOST_OVERDUE);
    writer.flush();
  }

  /** Waits until what is being written is durable. */
  void awaitWritten() throws IOException {
    writer.await();
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
      writer.await();
      run.endPrepared();
      return false;
    }
    tell(resolveSmall());
    large.resolve(true);
    while (graph.lacking() > 0) {
      followFaults(FOLLOWED_AT_ONCE, System.nanoTime());
    }
    epoch.writeOpenReferences(graph);
    writer.finish();
    boolean again = epoch.end(begun);
    isOpen = false;
    writer.keep(epoch.takeSamples());
    graph.letGo(rules.mostEvents(), PACKED_EACH);
    run.end();
    return again;
  }

  /** Events linked so far. */
  public long linked() {
    return linked;
  }

  /** Rows written so far, of which one may be written several times. */
  public long rowsWritten() {
    return writer.rows();
  }

  /** Keys in memory. */
  public int live() {
    return graph.keys().size();
  }

  /** Keys in memory of lifecycles that are packed. */
  public long resting() {
    return graph.keys().restingKeys();
  }

  /** Bytes of lifecycles that are packed. */
  public long restingBytes() {
    return graph.keys().restingBytes();
  }

  /** Nanoseconds that an event of a large lifecycle has waited at most until it was linked. */
  public long longestWait() {
    return large.longestWait();
  }

  /** Nanoseconds that resolving a large lifecycle has taken at most. */
  public long longestResolution() {
    return large.longestWork();
  }

  /** Lets go of the store; what has not ended is left to the next link run. */
  @Override
  public void close() throws IOException {
    writer.close();
    large.close();
    graph.keys().close();
    store.close();
  }
}
