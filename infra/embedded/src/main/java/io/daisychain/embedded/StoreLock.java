package io.daisychain.embedded;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The lock on a store's folder: one process at a time, freed by the kernel when it dies. */
final class StoreLock {
  static final String FILE = "store.lock";

  /** Commands probe the lock for microseconds to learn whether a store lives; outwait them. */
  private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final int LONGEST_PID = 20;

  /** Reachable for good: a channel that is garbage collected gives its lock back. */
  @SuppressWarnings("unused")
  private static FileLock held;

  private final Path file;
  private final FileChannel channel;

  /** Tells the locked file from another of its name; null where the system does not say. */
  private final Object key;

  private StoreLock(Path file, FileChannel channel) throws IOException {
    this.file = file;
    this.channel = channel;
    this.key = key(file);
  }

  /** Another process has the lock. */
  static final class HeldException extends IOException {
    private final String holder;

    HeldException(String holder) {
      this.holder = holder;
    }

    /** Process id, or {@code (unknown)}. */
    String holder() {
      return holder;
    }
  }

  /** Takes the lock until this process ends. */
  static StoreLock acquire(Path folder) throws IOException {
    Path file = folder.resolve(FILE);
    FileChannel channel = FileChannel.open(file, CREATE, READ, WRITE);
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    FileLock lock = channel.tryLock();
    while (lock == null && System.nanoTime() < deadline) {
      LockSupport.parkNanos(RETRY_NANOS);
      lock = channel.tryLock();
    }
    if (lock == null) {
      throw new HeldException(holder(channel));
    }
    held = lock;
    return new StoreLock(file, channel);
  }

  /** Leaves this process's id in the file, which takes space on the disk. */
  void sign() throws IOException {
    channel.truncate(0);
    channel.write(ByteBuffer.wrap(Long.toString(ProcessHandle.current().pid()).getBytes(US_ASCII)));
  }

  /**
   * False when the folder, or the lock in it, was removed or replaced. Then another store may be
   * there, and nothing must be written by the folder's name any more.
   */
  boolean isInPlace() {
    try {
      return Objects.equals(key, key(file));
    } catch (NoSuchFileException e) {
      return false;
    } catch (IOException e) {
      // A file system that does not answer now may do so the next time.
      return true;
    }
  }

  private static Object key(Path file) throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
  }

  private static String holder(FileChannel channel) throws IOException {
    ByteBuffer text = ByteBuffer.allocate(LONGEST_PID);
    channel.read(text, 0);
    String pid = new String(text.array(), 0, text.position(), US_ASCII).trim();
    return pid.isEmpty() ? "(unknown)" : pid;
  }
}
