package io.daisychain.explorer.live;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Rows of a table of a running watch, kept by a subscription to it. A connection that is lost is
 * made again for as long as it takes; what was known stays until the new one has told what there
 * is. What is abstract here is called by one thread at a time, which has this object's lock.
 */
abstract class LiveRows implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long AGAIN_MILLIS = 500;

  /** How it stands with the connection. */
  private enum State {
    CONNECTING,
    LIVE,
    LOST
  }

  private final LiveSource source;
  private final String question;
  private final Duration pause;
  private State state = State.CONNECTING;
  private long version = 1;
  private Thread thread;
  private Socket connection;
  private boolean closed;

  /**
   * Asks nothing before {@link #start}.
   *
   * @param pause between two answers, in which changes gather
   */
  LiveRows(LiveSource source, String table, Set<String> symbols, Duration pause) {
    this.source = source;
    this.question = source.question().of(table, symbols);
    this.pause = pause;
  }

  final void start() {
    thread = new Thread(this::run, "explorer-live");
    thread.setDaemon(true);
    thread.start();
  }

  /** Forgets what was gathered and not shown: a connection begins to tell what there is. */
  abstract void begin();

  /**
   * A row that is there when the connection begins.
   *
   * @param length of its line, in characters
   */
  abstract void gather(String id, ObjectNode row, int length);

  /** Shows what was gathered, in place of what was known. */
  abstract void showGathered();

  /** A row has come, or changed. */
  abstract void change(String id, ObjectNode row, int length);

  abstract void remove(String id);

  /**
   * Writes what is to be shown.
   *
   * @param seen number of what the reader knows, 0 for nothing
   */
  abstract void write(long seen, ObjectNode out);

  /** Number of what is known now; the next change makes it higher by one. */
  final long version() {
    return version;
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

  final void listen(Socket socket) throws IOException {
    socket.getOutputStream().write((question + '\n').getBytes(UTF_8));
    BoundedLines in = new BoundedLines(socket.getInputStream());
    synchronized (this) {
      begin();
    }
    for (String line = in.next(); line != null; line = in.next()) {
      JsonNode row = JSON.readTree(line);
      String id = row.path("id").asText();
      switch (row.path("op").asText()) {
        case "snapshot" -> {
          synchronized (this) {
            gather(id, of(row), line.length());
          }
        }
        case "ready" -> ready();
        case "change" -> {
          int length = line.length();
          told(() -> change(id, of(row), length));
        }
        case "gone" -> told(() -> remove(id));
        case "" -> {} // too long: an id that nobody can read
        default -> throw new IOException(line);
      }
    }
  }

  private static ObjectNode of(JsonNode row) {
    ObjectNode own = row.deepCopy();
    own.remove("op");
    return own;
  }

  private synchronized void ready() {
    showGathered();
    state = State.LIVE;
    changed();
  }

  private synchronized void told(Runnable change) {
    change.run();
    changed();
  }

  /** What is known, and its number. */
  record Known(long version, ObjectNode rows) {}

  /**
   * What is known, as soon as it is not what it was.
   *
   * @param seen number of what the caller knows; 0 for nothing
   * @param millis after which the same is given again
   */
  final synchronized Known await(long seen, long millis) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    long left = millis;
    while (version == seen && left > 0) {
      wait(left);
      left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
    }
    ObjectNode out = JSON.createObjectNode();
    out.put("state", state.name().toLowerCase(Locale.ROOT));
    out.put("watch", source.name());
    write(seen, out);
    return new Known(version, out);
  }

  final void pause() throws InterruptedException {
    TimeUnit.MILLISECONDS.sleep(pause.toMillis());
  }

  @Override
  public final void close() throws IOException {
    synchronized (this) {
      closed = true;
      if (connection != null) {
        connection.close();
      }
    }
    if (thread != null) {
      thread.interrupt();
    }
  }
}
