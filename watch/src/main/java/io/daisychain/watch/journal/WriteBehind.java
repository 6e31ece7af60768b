package io.daisychain.watch.journal;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * Stores what is in a log already: the rows follow their messages, in the order of the log. One
 * thread adds at a time, one stores.
 */
public final class WriteBehind {
  private static final long POLL_MILLIS = 20;

  /**
   * How far the store is is noted so often while more comes, and when nothing does: what came since
   * is stored again after a kill.
   */
  private static final long NOTE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  /** What waits for all to be stored looks so often. */
  private static final long STORED_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final MessageLog log;
  private final Store store;
  private final LongSupplier clock;
  private final int room;
  private final int most;
  private final long bytesEach;

  private final Semaphore free;

  /** Held from an entry's being appended to its being queued: both have one order. */
  private final ReentrantLock appending = new ReentrantLock(true);

  /** Those that were handed over, until they are in the store. */
  private final Queue<Appended> unstored = new ConcurrentLinkedQueue<>();

  private final BlockingQueue<Appended> queue = new LinkedBlockingQueue<>();
  private long noted;
  private boolean isNoted = true;

  /** Up to where all is stored. */
  private long last;

  private long looked;

  /** Position of what was appended last, which is behind what holds nothing. */
  private long lastAppended;

  /** Entries that were handed over, and those that are in the store. */
  private final AtomicLong handedOver = new AtomicLong();

  private final AtomicLong stored = new AtomicLong();
  private volatile boolean closed;

  /** What is stored in. */
  public interface Store {
    /** Makes sure that this process may write, and that all goes on. */
    void check() throws IOException;

    /** Writes rows; they are durable on return. */
    void write(List<byte[]> rows) throws IOException;

    /** Keeps texts by row and column of the meta table; they are durable on return. */
    void keep(Map<String, Map<String, String>> rows) throws IOException;
  }

  /** An entry of the log that is not in the store yet. */
  public record Appended(JournalEntry entry, long position, int weight, Runnable stored) {}

  /**
   * Stores what is added.
   *
   * @param room rows that may not be in the store yet
   * @param bytes of rows, the same
   * @param together rows that are stored together, about
   * @param clock of {@link System#nanoTime}
   */
  public WriteBehind(
      MessageLog log, Store store, int room, long bytes, int together, LongSupplier clock) {
    this.log = log;
    this.store = store;
    this.room = room;
    this.bytesEach = Math.max(1, bytes / room);
    this.free = new Semaphore(room);
    this.most = together;
    this.clock = clock;
    this.noted = clock.getAsLong();
    this.looked = noted;
  }

  /**
   * Appends an entry to the log, in which it is durable on return; waits while too much is not in
   * the store. Nothing else is appended until it is handed to {@link #follow}, by the same thread.
   *
   * @param stored hears when it is in the store
   */
  public Appended append(JournalEntry entry, Runnable stored) throws IOException {
    long bytes = entry.rows().stream().mapToLong(row -> row.length).sum();
    int weight = (int) Math.min(room, Math.max(1 + entry.rows().size(), bytes / bytesEach));
    lock();
    boolean appended = false;
    try {
      await(() -> free.tryAcquire(weight, POLL_MILLIS, TimeUnit.MILLISECONDS));
      store.check();
      boolean isEmpty = entry.rows().isEmpty() && entry.kept().isEmpty();
      long position = isEmpty ? lastAppended : log.append(entry.bytes());
      lastAppended = position;
      appended = true;
      return new Appended(entry, position, weight, stored);
    } finally {
      if (!appended) {
        appending.unlock();
      }
    }
  }

  /** Has an entry stored that was just appended. */
  public void follow(Appended entry) {
    handedOver.incrementAndGet();
    unstored.add(entry);
    queue.add(entry);
    appending.unlock();
  }

  /**
   * Keeps texts of the meta table in order with all else.
   *
   * @return false where this is closed: nothing more is stored behind
   */
  public boolean keep(Map<String, Map<String, String>> rows) throws IOException {
    lock();
    try {
      if (!closed) {
        follow(append(new JournalEntry(List.of(), rows), () -> {}));
      }
      return !closed;
    } finally {
      appending.unlock();
    }
  }

  /** Ends what is kept; what was appended is stored still. */
  public void close() throws IOException {
    lock();
    closed = true;
    appending.unlock();
  }

  /** True when nothing will have to be stored any more. */
  public boolean hasEnded() {
    return closed && stored.get() == handedOver.get();
  }

  /** Texts by column of a row of the meta table that are not in the store yet, the last of each. */
  public Map<String, String> unstored(String row) throws IOException {
    Map<String, String> texts = new TreeMap<>();
    lock(); // what is appended by now has been handed over then
    try {
      unstored.forEach(one -> texts.putAll(one.entry().kept().getOrDefault(row, Map.of())));
    } finally {
      appending.unlock();
    }
    return texts;
  }

  /** Waits until all that was handed over by now is in the store. */
  public void awaitStored() throws IOException {
    long last = handedOver.get();
    await(
        () -> {
          if (stored.get() < last) {
            LockSupport.parkNanos(STORED_NANOS);
          }
          return stored.get() >= last;
        });
  }

  private void lock() throws IOException {
    await(() -> appending.tryLock(POLL_MILLIS, TimeUnit.MILLISECONDS));
  }

  /** Something that others do. */
  private interface Awaited {
    /** Waits a moment at most; true when it is done. */
    boolean isDone() throws InterruptedException;
  }

  private void await(Awaited awaited) throws IOException {
    try {
      while (!awaited.isDone()) {
        store.check();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /** Has the log look after its copies. */
  public void look() throws IOException {
    long now = clock.getAsLong();
    if (now - looked > LOOK_NANOS) {
      looked = now;
      lock();
      try {
        log.look();
      } finally {
        appending.unlock();
      }
    }
  }

  /** Rows that are not in the store yet, about. */
  public int waiting() {
    return room - free.availablePermits();
  }

  /** Stores what was added, if something was; waits a moment for it. */
  public void storeNext() throws IOException, InterruptedException {
    Appended first = queue.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
    if (first == null) {
      note();
      return;
    }
    List<Appended> together = new ArrayList<>();
    List<byte[]> rows = new ArrayList<>();
    Map<String, Map<String, String>> kept = new TreeMap<>();
    for (Appended next = first; next != null; next = rows.size() < most ? queue.poll() : null) {
      together.add(next);
      rows.addAll(next.entry().rows());
      next.entry()
          .kept()
          .forEach(
              (row, columns) -> kept.computeIfAbsent(row, none -> new TreeMap<>()).putAll(columns));
    }
    if (!rows.isEmpty()) {
      store.write(rows);
    }
    if (!kept.isEmpty()) {
      store.keep(kept); // no later than it is said that all of it is stored
    }
    isNoted = false;
    last = together.get(together.size() - 1).position();
    if (clock.getAsLong() - noted > NOTE_NANOS) {
      note();
    }
    for (Appended one : together) {
      one.stored().run();
      free.release(one.weight());
    }
    together.forEach(one -> unstored.remove());
    stored.addAndGet(together.size());
  }

  private void note() throws IOException {
    if (!isNoted) {
      log.stored(last);
      noted = clock.getAsLong();
      isNoted = true;
    }
  }
}
