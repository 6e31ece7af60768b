package io.daisychain.warehouse.duckdb;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;

/**
 * Tells publications that somebody reads: a shared lock on a file, which goes when the process
 * ends, however it ends.
 *
 * <p>The operating system keeps one lock a process and file, and closing the file once loses it; so
 * all readers of one process share one.
 */
public final class ReaderLease implements AutoCloseable {
  private static final Map<Path, ReaderLease> HELD = new HashMap<>();

  private final Path file;
  private final FileChannel channel;
  private int readers;

  private ReaderLease(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /** Holds the lock; null where there is no such file, so that nobody waits for readers. */
  public static ReaderLease acquire(Path file) throws IOException {
    synchronized (HELD) {
      ReaderLease lease = HELD.get(file);
      if (lease == null) {
        FileChannel channel;
        try {
          channel = FileChannel.open(file, StandardOpenOption.READ);
        } catch (NoSuchFileException e) {
          return null;
        }
        if (channel.tryLock(0, Long.MAX_VALUE, true) == null) {
          channel.close();
          return null; // a publication is just finding out that nobody reads
        }
        lease = new ReaderLease(file, channel);
        HELD.put(file, lease);
      }
      lease.readers++;
      return lease;
    }
  }

  /** Whether anybody, in this process or another, holds the lock. */
  static boolean isHeld(Path file) throws IOException {
    synchronized (HELD) {
      if (HELD.containsKey(file)) {
        return true;
      }
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        return channel.tryLock() == null;
      } catch (NoSuchFileException e) {
        return false;
      }
    }
  }

  @Override
  public void close() throws IOException {
    synchronized (HELD) {
      if (--readers == 0) {
        HELD.remove(file);
        channel.close();
      }
    }
  }
}
