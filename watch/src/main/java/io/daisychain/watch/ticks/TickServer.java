package io.daisychain.watch.ticks;

import io.daisychain.watch.net.ConnectionServer;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.locks.LockSupport;

/**
 * Serves a {@link TickPlant}: connections that send ticks, and those that ask for them, which begin
 * with {@code S} and a zero. Each has threads of its own.
 */
public final class TickServer implements AutoCloseable {
  /** Symbols that one request may name. */
  public static final int MOST_SYMBOLS = 1 << 20;

  private static final int IN_BYTES = 2_000 * QuoteTick.LENGTH;
  private static final int OUT_BYTES = 1_000 * QuoteTick.LENGTH;
  private static final int REQUEST = 'S';

  private final TickPlant plant;
  private final ConnectionServer server;
  private volatile boolean ending;

  /** Serves at a socket that listens. */
  public TickServer(TickPlant plant, ServerSocket listener) {
    this.plant = plant;
    this.server = new ConnectionServer("daisychain-ticks", listener, this::serve);
  }

  /** The port. */
  public int port() {
    return server.port();
  }

  private void serve(Socket socket) throws IOException {
    InputStream in = socket.getInputStream();
    byte[] buffer = new byte[IN_BYTES];
    int length = in.readNBytes(buffer, 0, 2);
    if (length == 2 && buffer[0] == REQUEST && buffer[1] == 0) {
      subscribe(socket, in);
    } else {
      takeTicks(in, buffer, length);
    }
  }

  private void takeTicks(InputStream in, byte[] buffer, int first) throws IOException {
    int length = first;
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

  private void subscribe(Socket socket, InputStream stream) throws IOException {
    DataInputStream in = new DataInputStream(new java.io.BufferedInputStream(stream));
    TickSubscriber subscriber = new TickSubscriber();
    plant.add(subscriber);
    try {
      // The first two bytes are read: S, and the first of the four of the number.
      long[] symbols = symbols(in, in.readUnsignedByte() << 16 | in.readUnsignedShort());
      Thread sender = new Thread(() -> send(socket, subscriber), "daisychain-ticks-sender");
      sender.setDaemon(true);
      subscriber.sender(sender);
      plant.subscribe(subscriber, symbols);
      sender.start();
      while (in.read() == REQUEST) {
        plant.subscribe(subscriber, symbols(in, in.readInt()));
      }
    } finally {
      plant.remove(subscriber);
    }
  }

  private static long[] symbols(DataInputStream in, int count) throws IOException {
    if (count < 0 || count > MOST_SYMBOLS) {
      throw new IOException("a request of " + count + " symbols");
    }
    long[] symbols = new long[count];
    for (int i = 0; i < count; i++) {
      symbols[i] = in.readLong();
    }
    return symbols;
  }

  private void send(Socket socket, TickSubscriber subscriber) {
    byte[] buffer = new byte[OUT_BYTES];
    try {
      OutputStream out = socket.getOutputStream();
      while (!socket.isClosed()) {
        int length = plant.take(subscriber, buffer);
        if (length > 0) {
          out.write(buffer, 0, length);
        } else {
          while (subscriber.waits() && !socket.isClosed()) {
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
    server.endAccepting();
  }

  /** Connections. */
  public int connections() {
    return server.connections();
  }

  @Override
  public void close() {
    server.close();
  }
}
