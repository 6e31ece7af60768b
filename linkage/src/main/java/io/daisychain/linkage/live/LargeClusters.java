package io.daisychain.linkage.live;

import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Clusters of so many events that resolving one would hold up the others: a thread of its own
 * resolves them, one at a time. Of each the pause after it is as long as the work was, and at least
 * {@value #PAUSE_MILLIS} ms: what comes to a cluster costs half of one processor at most, however
 * large it is. An event that comes when the work has just begun waits for that, the pause and its
 * own turn.
 */
final class LargeClusters implements AutoCloseable {
  private static final long PAUSE_MILLIS = 1_000;
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS);

  private final ExecutorService thread;
  private final Resolver resolver;
  private final Taker taker;
  private final Set<LiveCluster> waiting = new LinkedHashSet<>();
  private Away away;
  private long longestWait;
  private long longestWork;

  /** Resolves events of whole clusters. */
  interface Resolver {
    /**
     * What a thread has to do.
     *
     * @param changes takes what differs from what the rows show
     */
    Callable<ResolvedClusters> of(List<LiveNode> nodes, LiveChanges changes);
  }

  /** Takes what was resolved. */
  interface Taker {
    void take(ResolvedClusters resolved, LiveChanges changes);
  }

  /** What the thread resolves. */
  private record Away(
      LiveCluster cluster,
      Future<ResolvedClusters> result,
      LiveChanges changes,
      long cameFirst,
      long since) {}

  LargeClusters(Resolver resolver, Taker taker) {
    this.thread = LiveThreads.one("daisychain-live-resolver");
    this.resolver = resolver;
    this.taker = taker;
  }

  /** Takes a cluster to which something came. */
  void add(LiveCluster cluster) {
    waiting.add(cluster);
  }

  /** True when some wait to be resolved. */
  boolean isBusy() {
    return away != null || !waiting.isEmpty();
  }

  /**
   * Takes clusters that are done, and gives the next one away.
   *
   * @param all true to wait for all of them
   */
  void resolve(boolean all) throws IOException {
    do {
      if (away != null && (all || away.result().isDone())) {
        takeBack();
      }
      if (away == null) {
        giveAway(all);
      }
    } while (all && isBusy());
  }

  /** Waits for what is being resolved. */
  void takeBack() throws IOException {
    if (away != null) {
      ResolvedClusters resolved = LiveThreads.await(away.result());
      LiveCluster cluster = away.cluster().root();
      taker.take(resolved, away.changes());
      long now = System.nanoTime();
      longestWait = Math.max(longestWait, now - away.cameFirst());
      longestWork = Math.max(longestWork, now - away.since());
      cluster.isAway = false;
      cluster.due = now + Math.max(PAUSE_NANOS, now - away.since());
      away = null;
    }
  }

  private void giveAway(boolean all) {
    long now = System.nanoTime();
    for (LiveCluster candidate : List.copyOf(waiting)) {
      LiveCluster cluster = candidate.root();
      if (!cluster.isDirty) {
        waiting.remove(candidate);
      } else if (away == null && (all || now - cluster.due >= 0)) {
        waiting.remove(candidate);
        long cameFirst = cluster.waitingSince;
        cluster.isDirty = false;
        cluster.waitingSince = 0;
        cluster.isAway = true;
        List<LiveNode> nodes = List.of(Arrays.copyOf(cluster.events, cluster.size));
        LiveChanges found = new LiveChanges();
        away = new Away(cluster, thread.submit(resolver.of(nodes, found)), found, cameFirst, now);
      }
    }
  }

  /** Nanoseconds that an event has waited at most until it was linked. */
  long longestWait() {
    return longestWait;
  }

  /** Nanoseconds that resolving a cluster has taken at most. */
  long longestWork() {
    return longestWork;
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
