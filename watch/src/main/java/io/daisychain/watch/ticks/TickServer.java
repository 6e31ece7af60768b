package io.daisychain.watch.ticks;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.daisychain.listen.Connection;
import io.daisychain.listen.Listener;
import io.daisychain.listen.ListenerLimits;
import io.daisychain.listen.Listening;
import io.daisychain.listen.SessionLog;
import io.daisychain.model.LongBytes;
import io.daisychain.model.access.AllowedNames;
import io.daisychain.model.access.Entitlement;
import io.daisychain.model.access.Entitlements;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Serves a {@link TickPlant}: connections that send ticks, and those that ask for them, which begin
 * with {@code S} and a zero. Each has threads of its own.
 */
public final class TickServer implements AutoCloseable {
  /** Symbols that one request may name. */
  public static final int MOST_SYMBOLS = 1 << 20;

  private static final int MOST_CONNECTIONS = 128;

  /** Of one who is proven. */
  private static final int MOST_OF_ONE = 16;

  /** A subscriber may be slow; one who reads nothing for so long is gone. */
  private static final Duration STUCK = Duration.ofMinutes(10);

  private static final int IN_BYTES = 1_000 * QuoteTick.LENGTH;

  /** Symbols that are added at a time. */
  private static final int MOST_ADDED = 4_096;

  /** For a request to come whole. */
  private static final long REQUEST_NANOS = TimeUnit.SECONDS.toNanos(30);

  private static final int OUT_BYTES = 500 * QuoteTick.LENGTH;
  private static final int REQUEST = 'S';

  /** The published table whose last rows ticks are. */
  private static final String QUOTES = "quotes";

  private static final AllowedNames NOTHING = AllowedNames.of(Set.of());

  private static final int TAKEN_BACK = 'U';

  /** {@code S} and the number of symbols. */
  private static final int REQUEST_BYTES = 5;

  /** A request of a page or of a program that took the port for another. */
  private static final Pattern HTTP = Pattern.compile("[A-Z]{3,7} /");

  private final TickPlant plant;
  private final Entitlements entitlements;
  private final SessionLog sessions;
  private final Listener listener;
  private volatile boolean ending;

  /**
   * Serves who connects to a port, 0 for any that is free.
   *
   * @param sessions hears of each
   * @param entitlements whose certificates are asked for, and what they may; null for everything
   */
  public TickServer(
      TickPlant plant, Entitlements entitlements, Listening where, int port, SessionLog sessions)
      throws IOException {
    this.sessions = sessions;
    this.plant = plant;
    this.entitlements = entitlements;
    ListenerLimits limits = ListenerLimits.of(QuoteTick.LENGTH, MOST_CONNECTIONS).stuck(STUCK);
    if (entitlements != null) {
      limits = limits.provenOfName(MOST_OF_ONE);
    }
    this.listener = new Listener("ticks", where, port, limits, this::serve).start();
  }

  /** The port. */
  public int port() {
    return listener.port();
  }

  private void serve(Connection connection) throws IOException {
    InputStream in = connection.in();
    byte[] first = in.readNBytes(REQUEST_BYTES);
    if (first.length < REQUEST_BYTES) {
      return;
    }
    if (first[0] == REQUEST && first[1] == 0) {
      AllowedNames symbols =
          prove(connection, who -> who.tables().has(QUOTES) ? who.symbols() : NOTHING);
      Closeable session = begin("asks for ticks", connection);
      try (session) {
        subscribe(connection, ByteBuffer.wrap(first).getInt(1), symbols);
      }
      return;
    }
    byte[] tick = Arrays.copyOf(first, QuoteTick.LENGTH);
    if (in.readNBytes(tick, REQUEST_BYTES, QuoteTick.LENGTH - REQUEST_BYTES) + REQUEST_BYTES
        < QuoteTick.LENGTH) {
      return;
    }
    if (HTTP.matcher(new String(tick, ISO_8859_1)).lookingAt()) {
      throw connection.refused("HTTP");
    }
    AllowedNames symbols = prove(connection, Entitlement::ticks);
    Closeable session = begin("sends ticks", connection);
    try (session) {
      takeTicks(tick, connection, symbols);
    }
  }

  private Closeable begin(String kind, Connection connection) throws IOException {
    return sessions.begin(kind, Map.of("address", connection.peer(), "name", connection.name()));
  }

  /** Proves who it is; returns the symbols that it may name. */
  private AllowedNames prove(Connection connection, Function<Entitlement, AllowedNames> symbols)
      throws IOException {
    if (entitlements == null) {
      connection.prove(connection.address().getHostAddress());
      return AllowedNames.everything();
    }
    Entitlement who =
        entitlements
            .proven(connection.certificate(), "", "")
            .orElseThrow(() -> connection.refused("nobody's certificate"));
    AllowedNames allowed = symbols.apply(who);
    if (!allowed.all() && allowed.names().isEmpty()) {
      throw connection.refused(who + " may not do this");
    }
    connection.prove(who.name());
    return allowed;
  }

  private static void check(Connection connection, AllowedNames allowed, long symbol)
      throws IOException {
    if (!allowed.all() && !allowed.has(QuoteTick.text(symbol))) {
      throw connection.refused(connection.name() + " may not name this symbol");
    }
  }

  private void takeTicks(byte[] first, Connection connection, AllowedNames symbols)
      throws IOException {
    InputStream in = connection.in();
    byte[] buffer = Arrays.copyOf(first, IN_BYTES);
    int length = first.length;
    for (int read = 0;
        read >= 0 && !ending;
        read = in.read(buffer, length, buffer.length - length)) {
      length += read;
      int count = length / QuoteTick.LENGTH;
      for (int at = 0; at < count * QuoteTick.LENGTH && !symbols.all(); at += QuoteTick.LENGTH) {
        check(connection, symbols, LongBytes.read(buffer, at));
      }
      if (count > 0) {
        plant.take(buffer, 0, count);
        int rest = length - count * QuoteTick.LENGTH;
        System.arraycopy(buffer, count * QuoteTick.LENGTH, buffer, 0, rest);
        length = rest;
      }
    }
  }

  private void subscribe(Connection connection, int count, AllowedNames symbols)
      throws IOException {
    DataInputStream in = new DataInputStream(new java.io.BufferedInputStream(connection.in()));
    TickSubscriber subscriber = plant.add();
    int asked = 0;
    try {
      asked += ask(connection, in, count, subscriber, symbols);
      Thread sender = new Thread(() -> send(connection, subscriber), "daisychain-ticks-sender");
      sender.setDaemon(true);
      subscriber.sender(sender);
      sender.start();
      for (int kind = in.read(); kind == REQUEST || kind == TAKEN_BACK; kind = in.read()) {
        if (kind == REQUEST) {
          asked += ask(connection, in, in.readInt(), subscriber, symbols);
        } else {
          takeBack(connection, in, subscriber);
        }
      }
    } finally {
      plant.remove(subscriber);
      plant.giveBack(asked);
    }
  }

  /** Takes back the symbols of a request, which stay known: nothing is given back for them. */
  private void takeBack(Connection connection, DataInputStream in, TickSubscriber subscriber)
      throws IOException {
    int count = in.readInt();
    if (count < 0 || count > MOST_SYMBOLS) {
      throw connection.refused("it takes back " + count + " symbols");
    }
    connection.expectWithin(REQUEST_NANOS);
    for (int left = count; left > 0; left -= MOST_ADDED) {
      long[] symbols = new long[Math.min(left, MOST_ADDED)];
      for (int i = 0; i < symbols.length; i++) {
        symbols[i] = in.readLong();
      }
      plant.unsubscribe(subscriber, symbols);
    }
    connection.expectNothing();
  }

  /**
   * Adds the symbols of a request, some thousands at a time: others' ticks go on between them.
   *
   * @return how many there had never been
   */
  private int ask(
      Connection connection,
      DataInputStream in,
      int count,
      TickSubscriber subscriber,
      AllowedNames allowed)
      throws IOException {
    if (count < 0 || count > MOST_SYMBOLS || !plant.reserve(count)) {
      throw connection.refused(
          "it asks for " + count + " symbols, for which there is no room in memory");
    }
    try {
      int added = 0;
      connection.expectWithin(REQUEST_NANOS);
      for (int left = count; left > 0; left -= MOST_ADDED) {
        long[] symbols = new long[Math.min(left, MOST_ADDED)];
        for (int i = 0; i < symbols.length; i++) {
          symbols[i] = in.readLong();
          check(connection, allowed, symbols[i]);
        }
        added += plant.subscribe(subscriber, symbols);
      }
      connection.expectNothing();
      plant.giveBack(count - added);
      return added;
    } catch (IOException e) {
      plant.giveBack(count);
      throw e;
    }
  }

  private void send(Connection connection, TickSubscriber subscriber) {
    byte[] buffer = new byte[OUT_BYTES];
    try {
      OutputStream out = connection.out();
      while (!connection.isClosed()) {
        int length = plant.take(subscriber, buffer);
        if (length > 0) {
          out.write(buffer, 0, length);
        } else {
          while (subscriber.waits() && !connection.isClosed()) {
            LockSupport.parkNanos(POLL_NANOS);
          }
        }
      }
    } catch (IOException e) {
      plant.remove(subscriber); // who is gone
    }
  }

  /** After so long a sender looks whether its connection is closed. */
  private static final long POLL_NANOS = 1_000_000_000;

  /** Takes no further connection and no further tick. */
  public void endReading() {
    ending = true;
    listener.endAccepting();
  }

  @Override
  public void close() {
    listener.close();
  }
}
