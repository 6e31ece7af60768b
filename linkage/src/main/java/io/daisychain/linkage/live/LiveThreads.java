package io.daisychain.linkage.live;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Threads beside the one that links. */
final class LiveThreads {
  private LiveThreads() {}

  /** One thread, which keeps no program alive. */
  static ExecutorService one(String name) {
    return Executors.newSingleThreadExecutor(
        work -> {
          Thread thread = new Thread(work, name);
          thread.setDaemon(true);
          return thread;
        });
  }

  /** Waits for a result. */
  static <T> T await(Future<T> result) throws IOException {
    try {
      return result.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException failure) {
        throw new IOException(failure.getMessage(), failure);
      }
      throw new IOException(String.valueOf(e.getCause().getMessage()), e.getCause());
    }
  }
}
