package io.daisychain.store;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.conf.Configuration;

/**
 * Makes calls again that the clients give up at once, because it is for the caller to know whether
 * a call whose answer was lost may be made twice: counters and changes of tables on Bigtable.
 */
final class Retries {
  private static final long FIRST_PAUSE_MILLIS = 100;
  private static final long LONGEST_PAUSE_MILLIS = 5_000;

  private Retries() {}

  /** A call to a store. */
  interface Call<T> {
    T call() throws IOException;
  }

  /**
   * Makes a call until it succeeds, for as long as the store's clients retry.
   *
   * @throws IOException the last failure, or the first that comes again whenever it is tried
   */
  static <T> T run(Configuration conf, Call<T> call) throws IOException {
    long patience = TimeUnit.MILLISECONDS.toNanos(ClientConfiguration.retryMillis(conf));
    long deadline = System.nanoTime() + patience;
    long pause = FIRST_PAUSE_MILLIS;
    while (true) {
      try {
        return call.call();
      } catch (IOException | RuntimeException e) {
        if (!StoreFailure.isWorthRetrying(e) || System.nanoTime() > deadline) {
          throw e;
        }
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(pause));
      pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
    }
  }
}
