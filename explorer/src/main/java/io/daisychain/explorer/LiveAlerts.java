package io.daisychain.explorer;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.Socket;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * The alerts of a running watch, kept by a subscription to it. A connection that is lost is made
 * again for as long as it takes; what was known stays until the new one has told what there is.
 */
final class LiveAlerts implements AutoCloseable {
  private static final int MOST_SHOWN = 200;
  private static final long AGAIN_MILLIS = 500;

  /** How it stands with the connection. */
  private enum State {
    CONNECTING,
    LIVE,
    LOST
  }

  private final LiveSource source;
  private final Thread thread;
  private KeptAlerts alerts = new KeptAlerts();
  private State state = State.CONNECTING;
  private long version = 1;
  private Socket connection;
  private boolean closed;

  LiveAlerts(LiveSource source) {
    this.source = source;
    this.thread = new Thread(this::run, "explorer-live");
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    try {
      while (!isClosed()) {
        try (Socket socket = source.connector().connect()) {
          connected(socket);
          listen(socket);
        } catch (IOException e) {
          lost(); // said on the page
        }
        lost();
        TimeUnit.MILLISECONDS.sleep(AGAIN_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  private synchronized void connected(Socket socket) throws IOException {
    connection = socket;
    if (closed) {
      throw new IOException("closed");
    }
  }

  private synchronized void lost() {
    if (state != State.LOST) {
      state = State.LOST;
      changed();
    }
  }

  private void changed() {
    version++;
    notifyAll();
  }

  private void listen(Socket socket) throws IOException {
    socket.getOutputStream().write((source.wanted() + '\n').getBytes(UTF_8));
    BoundedLines in = new BoundedLines(socket.getInputStream());
    KeptAlerts there = new KeptAlerts();
    for (String line = in.next(); line != null; line = in.next()) {
      JsonNode row = Answer.JSON.readTree(line);
      String id = row.path("id").asText();
      switch (row.path("op").asText()) {
        case "snapshot" -> there.put(id, row.deepCopy(), line.length());
        case "ready" -> ready(there);
        case "change" -> change(id, row.deepCopy(), line.length());
        case "gone" -> gone(id);
        case "" -> {} // too long: an id that nobody can read
        default -> throw new IOException(line);
      }
    }
  }

  private synchronized void ready(KeptAlerts there) {
    // The moment at which an alert came is this program's to know.
    there.keepTimes(alerts);
    alerts = there;
    state = State.LIVE;
    changed();
  }

  private synchronized void change(String id, ObjectNode row, int length) {
    ObjectNode known = alerts.get(id);
    if (known == null) {
      row.put("came", Instant.now().toString());
      alerts.put(id, row, length);
    } else {
      known.setAll(row);
      alerts.put(id, known, length);
    }
    changed();
  }

  private synchronized void gone(String id) {
    alerts.remove(id);
    changed();
  }

  /** What is known, and its number. */
  record Known(long version, ObjectNode alerts) {}

  /**
   * What is known, as soon as it is not what it was.
   *
   * @param seen number of what the caller knows; 0 for nothing
   * @param millis after which the same is given again
   */
  synchronized Known await(long seen, long millis) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    long left = millis;
    while (version == seen && left > 0) {
      wait(left);
      left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
    }
    ObjectNode node = Answer.object();
    node.put("state", state.name().toLowerCase(Locale.ROOT));
    node.put("watch", source.name());
    node.put("count", alerts.size());
    node.put("more", alerts.isCut());
    ArrayNode newest = node.putArray("alerts");
    alerts.newest(MOST_SHOWN).forEach(row -> newest.add(row.deepCopy().without("op")));
    return new Known(version, node);
  }

  @Override
  public void close() throws IOException {
    synchronized (this) {
      closed = true;
      if (connection != null) {
        connection.close();
      }
    }
    thread.interrupt();
  }
}
