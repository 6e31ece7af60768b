package io.daisychain.explorer.live;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Set;
import java.util.concurrent.Semaphore;

/**
 * What a running watch tells, for pages, as server-sent events (HTML standard, 9.2). A page that
 * missed some is right with the next.
 */
public final class LiveWatch implements AutoCloseable {
  /** Each takes one of the server's threads; a page has one or two. */
  private static final int MOST_STREAMS = 16;

  /** After which something is sent in any case: a browser that is gone is found out. */
  private static final long QUIET_MILLIS = 10_000;

  private final LiveSource source;
  private final LiveAlerts alerts;
  private final Semaphore streams = new Semaphore(MOST_STREAMS);

  /** Begins to listen for alerts. */
  public LiveWatch(LiveSource source) {
    this.source = source;
    alerts = new LiveAlerts(source);
    alerts.start();
  }

  /** True where there is a stream for another page. */
  public boolean hasRoom() {
    return streams.availablePermits() > 0;
  }

  /** Sends alerts until the page is gone. */
  public void sendAlerts(OutputStream out) throws IOException {
    send(alerts, out);
  }

  /**
   * Sends best bids and offers, by a subscription of the page's own, until it is gone.
   *
   * @param symbols whose; empty for all
   */
  public void sendQuotes(Set<String> symbols, OutputStream out) throws IOException {
    try (LiveQuotes quotes = new LiveQuotes(source, symbols)) {
      quotes.start();
      send(quotes, out);
    }
  }

  private void send(LiveRows rows, OutputStream out) throws IOException {
    if (!streams.tryAcquire()) {
      throw new IOException("too many pages are open");
    }
    try {
      long seen = 0;
      while (true) {
        LiveRows.Known known = rows.await(seen, QUIET_MILLIS);
        seen = known.version();
        out.write(("data: " + known.rows() + "\n\n").getBytes(UTF_8));
        out.flush();
        rows.pause();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      streams.release();
    }
  }

  @Override
  public void close() throws IOException {
    alerts.close();
  }
}
