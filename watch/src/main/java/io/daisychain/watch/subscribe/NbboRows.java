package io.daisychain.watch.subscribe;

import io.daisychain.watch.ticks.NbboBooks;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Hands out the best bids and offers that have changed, a few hundred times a second. */
public final class NbboRows implements AutoCloseable {
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private final NbboBooks books;
  private final HandOut handOut;
  private volatile boolean closed;

  public NbboRows(NbboBooks books, HandOut handOut) {
    this.books = books;
    this.handOut = handOut;
    Thread thread = new Thread(this::run, "daisychain-watch-nbbo");
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    while (!closed) {
      books.takeChanged().forEach(handOut::quoted);
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  @Override
  public void close() {
    closed = true;
  }
}
