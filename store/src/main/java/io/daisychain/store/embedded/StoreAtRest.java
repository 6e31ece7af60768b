package io.daisychain.store.embedded;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The folder of an embedded store that no process runs, and none can run until this is closed. */
public final class StoreAtRest implements AutoCloseable {
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** For a store that was told to end, or is being started and used by nobody after all. */
  private static final long END_SECONDS = 60;

  private final FileChannel channel;

  private StoreAtRest(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Waits until a store that nobody uses has ended, and keeps others from starting it.
   *
   * @param launch how commands start a store
   * @return empty if a command uses it
   */
  public static Optional<StoreAtRest> take(Path folder, Launch launch) throws IOException {
    Launch ending = new Launch(launch.java(), launch.classPath(), launch.jvmOptions(), 0);
    FileChannel channel =
        FileChannel.open(
            folder.resolve(StoreProperties.LOCK),
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE);
    try {
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(END_SECONDS);
      while (channel.tryLock() == null) {
        if (isUsed(folder, ending) || System.nanoTime() > deadline) {
          channel.close();
          return Optional.empty();
        }
        LockSupport.parkNanos(POLL_NANOS);
      }
      return Optional.of(new StoreAtRest(channel));
    } catch (InterruptedException e) {
      channel.close();
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while the store ended");
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /** Whether it goes on when this command, which has it end with the last one, leaves it. */
  private static boolean isUsed(Path folder, Launch ending)
      throws IOException, InterruptedException {
    Optional<StoreProperties> store = StoreProperties.read(folder);
    Optional<StoreLease> lease = store.flatMap(known -> StoreLease.request(known, ending));
    if (lease.isEmpty()) {
      return false; // it starts or ends
    }
    lease.get().watch(died -> {});
    return lease.get().release();
  }

  /**
   * Whether a file of the folder is part of the store.
   *
   * @param path below the folder
   */
  public static boolean isKept(String path) {
    return !path.matches("(store\\.(lock|properties)|spill|staging|backup-\\d+)(/.*)?");
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
