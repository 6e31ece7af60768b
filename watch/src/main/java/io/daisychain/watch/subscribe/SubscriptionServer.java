package io.daisychain.watch.subscribe;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.linkage.graph.DatedKey;
import io.daisychain.listen.Connection;
import io.daisychain.listen.Listener;
import io.daisychain.listen.ListenerLimits;
import io.daisychain.listen.Listening;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.function.UnaryOperator;

/**
 * Serves subscribers over TCP: a line of JSON in, which says what is wanted ({@link Subscription}),
 * lines of JSON out. Each has a thread of its own and blocks nobody else.
 */
public final class SubscriptionServer implements AutoCloseable {
  private static final int LONGEST_REQUEST = 64 << 10;
  private static final int MOST_SUBSCRIBERS = 256;

  /** Requests that are understood at a time: what a line grows to is many times its bytes. */
  private static final int MOST_PARSED = 4;

  /** Symbols, reporters, statuses and fields that all subscribers may name together. */
  private static final int MOST_NAMES = 100_000;

  /** A subscriber may be slow, and misses changes; one who reads nothing for so long is gone. */
  private static final Duration STUCK = Duration.ofMinutes(10);

  private static final int OUT_BYTES = 64 << 10;

  private final HandOut handOut;
  private final UnaryOperator<OutputStream> watched;
  private final Listener listener;
  private final Semaphore names = new Semaphore(MOST_NAMES);
  private final Semaphore parsing = new Semaphore(MOST_PARSED);

  /** Serves who connects to a port, 0 for any that is free. */
  public SubscriptionServer(
      HandOut handOut, Listening where, int port, UnaryOperator<OutputStream> watched)
      throws IOException {
    this.watched = watched;
    this.handOut = handOut;
    ListenerLimits limits = ListenerLimits.of(LONGEST_REQUEST + 1, MOST_SUBSCRIBERS).stuck(STUCK);
    this.listener = new Listener("subscribe", where, port, limits, this::serve).start();
  }

  public int port() {
    return listener.port();
  }

  public int connections() {
    return listener.connections();
  }

  private void serve(Connection connection) throws IOException, InterruptedException {
    InputStream in = new BufferedInputStream(connection.in());
    Subscription wanted;
    try {
      wanted = parse(readLine(in, connection));
    } catch (IllegalArgumentException e) {
      connection.out().write(error(e.getMessage()));
      return;
    }
    connection.prove(connection.address().getHostAddress());
    int count = wanted.names();
    if (!names.tryAcquire(count)) {
      connection.out().write(error("too many names are asked for by all subscribers"));
      return;
    }
    try {
      // Not before: a stranger is given no memory.
      serve(wanted, in, new BufferedOutputStream(watched.apply(connection.out()), OUT_BYTES));
    } finally {
      names.release(count);
    }
  }

  private Subscription parse(String line) throws InterruptedException {
    parsing.acquire();
    try {
      return Subscription.parse(line);
    } finally {
      parsing.release();
    }
  }

  private void serve(Subscription wanted, InputStream in, OutputStream out)
      throws IOException, InterruptedException {
    LiveTable<DatedKey> table = handOut.table(wanted.table());
    Subscriber<DatedKey> subscriber = new Subscriber<>(table, wanted);
    table.add(subscriber);
    Listener.start("daisychain-watch-subscriber-end", () -> awaitEnd(in, subscriber));
    try {
      subscriber.send(out);
    } finally {
      table.remove(subscriber);
    }
  }

  /** A subscriber says nothing more; when its side is closed it wants nothing more. */
  private static void awaitEnd(InputStream in, Subscriber<DatedKey> subscriber) {
    try {
      while (in.read() >= 0) {
        Thread.onSpinWait();
      }
    } catch (IOException e) {
      subscriber.close();
    } finally {
      subscriber.close();
    }
  }

  private static byte[] error(String text) {
    ObjectNode json = JsonNodeFactory.instance.objectNode().put("op", "error").put("text", text);
    return (json + "\n").getBytes(UTF_8);
  }

  private static String readLine(InputStream in, Connection connection) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    int next = in.read();
    if (next >= 0 && next != '{' && next != ' ') {
      throw connection.refused("no JSON object");
    }
    while (next >= 0 && next != '\n') {
      if (line.size() == LONGEST_REQUEST) {
        throw new IllegalArgumentException("a subscription is one line of 64 kB at most");
      }
      line.write(next);
      next = in.read();
    }
    return line.toString(UTF_8);
  }

  @Override
  public void close() {
    listener.close();
  }
}
