package io.daisychain.watch;

import io.daisychain.ingest.MessageCounts;
import io.daisychain.ingest.MessageIntake;
import io.daisychain.linkage.live.LiveLink;
import io.daisychain.linkage.live.LiveListener;
import io.daisychain.reporting.FeedbackFolder;
import io.daisychain.store.MetaTable;
import io.daisychain.store.RowBatch;
import io.daisychain.store.TableAdmin;
import io.daisychain.store.dates.DateTables;
import io.daisychain.store.dates.Dates;
import io.daisychain.store.write.RowPutter;
import io.daisychain.watch.subscribe.ArrivalPrices;
import io.daisychain.watch.subscribe.HandOut;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The way of messages from their sources into the store and the graph.
 *
 * <p>Three threads. The writer puts what has come since its last group, up to {@value #MOST_ROWS}
 * rows, into the store: the group of one put gathers while the one before is written. Meanwhile the
 * linker resolves what the group touches, and hands it out when it is durable; it has what it has
 * found out written every {@value #FLUSH_MILLIS} ms, and ends an epoch when nothing more comes, at
 * the latest after {@value #EPOCH_SECONDS} seconds. The teller keeps with what is durable what
 * sources must not forget, and tells them. A full backlog makes sources wait.
 */
final class Intake implements AutoCloseable {
  private static final int MOST_ROWS = 1_000;
  private static final int MOST_UNTOLD = 64;

  /** What has just been read waits for so many groups that are not linked yet. */
  private static final int MOST_UNLINKED = 4;

  /** What has been read and is not durable has this part of the heap at most. */
  private static final int BACKLOG_PART = 16;

  private static final long FLUSH_MILLIS = 300;
  private static final long EPOCH_SECONDS = 30;
  private static final long IDLE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final long POLL_MILLIS = 20;

  /** Lifecycles that are packed while nothing waits: what comes meanwhile waits for them. */
  private static final int MOST_RESTS = 32;

  private static final int MOST_IDLE_RESTS = 1_000;

  /** Events whose faults are followed while nothing waits. */
  private static final int MOST_FOLLOWED = 50;

  private static final int MOST_IDLE_FOLLOWED = 1_000;

  /** Between two groups where an epoch is to end: storing goes on, and linking too. */
  private static final int MOST_FOLLOWED_BEFORE_END = 500;

  /** Where more comes than can be followed, an epoch ends with what is left. */
  private static final long APPROACH_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final WatchSettings settings;
  private final WatchHooks hooks;
  private final LiveListener listener;
  private final FeedbackFolder feedback;
  private final Backlog backlog;
  private final BlockingQueue<TakenGroup> unlinked = new ArrayBlockingQueue<>(MOST_UNLINKED);
  private final BlockingQueue<TakenGroup> untold = new ArrayBlockingQueue<>(MOST_UNTOLD);
  private final ReentrantLock writing = new ReentrantLock(true);
  private final RowPutter rows;
  private final MetaTable meta;
  private final Map<Integer, Long> storedByDate = new TreeMap<>();
  private final Set<Integer> knownDates = ConcurrentHashMap.newKeySet();
  private final List<MessageIntake> readers = new ArrayList<>();
  private final AtomicLong taken = new AtomicLong();
  private final AtomicLong stored = new AtomicLong();
  private final AtomicLong linked = new AtomicLong();
  private final Doors doors;
  private final ArrivalPrices throughs;
  private Thread writer;
  private Thread linker;
  private Thread teller;
  private LiveLink live;
  private DateTables tables;
  private long epochs;
  private long epochBegan;
  private volatile long longestEnd;
  private volatile boolean ending;
  private volatile boolean written;
  private volatile Throwable failure;

  Intake(
      WatchSettings settings,
      WatchHooks hooks,
      LiveListener listener,
      LiveLink.StoredEvents before,
      Doors doors,
      ArrivalPrices throughs)
      throws IOException {
    this.settings = settings;
    this.hooks = hooks;
    this.listener = listener;
    this.doors = doors;
    this.throughs = throughs;
    this.backlog = new Backlog(settings.backlog(), Runtime.getRuntime().maxMemory() / BACKLOG_PART);
    this.feedback =
        new FeedbackFolder(settings.rejects(), settings.link().reference().participants());
    this.rows = new RowPutter(settings.table());
    this.meta = MetaTable.open(settings.table());
    this.live = LiveLink.open(settings.link(), listener, before);
    live.prepare();
  }

  void start() {
    writer = thread("daisychain-watch-writer", this::write);
    linker = thread("daisychain-watch-linker", this::link);
    teller = thread("daisychain-watch-teller", this::tell);
  }

  /** A piece of work that goes on until the end. */
  private interface Work {
    void run() throws IOException, InterruptedException;
  }

  private Thread thread(String name, Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException | InterruptedException | RuntimeException | Error e) {
                fail(e);
              }
            },
            name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  /** Ends everything: what was not told is sent again by whoever sent it. */
  void fail(Throwable cause) {
    if (failure == null) {
      failure = cause;
    }
    hooks.failed(failure);
  }

  /** True when nothing more can be made durable. */
  boolean hasFailed() {
    return failure != null;
  }

  /** A reader of messages for one source, to be used by one thread. */
  SourceReader reader(Taken.Source source) {
    SourceReader reader = new SourceReader(this, source, settings, feedback);
    synchronized (readers) {
      readers.add(reader.messages());
    }
    return reader;
  }

  /** What became of all messages, once sources have ended. */
  MessageCounts counts() {
    MessageCounts all = new MessageCounts();
    synchronized (readers) {
      readers.forEach(reader -> all.add(reader.counts()));
    }
    return all;
  }

  /** Takes a message; waits while too many are not durable yet. */
  void put(Taken message) throws IOException {
    if (throughs != null && message.block() != null) {
      throughs.look(message.block());
    }
    try {
      while (!backlog.offer(message, POLL_MILLIS)) {
        if (failure != null) {
          throw new IOException("the store has failed: " + failure.getMessage(), failure);
        }
      }
      taken.incrementAndGet();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /** Why messages of a date are not taken; empty where they are. Its table is there then. */
  String refusal(int date) throws IOException {
    if (knownDates.contains(date)) {
      return "";
    }
    synchronized (knownDates) {
      try (Dates dates = Dates.open(settings.table());
          TableAdmin admin = TableAdmin.open(settings.table().store())) {
        if (dates.dropped().contains(date)) {
          return MessageIntake.DROPPED;
        }
        if (!admin.exists(settings.table().ofDate(date))) {
          if (dates.list().size() >= settings.mostDates()) {
            return MessageIntake.TOO_MANY;
          }
          admin.createDate(settings.table().name(), date, settings.splitKeys());
        }
        knownDates.add(date);
        return "";
      }
    }
  }

  private void write() throws IOException, InterruptedException {
    List<Taken> group = new ArrayList<>(MOST_ROWS);
    while (!(ending && backlog.size() == 0) && failure == null) {
      group.clear();
      backlog.drainTo(group, MOST_ROWS, POLL_MILLIS);
      if (!group.isEmpty()) {
        writing.lock();
        try {
          write(new TakenGroup(group));
        } finally {
          writing.unlock();
        }
      }
    }
    written = true;
  }

  private void write(TakenGroup group) throws IOException, InterruptedException {
    if (!live.isOpen()) {
      beginEpoch();
    }
    handOn(group, unlinked); // it is resolved while it is put
    List<byte[]> blocks = group.blocks();
    blocks.sort(Comparator.comparingInt(Intake::dateOf)); // a request is of one table
    for (byte[] block : blocks) {
      tables.ranges(dateOf(block)); // the date is noted as changed before its rows are
      rows.add(block);
    }
    rows.flush();
    feedback.flush();
    doors.durable(group.messages(), System.nanoTime());
    LiveLink.Resolved resolved = group.becameDurable();
    if (resolved != null) {
      tell(group, resolved);
    }
    for (byte[] block : blocks) {
      storedByDate.merge(dateOf(block), 1L, Long::sum);
    }
    stored.addAndGet(blocks.size());
    handOn(group, untold);
  }

  private void handOn(TakenGroup group, BlockingQueue<TakenGroup> to) throws InterruptedException {
    while (!to.offer(group, POLL_MILLIS, TimeUnit.MILLISECONDS)) {
      if (failure != null) {
        return; // nobody takes it any more
      }
    }
  }

  private void tell() throws IOException, InterruptedException {
    List<TakenGroup> groups = new ArrayList<>();
    while (!(written && untold.isEmpty()) && failure == null) {
      TakenGroup first = untold.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
      if (first != null) {
        groups.clear();
        groups.add(first);
        untold.drainTo(groups);
        tell(groups);
      }
    }
  }

  /** What sources must not forget is durable after the rows, and before they hear of them. */
  private void tell(List<TakenGroup> groups) throws IOException {
    Map<Taken.Source, Long> last = new LinkedHashMap<>();
    for (TakenGroup group : groups) {
      group.messages().forEach(message -> last.put(message.source(), message.number()));
    }
    Map<String, Map<String, String>> kept = new TreeMap<>();
    last.forEach((source, number) -> kept.putAll(source.keep(number)));
    if (!kept.isEmpty()) {
      meta.writeTexts(kept);
    }
    for (TakenGroup group : groups) {
      for (Taken message : group.messages()) {
        message.source().durable(message.number());
      }
    }
  }

  private static int dateOf(byte[] block) {
    return new RowBatch.Reader().wrap(block).date();
  }

  private void beginEpoch() throws IOException {
    String run = settings.runId() + "-" + epochs++;
    synchronized (this) {
      long version = live.begin(run);
      if (tables == null) {
        tables =
            new DateTables(
                settings.table(), run, version, settings.splitKeys(), settings.mostDates());
      } else {
        tables.goOn(run, version); // it knows which tables there are
      }
      epochBegan = System.nanoTime();
    }
  }

  private void link() throws IOException, InterruptedException {
    long flushed = System.nanoTime();
    long came = flushed;
    long overSince = 0;
    boolean wasOver = false;
    while (!(written && unlinked.isEmpty()) && failure == null) {
      TakenGroup group = unlinked.poll(wasOver ? 1 : POLL_MILLIS, TimeUnit.MILLISECONDS);
      long now = System.nanoTime();
      synchronized (this) {
        if (group != null) {
          came = now;
          link(group);
        } else {
          live.resolveDue();
        }
        if (unlinked.isEmpty()) {
          live.rest(group == null ? MOST_IDLE_RESTS : MOST_RESTS);
          live.followFaults(group == null ? MOST_IDLE_FOLLOWED : MOST_FOLLOWED);
        }
        if (listener instanceof HandOut handOut) {
          handOut.tick();
        }
        if (now - flushed >= TimeUnit.MILLISECONDS.toNanos(FLUSH_MILLIS)) {
          live.flush();
          flushed = now;
        }
      }
      boolean isOver = isEpochOver(now, came);
      if (isOver && !wasOver) {
        overSince = now;
      }
      if (isOver && isNearEnd(now - overSince)) {
        endEpoch();
      }
      wasOver = isOver;
    }
    if (failure == null) {
      endEpoch();
      live.end(Set.of());
    }
  }

  private void link(TakenGroup group) throws IOException {
    LiveLink.Resolved resolved = live.resolve(group.blocks(), () -> await(group::isDurable));
    group.becameResolved(resolved);
    await(group::isTellable);
    if (!group.wasTold()) {
      tell(group, resolved);
    }
    live.resolveDue();
  }

  /** By the thread that has stored the group, or the one that has resolved it. */
  private void tell(TakenGroup group, LiveLink.Resolved resolved) {
    resolved.tell();
    linked.addAndGet(group.messages().size());
    doors.linked(group.messages(), System.nanoTime());
    group.becameTold();
  }

  /** Something that another thread does. */
  private interface Awaited {
    /** Waits so long at most; true when it is done. */
    boolean isDone(long millis) throws InterruptedException;
  }

  private void await(Awaited awaited) throws IOException {
    try {
      while (!awaited.isDone(POLL_MILLIS)) {
        if (failure != null) {
          throw new IOException("the store has failed: " + failure.getMessage(), failure);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /**
   * True when an epoch that is over can be ended; does some of what its end has to do where not.
   *
   * @param approached for how long it has been over, in nanoseconds
   */
  private synchronized boolean isNearEnd(long approached) throws IOException {
    if (live.isNearEnd() || approached > APPROACH_NANOS) {
      return true;
    }
    live.approachEnd(MOST_FOLLOWED_BEFORE_END);
    return false;
  }

  private boolean isEpochOver(long now, long came) {
    return live.isOpen()
        && !live.hasWaiting()
        && (now - came > IDLE_NANOS || now - epochBegan > TimeUnit.SECONDS.toNanos(EPOCH_SECONDS));
  }

  private void endEpoch() throws IOException, InterruptedException {
    if (!writing.tryLock(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
      return; // the writer may wait for room, which only this thread makes
    }
    long began = System.nanoTime();
    try {
      synchronized (this) {
        for (TakenGroup group = unlinked.poll(); group != null; group = unlinked.poll()) {
          link(group);
        }
        if (!live.isOpen()) {
          return;
        }
        boolean again = live.end(tables.begun());
        longestEnd = Math.max(longestEnd, System.nanoTime() - began);
        hooks.storedSoFar(storedByDate);
        if (again) {
          live.close();
          hooks.linkAll();
          live =
              LiveLink.open(
                  settings.link(),
                  listener,
                  (date, key, references, lifecycle, statuses, sums) -> {});
        }
        live.prepare();
      }
    } finally {
      writing.unlock();
    }
  }

  /** Waits until all that was taken is durable and linked. */
  @Override
  public void close() throws IOException {
    ending = true;
    try {
      if (writer != null) {
        writer.join();
        linker.join();
        teller.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    feedback.close();
    rows.close();
    meta.close();
    live.close();
    if (tables != null) {
      tables.close();
    }
    if (failure != null) {
      throw new IOException(String.valueOf(failure.getMessage()), failure);
    }
  }

  /** Trade dates of what was stored. */
  Set<Integer> dates() {
    return Set.copyOf(storedByDate.keySet());
  }

  /** Messages taken so far. */
  long taken() {
    return taken.get();
  }

  /** Rows stored so far. */
  long stored() {
    return stored.get();
  }

  /** Messages that are checked and not linked yet. */
  long waiting() {
    return taken.get() - linked.get();
  }

  /** Messages read and not durable yet. */
  int backlog() {
    return backlog.size();
  }

  /** Groups that are not linked yet. */
  int unlinked() {
    return unlinked.size();
  }

  /** Nanoseconds for which nothing was put at most, while dates were noted as linked. */
  long longestEnd() {
    return longestEnd;
  }

  /** Live linking, for its counters alone. */
  LiveLink live() {
    return live;
  }
}
