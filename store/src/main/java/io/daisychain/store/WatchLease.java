package io.daisychain.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Says which process watches the events of a store: one at a time, beside which nothing else writes
 * them. The note of a process that was killed does not count: on its own machine it is known to be
 * gone, elsewhere it stops beating.
 *
 * <p>A process that stood still, and was taken for gone, finds that out at its next beat, which
 * replaces its own note alone; it has to ask ({@link #requireHeld}) before it writes. Thread-safe.
 */
public final class WatchLease implements AutoCloseable {
  private static final String ROW = "watch";
  private static final String COLUMN = "holder";
  private static final long BEAT_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  /** A process on this machine is looked at so often. */
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** Beats that a holder on another machine leaves out before commands write beside it. */
  private static final int SILENT = 20;

  /** And before one that stands by takes its place, which the holder finds out by itself. */
  private static final int STANDBY_SILENT = 5;

  /** An older beat says nothing of who holds the lease now. */
  private static final long FRESH_NANOS = 2 * BEAT_NANOS;

  private final StoreTable table;
  private final MetaTable meta;
  private final String host;
  private final Thread beating;
  private final CountDownLatch closed = new CountDownLatch(1);
  private byte[] note;
  private long beats;
  private volatile boolean lost;
  private Consumer<IOException> listener = failure -> {};
  private volatile long heard = System.nanoTime();

  /**
   * Who watches.
   *
   * @param began when the process began, in milliseconds since 1970; tells processes of one number
   *     apart
   * @param beats how often it has said that it is there
   */
  private record Holder(String host, long process, long began, long beats) {
    static Holder parse(byte[] value) throws IOException {
      String[] words = new String(value, UTF_8).split(" ", -1);
      try {
        return new Holder(
            words[0], Long.parseLong(words[1]), Long.parseLong(words[2]), Long.parseLong(words[3]));
      } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
        throw new IOException("no note of a watch", e);
      }
    }

    byte[] bytes() {
      return (host + " " + process + " " + began + " " + beats).getBytes(UTF_8);
    }

    static Holder ofThisProcess(String host, long beats) {
      ProcessHandle process = ProcessHandle.current();
      return new Holder(host, process.pid(), beginOf(process), beats);
    }

    boolean isSameProcess(Holder other) {
      return host.equals(other.host) && process == other.process && began == other.began;
    }

    boolean isAlive() {
      return ProcessHandle.of(process)
          .filter(ProcessHandle::isAlive)
          .map(handle -> beginOf(handle) == began)
          .orElse(false);
    }

    /** True where the process would be seen from here, and is not. */
    boolean hasEnded(String here) {
      return host.equals(here) && !isAlive();
    }

    /** Waits for a beat, or until the process has ended if it is seen from here. */
    void awaitEnd(String here) throws InterruptedIOException {
      for (long waited = 0; waited < BEAT_NANOS && !hasEnded(here); waited += LOOK_NANOS) {
        pause(LOOK_NANOS);
      }
    }

    @Override
    public String toString() {
      return "process " + process + " on " + host;
    }
  }

  /** Somebody who stands by. */
  public interface Standby {
    /** Hears which process watches. */
    void waitsFor(String holder);

    /** True when it need not wait any more. */
    boolean hasEnded();
  }

  private WatchLease(StoreTable table, MetaTable meta, String host, byte[] note) {
    this.table = table;
    this.meta = meta;
    this.host = host;
    this.note = note;
    this.beating = new Thread(this::beatAlways, "daisychain-watch-lease");
    beating.setDaemon(true);
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName().replace(' ', '_');
    } catch (UnknownHostException e) {
      return "localhost";
    }
  }

  private static long beginOf(ProcessHandle process) {
    return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
  }

  /**
   * Takes the lease.
   *
   * @throws IOException naming the process that has it
   */
  public static WatchLease take(StoreTable table) throws IOException {
    return take(table, hostName());
  }

  /** The same as if this machine had that name. */
  static WatchLease take(StoreTable table, String host) throws IOException {
    MetaTable meta = MetaTable.open(table);
    try {
      while (true) {
        Optional<byte[]> found = meta.read(ROW, COLUMN);
        Optional<Holder> other = holder(meta, found, host, SILENT);
        if (other.isPresent()) {
          throw watches(other.get(), table);
        }
        Optional<WatchLease> lease = take(table, meta, host, found);
        if (lease.isPresent()) {
          return lease.get();
        }
      }
    } catch (IOException | RuntimeException e) {
      meta.close();
      throw e;
    }
  }

  /**
   * Waits until no other process watches these events, and takes the lease then: a moment after the
   * end of a process on this machine, less than two seconds after that of one elsewhere.
   *
   * @return empty when the one who stands by has ended
   */
  public static Optional<WatchLease> await(StoreTable table, Standby standby) throws IOException {
    return await(table, hostName(), standby);
  }

  /** The same as if this machine had that name. */
  static Optional<WatchLease> await(StoreTable table, String host, Standby standby)
      throws IOException {
    MetaTable meta = MetaTable.open(table);
    Optional<WatchLease> lease = Optional.empty();
    try {
      Optional<Holder> told = Optional.empty();
      while (lease.isEmpty() && !standby.hasEnded()) {
        Optional<byte[]> found = meta.read(ROW, COLUMN);
        Optional<Holder> other = holder(meta, found, host, STANDBY_SILENT);
        if (other.isEmpty()) {
          lease = take(table, meta, host, found);
        } else {
          if (told.isEmpty() || !other.get().isSameProcess(told.get())) {
            standby.waitsFor(other.get().toString());
            told = other;
          }
        }
      }
      return lease;
    } finally {
      if (lease.isEmpty()) {
        meta.close();
      }
    }
  }

  /** Takes the lease from nobody, or from a process that is gone, unless another one has. */
  private static Optional<WatchLease> take(
      StoreTable table, MetaTable meta, String host, Optional<byte[]> found) throws IOException {
    byte[] note = Holder.ofThisProcess(host, 0).bytes();
    if (!meta.writeIfStill(ROW, COLUMN, found, note)) {
      return Optional.empty();
    }
    WatchLease lease = new WatchLease(table, meta, host, note);
    lease.beating.start();
    return Optional.of(lease);
  }

  /**
   * Fails where another process watches these events, or what one has told is not in the store.
   *
   * @throws IOException naming it, or its journal
   */
  public static void requireNone(StoreTable table) throws IOException {
    try (TableAdmin tables = TableAdmin.open(table.store())) {
      if (!tables.isKnown(table.name())) {
        return;
      }
    }
    try (MetaTable meta = MetaTable.open(table)) {
      Optional<byte[]> found = meta.read(ROW, COLUMN);
      Optional<Holder> other = holder(meta, found, hostName(), SILENT);
      if (other.isPresent()) {
        throw watches(other.get(), table);
      }
      Holder own = Holder.ofThisProcess(hostName(), 0);
      if (found.isEmpty()
          || !meta.parsed(ROW, COLUMN, found.get(), Holder::parse).isSameProcess(own)) {
        JournalNote.requireNone(meta);
      }
    }
  }

  private static IOException watches(Holder holder, StoreTable table) {
    return new IOException(
        "watch (%s) runs on %s: what writes there has to wait until it has ended"
            .formatted(holder, table));
  }

  /**
   * Another process that has the lease and is there.
   *
   * <p>One on this machine is asked by commands for no beat. By one that stands by it is: it may
   * have been stopped, or nobody has asked yet how it ended.
   *
   * @param silent beats that may be left out
   */
  private static Optional<Holder> holder(
      MetaTable meta, Optional<byte[]> found, String host, int silent) throws IOException {
    if (found.isEmpty()) {
      return Optional.empty();
    }
    Holder holder = meta.parsed(ROW, COLUMN, found.get(), Holder::parse);
    if (holder.isSameProcess(Holder.ofThisProcess(host, 0)) || holder.hasEnded(host)) {
      return Optional.empty();
    }
    boolean isThere =
        (holder.host().equals(host) && silent == SILENT)
            || beats(meta, found.get(), holder, host, silent);
    return isThere ? Optional.of(holder) : Optional.empty();
  }

  /** True when a holder says that it is there. What counts is how often it was asked. */
  private static boolean beats(MetaTable meta, byte[] found, Holder holder, String host, int silent)
      throws IOException {
    for (int i = 0; i <= silent; i++) {
      holder.awaitEnd(host);
      if (holder.hasEnded(host)) {
        return false;
      }
      Optional<byte[]> now = meta.read(ROW, COLUMN);
      if (!Arrays.equals(now.orElse(null), found)) {
        return now.isPresent();
      }
    }
    return false;
  }

  private static void pause(long nanos) throws InterruptedIOException {
    LockSupport.parkNanos(nanos);
    if (Thread.interrupted()) {
      throw new InterruptedIOException("interrupted while waiting for another watch");
    }
  }

  /** Tells somebody when another process has taken the lease. */
  public synchronized void onLoss(Consumer<IOException> told) {
    listener = told;
  }

  private void beatAlways() {
    try {
      while (!closed.await(BEAT_NANOS, TimeUnit.NANOSECONDS)) {
        try {
          beat();
        } catch (IOException e) {
          // A store that is gone ends the command by itself; one that comes back hears the next.
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void beat() throws IOException {
    byte[] next = Holder.ofThisProcess(host, ++beats).bytes();
    if (!lost && meta.writeIfStill(ROW, COLUMN, Optional.of(note), next)) {
      note = next;
    } else {
      Optional<byte[]> now = meta.read(ROW, COLUMN);
      Optional<Holder> holder =
          now.isEmpty()
              ? Optional.empty()
              : Optional.of(meta.parsed(ROW, COLUMN, now.get(), Holder::parse));
      // The answer to a beat may have been lost, and not the lease.
      if (holder.isEmpty() || !holder.get().isSameProcess(Holder.ofThisProcess(host, 0))) {
        lost(holder);
      }
      note = now.get();
    }
    heard = System.nanoTime();
  }

  private void lost(Optional<Holder> holder) throws IOException {
    String by = holder.map(Holder::toString).orElse("nobody that is known");
    IOException failure =
        new IOException(
            "this watch stood still for more than a second, and was taken for gone: "
                + by
                + " watches "
                + table
                + " now");
    if (!lost) {
      lost = true;
      listener.accept(failure);
    }
    throw failure;
  }

  /**
   * Makes sure that no other process has taken the lease: before something is written.
   *
   * @throws IOException naming the process that has
   */
  public void requireHeld() throws IOException {
    if (lost || System.nanoTime() - heard > FRESH_NANOS) {
      beat();
    }
  }

  /** When the store last took a beat, in nanoseconds of {@link System#nanoTime}. */
  public long heard() {
    return heard;
  }

  @Override
  public void close() throws IOException {
    closed.countDown();
    try {
      beating.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    synchronized (this) {
      try {
        if (!lost) {
          beat();
          meta.delete(ROW, COLUMN);
        }
      } finally {
        meta.close();
      }
    }
  }
}
