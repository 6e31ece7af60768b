package io.daisychain.jmh.latency;

import io.daisychain.watch.Watch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Looks a thousand times a second how many messages wait. */
final class WaitingSampler {
  private final Thread thread;
  private long sum;
  private long count;
  private volatile boolean ended;

  WaitingSampler(Watch watch) {
    thread =
        new Thread(
            () -> {
              while (!ended) {
                long waiting = watch.waiting();
                if (waiting > 0 || count > 0) {
                  sum += waiting;
                  count++;
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  /** Mean number that waited. */
  double end() throws InterruptedException {
    ended = true;
    thread.join();
    return count == 0 ? 0 : (double) sum / count;
  }
}
