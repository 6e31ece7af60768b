package io.daisychain.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Says which process watches the events of a store: one at a time, beside which nothing else writes
 * them. The note of a process that was killed does not count: on its own machine it is known to be
 * gone, elsewhere it stops beating.
 */
public final class WatchLease implements AutoCloseable {
  private static final String ROW = "watch";
  private static final String COLUMN = "holder";
  private static final long BEAT_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** For so long a holder on another machine may be silent. */
  private static final long SILENT_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final StoreTable table;
  private final Thread beat;
  private volatile boolean closed;
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

    static Holder ofThisProcess(long beats) {
      ProcessHandle process = ProcessHandle.current();
      return new Holder(hostName(), process.pid(), beginOf(process), beats);
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

    @Override
    public String toString() {
      return "process " + process + " on " + host;
    }
  }

  private WatchLease(StoreTable table) {
    this.table = table;
    this.beat = new Thread(this::beat, "daisychain-watch-lease");
    beat.setDaemon(true);
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
    requireNone(table);
    WatchLease lease = new WatchLease(table);
    try (MetaTable meta = MetaTable.open(table)) {
      meta.delete(ROW, COLUMN);
      if (!meta.writeIfAbsent(ROW, COLUMN, Holder.ofThisProcess(0).bytes())) {
        requireNone(table);
      }
    }
    lease.beat.start();
    return lease;
  }

  /**
   * Fails where another process watches these events.
   *
   * @throws IOException naming it
   */
  public static void requireNone(StoreTable table) throws IOException {
    try (TableAdmin tables = TableAdmin.open(table.store())) {
      if (!tables.isKnown(table.name())) {
        return;
      }
    }
    try (MetaTable meta = MetaTable.open(table)) {
      Optional<Holder> holder = holder(meta);
      if (holder.isEmpty() || holder.get().isSameProcess(Holder.ofThisProcess(0))) {
        return;
      }
      if (holder.get().host().equals(hostName()) ? holder.get().isAlive() : beats(meta)) {
        throw new IOException(
            "watch (%s) runs on %s: what writes there has to wait until it has ended"
                .formatted(holder.get(), table));
      }
    }
  }

  private static Optional<Holder> holder(MetaTable meta) throws IOException {
    Optional<byte[]> value = meta.read(ROW, COLUMN);
    return value.isEmpty()
        ? Optional.empty()
        : Optional.of(meta.parsed(ROW, COLUMN, value.get(), Holder::parse));
  }

  /** True when a holder elsewhere says that it is there. */
  private static boolean beats(MetaTable meta) throws IOException {
    Optional<Holder> first = holder(meta);
    long began = System.nanoTime();
    while (System.nanoTime() - began < SILENT_NANOS) {
      LockSupport.parkNanos(BEAT_NANOS / 4);
      Optional<Holder> now = holder(meta);
      if (now.isEmpty()) {
        return false;
      }
      if (!now.equals(first)) {
        return true;
      }
    }
    return false;
  }

  private void beat() {
    long beats = 0;
    while (!closed) {
      LockSupport.parkNanos(BEAT_NANOS);
      beats++;
      if (!closed) {
        try (MetaTable meta = MetaTable.open(table)) {
          meta.write(ROW, COLUMN, Holder.ofThisProcess(beats).bytes());
          heard = System.nanoTime();
        } catch (IOException e) {
          // A store that is gone ends the command by itself; one that comes back hears the next.
        }
      }
    }
  }

  /** When the store last took a beat, in nanoseconds of {@link System#nanoTime}. */
  public long heard() {
    return heard;
  }

  @Override
  public void close() throws IOException {
    closed = true;
    LockSupport.unpark(beat);
    try {
      beat.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    try (MetaTable meta = MetaTable.open(table)) {
      meta.delete(ROW, COLUMN);
    }
  }
}
