package io.daisychain.watch.ticks;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.daisychain.listen.Connection;
import io.daisychain.listen.Listener;
import io.daisychain.listen.ListenerLimits;
import io.daisychain.listen.Listening;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;

/**
 * Serves a {@link TickPlant}: connections that send ticks, and those that ask for them, which begin
 * with {@code S} and a zero. Each has threads of its own.
 */
public final class TickServer implements AutoCloseable {
  /** Symbols that one request may name. */
  public static final int MOST_SYMBOLS = 1 << 20;

  private static final int MOST_CONNECTIONS = 128;

  /** A subscriber may be slow; one who reads nothing for so long is gone. */
  private static final Duration STUCK = Duration.ofMinutes(10);

  private static final int IN_BYTES = 1_000 * QuoteTick.LENGTH;

  /** Symbols that are added at a time. */
  private static final int MOST_ADDED = 4_096;

  /** For a request to come whole. */
  private static final long REQUEST_NANOS = TimeUnit.SECONDS.toNanos(30);

  private static final int OUT_BYTES = 500 * QuoteTick.LENGTH;
  private static final int REQUEST = 'S';

  /** {@code S} and the number of symbols. */
  private static final int REQUEST_BYTES = 5;

  /** A request of a page or of a program that took the port for another. */
  private static final Pattern HTTP = Pattern.compile("[A-Z]{3,7} /");

  private final TickPlant plant;
  private final Listener listener;
  private volatile boolean ending;

  /** Serves who connects to a port, 0 for any that is free. */
  public TickServer(TickPlant plant, Listening where, int port) throws IOException {
    this.plant = plant;
    ListenerLimits limits = ListenerLimits.of(QuoteTick.LENGTH, MOST_CONNECTIONS).stuck(STUCK);
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
      connection.prove(connection.address().getHostAddress());
      subscribe(connection, ByteBuffer.wrap(first).getInt(1));
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
    connection.prove(connection.address().getHostAddress());
    plant.take(tick, 0, 1);
    takeTicks(in);
  }

  private void takeTicks(InputStream in) throws IOException {
    byte[] buffer = new byte[IN_BYTES];
    int length = 0;
    for (int read = 0;
        read >= 0 && !ending;
        read = in.read(buffer, length, buffer.length - length)) {
      length += read;
      int count = length / QuoteTick.LENGTH;
      if (count > 0) {
        plant.take(buffer, 0, count);
        int rest = length - count * QuoteTick.LENGTH;
        System.arraycopy(buffer, count * QuoteTick.LENGTH, buffer, 0, rest);
        length = rest;
      }
    }
  }

  private void subscribe(Connection connection, int count) throws IOException {
    DataInputStream in = new DataInputStream(new java.io.BufferedInputStream(connection.in()));
    TickSubscriber subscriber = plant.add();
    int asked = 0;
    try {
      asked += ask(connection, in, count, subscriber);
      Thread sender = new Thread(() -> send(connection, subscriber), "daisychain-ticks-sender");
      sender.setDaemon(true);
      subscriber.sender(sender);
      sender.start();
      while (in.read() == REQUEST) {
        asked += ask(connection, in, in.readInt(), subscriber);
      }
    } finally {
      plant.remove(subscriber);
      plant.giveBack(asked);
    }
  }

  /** Adds the symbols of a request, some thousands at a time: others' ticks go on between them. */
  private int ask(Connection connection, DataInputStream in, int count, TickSubscriber subscriber)
      throws IOException {
    if (count < 0 || count > MOST_SYMBOLS || !plant.reserve(count)) {
      throw connection.refused(
          "it asks for " + count + " symbols, for which there is no room in memory");
    }
    try {
      connection.expectWithin(REQUEST_NANOS);
      for (int left = count; left > 0; left -= MOST_ADDED) {
        long[] symbols = new long[Math.min(left, MOST_ADDED)];
        for (int i = 0; i < symbols.length; i++) {
          symbols[i] = in.readLong();
        }
        plant.subscribe(subscriber, symbols);
      }
      connection.expectNothing();
      return count;
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
