package io.daisychain.explorer;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Tells pages of {@link LiveAlerts} by server-sent events (HTML standard, 9.2): each has all that
 * there is to show, so a page that missed some is right with the next.
 */
final class LiveStream {
  /** Each takes one of the server's threads. */
  private static final int MOST_PAGES = 8;

  /** Between two events, in which changes gather. */
  private static final long PAUSE_MILLIS = 50;

  /** After which something is sent in any case: a browser that is gone is found out. */
  private static final long QUIET_MILLIS = 10_000;

  private final LiveAlerts alerts;
  private final Semaphore pages = new Semaphore(MOST_PAGES);

  LiveStream(LiveAlerts alerts) {
    this.alerts = alerts;
  }

  /** True where there is a stream for another page. */
  boolean enter() {
    return pages.tryAcquire();
  }

  /** Sends until the page is gone; to be called once after each {@link #enter}. */
  void send(HttpExchange exchange) throws IOException {
    try {
      exchange.sendResponseHeaders(200, 0);
      OutputStream out = exchange.getResponseBody();
      long seen = 0;
      while (true) {
        LiveAlerts.Known known = alerts.await(seen, QUIET_MILLIS);
        seen = known.version();
        out.write(("data: " + known.alerts() + "\n\n").getBytes(UTF_8));
        out.flush();
        TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      pages.release();
    }
  }
}
