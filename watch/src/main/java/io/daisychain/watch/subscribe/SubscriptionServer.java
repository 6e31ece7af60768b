package io.daisychain.watch.subscribe;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.daisychain.linkage.graph.DatedKey;
import io.daisychain.listen.Connection;
import io.daisychain.listen.Listener;
import io.daisychain.listen.ListenerLimits;
import io.daisychain.listen.Listening;
import io.daisychain.listen.RefusedException;
import io.daisychain.listen.SessionLog;
import io.daisychain.model.access.Entitlement;
import io.daisychain.model.access.Entitlements;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.function.UnaryOperator;

/**
 * Serves subscribers over TCP: a line of JSON in, which says what is wanted ({@link Subscription}),
 * lines of JSON out. Each has a thread of its own and blocks nobody else.
 */
public final class SubscriptionServer implements AutoCloseable {
  private static final int LONGEST_REQUEST = 64 << 10;
  private static final int MOST_SUBSCRIBERS = 256;

  /** Of one who is proven. */
  private static final int MOST_OF_ONE = 32;

  /** Requests that are understood at a time: what a line grows to is many times its bytes. */
  private static final int MOST_PARSED = 4;

  /** Symbols, reporters, statuses and fields that all subscribers may name together. */
  private static final int MOST_NAMES = 100_000;

  /** A subscriber may be slow, and misses changes; one who reads nothing for so long is gone. */
  private static final Duration STUCK = Duration.ofMinutes(10);

  private static final int OUT_BYTES = 64 << 10;

  private final HandOut handOut;
  private final UnaryOperator<OutputStream> watched;
  private final Entitlements entitlements;
  private final SessionLog sessions;
  private final Listener listener;
  private final Semaphore names = new Semaphore(MOST_NAMES);
  private final Semaphore parsing = new Semaphore(MOST_PARSED);

  /**
   * Serves who connects to a port, 0 for any that is free.
   *
   * @param sessions hears of each, before it is told anything
   * @param entitlements who is proven, and what they see; null for everybody and everything
   */
  public SubscriptionServer(
      HandOut handOut,
      Entitlements entitlements,
      Listening where,
      int port,
      UnaryOperator<OutputStream> watched,
      SessionLog sessions)
      throws IOException {
    this.watched = watched;
    this.sessions = sessions;
    this.entitlements = entitlements;
    this.handOut = handOut;
    ListenerLimits limits = ListenerLimits.of(LONGEST_REQUEST + 1, MOST_SUBSCRIBERS).stuck(STUCK);
    if (entitlements != null) {
      limits = limits.provenOfName(MOST_OF_ONE);
    }
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
    Sight sight;
    try {
      sight = prove(wanted, connection);
    } catch (IllegalArgumentException e) {
      connection.refused(e.getMessage());
      connection.out().write(error(e.getMessage()));
      return;
    }
    int count = wanted.names();
    if (!names.tryAcquire(count)) {
      connection.out().write(error("too many names are asked for by all subscribers"));
      return;
    }
    try {
      Closeable session =
          sessions.begin(
              "subscribe",
              Map.of(
                  "address", connection.peer(),
                  "name", connection.name(),
                  "wanted", wanted.withoutSecret().toJson()));
      try (session) {
        // Not before: a stranger is given no memory.
        OutputStream out = watched.apply(connection.out());
        serve(wanted, sight, in, new BufferedOutputStream(out, OUT_BYTES));
      }
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

  /**
   * Finds out who subscribes, and what of the table is for it to see.
   *
   * @throws IllegalArgumentException in plain words, for somebody who may not
   */
  private Sight prove(Subscription wanted, Connection connection) throws RefusedException {
    Asker asker = wanted.asker();
    if (entitlements == null) {
      if (!asker.as().isEmpty()) {
        throw new IllegalArgumentException("this watch knows nobody: it has no --entitlements");
      }
      connection.prove(connection.address().getHostAddress());
      return Sight.WHOLE;
    }
    Entitlement who =
        entitlements
            .proven(connection.certificate(), asker.name(), asker.secret())
            .orElseThrow(() -> new IllegalArgumentException("not proven by certificate or secret"));
    Entitlement sees = who;
    if (!asker.as().isEmpty() && !asker.as().equals(who.name())) {
      sees =
          entitlements
              .named(asker.as())
              .filter(other -> who.seesAllEvents() && who.tables().all())
              .orElseThrow(
                  () -> new IllegalArgumentException(who + " may not ask for " + asker.as()));
    }
    Sight sight =
        Sight.of(sees, wanted.table())
            .orElseThrow(() -> new IllegalArgumentException("no right to see " + wanted.table()));
    connection.prove(who.name());
    return sight;
  }

  private void serve(Subscription wanted, Sight sight, InputStream in, OutputStream out)
      throws IOException, InterruptedException {
    LiveTable<DatedKey> table = handOut.table(wanted.table());
    handOut.awaitRead(table);
    Subscriber<DatedKey> subscriber = new Subscriber<>(table, wanted, sight);
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
    handOut.giveUp();
  }
}
