package io.daisychain.watch.session;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.daisychain.listen.Connection;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import quickfix.Responder;

/**
 * What a session sends, on its way: messages wait here, up to {@value #MOST_UNREAD} bytes, until
 * the other end reads them; one that does not is cut off. Whoever sends never waits.
 */
public final class FixPeer implements Responder {
  private static final int MOST_UNREAD = 1 << 20;
  private static final int MANY_UNREAD = MOST_UNREAD / 2;

  /** Between two looks whether a heartbeat is due. */
  private static final long TICK_MILLIS = 250;

  /** In which the other end may close first once all is said. */
  private static final long END_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Connection connection;
  private final ArrayDeque<byte[]> waiting = new ArrayDeque<>();
  private int bytes;
  private boolean ending;

  /** Something to be done now and then by the thread that writes. */
  @FunctionalInterface
  public interface Tick {
    /** Does it. */
    void run() throws IOException;
  }

  /** Sends to a connection. */
  public FixPeer(Connection connection) {
    this.connection = connection;
  }

  @Override
  public synchronized boolean send(String message) {
    byte[] text = message.getBytes(ISO_8859_1);
    if (ending || connection.isClosed()) {
      return false;
    }
    if (bytes + text.length > MOST_UNREAD) {
      connection.refused("it does not read what it is sent");
      connection.close();
      return false;
    }
    waiting.add(text);
    bytes += text.length;
    notifyAll();
    return true;
  }

  /** What waits is still sent. */
  @Override
  public synchronized void disconnect() {
    ending = true;
    notifyAll();
  }

  @Override
  public String getRemoteAddress() {
    return connection.peer();
  }

  /** Waits while much is unread: nothing more is answered meanwhile. */
  public synchronized void awaitRoom() throws InterruptedException {
    while (bytes > MANY_UNREAD && !ending && !connection.isClosed()) {
      wait(TICK_MILLIS);
    }
  }

  /** True when nothing more is taken from the other end. */
  public synchronized boolean isEnding() {
    return ending || connection.isClosed();
  }

  /** Sends what comes until the end; to be called by a thread of its own. */
  public void write(Tick tick) throws IOException, InterruptedException {
    OutputStream out = connection.out();
    while (true) {
      byte[] next = take();
      if (next != null) {
        out.write(next);
        sent(next.length);
      } else if (isEnding()) {
        connection.expectWithin(END_NANOS);
        if (!connection.isClosed()) {
          connection.shutdownOutput();
        }
        return;
      } else {
        tick.run();
      }
    }
  }

  /** The next message; null where there is none for a moment, or at the end. */
  private synchronized byte[] take() throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(TICK_MILLIS);
    for (long left = TICK_MILLIS; left > 0 && waiting.isEmpty() && !isEnding(); ) {
      wait(left);
      left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
    }
    return connection.isClosed() ? null : waiting.poll();
  }

  private synchronized void sent(int length) {
    bytes -= length;
    notifyAll();
  }
}
