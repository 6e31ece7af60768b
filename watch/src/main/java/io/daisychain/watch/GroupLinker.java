package io.daisychain.watch;

import io.daisychain.linkage.live.LiveLink;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.function.LongSupplier;

/**
 * Resolves groups while they are written, and has them handed out when they are durable. It has
 * what it has found out written every {@value #FLUSH_MILLIS} ms, and ends an epoch when nothing
 * more comes, at the latest after {@value #EPOCH_SECONDS} seconds.
 */
final class GroupLinker {
  static final long FLUSH_MILLIS = 300;
  static final long EPOCH_SECONDS = 30;

  /** An epoch is over when nothing has come for so long. */
  static final long IDLE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  /** Where more comes than can be followed, an epoch ends with what is left. */
  static final long APPROACH_NANOS = TimeUnit.SECONDS.toNanos(5);

  private static final long FLUSH_NANOS = TimeUnit.MILLISECONDS.toNanos(FLUSH_MILLIS);
  private static final long EPOCH_NANOS = TimeUnit.SECONDS.toNanos(EPOCH_SECONDS);
  private static final long POLL_MILLIS = 20;

  /** Rows of groups that are linked together, about. */
  private static final int MOST_TOGETHER = 1_000;

  /** Lifecycles that are packed while nothing waits: what comes meanwhile waits for them. */
  private static final int MOST_PACKED = 32;

  private static final int MOST_IDLE_PACKED = 1_000;

  /** Events whose faults are followed while nothing waits. */
  private static final int MOST_FOLLOWED = 50;

  private static final int MOST_IDLE_FOLLOWED = 1_000;

  /** Between two groups where an epoch is to end: storing goes on, and linking too. */
  private static final int MOST_FOLLOWED_BEFORE_END = 500;

  private final LinkEpochs epochs;
  private final Queue<CommitGroup> waiting;
  private final Lock writing;
  private final WatchFailure failure;
  private final Runnable tick;
  private final LongSupplier clock;
  private long flushed;
  private long came;
  private long epochBegan;
  private boolean hasEpochBegun;
  private long overSince;
  private boolean wasOver;
  private volatile long longestEnd;

  /**
   * A linker.
   *
   * @param waiting groups that have been handed over and not been taken
   * @param writing held by the one that writes while a group is handed over and written
   * @param tick done at each pass
   * @param clock of {@link System#nanoTime}
   */
  GroupLinker(
      LinkEpochs epochs,
      Queue<CommitGroup> waiting,
      Lock writing,
      WatchFailure failure,
      Runnable tick,
      LongSupplier clock) {
    this.epochs = epochs;
    this.waiting = waiting;
    this.writing = writing;
    this.failure = failure;
    this.tick = tick;
    this.clock = clock;
    this.flushed = clock.getAsLong();
    this.came = flushed;
  }

  /** Milliseconds for which the next group is waited for before a pass without one. */
  long patience() {
    return wasOver ? 1 : POLL_MILLIS;
  }

  /** Links a group, which may still be written, or does what is due where it is null. */
  void pass(CommitGroup group) throws IOException, InterruptedException {
    long now = clock.getAsLong();
    if (group != null) {
      came = now;
      link(group, now);
    } else {
      epochs.resolveDue();
    }
    if (waiting.isEmpty()) {
      epochs.catchUp(
          group == null ? MOST_IDLE_PACKED : MOST_PACKED,
          group == null ? MOST_IDLE_FOLLOWED : MOST_FOLLOWED);
    }
    tick.run();
    if (now - flushed >= FLUSH_NANOS) {
      epochs.flush();
      flushed = now;
    }
    boolean isOver = isEpochOver(now);
    if (isOver && !wasOver) {
      overSince = now;
    }
    if (isOver && isNearEnd(now - overSince)) {
      endEpoch();
    }
    wasOver = isOver;
  }

  /**
   * Links groups that belong to the epoch that is open, and were taken before this could link, and
   * those that come while it does: many together, as each asks the store for its own rows.
   */
  void linkAll(Deque<CommitGroup> early) throws IOException {
    while (!early.isEmpty()) {
      came = clock.getAsLong();
      beginEpoch(came);
      List<CommitGroup> groups = new ArrayList<>();
      List<byte[]> rows = new ArrayList<>();
      while (!early.isEmpty() && rows.size() < MOST_TOGETHER) {
        CommitGroup group = early.poll();
        groups.add(group);
        rows.addAll(group.rows());
      }
      LiveLink.Resolved resolved = epochs.resolve(rows, () -> awaitStored(groups));
      awaitDurable(groups);
      for (CommitGroup group : groups) {
        group.handOutLeft(resolved);
        resolved = () -> {};
      }
      epochs.resolveDue();
      for (CommitGroup more = waiting.poll(); more != null; more = waiting.poll()) {
        early.add(more);
      }
    }
  }

  private void awaitDurable(List<CommitGroup> groups) throws IOException {
    for (CommitGroup group : groups) {
      await(group::isDurable);
    }
  }

  private void awaitStored(List<CommitGroup> groups) throws IOException {
    for (CommitGroup group : groups) {
      await(group::isStored);
    }
  }

  private void beginEpoch(long now) {
    if (!hasEpochBegun) {
      hasEpochBegun = true;
      epochBegan = now;
    }
  }

  private void link(CommitGroup group, long now) throws IOException {
    beginEpoch(now);
    LiveLink.Resolved resolved = epochs.resolve(group.rows(), () -> await(group::isStored));
    group.becameResolved(resolved);
    await(group::isSettled);
    group.handOutLeft(resolved);
    epochs.resolveDue();
  }

  /** Something that the thread that writes does. */
  private interface Awaited {
    /** Waits so long at most; true when it is done. */
    boolean isDone(long millis) throws InterruptedException;
  }

  private void await(Awaited awaited) throws IOException {
    try {
      while (!awaited.isDone(POLL_MILLIS)) {
        failure.check();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private boolean isEpochOver(long now) {
    return epochs.isOpen()
        && !epochs.hasWaiting()
        && (now - came > IDLE_NANOS || now - epochBegan > EPOCH_NANOS);
  }

  /**
   * True when an epoch that is over can be ended; does some of what its end has to do where not.
   *
   * @param approached for how long it has been over, in nanoseconds
   */
  private boolean isNearEnd(long approached) throws IOException {
    if (epochs.isNearEnd() || approached > APPROACH_NANOS) {
      return true;
    }
    epochs.approachEnd(MOST_FOLLOWED_BEFORE_END);
    return false;
  }

  /** Ends the epoch that is open, with all groups that wait. */
  void endEpoch() throws IOException, InterruptedException {
    if (!writing.tryLock(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
      return; // the writer may wait for room, which only this thread makes
    }
    long began = clock.getAsLong();
    try {
      for (CommitGroup group = waiting.poll(); group != null; group = waiting.poll()) {
        link(group, began);
      }
      if (epochs.isOpen()) {
        epochs.end();
        hasEpochBegun = false;
        longestEnd = Math.max(longestEnd, clock.getAsLong() - began);
      }
    } finally {
      writing.unlock();
    }
  }

  /** Nanoseconds for which nothing was put at most, while dates were noted as linked. */
  long longestEnd() {
    return longestEnd;
  }
}
