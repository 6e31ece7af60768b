package io.daisychain.warehouse;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Keeps a second process from doing the same work in the same place.
 *
 * <p>The operating system lets go of the lock when the process ends, however it ends, so a lock
 * file that a killed process left behind blocks no other. The file itself stays: were it removed,
 * two processes could hold locks on two files of the same name.
 */
public final class LockFile implements AutoCloseable {
  /** Locks of this process: opening a locked file again and closing it would lose the lock. */
  private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

  private final Path file;
  private final FileChannel channel;

  private LockFile(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * Takes the lock.
   *
   * @param busy what to say where another process, or another thread of this one, holds it
   * @throws WarehouseException saying {@code busy}
   */
  public static LockFile acquire(Path path, String busy) throws IOException {
    Path file = path.toAbsolutePath().normalize();
    if (!HELD.add(file)) {
      throw new WarehouseException(busy);
    }
    FileChannel channel = null;
    try {
      channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (channel.tryLock() == null) {
        throw new WarehouseException(busy);
      }
      return new LockFile(file, channel);
    } catch (IOException e) {
      HELD.remove(file);
      if (channel != null) {
        channel.close();
      }
      throw e;
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
    HELD.remove(file);
  }
}
