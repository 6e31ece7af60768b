package io.daisychain.warehouse;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;

/**
 * Keeps a second process from doing the same work in the same place.
 *
 * <p>The operating system lets go of the lock when the process ends, however it ends, so a lock
 * file that a killed process left behind blocks no other. The file itself stays: were it removed,
 * two processes could hold locks on two files of the same name.
 */
public final class LockFile implements AutoCloseable {
  /** Locks of this process: opening a locked file again and closing it would lose the lock. */
  private static final Map<Path, LockFile> HELD = new HashMap<>();

  private final Path file;
  private final FileChannel channel;

  /** Whose lock it is, where it was lent. */
  private final LockFile lender;

  private boolean canLend;

  private LockFile(Path file, FileChannel channel, LockFile lender) {
    this.file = file;
    this.channel = channel;
    this.lender = lender;
  }

  /**
   * Takes the lock, or borrows that which this process holds for later work.
   *
   * @param busy what to say where another process, or another thread of this one, holds it
   * @throws WarehouseException saying {@code busy}
   */
  public static LockFile acquire(Path path, String busy) throws IOException {
    Path file = path.toAbsolutePath().normalize();
    synchronized (HELD) {
      LockFile held = HELD.get(file);
      if (held != null) {
        if (!held.canLend) {
          throw new WarehouseException(busy);
        }
        held.canLend = false;
        return new LockFile(file, null, held);
      }
      var channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      try {
        if (channel.tryLock() == null) {
          throw new WarehouseException(busy);
        }
      } catch (IOException | RuntimeException e) {
        channel.close();
        throw e;
      }
      LockFile lock = new LockFile(file, channel, null);
      HELD.put(file, lock);
      return lock;
    }
  }

  /**
   * Takes the lock for work that this process comes to later, and will acquire it for: so that
   * others are refused before they have worked for hours.
   *
   * @param busy what to say where it is held
   */
  public static LockFile hold(Path path, String busy) throws IOException {
    synchronized (HELD) {
      if (HELD.containsKey(path.toAbsolutePath().normalize())) {
        throw new WarehouseException(busy);
      }
      LockFile lock = acquire(path, busy);
      lock.canLend = true;
      return lock;
    }
  }

  @Override
  public void close() throws IOException {
    synchronized (HELD) {
      if (lender != null) {
        lender.canLend = true;
        return;
      }
      channel.close();
      HELD.remove(file);
    }
  }
}
